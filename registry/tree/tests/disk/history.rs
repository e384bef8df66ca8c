//! A registry whose contents at each version follow from the number of the version alone.

use statesync_tree::store::{DiskStore, Record, Store, StoreView, Version};
use statesync_tree::{Key, Leaf, LeafState, Operation, Registry, Shape, Snapshot, doctor, subtree_digest};

/// More keys than one bucket holds.
const KEYS: u64 = 61;

fn key(number: u64) -> Key {
    Key::hashed(&number.to_le_bytes())
}

/// Numbers of different lengths, so that rows change their sizes.
fn value(version: u64) -> Vec<u8> {
    version.to_string().repeat(1 + version as usize % 9).into_bytes()
}

/// What leads to this version: one key says which it is, one is written, one deleted.
pub fn batch(version: u64) -> Vec<Operation> {
    let written = Operation::put(key(1 + version % KEYS), value(version));
    let mut batch = vec![Operation::put(key(0), version.to_le_bytes()), written];
    // Every ninth version deletes what the version before it wrote.
    if version.is_multiple_of(9) && version > 0 {
        batch.push(Operation::delete(key(1 + (version - 1) % KEYS)));
    }
    batch
}

/// What a version holds.
fn contents(version: u64) -> Vec<(Key, Record)> {
    let mut contents = vec![(key(0), Record::EMPTY)];
    if version > 0 {
        contents[0].1 = Record::of(version.to_le_bytes());
    }
    for slot in 0..KEYS {
        let last = (1..=version).rev().find(|version| version % KEYS == slot);
        let record = match last {
            None => Record::EMPTY,
            Some(last) if last < version && (last + 1).is_multiple_of(9) => Record::TOMBSTONE,
            Some(last) => Record::of(value(last)),
        };
        contents.push((key(1 + slot), record));
    }
    contents.sort_by_key(|(key, _)| *key);
    contents
}

pub fn create(store: DiskStore) -> Registry<DiskStore> {
    Registry::create(store, Shape::Keyed).expect("a new store")
}

/// Applies the next version.
pub fn step(registry: &Registry<DiskStore>) -> Result<u64, statesync_tree::RegistryError> {
    let next = registry.snapshot().version().0 + 1;
    let row = registry.apply(&batch(next))?;
    assert_eq!(row.version, Version(next));
    Ok(next)
}

/// Applies so many versions on a disk that works.
pub fn steps(registry: &Registry<DiskStore>, count: usize) {
    for _version in 0..count {
        step(registry).expect("the disk works");
    }
}

/// That a snapshot is its version: root, every record, every opening.
pub fn check_snapshot<V: StoreView>(snapshot: &Snapshot<V>) {
    let contents = contents(snapshot.version().0);
    let leaf = |(key, record): &(Key, Record)| Some(Leaf::new(*key, record.state.present()?));
    let leaves: Vec<Leaf> = contents.iter().filter_map(leaf).collect();
    assert_eq!(Ok(snapshot.anchor().root), subtree_digest(Shape::Keyed, 0, &leaves));
    for (key, record) in contents {
        assert_eq!(snapshot.get(&key).expect("the store is whole"), record);
        let opening = snapshot.open(&key).expect("the store is whole");
        assert_eq!(opening.check(snapshot.anchor(), &key, &record.state), Ok(()));
    }
}

/// What of the versions a damaged registry still tells: each answer is an error or the right one.
pub fn check_answers<V: StoreView>(snapshot: &Snapshot<V>) {
    for (key, record) in contents(snapshot.version().0) {
        if let Ok(found) = snapshot.get(&key) {
            assert_eq!(found, record, "a wrong answer about {key}");
        }
        if let Ok(opening) = snapshot.open(&key) {
            assert_eq!(opening.check(snapshot.anchor(), &key, &record.state), Ok(()));
        }
    }
    if let Ok(state) = snapshot.state(&key(u64::MAX)) {
        assert_eq!(state, LeafState::Empty);
    }
}

/// Opens a registry and checks that it is one of these versions and whole, and says which.
pub fn check(store: DiskStore, allowed: std::ops::RangeInclusive<u64>) -> (Registry<DiskStore>, u64) {
    let report = doctor(&store);
    assert_eq!(report.findings, [], "after versions {allowed:?}");
    let registry = Registry::open(store).expect("the registry is whole");
    let snapshot = registry.snapshot();
    let version = snapshot.version().0;
    assert!(allowed.contains(&version), "version {version} instead of {allowed:?}");
    check_snapshot(&snapshot);
    (registry, version)
}

/// The versions that a registry lists, if it can.
pub fn numbers<S: Store>(registry: &Registry<S>) -> Option<Vec<u64>> {
    let rows = registry.versions().ok()?;
    Some(rows.iter().map(|row| row.version.0).collect())
}
