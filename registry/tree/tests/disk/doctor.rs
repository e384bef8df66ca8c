use statesync_tree::store::{
    BucketWrite, Change, Commit, Counts, DiskStore, LogChange, Record, Store, Version, VersionRow,
};
use statesync_tree::{Anchor, Finding, Key, Leaf, LeafState, Prefix, Present, Registry, Shape, doctor, subtree_digest};

use crate::history::{create, steps};
use crate::simulated::{Disk, Fault};

fn store() -> DiskStore {
    DiskStore::on(Disk::new(Vec::new(), Fault::None)).expect("the disk works")
}

fn key(first: u8) -> Key {
    let mut bytes = [0; Key::BYTES];
    bytes[0] = first;
    Key::from_bytes(&bytes).expect("31 bytes")
}

/// A commit with one record, all of it right.
fn right() -> (Commit, VersionRow) {
    let leaf = Leaf::new(key(1), Present::Occupied(statesync_tree::ValueDigest::of(b"v")));
    let root = subtree_digest(Shape::Keyed, 0, &[leaf]).expect("one leaf");
    let row = VersionRow {
        version: Version(1),
        parent: Some(Version(0)),
        anchor: Anchor::new(Shape::Keyed, root),
        counts: Counts { active: 1, tombstones: 0 },
        time: 0,
    };
    let values = vec![(key(1), Some((*b"v").into()))];
    let bucket = BucketWrite { prefix: Prefix::ROOT, digest: root, leaves: vec![leaf], values };
    let change = Change { key: key(1), old: Record::EMPTY, new: Record::of(*b"v") };
    let log = LogChange::Append { row, changes: vec![change] };
    (Commit { buckets: vec![bucket], parted: Vec::new(), log }, row)
}

/// What a doctor finds after a commit that was changed so.
fn findings(change: impl FnOnce(&mut Commit)) -> Vec<Finding> {
    let mut store = create(store()).into_store();
    let (mut commit, _) = right();
    change(&mut commit);
    store.commit(commit).expect("the disk works");
    let findings = doctor(&store).findings;
    findings.iter().for_each(|finding| assert!(!finding.to_string().is_empty()));
    findings
}

fn row(commit: &mut Commit) -> (&mut VersionRow, &mut Vec<Change>) {
    match &mut commit.log {
        LogChange::Append { row, changes } => (row, changes),
        other => panic!("{other:?} appends nothing"),
    }
}

#[test]
fn a_sound_store_is_clean_and_counted() {
    let registry = create(store());
    steps(&registry, 100);
    registry.roll_back(Version(90)).expect("the version is kept");
    step_after_rollback(&registry);
    let counts = registry.snapshot().counts();
    let report = doctor(&registry.into_store());
    assert_eq!(report.findings, []);
    assert_eq!((report.versions, report.leaves), (92, counts.active + counts.tombstones));
    assert_eq!(report.values, counts.active);
    assert!(doctor(&store()).is_clean(), "an empty store too");
}

fn step_after_rollback(registry: &Registry<DiskStore>) {
    let row = registry.apply(&crate::history::batch(91)).expect("the disk works");
    assert_eq!((row.version, row.parent), (Version(101), Some(Version(90))));
}

#[test]
fn what_was_committed_as_it_should_be_is_clean() {
    assert_eq!(findings(|_| ()), []);
}

#[test]
fn a_wrong_bucket_digest_is_found() {
    let found = findings(|commit| commit.buckets[0].digest = statesync_tree::Digest::new(Default::default()));
    assert!(matches!(found[..], [Finding::Bucket { prefix: Prefix::ROOT, .. }]), "{found:?}");
}

#[test]
fn a_wrong_value_is_found() {
    let found = findings(|commit| commit.buckets[0].values[0].1 = Some((*b"w").into()));
    assert!(matches!(found[..], [Finding::Value { key: at }] if at == key(1)), "{found:?}");
}

#[test]
fn a_wrong_root_and_wrong_counts_are_found() {
    let found = findings(|commit| row(commit).0.anchor = Anchor::empty(Shape::Keyed));
    assert!(matches!(found[..], [Finding::Root { version: Version(1), .. }]), "{found:?}");
    let found = findings(|commit| row(commit).0.counts.tombstones = 5);
    assert!(matches!(found[..], [Finding::Counts { version: Version(1), .. }]), "{found:?}");
    assert_eq!(found[0].to_string(), "version 1 has 1 active keys and 0 tombstones, not 1 and 5");
}

#[test]
fn a_wrong_parent_is_found() {
    let found = findings(|commit| row(commit).0.parent = Some(Version(7)));
    assert!(matches!(found[..], [Finding::Parent { version: Version(1) }]), "{found:?}");
}

#[test]
fn a_wrong_history_is_found() {
    let found = findings(|commit| row(commit).1[0].old = Record::TOMBSTONE);
    assert!(matches!(found[0], Finding::Root { version: Version(0), .. }), "{found:?}");
    assert!(matches!(found[1], Finding::Counts { version: Version(0), .. }), "{found:?}");
    let wrong = Record { state: LeafState::of(b"a"), value: Some((*b"b").into()) };
    let found = findings(|commit| row(commit).1[0].old = wrong);
    assert!(matches!(found[0], Finding::HeldValue { version: Version(1), .. }), "{found:?}");
}

#[test]
fn leaves_in_a_wrong_place_are_found() {
    let found = findings(|commit| {
        let mut other = commit.buckets[0].clone();
        other.prefix = Prefix::of(&key(0x80), 1).expect("short");
        other.values.clear();
        commit.buckets.push(other);
    });
    assert!(found.iter().any(|finding| matches!(finding, Finding::Unreadable { .. })), "{found:?}");
}

#[test]
fn overlapping_buckets_are_found() {
    let found = findings(|commit| {
        let mut other = commit.buckets[0].clone();
        other.prefix = Prefix::of(&key(0), 1).expect("short");
        other.values.clear();
        commit.buckets.push(other);
    });
    assert!(matches!(&found[0], Finding::Unreadable { what, .. } if what == "the list of buckets"), "{found:?}");
}

#[test]
fn a_leaf_that_is_gone_is_found_and_not_served() {
    let mut store = create(store()).into_store();
    let (mut commit, _) = right();
    commit.buckets[0].leaves[0].state = Present::Tombstone;
    store.commit(commit).expect("the disk works");
    let found = doctor(&store).findings;
    assert!(matches!(found[0], Finding::Bucket { .. }), "{found:?}");
    let registry = Registry::open(store).expect("the digests are those of the root");
    let error = registry.snapshot().get(&key(1)).expect_err("never absent");
    assert!(error.to_string().contains("run doctor"), "{error}");
}
