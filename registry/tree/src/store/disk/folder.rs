use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::tables::DATABASE;
use super::wire::{Sealed, seal};
use crate::store::StoreError;

const LOCK: &str = "lock";
/// A database that is being made, until it is one.
const UNFINISHED: &str = "registry.redb.new";

/// The folder of a store, while this process has it to itself.
///
/// Its lock file is locked as long as the folder is held: the system releases it however the
/// process ends. The file also says how many commits were acknowledged. It is written after a
/// commit and not synced, so it may lag behind the database but is never ahead of it, unless the
/// database is an older one than it was.
#[derive(Debug)]
pub(super) struct Folder {
    place: PathBuf,
    lock: Mutex<File>,
}

impl Folder {
    /// Makes the folder if there is none, and takes it.
    pub fn make(place: &Path) -> Result<Self, StoreError> {
        fs::create_dir_all(place).map_err(io_failed)?;
        Self::lock(place)
    }

    /// Takes a folder that holds a database.
    pub fn take(place: &Path) -> Result<Self, StoreError> {
        if !place.join(DATABASE).is_file() {
            return Err(StoreError::NotAStore { place: place.into() });
        }
        Self::lock(place)
    }

    fn lock(place: &Path) -> Result<Self, StoreError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let lock = options.open(place.join(LOCK)).map_err(io_failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { place: place.into(), lock: Mutex::new(lock) }),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse { place: place.into() }),
            Err(TryLockError::Error(error)) => Err(io_failed(error)),
        }
    }

    pub fn place(&self) -> &Path {
        &self.place
    }

    pub fn database(&self) -> PathBuf {
        self.place.join(DATABASE)
    }

    pub fn holds_database(&self) -> bool {
        self.database().is_file()
    }

    /// Where to make a database; what an earlier attempt left there is gone.
    pub fn unfinished(&self) -> Result<PathBuf, StoreError> {
        let path = self.place.join(UNFINISHED);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(io_failed(error)),
            _ => Ok(path),
        }
    }

    /// Makes the finished database the one of the folder, durably.
    pub fn finish(&self) -> Result<(), StoreError> {
        fs::rename(self.place.join(UNFINISHED), self.database()).map_err(io_failed)?;
        self.acknowledge(0)?;
        let folder = File::open(&self.place).map_err(io_failed)?;
        folder.sync_all().map_err(io_failed)
    }

    /// Notes that this many commits were acknowledged.
    pub fn acknowledge(&self, commits: u64) -> Result<(), StoreError> {
        let note = seal(Sealed::Witness, commits.to_le_bytes().to_vec());
        let mut file = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(0)).map_err(io_failed)?;
        file.write_all(&note).map_err(io_failed)
    }

    /// How many commits were acknowledged, as far as the note says: one that is missing or torn
    /// says nothing.
    pub fn acknowledged(&self) -> Result<u64, StoreError> {
        let mut note = Vec::new();
        let mut file = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(0)).map_err(io_failed)?;
        file.read_to_end(&mut note).map_err(io_failed)?;
        let body = Sealed::Witness.open("the note of commits", &note).ok();
        let commits = body.and_then(|body| Some(u64::from_le_bytes(body.try_into().ok()?)));
        Ok(commits.unwrap_or(0))
    }
}

impl Drop for Folder {
    /// Closing the file is not enough: a process that is being started elsewhere in this program has
    /// a copy of it for a moment, and the lock would last as long.
    fn drop(&mut self) {
        let file = self.lock.get_mut().unwrap_or_else(PoisonError::into_inner);
        // Where it fails, closing the file still lets go.
        let _ = file.unlock();
    }
}

pub(super) fn io_failed(error: io::Error) -> StoreError {
    StoreError::Failed(error.into())
}
