//! Random batches, rollbacks, prunings and reopenings beside the model.
//!
//! Cases M13, M21, R03, R19 (operations that change nothing), R42, R54.

use std::collections::{BTreeMap, BTreeSet};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use statesync_tree::store::{Counts, Record, StoreView, Version};
use statesync_tree::{Action, Key, LeafState, Operation, Prefix, Refusal, Registry, RegistryError, Shape, Snapshot};

use crate::conformance::TestStore;
use crate::naive::{Naive, slot, slots};

type Contents = BTreeMap<Key, Record>;

/// A registry beside its model.
struct Beside<S: TestStore> {
    registry: Registry<S>,
    shape: Shape,
    /// Contents of the kept versions; the last is the newest.
    versions: BTreeMap<Version, Contents>,
    keys: Vec<Key>,
    rng: SmallRng,
    operations: usize,
}

/// Carries out so many random operations that are not refused, and compares after every batch the root, every
/// sibling of every key that it touched, and now and then everything.
pub fn random_operations<S: TestStore>(shape: Shape, seed: u64, operations: usize) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let keys = keys(shape, &mut rng);
    let registry = Registry::create(S::fresh(), shape).expect("a new store");
    let mut beside = Beside {
        registry,
        shape,
        versions: BTreeMap::from([(Version::FIRST, Contents::new())]),
        keys,
        rng,
        operations: 0,
    };
    let mut step = 0;
    while beside.operations < operations {
        beside.batch();
        match step % 100 {
            20 | 60 => beside.roll_back(),
            40 => beside.prune(),
            80 => beside = beside.reopen(),
            99 => beside.compare_everything(),
            _ => (),
        }
        step += 1;
    }
    beside.compare_everything();
}

/// Random keys, and a cluster of more than a bucket holds that share their first bits.
fn keys(shape: Shape, rng: &mut SmallRng) -> Vec<Key> {
    let mut keys: Vec<Key> = match shape {
        Shape::Slots(depth) => {
            let random = (0..24).map(|_| rng.random_range(0..=depth.last_slot()));
            let ends = (0..20).flat_map(|i| [i, depth.last_slot() - i]);
            let indices: Vec<u64> = random.chain(ends).collect();
            indices.into_iter().map(|index| slot(index, shape)).collect()
        }
        Shape::Keyed => {
            let random = (0..24).map(|_| rng.random::<[u8; 31]>());
            let near = (0..40).map(|i| [[0x5a; 2].as_slice(), &[i; 29]].concat());
            let random = random.map(|bytes| bytes.to_vec());
            let keys = random.chain(near).map(|bytes| Key::from_bytes(&bytes));
            keys.collect::<Result<_, _>>().expect("31 bytes each")
        }
    };
    keys.sort_unstable();
    keys.dedup();
    keys
}

impl<S: TestStore> Beside<S> {
    fn newest(&self) -> (Version, &Contents) {
        let (version, contents) = self.versions.last_key_value().expect("one is kept");
        (*version, contents)
    }

    /// A batch of up to two dozen operations, now and then one that may well be refused.
    fn batch(&mut self) {
        let size = self.rng.random_range(0..=24);
        let careful = self.rng.random_bool(0.8);
        let mut contents = self.newest().1.clone();
        let mut batch = Vec::new();
        let mut refused = None;
        for position in 0..size {
            let key = self.keys[self.rng.random_range(0..self.keys.len())];
            let found = contents.get(&key).cloned().unwrap_or(Record::EMPTY);
            let operation = self.operation(key, &found, careful);
            match expected(&operation, &found) {
                Some(record) => drop(contents.insert(key, record)),
                None if refused.is_none() => refused = Some((position, operation.action, found)),
                None => (),
            }
            batch.push(operation);
        }
        match refused {
            Some(refused) => self.expect_refusal(&batch, refused),
            None => self.expect_version(&batch, contents),
        }
    }

    fn operation(&mut self, key: Key, found: &Record, careful: bool) -> Operation {
        let value = [self.rng.random_range(b'a'..b'd')];
        // One value in four is empty; all values are few, so the same one often comes back.
        let value = if self.rng.random_bool(0.25) { &value[..0] } else { &value[..] };
        let fitting = match found.state {
            LeafState::Empty => Operation::insert(key, value),
            LeafState::Tombstone => Operation::restore(key, value),
            LeafState::Occupied(_) if self.rng.random_bool(0.5) => Operation::replace(key, value),
            LeafState::Occupied(_) => Operation::delete(key),
        };
        match self.rng.random_range(0..16) {
            0 => Operation::put(key, value),
            1 if !careful => Operation::delete(key),
            2 if !careful => Operation::insert(key, value),
            _ => fitting,
        }
    }

