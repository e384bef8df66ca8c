//! History: reading older versions, rolling back, pruning.
//!
//! Cases M13, M14, R21, R35, R54.

use std::collections::BTreeMap;

use statesync_tree::store::{MemoryStore, Version, VersionRow};
use statesync_tree::{Key, LeafState, Operation, Prefix, Registry, RegistryError, Shape, StateChange};

use crate::naive::{key, slots};

/// A registry of 20 versions, each of which inserts two keys, replaces one and deletes one; enough
/// leaves for buckets to be parted on the way.
fn twenty() -> (Registry<MemoryStore>, Vec<VersionRow>) {
    let registry = Registry::in_memory(Shape::Keyed);
    let mut rows = vec![*registry.snapshot().row()];
    for step in 1..=20_u8 {
        let mut batch: Vec<Operation> = (0..4).map(|i| Operation::insert(key(&[step * 11, i]), [step, i])).collect();
        if step > 1 {
            batch.push(Operation::replace(key(&[(step - 1) * 11, 0]), [step]));
            batch.push(Operation::delete(key(&[(step - 1) * 11, 1])));
        }
        rows.push(registry.apply(&batch).expect("the keys are new or in use"));
    }
    (registry, rows)
}

fn contents(registry: &Registry<MemoryStore>, version: Version) -> BTreeMap<Key, LeafState> {
    let snapshot = registry.at(version).expect("the version is kept");
    let leaves = snapshot.leaves(Prefix::ROOT);
    leaves.map(|leaf| leaf.expect("memory does not fail")).map(|leaf| (leaf.key, leaf.state.into())).collect()
}

#[test]
fn every_kept_version_answers_as_it_did() {
    let (registry, rows) = twenty();
    for row in &rows {
        let snapshot = registry.at(row.version).expect("the version is kept");
        assert_eq!(snapshot.row(), row);
        let step = row.version.0 as u8;
        // M14: the neighbour of the absent key was last written long before.
        let absent = key(&[11, 0xff]);
        let opening = snapshot.open(&absent).expect("memory does not fail");
        assert_eq!(opening.check(snapshot.anchor(), &absent, &LeafState::Empty), Ok(()));
        for earlier in 1..=step {
            let deleted = snapshot.get(&key(&[earlier * 11, 1])).expect("memory does not fail");
            assert_eq!(deleted.state == LeafState::Tombstone, earlier < step);
            let replaced = snapshot.value(&key(&[earlier * 11, 0])).expect("memory does not fail");
            let value = if earlier < step { vec![earlier + 1] } else { vec![earlier, 0] };
            assert_eq!(replaced.as_deref(), Some(value.as_slice()));
        }
    }
}

#[test]
fn a_snapshot_outlives_later_commits_rollbacks_and_prunings() {
    let (registry, rows) = twenty();
    let newest = registry.snapshot();
    let older = registry.at(Version(7)).expect("the version is kept");
    registry.apply(&[Operation::put(key(&[9]), *b"later")]).expect("a put");
    registry.roll_back(Version(8)).expect("the version is kept");
    registry.prune(Version(8)).expect("the version is kept");
    for (snapshot, row) in [(newest, rows[20]), (older, rows[7])] {
        assert_eq!(*snapshot.row(), row);
        let leaves = snapshot.leaves(Prefix::ROOT).map(|leaf| leaf.expect("works"));
        let counts = row.counts;
        assert_eq!(leaves.count() as u64, counts.active + counts.tombstones);
    }
}

#[test]
fn rolling_back_restores_each_version_and_gives_new_numbers_after() {
    let (registry, rows) = twenty();
    let before: Vec<_> = rows.iter().map(|row| contents(&registry, row.version)).collect();
    for row in rows.iter().rev().step_by(3) {
        let restored = registry.roll_back(row.version).expect("the version is kept");
        assert_eq!(restored, *row);
        assert_eq!(*registry.snapshot().row(), *row);
        assert_eq!(contents(&registry, row.version), before[row.version.0 as usize]);
    }
    let target = registry.snapshot().version();
    let next = registry.apply(&[Operation::put(key(&[1]), *b"v")]).expect("a put");
    assert_eq!(next.version, Version(21), "numbers 3 to 20 stay used up");
    assert_eq!(next.parent, Some(target));
    let same = registry.roll_back(Version(21)).expect("it is the newest");
    assert_eq!(same, next, "rolling back to the newest does nothing");
}

