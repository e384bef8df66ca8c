use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use statesync_proof::sync::Replica;

use crate::failure::{Blame, Failure, Fault};
use crate::files;

const LEAVES: &str = "replica.leaves";
const LOCK: &str = "replica.lock";

/// The folder of a replica, while this process has it to itself.
///
/// The leaves are one file, which is replaced whole: whatever happens, it holds them as they were before a proof or
/// after it.
pub struct Folder {
    leaves: PathBuf,
    _lock: File,
}

impl Folder {
    /// Makes the folder if there is none, and a replica in it and nothing else.
    pub fn make(place: &Path, replica: &Replica) -> Result<(), Failure> {
        files::check_free(place, &[LEAVES, LOCK])?;
        fs::create_dir_all(place).blame(Fault::Io, format_args!("cannot make {}", place.display()))?;
        let folder = Self::lock(place)?;
        if folder.leaves.exists() {
            let failure = Failure::new(Fault::Io, format_args!("{} holds a replica already", place.display()));
            return Err(failure.next(format!("`statesync replica status {}` shows it", place.display())));
        }
        folder.write(replica)
    }

    /// Takes a folder that holds a replica.
    pub fn take(place: &Path) -> Result<Self, Failure> {
        if place.join(LEAVES).is_file() {
            return Self::lock(place);
        }
        let failure = Failure::new(Fault::Io, format_args!("{} holds no replica", place.display()));
        Err(failure.next(format!("make one: statesync replica init {} --anchor ANCHOR", place.display())))
    }

    /// Reads the replica.
    pub fn read(&self) -> Result<Replica, Failure> {
        let bytes = fs::read(&self.leaves).blame(Fault::Io, format_args!("cannot read {}", self.leaves.display()))?;
        let replica = Replica::decode(&bytes);
        replica.map_err(|error| damaged(Failure::of(Fault::Io, error).about(self.leaves.display())))
    }

    /// Replaces the replica.
    pub fn write(&self, replica: &Replica) -> Result<(), Failure> {
        files::write(&self.leaves, &replica.encode())
    }

    fn lock(place: &Path) -> Result<Self, Failure> {
        let path = place.join(LOCK);
        let locking = || format!("cannot open {}", path.display());
        let mut options = OpenOptions::new();
        let lock = options.write(true).create(true).truncate(false).open(&path).blame(Fault::Io, locking())?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { leaves: place.join(LEAVES), _lock: lock }),
            Err(TryLockError::WouldBlock) => {
                let failure = Failure::new(Fault::Io, format_args!("{} is in use by another process", place.display()));
                Err(failure.next("wait until the other process is done, or end it"))
            }
            Err(TryLockError::Error(error)) => Err(error).blame(Fault::Io, locking()),
        }
    }
}

/// What to do about a replica that is not as it was written.
pub fn damaged(failure: Failure) -> Failure {
    failure.next("make it anew: statesync export --leaves at the registry, then statesync replica init")
}