    fn expect_refusal(&self, batch: &[Operation], (at, asked, held): (usize, Action, Record)) {
        let before = *self.registry.snapshot().row();
        match self.registry.apply(batch) {
            Err(RegistryError::Refused { position, key, reason: Refusal::State { action, found, .. } }) => {
                assert_eq!((position, key), (at, batch[at].key));
                assert_eq!((action, found), (asked, held.state));
            }
            other => panic!("operation {at} should have been refused, not {other:?}"),
        }
        assert_eq!(*self.registry.snapshot().row(), before, "nothing is written");
    }

    fn expect_version(&mut self, batch: &[Operation], contents: Contents) {
        let preview = self.registry.preview(batch).expect("every operation fits");
        let row = self.registry.apply(batch).expect("every operation fits");
        assert_eq!((row.anchor, row.counts), (preview.anchor, preview.counts));
        assert_eq!(row.parent, Some(self.newest().0));
        assert!(!self.versions.contains_key(&row.version), "numbers are new");
        self.versions.insert(row.version, contents);
        self.operations += batch.len();
        let snapshot = self.registry.snapshot();
        assert_eq!(*snapshot.row(), row);
        let touched: BTreeSet<Key> = batch.iter().map(|operation| operation.key).collect();
        compare(&snapshot, self.newest().1, touched.iter());
    }

    fn roll_back(&mut self) {
        let kept: Vec<Version> = self.versions.keys().copied().collect();
        let to = kept[self.rng.random_range(kept.len().saturating_sub(20)..kept.len())];
        self.registry.roll_back(to).expect("the version is kept");
        self.versions.retain(|version, _| *version <= to);
        let snapshot = self.registry.snapshot();
        assert_eq!(snapshot.version(), to);
        compare(&snapshot, self.newest().1, &self.keys);
    }

    fn prune(&mut self) {
        let kept: Vec<Version> = self.versions.keys().copied().collect();
        let oldest = kept[self.rng.random_range(kept.len() / 2..kept.len())];
        let forgotten = self.registry.prune(oldest).expect("the version is kept");
        self.versions.retain(|version, _| *version >= oldest);
        assert_eq!(kept.len() - forgotten, self.versions.len());
    }

    /// Drops everything that is in memory only.
    fn reopen(self) -> Self {
        let row = *self.registry.snapshot().row();
        let store = self.registry.into_store().reopen();
        let registry = Registry::open(store).expect("the store is whole");
        assert_eq!(*registry.snapshot().row(), row);
        Self { registry, ..self }
    }

    fn compare_everything(&self) {
        let rows = self.registry.versions().expect("the store is whole");
        let numbers: Vec<Version> = rows.iter().map(|row| row.version).collect();
        assert_eq!(numbers, self.versions.keys().copied().collect::<Vec<_>>());
        for row in rows.iter().rev().take(3).chain(rows.first()) {
            let snapshot = self.registry.at(row.version).expect("the version is kept");
            assert_eq!(snapshot.row(), row);
            let contents = &self.versions[&row.version];
            compare(&snapshot, contents, &self.keys);
            for prefix in [Prefix::ROOT, Prefix::of(&self.keys[self.keys.len() / 2], 3).expect("short")] {
                let records = snapshot.records(prefix).map(|record| record.expect("whole"));
                let expected = contents.iter().filter(|(key, _)| prefix.covers(key));
                assert!(records.eq(expected.map(|(key, record)| (*key, record.clone()))), "under {prefix}");
            }
            assert_eq!(snapshot.shape(), self.shape);
        }
    }
}

/// What a key holds after an operation; none if the operation must be refused.
fn expected(operation: &Operation, found: &Record) -> Option<Record> {
    let given = operation.record().clone();
    match (operation.action, found.state) {
        (Action::Put, _)
        | (Action::Insert, LeafState::Empty)
        | (Action::Replace | Action::Delete, LeafState::Occupied(_))
        | (Action::Restore, LeafState::Tombstone) => Some(given),
        _ => None,
    }
}

fn compare<'a, V: StoreView>(snapshot: &Snapshot<V>, contents: &Contents, keys: impl IntoIterator<Item = &'a Key>) {
    let states = contents.iter().map(|(key, record)| (*key, record.state));
    let naive = Naive::new(snapshot.shape(), &states.collect());
    assert_eq!(*snapshot.anchor(), naive.anchor());
    let mut counts = Counts::default();
    for record in contents.values() {
        counts = counts.after(&LeafState::Empty, &record.state);
    }
    assert_eq!(snapshot.counts(), counts);
    for key in keys {
        let record = contents.get(key).unwrap_or(&Record::EMPTY);
        assert_eq!(snapshot.get(key).expect("the store is whole"), *record);
        let opening = snapshot.open(key).expect("the store is whole");
        assert_eq!(opening, naive.opening(key), "every sibling, and the terminal");
        assert_eq!(opening.check(snapshot.anchor(), key, &record.state), Ok(()));
    }
}

/// The shapes that the model is run with, and how many operations each gets: the model of a deep
/// slot tree hashes a whole path for every leaf.
pub fn shapes() -> [(Shape, usize); 4] {
    [(Shape::Keyed, 55_000), (slots(7), 42_000), (slots(24), 3_000), (slots(64), 1_000)]
}
