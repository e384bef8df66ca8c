use std::collections::BTreeMap;

use super::{Registry, RegistryError};
use crate::parallel::map_chunks;
use crate::store::{
    BucketRow, BucketWrite, Change, Commit, Counts, LogChange, MemoryStore, Record, Store, StoreView, Version,
    VersionRow,
};
use crate::{Digest, Key, Leaf, LeafState, Prefix, Shape, subtree_digest};

/// Buckets examined together by one thread.
const BUCKETS_PER_TASK: usize = 64;

/// What a doctor saw.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Versions that are kept.
    pub versions: usize,
    /// Leaves of the newest version.
    pub leaves: u64,
    /// Leaves of it whose value bytes are there, and are the right ones.
    pub values: u64,
    /// Everything that is not as it should be.
    pub findings: Vec<Finding>,
}

/// Something that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Finding {
    /// Part of the store cannot be read.
    #[error("{what} cannot be read: {reason}")]
    Unreadable {
        /// What was to be read.
        what: String,
        /// Why it cannot be.
        reason: String,
    },
    /// A bucket does not have the leaves that its digest or its place says.
    #[error("bucket {prefix} is wrong: {reason}")]
    Bucket {
        /// The prefix that its keys should share.
        prefix: Prefix,
        /// What is wrong.
        reason: String,
    },
    /// The bytes of a value do not have the digest in the leaf.
    #[error("the value of key {key} does not have the digest in its leaf")]
    Value {
        /// The key.
        key: Key,
    },
    /// The bytes of a value in the history do not have their digest.
    #[error("what key {key} held before version {version} does not have its digest")]
    HeldValue {
        /// The version that changed the key.
        version: Version,
        /// The key.
        key: Key,
    },
    /// The leaves of a version do not give its root.
    #[error("the leaves of version {version} give root {found}, not {committed}")]
    Root {
        /// The version.
        version: Version,
        /// Root in the list of versions.
        committed: Digest,
        /// Root of the leaves.
        found: Digest,
    },
    /// The leaves of a version are not as many as it says.
    #[error(
        "version {version} has {} active keys and {} tombstones, not {} and {}",
        found.active, found.tombstones, stored.active, stored.tombstones
    )]
    Counts {
        /// The version.
        version: Version,
        /// Counts in the list of versions.
        stored: Counts,
        /// Counts of the leaves.
        found: Counts,
    },
    /// A version was not made from the one before it.
    #[error("version {version} was made from another version than the one before it")]
    Parent {
        /// The version.
        version: Version,
    },
}

impl Report {
    /// Whether everything is as it should be.
    pub const fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    /// What was read, or a finding.
    fn read<T>(&mut self, what: impl ToString, read: Result<T, impl ToString>) -> Option<T> {
        let unreadable =
            |error: &dyn ToString| Finding::Unreadable { what: what.to_string(), reason: error.to_string() };
        read.map_err(|error| self.findings.push(unreadable(&error))).ok()
    }
}

/// Computes everything in a store anew from its leaves and compares: bucket digests, places of
/// leaves, value digests, root and counts of the newest version; then, if those are right, root,
/// counts and values of every older version that is kept.
///
/// Works on stores that [`Registry::open`] refuses. Takes memory for all leaves; of a store on disk
/// [`check_pages`](crate::store::DiskStore::check_pages) examines what is below.
pub fn doctor(store: &impl Store) -> Report {
    let mut report = Report::default();
    let Some(view) = report.read("the store", store.view()) else {
        return report;
    };
    let rows = report.read("the list of versions", view.versions(Version::FIRST)).unwrap_or_default();
    report.versions = rows.len();
    let Some(newest) = rows.last() else {
        return report;
    };
    let buckets = report.read("the list of buckets", view.buckets()).unwrap_or_default();
    let leaves = examine_buckets(&view, newest.anchor.shape, &buckets, &mut report);
    report.leaves = leaves.len() as u64;
    let counts = count(&leaves);
    examine_version(newest, counts, subtree_root(newest.anchor.shape, &leaves), &mut report);
    for pair in rows.windows(2) {
        if pair[1].parent != Some(pair[0].version) {
            report.findings.push(Finding::Parent { version: pair[1].version });
        }
    }
    if report.is_clean() {
        examine_history(&view, &rows, &buckets, leaves, &mut report);
    }
    report
}

/// All leaves, in the order of their buckets.
fn examine_buckets<V: StoreView>(view: &V, shape: Shape, buckets: &[BucketRow], report: &mut Report) -> Vec<Leaf> {
    let parts = map_chunks(buckets, BUCKETS_PER_TASK, |rows| {
        let mut part = Report::default();
        let mut leaves = Vec::new();
        for row in rows {
            let read = part.read(format_args!("bucket {}", row.prefix), view.bucket(&row.prefix));
            let own = read.unwrap_or_default();
            part.findings.extend(bucket_finding(shape, row, &own));
            own.iter().for_each(|leaf| examine_value(view, leaf, &mut part));
            leaves.extend(own);
        }
        (leaves, part)
    });
    let mut all = Vec::new();
    for (leaves, part) in parts {
        all.extend(leaves);
        report.values += part.values;
        report.findings.extend(part.findings);
    }
    all
}