#[test]
fn pruned_future_and_rolled_back_versions_are_three_errors() {
    let (registry, _) = twenty();
    registry.roll_back(Version(15)).expect("the version is kept");
    registry.apply(&[Operation::put(key(&[1]), *b"v")]).expect("a put");
    assert_eq!(registry.prune(Version(5)).expect("the version is kept"), 5);
    for attempt in [
        |registry: &Registry<MemoryStore>, version| registry.at(version).map(drop),
        |registry: &Registry<MemoryStore>, version| registry.roll_back(version).map(drop),
    ] {
        let error = |version| attempt(&registry, Version(version)).expect_err("not kept");
        assert!(matches!(error(4), RegistryError::Pruned { asked: Version(4), oldest: Version(5) }));
        assert!(matches!(error(22), RegistryError::Future { asked: Version(22), newest: Version(21) }));
        assert!(matches!(error(18), RegistryError::RolledBack { asked: Version(18) }));
    }
    assert!(matches!(registry.prune(Version(22)), Err(RegistryError::Future { .. })));
    assert!(matches!(registry.prune(Version(18)), Err(RegistryError::RolledBack { .. })));
}

#[test]
fn pruning_twice_is_pruning_once() {
    let (registry, rows) = twenty();
    let before = contents(&registry, Version(9));
    assert_eq!(registry.prune(Version(9)).expect("the version is kept"), 9);
    assert_eq!(registry.prune(Version(9)).expect("the version is kept"), 0);
    assert_eq!(registry.prune(Version(3)).expect("it was pruned before"), 0);
    assert_eq!(contents(&registry, Version(9)), before);
    assert_eq!(registry.versions().expect("works"), rows[9..]);
    assert!(matches!(registry.at(Version(8)), Err(RegistryError::Pruned { .. })));
    registry.roll_back(Version(9)).expect("the oldest can still be restored");
    assert_eq!(contents(&registry, Version(9)), before);
}

#[test]
fn a_value_that_comes_back_survives_pruning_of_its_first_version() {
    // R54: the same content, live again at a later version.
    let registry = Registry::in_memory(Shape::Keyed);
    let k = key(&[1]);
    let first = registry.apply(&[Operation::insert(k, *b"a")]).expect("new");
    registry.apply(&[Operation::replace(k, *b"b")]).expect("in use");
    let third = registry.apply(&[Operation::replace(k, *b"a")]).expect("in use");
    assert_eq!(first.anchor, third.anchor);
    registry.prune(third.version).expect("the version is kept");
    let snapshot = registry.snapshot();
    assert_eq!(snapshot.value(&k).expect("works").as_deref(), Some(&b"a"[..]));
    let opening = snapshot.open(&k).expect("works");
    assert_eq!(opening.check(&first.anchor, &k, &LeafState::of(b"a")), Ok(()));
}

#[test]
fn leaves_are_listed_by_prefix() {
    let registry = Registry::in_memory(Shape::Keyed);
    let keys = (0..=255_u8).flat_map(|first| [key(&[first, 1]), key(&[first, 0x91])]);
    let inserts = keys.map(|key| Operation::insert(key, *b"v"));
    registry.apply(&inserts.collect::<Vec<_>>()).expect("the keys are new");
    let snapshot = registry.snapshot();
    let listed = |first: &[u8], len| -> Vec<Key> {
        let prefix = Prefix::of(&key(first), len).expect("at most 248 bits");
        let leaves = snapshot.leaves(prefix).map(|leaf| leaf.expect("memory does not fail"));
        leaves.map(|leaf| leaf.key).collect()
    };
    assert_eq!(listed(&[], 0).len(), 512);
    assert!(listed(&[], 0).is_sorted());
    assert_eq!(listed(&[0x10], 4).len(), 32);
    assert_eq!(listed(&[7], 8), [key(&[7, 1]), key(&[7, 0x91])]);
    assert_eq!(listed(&[7, 0x80], 9), [key(&[7, 0x91])]);
    assert_eq!(listed(key(&[7, 1]).as_bytes(), 248), [key(&[7, 1])]);
    assert_eq!(listed(key(&[7, 2]).as_bytes(), 248), []);
}

