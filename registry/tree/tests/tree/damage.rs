//! A store that fails, or answers wrongly: every read is an error, never "absent".

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use statesync_tree::store::{
    BucketRow, Bytes, Commit, MemoryStore, MemoryView, Record, Store, StoreError, StoreView, Version, VersionRow,
};
use statesync_tree::{Key, Leaf, LeafState, Operation, Prefix, Registry, RegistryError, Shape};

use crate::naive::{key, present};

/// What the store does wrong from now on.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    None,
    LoseLeaf,
    ChangeLeaf,
    ChangeValue,
    ChangeDigest,
    ChangeHistory,
    FailToRead,
    FailToCommit,
}

const FAULTS: [Fault; 8] = [
    Fault::None,
    Fault::LoseLeaf,
    Fault::ChangeLeaf,
    Fault::ChangeValue,
    Fault::ChangeDigest,
    Fault::ChangeHistory,
    Fault::FailToRead,
    Fault::FailToCommit,
];

/// The fault of a store and of all its views.
#[derive(Clone, Default)]
struct Switch(Arc<AtomicU8>);

impl Switch {
    fn set(&self, fault: Fault) {
        let number = FAULTS.iter().position(|listed| *listed == fault);
        self.0.store(number.expect("listed") as u8, Ordering::Relaxed);
    }

    fn is(&self, fault: Fault) -> bool {
        FAULTS[usize::from(self.0.load(Ordering::Relaxed))] == fault
    }

    fn fail(&self, fault: Fault) -> Result<(), StoreError> {
        if self.is(fault) {
            return Err(StoreError::Failed("the disk is gone".into()));
        }
        Ok(())
    }
}

struct Faulty(MemoryStore, Switch);

#[derive(Clone)]
struct FaultyView(MemoryView, Switch);

impl Store for Faulty {
    type View = FaultyView;

    fn view(&self) -> Result<FaultyView, StoreError> {
        Ok(FaultyView(self.0.view()?, self.1.clone()))
    }

    fn commit(&mut self, commit: Commit) -> Result<(), StoreError> {
        self.1.fail(Fault::FailToCommit)?;
        self.0.commit(commit)
    }
}

impl StoreView for FaultyView {
    fn bucket(&self, prefix: &Prefix) -> Result<Vec<Leaf>, StoreError> {
        self.1.fail(Fault::FailToRead)?;
        let mut leaves = self.0.bucket(prefix)?;
        if self.1.is(Fault::LoseLeaf) {
            leaves.pop();
        }
        if self.1.is(Fault::ChangeLeaf) {
            leaves[0].state = present(&LeafState::Tombstone);
        }
        Ok(leaves)
    }

    fn buckets(&self) -> Result<Vec<BucketRow>, StoreError> {
        let mut rows = self.0.buckets()?;
        if self.1.is(Fault::ChangeDigest) {
            rows[0].digest = *statesync_tree::ValueDigest::of(b"noise").digest();
        }
        Ok(rows)
    }

    fn value(&self, key: &Key) -> Result<Option<Bytes>, StoreError> {
        let value = self.0.value(key)?;
        let changed = Some(Bytes::from(*b"noise"));
        Ok(if self.1.is(Fault::ChangeValue) { changed } else { value })
    }

    fn versions(&self, from: Version) -> Result<Vec<VersionRow>, StoreError> {
        self.0.versions(from)
    }

    fn highest_version(&self) -> Result<Option<Version>, StoreError> {
        self.0.highest_version()
    }

    fn held_before(&self, version: Version) -> Result<Vec<(Key, Record)>, StoreError> {
        let mut held = self.0.held_before(version)?;
        if self.1.is(Fault::ChangeHistory) {
            held[0].1 = Record::of(*b"noise");
        }
        Ok(held)
    }
}

const K: [u8; 1] = [9];

fn registry() -> (Registry<Faulty>, Switch) {
    let switch = Switch::default();
    let store = Faulty(MemoryStore::default(), switch.clone());
    let registry = Registry::create(store, Shape::Keyed).expect("no fault yet");
    for value in [*b"first", *b"third"] {
        let batch = [Operation::put(key(&K), value), Operation::put(key(&[1]), value)];
        registry.apply(&batch).expect("no fault yet");
    }
    (registry, switch)
}