fn bucket_finding(shape: Shape, row: &BucketRow, leaves: &[Leaf]) -> Option<Finding> {
    let reason = match subtree_digest(shape, row.prefix.len(), leaves) {
        _ if leaves.len() != row.leaves => format!("it has {} leaves, not {}", leaves.len(), row.leaves),
        _ if !leaves.iter().all(|leaf| row.prefix.covers(&leaf.key)) => "a leaf belongs elsewhere".into(),
        Ok(found) if found == row.digest => return None,
        Ok(found) => format!("its leaves have the digest {found}, not {}", row.digest),
        Err(error) => error.to_string(),
    };
    Some(Finding::Bucket { prefix: row.prefix, reason })
}

fn examine_value<V: StoreView>(view: &V, leaf: &Leaf, report: &mut Report) {
    let key = leaf.key;
    let state = LeafState::from(leaf.state);
    if !matches!(state, LeafState::Occupied(_)) {
        return;
    }
    match report.read(format_args!("the value of key {key}"), view.value(&key)).flatten() {
        None => (),
        Some(bytes) if LeafState::of(&bytes) == state => report.values += 1,
        Some(_) => report.findings.push(Finding::Value { key }),
    }
}

fn count(leaves: &[Leaf]) -> Counts {
    leaves.iter().fold(Counts::default(), |counts, leaf| counts.after(&LeafState::Empty, &leaf.state.into()))
}

fn subtree_root(shape: Shape, leaves: &[Leaf]) -> Result<Digest, String> {
    subtree_digest(shape, 0, leaves).map_err(|error| error.to_string())
}

fn examine_version(row: &VersionRow, counts: Counts, root: Result<Digest, String>, report: &mut Report) {
    let (version, committed) = (row.version, row.anchor.root);
    match report.read(format_args!("the tree of version {version}"), root) {
        Some(found) if found != committed => report.findings.push(Finding::Root { version, committed, found }),
        _ => (),
    }
    if counts != row.counts {
        report.findings.push(Finding::Counts { version, stored: row.counts, found: counts });
    }
}

/// Takes a copy of the tree in memory back, one version at a time.
fn examine_history<V: StoreView>(
    view: &V,
    rows: &[VersionRow],
    buckets: &[BucketRow],
    leaves: Vec<Leaf>,
    report: &mut Report,
) {
    let mut held = Vec::with_capacity(rows.len());
    for row in rows {
        let what = format!("what was before version {}", row.version);
        let Some(records) = report.read(what, view.held_before(row.version)) else {
            return;
        };
        report.findings.extend(records.iter().filter_map(|record| held_finding(row.version, record)));
        held.push(records);
    }
    let mut counts = count(&leaves);
    let mut states: BTreeMap<Key, LeafState> = leaves.iter().map(|leaf| (leaf.key, leaf.state.into())).collect();
    let copied = copy(rows, buckets, leaves, &held);
    let Some(registry) = report.read("a copy in memory", copied) else {
        return;
    };
    for (pair, records) in rows.windows(2).zip(&held[1..]).rev() {
        for (key, record) in records {
            let state = states.insert(*key, record.state).unwrap_or(LeafState::Empty);
            counts = counts.after(&state, &record.state);
        }
        let row = &pair[0];
        let root = match registry.roll_back(row.version) {
            Ok(row) => Ok(row.anchor.root),
            Err(RegistryError::DamagedVersion { found, .. }) => Ok(found),
            Err(error) => Err(error.to_string()),
        };
        examine_version(row, counts, root, report);
        if !report.is_clean() {
            return;
        }
    }
}

fn held_finding(version: Version, (key, record): &(Key, Record)) -> Option<Finding> {
    let value = record.value.as_ref()?;
    (LeafState::of(value) != record.state).then_some(Finding::HeldValue { version, key: *key })
}

/// The tree with its history, without values, in memory.
fn copy(
    rows: &[VersionRow],
    buckets: &[BucketRow],
    leaves: Vec<Leaf>,
    held: &[Vec<(Key, Record)>],
) -> Result<Registry<MemoryStore>, RegistryError> {
    let mut store = MemoryStore::default();
    let mut rest = leaves.into_iter();
    let mut writes: Vec<BucketWrite> = buckets
        .iter()
        .map(|row| BucketWrite {
            prefix: row.prefix,
            digest: row.digest,
            leaves: rest.by_ref().take(row.leaves).collect(),
            values: Vec::new(),
        })
        .collect();
    for (row, records) in rows.iter().zip(held) {
        let change = |(key, old): &(Key, Record)| {
            let old = Record { state: old.state, value: None };
            Change { key: *key, old, new: Record::EMPTY }
        };
        let changes = records.iter().map(change).collect();
        let log = LogChange::Append { row: *row, changes };
        store.commit(Commit { buckets: std::mem::take(&mut writes), parted: Vec::new(), log })?;
    }
    Registry::open(store)
}
