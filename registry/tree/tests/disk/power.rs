//! Case P01: a crash at every boundary, and again at every boundary of recovery. Case P03: after a
//! failed sync nothing is written until the store was opened anew.

use statesync_tree::store::{DiskStore, StoreError};
use statesync_tree::{Registry, RegistryError};

use crate::history::{check, create, step, steps};
use crate::simulated::{Disk, Fault, Survives};

const COMMITS: u64 = 3;

/// A disk with a registry of a few versions, closed.
fn base() -> (Vec<u8>, u64) {
    let disk = Disk::new(Vec::new(), Fault::None);
    let registry = create(DiskStore::on(disk.clone()).expect("the disk works"));
    steps(&registry, 40);
    drop(registry);
    (disk.image(Survives::Nothing), 40)
}

/// Opens the registry and makes three commits, as far as the disk lets it. The last version that
/// was acknowledged, and how many commits were tried.
fn run(disk: &Disk, base: u64) -> (u64, u64) {
    let Ok(store) = DiskStore::on(disk.clone()) else {
        return (base, 0);
    };
    let Ok(registry) = Registry::open(store) else {
        return (base, 0);
    };
    let mut acknowledged = base;
    for tried in 1..=COMMITS {
        let failed_before = disk.has_failed();
        match step(&registry) {
            Ok(version) => acknowledged = version,
            Err(_) => {
                let next = step(&registry).expect_err("nothing is written after a failure");
                assert!(matches!(next, RegistryError::Store(StoreError::Poisoned)), "{next}");
                return (acknowledged, tried);
            }
        }
        assert!(!failed_before, "a commit on a disk without power was acknowledged");
    }
    (acknowledged, COMMITS)
}

fn allowed((acknowledged, tried): (u64, u64), base: u64) -> std::ops::RangeInclusive<u64> {
    acknowledged..=(base + tried).min(acknowledged + 1).max(acknowledged)
}

const SURVIVORS: [Survives; 4] = [Survives::Nothing, Survives::Everything, Survives::Some(1), Survives::Some(2)];

fn operations_of_a_run(image: &[u8], base: u64) -> usize {
    let disk = Disk::new(image.to_vec(), Fault::None);
    assert_eq!(run(&disk, base), (base + COMMITS, COMMITS));
    disk.operations()
}

#[test]
fn power_that_goes_at_any_operation_loses_and_mixes_nothing() {
    let (image, version) = base();
    for at in 0..operations_of_a_run(&image, version) {
        let disk = Disk::new(image.clone(), Fault::Power(at));
        let allowed = allowed(run(&disk, version), version);
        for survives in SURVIVORS {
            let after = Disk::new(disk.image(survives), Fault::None);
            let store = DiskStore::on(after).expect("the disk works again");
            let (registry, _) = check(store, allowed.clone());
            step(&registry).expect("the registry goes on");
        }
    }
}

#[test]
fn power_that_goes_again_during_recovery_loses_and_mixes_nothing() {
    let (image, version) = base();
    for at in 0..operations_of_a_run(&image, version) {
        let disk = Disk::new(image.clone(), Fault::Power(at));
        let allowed = allowed(run(&disk, version), version);
        let crashed = disk.image(SURVIVORS[at % SURVIVORS.len()]);
        let recovery = Disk::new(crashed.clone(), Fault::None);
        drop(Registry::open(DiskStore::on(recovery.clone()).expect("the disk works again")));
        for again in 0..recovery.operations() {
            let disk = Disk::new(crashed.clone(), Fault::Power(again));
            drop(DiskStore::on(disk.clone()).map(Registry::open));
            let image = disk.image(SURVIVORS[(at + again) % SURVIVORS.len()]);
            let store = DiskStore::on(Disk::new(image, Fault::None)).expect("the disk works again");
            check(store, allowed.clone());
        }
    }
}

#[test]
fn one_operation_that_fails_poisons_the_store_until_it_is_opened_again() {
    let (image, version) = base();
    for at in 0..operations_of_a_run(&image, version) {
        let disk = Disk::new(image.clone(), Fault::Once(at));
        let allowed = allowed(run(&disk, version), version);
        for survives in SURVIVORS {
            let after = Disk::new(disk.image(survives), Fault::None);
            let store = DiskStore::on(after).expect("the disk works again");
            check(store, allowed.clone());
        }
    }
}