#[test]
fn damaged_leaves_are_an_error_in_everything_that_reads_them() {
    let (registry, switch) = registry();
    let before = *registry.snapshot().row();
    for fault in [Fault::LoseLeaf, Fault::ChangeLeaf] {
        switch.set(fault);
        let snapshot = registry.snapshot();
        let damaged = |error| matches!(error, Some(RegistryError::DamagedBucket { .. }));
        assert!(damaged(snapshot.get(&key(&K)).err()));
        assert!(damaged(snapshot.state(&key(&[77])).err()), "not absent");
        assert!(damaged(snapshot.open(&key(&K)).err()));
        assert!(damaged(snapshot.leaves(Prefix::ROOT).find_map(Result::err)));
        assert!(damaged(registry.apply(&[Operation::insert(key(&[5]), *b"v")]).err()));
        assert!(damaged(registry.apply(&[Operation::delete(key(&[77]))]).err()), "not refused");
        assert!(damaged(registry.at(Version(1)).err()));
        assert!(damaged(registry.roll_back(Version(1)).err()));
        switch.set(Fault::None);
        assert_eq!(*registry.snapshot().row(), before);
    }
}

#[test]
fn a_damaged_value_is_an_error() {
    let (registry, switch) = registry();
    switch.set(Fault::ChangeValue);
    let snapshot = registry.snapshot();
    let damaged = |error| matches!(error, Some(RegistryError::DamagedValue { .. }));
    assert!(damaged(snapshot.get(&key(&K)).err()));
    assert!(damaged(snapshot.value(&key(&K)).err()));
    assert!(damaged(registry.apply(&[Operation::delete(key(&K))]).err()), "history keeps it");
    let opening = snapshot.open(&key(&K)).expect("an opening needs no value bytes");
    assert_eq!(opening.state(), LeafState::of(b"third"));
}

#[test]
fn damaged_digests_are_found_at_opening() {
    let (registry, switch) = registry();
    switch.set(Fault::ChangeDigest);
    let error = Registry::open(registry.into_store()).err();
    assert!(matches!(error, Some(RegistryError::DamagedVersion { version: Version(2), .. })));
}

#[test]
fn damaged_history_is_found_when_it_is_read() {
    let (registry, switch) = registry();
    switch.set(Fault::ChangeHistory);
    let damaged = |error| matches!(error, Some(RegistryError::DamagedVersion { version: Version(1), .. }));
    assert!(damaged(registry.at(Version(1)).err()));
    assert!(damaged(registry.roll_back(Version(1)).err()));
    assert_eq!(registry.snapshot().version(), Version(2));
}

#[test]
fn a_store_that_fails_is_an_error_and_changes_nothing() {
    let (registry, switch) = registry();
    let before = *registry.snapshot().row();
    let failed = |error: Option<RegistryError>| {
        let error = error.expect("the store fails");
        assert_eq!(error.to_string(), "the store failed: the disk is gone");
        matches!(error, RegistryError::Store(StoreError::Failed(_)))
    };
    switch.set(Fault::FailToRead);
    assert!(failed(registry.snapshot().get(&key(&K)).err()));
    switch.set(Fault::FailToCommit);
    assert!(failed(registry.apply(&[Operation::put(key(&K), *b"v")]).err()));
    assert!(failed(registry.roll_back(Version(1)).err()));
    assert!(failed(registry.prune(Version(1)).err()));
    switch.set(Fault::None);
    assert_eq!(*registry.snapshot().row(), before);
    let next = registry.apply(&[Operation::put(key(&K), *b"v")]).expect("it works again");
    assert_eq!(next.version, before.version.next());
}

#[test]
fn damage_reads_as_a_sentence() {
    let damaged = StoreError::Damaged { what: "row 3 has 7 bytes".into() };
    let text = RegistryError::from(damaged).to_string();
    let advice = "run doctor to see how far, then restore a backup or import an export";
    assert_eq!(text, format!("the store is damaged: row 3 has 7 bytes; {advice}"));
}
