//! A changed byte anywhere in the file: an error or the right answer, never "absent".

use std::path::Path;

use statesync_tree::store::{DiskStore, Version};
use statesync_tree::{Registry, doctor};

use crate::history::{check_answers, create, numbers, steps};
use crate::simulated::{Disk, Fault, Survives};

const VERSIONS: u64 = 70;
const OLDEST: u64 = 60;

fn fill(store: DiskStore) {
    let registry = create(store);
    steps(&registry, VERSIONS as usize);
    registry.prune(Version(OLDEST)).expect("the version is kept");
}

/// Everything that an opened store tells. Whether nothing was found to be wrong.
fn check_everything(store: DiskStore) -> bool {
    let mut store = store;
    let mut clean = doctor(&store).is_clean();
    if let Ok(registry) = Registry::open(store) {
        assert_eq!(registry.snapshot().version(), Version(VERSIONS), "the newest version, or an error");
        check_answers(&registry.snapshot());
        if let Some(numbers) = numbers(&registry) {
            assert_eq!(numbers, (OLDEST..=VERSIONS).collect::<Vec<_>>());
        }
        for version in [OLDEST, OLDEST + 5] {
            match registry.at(Version(version)) {
                Ok(snapshot) => check_answers(&snapshot),
                Err(_) => clean = false,
            }
        }
        store = registry.into_store();
        clean &= store.check_pages().is_ok();
    } else {
        clean = false;
    }
    clean
}

#[test]
fn a_changed_byte_of_the_pages_is_an_error_or_does_not_matter() {
    let disk = Disk::new(Vec::new(), Fault::None);
    fill(DiskStore::on(disk.clone()).expect("the disk works"));
    let image = disk.image(Survives::Nothing);
    let mut found = 0;
    for (turn, at) in (4096..image.len()).step_by(89).enumerate() {
        let mut changed = image.clone();
        changed[at] ^= [0xff, 0x01, 0x80, 0x10][turn % 4];
        match DiskStore::on(Disk::new(changed, Fault::None)) {
            Ok(store) => found += usize::from(!check_everything(store)),
            Err(_) => found += 1,
        }
    }
    // The rest are in pages that are not in use.
    assert!(found > 50, "only {found} changes were found");
}

#[test]
fn a_changed_byte_of_the_header_is_an_error_or_does_not_matter() {
    let folder = tempfile::tempdir().expect("temporary files can be made");
    fill(DiskStore::create(folder.path()).expect("a new folder"));
    let path = folder.path().join("registry.redb");
    let lock = std::fs::read(folder.path().join("lock")).expect("the lock file is there");
    let image = std::fs::read(&path).expect("the database is there");
    for at in 0..320 {
        // The one byte of flags in every bit; elsewhere one change is like another.
        let masks: &[u8] = if at == 9 { &[0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0xff] } else { &[0xff] };
        for mask in masks {
            let mut changed = image.clone();
            changed[at] ^= mask;
            std::fs::write(&path, changed).expect("the folder can be written");
            std::fs::write(folder.path().join("lock"), &lock).expect("the folder can be written");
            if let Ok(store) = DiskStore::open(folder.path()) {
                check_everything(store);
            }
        }
    }
}

#[test]
fn a_changed_note_of_commits_does_not_matter() {
    let folder = tempfile::tempdir().expect("temporary files can be made");
    fill(DiskStore::create(folder.path()).expect("a new folder"));
    change_each_byte(&folder.path().join("lock"), || {
        let store = DiskStore::open(folder.path()).expect("the database is whole");
        assert!(doctor(&store).is_clean());
    });
}

fn change_each_byte(path: &Path, check: impl Fn()) {
    let bytes = std::fs::read(path).expect("the file is there");
    assert_eq!(bytes.len(), 16);
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 0xff;
        std::fs::write(path, changed).expect("the folder can be written");
        check();
    }
}
