use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use statesync_tree::store::{DiskStore, StoreError, Version};
use statesync_tree::{Key, LeafState, Operation, Registry};

use crate::history::{check, check_snapshot, create, numbers, step, steps};

/// Cases P07, S11, S12.
#[test]
fn version_root_answer_and_opening_belong_together_beside_a_writer() {
    let folder = tempfile::tempdir().expect("temporary files can be made");
    let registry = create(DiskStore::create(folder.path()).expect("a new folder"));
    let done = AtomicBool::new(false);
    let first = Key::hashed(&0_u64.to_le_bytes());
    let read = || {
        let mut reads = 0;
        while reads < 2500 || !done.load(Ordering::Relaxed) {
            let snapshot = registry.snapshot();
            let number = snapshot.version().0;
            let state = if number == 0 { LeafState::Empty } else { LeafState::of(&number.to_le_bytes()) };
            assert_eq!(snapshot.get(&first).expect("the store is whole").state, state);
            let opening = snapshot.open(&first).expect("the store is whole");
            assert_eq!(opening.check(snapshot.anchor(), &first, &state), Ok(()));
            reads += 1;
        }
        reads
    };
    let reads: usize = std::thread::scope(|scope| {
        let readers: Vec<_> = (0..4).map(|_| scope.spawn(read)).collect();
        for _version in 0..150 {
            let version = step(&registry).expect("the disk works");
            if version.is_multiple_of(40) {
                registry.prune(Version(version - 20)).expect("the version is kept");
            }
        }
        done.store(true, Ordering::Relaxed);
        readers.into_iter().map(|reader| reader.join().expect("no reader fails")).sum()
    });
    assert!(reads >= 10_000);
    check_snapshot(&registry.snapshot());
}

#[test]
fn versions_are_forgotten_by_count() {
    let folder = tempfile::tempdir().expect("temporary files can be made");
    let registry = create(DiskStore::create(folder.path()).expect("a new folder"));
    steps(&registry, 9);
    let count = |count| NonZeroUsize::new(count).expect("not zero");
    assert_eq!(registry.keep_last(count(20)).expect("works"), 0);
    assert_eq!(registry.keep_last(count(4)).expect("works"), 6);
    assert_eq!(numbers(&registry), Some(vec![6, 7, 8, 9]));
    assert_eq!(registry.keep_last(count(1)).expect("works"), 3);
    assert_eq!(numbers(&registry), Some(vec![9]));
}

#[test]
fn versions_are_forgotten_by_age_and_the_newest_never_is() {
    let folder = tempfile::tempdir().expect("temporary files can be made");
    let registry = create(DiskStore::create(folder.path()).expect("a new folder"));
    steps(&registry, 3);
    // The clock must have gone on for versions to be of different age.
    std::thread::sleep(std::time::Duration::from_millis(5));
    step(&registry).expect("the disk works");
    let newest = *registry.snapshot().row();
    assert_eq!(registry.keep_since(0).expect("works"), 0);
    assert_eq!(registry.keep_since(newest.time).expect("works"), 4);
    assert_eq!(registry.keep_since(u64::MAX).expect("works"), 0);
    assert_eq!(registry.versions().expect("works"), [newest]);
}

#[test]
fn pruning_and_compacting_give_space_back() {
    // R21.
    let folder = tempfile::tempdir().expect("temporary files can be made");
    let path = folder.path().join("registry.redb");
    let registry = create(DiskStore::create(folder.path()).expect("a new folder"));
    for number in 0..40_u8 {
        registry.apply(&[Operation::put(Key::ZERO, vec![number; 50_000])]).expect("the disk works");
    }
    registry.keep_last(NonZeroUsize::MIN).expect("works");
    let mut store = registry.into_store();
    let before = std::fs::metadata(&path).expect("it is there").len();
    let given_back = store.compact().expect("nothing else reads");
    let after = std::fs::metadata(&path).expect("it is there").len();
    assert_eq!(before - after, given_back);
    assert!(after < before / 4, "{before} bytes became {after}");
    let registry = Registry::open(store).expect("whole");
    let value = registry.snapshot().value(&Key::ZERO).expect("whole");
    assert_eq!(value.as_deref(), Some(&[39; 50_000][..]));
}

#[test]
fn space_is_not_given_back_under_a_reader() {
    let folder = tempfile::tempdir().expect("temporary files can be made");
    let registry = create(DiskStore::create(folder.path()).expect("a new folder"));
    step(&registry).expect("the disk works");
    let snapshot = registry.snapshot();
    let mut store = registry.into_store();
    assert!(matches!(store.compact(), Err(StoreError::SnapshotsHeld)));
    assert!(matches!(store.check_pages(), Err(StoreError::SnapshotsHeld)));
    drop(snapshot);
    store.check_pages().expect("whole");
    store.compact().expect("nothing else reads");
    drop(check(store, 1..=1));
}
