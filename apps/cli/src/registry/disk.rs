use std::path::Path;

use statesync_tree::store::{DiskStore, DiskView, Version};
use statesync_tree::{Registry, RegistryError, Shape, Snapshot};

use super::trouble::{trouble, trouble_at};
use crate::failure::{Failure, Fault};
use crate::files;

/// A registry in a folder.
pub type Disk = Registry<DiskStore>;

/// A version of it.
pub type DiskSnapshot = Snapshot<DiskView>;

/// The files of a registry, and what is there while it is being made.
const OWN: [&str; 3] = ["registry.redb", "registry.redb.new", "lock"];

/// Makes an empty registry in a folder, which holds nothing else.
pub fn create(place: &Path, shape: Shape) -> Result<Disk, Failure> {
    files::check_free(place, &OWN)?;
    let made = DiskStore::create(place).map_err(RegistryError::from);
    made.and_then(|store| Registry::create(store, shape)).map_err(|error| trouble_at(place, error))
}

/// Opens the store of a folder, whatever is in it.
pub fn open_store(place: &Path) -> Result<DiskStore, Failure> {
    DiskStore::open(place).map_err(|error| trouble_at(place, error.into()))
}

/// Opens the registry of a folder.
pub fn open(place: &Path) -> Result<Disk, Failure> {
    // A folder in which `create` was interrupted holds a store without a registry.
    let unmade = |error| match error {
        RegistryError::NotMade => {
            let failure = Failure::new(Fault::Io, format_args!("{} holds no registry yet", place.display()));
            failure.next(format!("make it: statesync init {}", place.display()))
        }
        other => trouble_at(place, other),
    };
    Registry::open(open_store(place)?).map_err(unmade)
}

/// Opens the registry of a folder, and a version of it; the newest, if none is asked for.
pub fn open_at(place: &Path, version: Option<Version>) -> Result<DiskSnapshot, Failure> {
    version_of(&open(place)?, version)
}

/// A version of a registry; the newest, if none is asked for.
pub fn version_of(registry: &Disk, version: Option<Version>) -> Result<DiskSnapshot, Failure> {
    version.map_or_else(|| Ok(registry.snapshot()), |version| registry.at(version).map_err(trouble))
}

/// Two versions of a registry, the older one first; the newest, if no newer one is asked for.
pub fn two_versions(place: &Path, from: Version, to: Option<Version>) -> Result<[DiskSnapshot; 2], Failure> {
    let registry = open(place)?;
    let versions = [version_of(&registry, Some(from))?, version_of(&registry, to)?];
    let [from, to] = versions.each_ref().map(Snapshot::version);
    if from > to {
        let failure = Failure::new(Fault::Usage, format_args!("version {from} is newer than version {to}"));
        return Err(failure.next("changes lead from older to newer; `statesync rollback` leads back"));
    }
    Ok(versions)
}