#[test]
fn a_rolled_back_keyed_tree_has_the_paths_of_the_tree_it_was() {
    // Leaves go in a rollback, and with them the levels that only they made: a path must end where
    // it ended before, although the buckets below were parted since.
    let registry = Registry::in_memory(Shape::Keyed);
    let lone = key(&[0xaa]);
    let first = registry.apply(&[Operation::insert(lone, *b"v")]).expect("new");
    let before = registry.snapshot().open(&lone).expect("works");
    let many = (0..200_u8).map(|i| Operation::insert(key(&[0xaa, i, 1]), [i]));
    registry.apply(&many.collect::<Vec<_>>()).expect("new");
    let older = registry.at(first.version).expect("kept");
    assert_eq!(older.open(&lone).expect("works"), before);
    registry.roll_back(first.version).expect("kept");
    let absent = key(&[0xaa, 1]);
    for snapshot in [registry.snapshot(), older] {
        assert_eq!(snapshot.open(&lone).expect("works"), before);
        let opening = snapshot.open(&absent).expect("works");
        assert_eq!(opening.depth(), 0);
        assert_eq!(opening.check(snapshot.anchor(), &absent, &LeafState::Empty), Ok(()));
    }
    registry.roll_back(Version::FIRST).expect("kept");
    let snapshot = registry.snapshot();
    assert_eq!(snapshot.open(&lone).expect("works").depth(), 0);
    assert_eq!(snapshot.leaves(Prefix::ROOT).count(), 0);
}

#[test]
fn a_rolled_back_slot_tree_is_the_array_it_was() {
    let shape = slots(16);
    let registry = Registry::in_memory(shape);
    let empty = *registry.snapshot().anchor();
    let inserts = (0..300).map(|index| Operation::insert(crate::naive::slot(index, shape), *b"v"));
    registry.apply(&inserts.collect::<Vec<_>>()).expect("new");
    registry.roll_back(Version::FIRST).expect("kept");
    assert_eq!(*registry.snapshot().anchor(), empty);
    let opening = registry.snapshot().open(&crate::naive::slot(299, shape)).expect("works");
    assert_eq!(opening.depth(), 16);
    let again = Registry::open(registry.into_store()).expect("the store is whole");
    assert_eq!(*again.snapshot().anchor(), empty);
}

#[test]
fn the_changes_between_two_versions_lead_from_the_states_of_one_to_those_of_the_other() {
    let (registry, rows) = twenty();
    for (from, to) in [(0, 20), (3, 4), (7, 12), (20, 20)] {
        let [old, new] = [from, to].map(|at: usize| rows[at].version);
        let changes = registry.at(old).unwrap().changes_until(&registry.at(new).unwrap()).expect("both are kept");
        assert!(changes.is_sorted_by_key(|change| change.key) && changes.iter().all(StateChange::is_change));
        let mut states = contents(&registry, old);
        for change in changes {
            let before = states.insert(change.key, change.new).unwrap_or(LeafState::Empty);
            assert_eq!(before, change.old);
        }
        assert_eq!(states, contents(&registry, new));
    }
    let [old, newest] = [registry.at(Version(3)).unwrap(), registry.snapshot()];
    registry.prune(Version(5)).expect("memory does not fail");
    assert!(matches!(old.changes_until(&registry.snapshot()), Err(RegistryError::Pruned { .. })));
    assert!(old.changes_until(&newest).is_ok(), "a snapshot outlives a pruning");
}

#[test]
fn a_staged_batch_says_what_its_commit_makes_and_is_forgotten_without_one() {
    let (registry, rows) = twenty();
    let [same, gone, new] = [key(&[220, 0]), key(&[220, 1]), key(&[9])];
    let batch = [
        Operation::put(same, [20, 0]),
        Operation::delete(gone),
        Operation::insert(new, *b"first"),
        Operation::replace(new, *b"second"),
    ];
    drop(registry.stage(&batch).expect("the batch fits"));
    assert_eq!(registry.snapshot().row(), &rows[20]);
    let staged = registry.stage(&batch).expect("the batch fits");
    assert_eq!(staged.base().row(), &rows[20]);
    let (outcome, changes) = (staged.outcome(), staged.changes());
    let row = staged.commit().expect("memory does not fail");
    assert_eq!((row.anchor, row.counts, row.version), (outcome.anchor, outcome.counts, Version(21)));
    assert_eq!(changes, registry.at(Version(20)).unwrap().changes_until(&registry.snapshot()).unwrap());
    let new_states: BTreeMap<Key, LeafState> = changes.iter().map(|change| (change.key, change.new)).collect();
    assert_eq!(new_states, [(gone, LeafState::Tombstone), (new, LeafState::of(b"second"))].into());
}
