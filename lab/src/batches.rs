//! Sets of changes to a registry: generated ones, and a real one.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use flate2::read::GzDecoder;
use rand::rngs::StdRng;
use rand::seq::index;
use rand::{RngExt, SeedableRng};
use statesync_proof::sync::SyncStatement;
use statesync_tree::store::StoreView;
use statesync_tree::{Key, Operation, Registry, Shape, Snapshot, StateChange, Traced};

/// The tables of Debian's package index, which the command line carries.
const DEBIAN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../apps/cli/data");

/// A set of changes to a keyed registry: the true statement about it, and what a prover and a server of plain openings
/// need of the old tree.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Records of the registry before.
    pub records: usize,
    /// Both anchors, and what each key changed from and to.
    pub statement: SyncStatement,
    /// What the keys touch of the old tree.
    pub traced: Traced,
    /// The old tree's plain openings of all keys together.
    pub paths_bytes: usize,
}

impl Batch {
    /// `changes` keys of a registry of `records`: of each hundred, 80 values are replaced, 10 deleted, 5 keys are new
    /// and 5 are read.
    ///
    /// # Errors
    /// If there are fewer records than keys.
    pub fn generated(records: usize, changes: usize, seed: u64) -> Result<Self> {
        ensure!(changes <= records, "{changes} changes need as many records, not {records}");
        let key = |number: usize| Key::hashed(&(number as u64).to_le_bytes());
        let mut rng = StdRng::seed_from_u64(seed);
        let before: Vec<_> = (0..records).map(|number| Operation::insert(key(number), number.to_le_bytes())).collect();
        let (mut operations, mut reads) = (Vec::with_capacity(changes), Vec::new());
        for (at, number) in index::sample(&mut rng, records, changes).into_iter().enumerate() {
            let value: [u8; 32] = rng.random();
            match at % 20 {
                0..16 => operations.push(Operation::replace(key(number), value)),
                16..18 => operations.push(Operation::delete(key(number))),
                18 => operations.push(Operation::insert(key(records + at), value)),
                _ => reads.push(key(number)),
            }
        }
        Self::of(&before, &operations, reads)
    }

    /// Debian 12's packages and their 1 341 security updates, 245 of them new names.
    ///
    /// # Errors
    /// If the tables cannot be read.
    pub fn debian() -> Result<Self> {
        Self::of(&table("debian-bookworm-main.tsv.gz")?, &table("debian-bookworm-security.tsv.gz")?, Vec::new())
    }

    fn of(before: &[Operation], operations: &[Operation], reads: Vec<Key>) -> Result<Self> {
        let registry = Registry::in_memory(Shape::Keyed);
        registry.apply(before)?;
        let old = registry.snapshot();
        registry.apply(operations)?;
        let new = registry.snapshot();
        let mut keys: Vec<Key> = operations.iter().map(|operation| operation.key).chain(reads).collect();
        keys.sort_unstable();
        let statement = SyncStatement {
            old_anchor: *old.anchor(),
            new_anchor: *new.anchor(),
            changes: keys.iter().map(|key| change(&old, &new, *key)).collect::<Result<_>>()?,
        };
        let opening = |key| Ok::<usize, anyhow::Error>(old.open(key)?.encode()?.len());
        let paths_bytes = keys.iter().map(opening).sum::<Result<usize>>()?;
        Ok(Self { records: before.len(), statement, traced: old.trace(&keys)?, paths_bytes })
    }
}

fn change<V: StoreView>(old: &Snapshot<V>, new: &Snapshot<V>, key: Key) -> Result<StateChange> {
    Ok(StateChange { key, old: old.state(&key)?, new: new.state(&key)? })
}

/// A table of packages: each name with its version and the SHA-256 of its file, parted by a tab.
fn table(name: &str) -> Result<Vec<Operation>> {
    let path = Path::new(DEBIAN).join(name);
    let file = std::fs::File::open(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).with_context(|| format!("cannot read {}", path.display()))?;
    let mut lines = text.lines();
    ensure!(lines.next() == Some("package\tversion\tsha256"), "{name} has other columns");
    let record = |line: &str| {
        let (package, value) = line.split_once('\t').with_context(|| format!("{name}: `{line}` has one field"))?;
        Ok(Operation::put(Key::hashed(package.as_bytes()), value.as_bytes()))
    };
    lines.map(record).collect()
}
