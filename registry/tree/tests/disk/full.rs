use std::path::Path;
use std::process::Command;

use statesync_tree::store::{DiskStore, StoreError};
use statesync_tree::{Key, Operation, Registry, RegistryError};

use crate::history::{check, create, step};
use crate::simulated::{Disk, Fault, Survives};

/// Writes until there is no space left, and says which version was the last.
fn fill(registry: &Registry<DiskStore>) -> u64 {
    loop {
        let before = registry.snapshot().version().0;
        if let Err(error) = step(registry) {
            assert!(matches!(error, RegistryError::Store(StoreError::Failed(_))), "{error}");
            let next = step(registry).expect_err("nothing is written after a failure");
            assert!(matches!(next, RegistryError::Store(StoreError::Poisoned)), "{next}");
            return before;
        }
    }
}

#[test]
fn a_disk_that_is_full_refuses_a_commit_and_keeps_those_before() {
    for limit in [160_000, 300_000, 500_000] {
        let disk = Disk::new(Vec::new(), Fault::Full(limit));
        let registry = create(DiskStore::on(disk.clone()).expect("there is space for a new store"));
        let last = fill(&registry);
        assert!(last > 0 && disk.has_failed());
        drop(registry);
        for survives in [Survives::Nothing, Survives::Everything] {
            let larger = Disk::new(disk.image(survives), Fault::None);
            let (registry, _) = check(DiskStore::on(larger).expect("there is space again"), last..=last + 1);
            step(&registry).expect("the registry goes on");
        }
    }
}

#[test]
fn a_real_file_system_that_is_full_refuses_a_commit_and_keeps_those_before() {
    let folder = tempfile::tempdir().expect("temporary files can be made");
    let place = folder.path();
    let mount = |size: &str| {
        let options = ["-t", "tmpfs", "-o", size, "tmpfs"];
        let mounted = Command::new("mount").args(options).arg(place).status();
        mounted.is_ok_and(|status| status.success())
    };
    if !mount("size=400k") {
        eprintln!("skipped: only root may mount a small file system");
        return;
    }
    let filled = std::panic::catch_unwind(|| fill_a_file_system(place, || mount("remount,size=8m")));
    let unmounted = Command::new("umount").arg(place).status();
    assert!(unmounted.expect("what was mounted can be unmounted").success());
    filled.expect("the registry keeps what was acknowledged");
}

fn fill_a_file_system(place: &Path, enlarge: impl Fn() -> bool) {
    let registry = create(DiskStore::create(place).expect("there is space for a new store"));
    let last = fill(&registry);
    drop(registry);
    // Still without space: what was acknowledged can be read.
    if let Ok(store) = DiskStore::open(place) {
        drop(check(store, last..=last + 1));
    }
    assert!(enlarge(), "a mounted file system can be enlarged");
    let (registry, _) = check(DiskStore::open(place).expect("there is space again"), last..=last + 1);
    registry.apply(&[Operation::put(Key::ZERO, vec![1; 100_000])]).expect("there is space again");
}
