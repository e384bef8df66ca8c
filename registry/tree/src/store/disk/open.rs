use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use redb::{Builder, Database, DatabaseError, ReadableDatabase, StorageBackend, TableError};

use super::failure::{damaged, failed, guarded};
use super::folder::{Folder, io_failed};
use super::tables::{BUCKETS, FORMAT_ROW, HEAD_ROW, HELD_BEFORE, META, VALUES, VERSIONS};
use super::view::DiskView;
use super::wire::{FORMAT, Head, decode_format, encode_format};
use super::write::{carry_out, check_lengths};
use crate::store::{Commit, Store, StoreError, StoreView};

/// Memory for pages that were read or are being written.
const CACHE_BYTES: usize = 512 << 20;

/// A store on disk. What a [`commit`](Store::commit) has returned from survives the end of the
/// process and of the machine's power.
///
/// One process at a time has a store open, and has it open once. The store stays open until the
/// last of its views is dropped.
pub struct DiskStore {
    medium: Arc<Medium>,
    /// A write failed, or could not be seen afterwards: what is on disk is not known.
    poisoned: AtomicBool,
}

/// A database, and the folder that it is in, if it is in one. The folder is let go last.
pub(super) struct Medium {
    pub database: Database,
    folder: Option<Folder>,
}

impl DiskStore {
    /// Makes a store in a folder, and the folder if there is none.
    ///
    /// A folder with a store in which nothing was ever committed counts as one without: making it
    /// was interrupted.
    ///
    /// # Errors
    /// [`StoreError::StoreExists`] if the folder holds a store, [`StoreError::InUse`] if another
    /// process is making or using it, [`StoreError::Failed`] if the disk fails.
    pub fn create(place: impl AsRef<Path>) -> Result<Self, StoreError> {
        let folder = Folder::make(place.as_ref())?;
        if folder.holds_database() {
            let store = Self::open_in(folder)?;
            return match store.view()?.highest_version()? {
                None => Ok(store),
                Some(_) => Err(StoreError::StoreExists { place: place.as_ref().into() }),
            };
        }
        let path = folder.unfinished()?;
        guarded(|| {
            let database = builder().create(&path).map_err(failed)?;
            found(&database)
        })?;
        folder.finish()?;
        Self::open_in(folder)
    }

    /// Opens the store of a folder.
    ///
    /// # Errors
    /// [`StoreError::NotAStore`] if there is none, [`StoreError::InUse`] if another process has it
    /// open, [`StoreError::NewerFormat`] if a newer release wrote it, [`StoreError::Damaged`] or
    /// [`StoreError::CommitsMissing`] if it is not as it was written, [`StoreError::Failed`] if the
    /// disk fails.
    pub fn open(place: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::open_in(Folder::take(place.as_ref())?)
    }

    /// Opens the store on any medium, such as one in memory, and makes it if the medium is empty.
    ///
    /// # Errors
    /// As [`DiskStore::open`].
    pub fn on(medium: impl StorageBackend) -> Result<Self, StoreError> {
        let store = guarded(|| {
            let database = builder().create_with_backend(medium).map_err(failed)?;
            if !has_format(&database)? {
                found(&database)?;
            }
            Ok(Self::of(Medium { database, folder: None }))
        })?;
        store.checked()
    }

    fn open_in(folder: Folder) -> Result<Self, StoreError> {
        let database = guarded(|| match builder().open(folder.database()) {
            Err(DatabaseError::DatabaseAlreadyOpen) => Err(StoreError::InUse { place: folder.place().into() }),
            opened => opened.map_err(failed),
        })?;
        let place = folder.place().into();
        let store = Self::of(Medium { database, folder: Some(folder) });
        if guarded(|| has_format(&store.medium.database))? {
            store.checked()
        } else {
            Err(StoreError::NotAStore { place })
        }
    }

    fn of(medium: Medium) -> Self {
        Self { medium: Arc::new(medium), poisoned: AtomicBool::new(false) }
    }

    /// The store, if its format is known and no acknowledged commit is missing.
    fn checked(self) -> Result<Self, StoreError> {
        let format = guarded(|| format(&self.medium.database))?;
        if format != FORMAT {
            return Err(StoreError::NewerFormat { found: format, known: FORMAT });
        }
        let found = self.view()?.head()?.commits;
        match self.medium.folder.as_ref().map_or(Ok(0), Folder::acknowledged)? {
            acknowledged if acknowledged > found => Err(StoreError::CommitsMissing { found, acknowledged }),
            _ => Ok(self),
        }
    }

    /// Compares every page of the database with its checksum: what was changed outside this program
    /// is found, wherever it is. Takes as long as reading the file.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if a page is not as it was written; [`StoreError::SnapshotsHeld`]
    /// while views are held; [`StoreError::Failed`] if the disk fails.
    pub fn check_pages(&mut self) -> Result<(), StoreError> {
        let database = self.alone()?;
        let sound = guarded(|| database.check_integrity().map_err(failed))?;
        let what = "the database file, its list of free pages was wrong; it has been made anew";
        if sound { Ok(()) } else { Err(StoreError::Damaged { what: what.into() }) }
    }

    /// Gives space that is not in use back to the file system, and says how many bytes.
    ///
    /// # Errors
    /// [`StoreError::SnapshotsHeld`] while views are held; [`StoreError::Failed`] if the disk fails.
    pub fn compact(&mut self) -> Result<u64, StoreError> {
        let before = self.bytes()?;
        let database = self.alone()?;
        let outcome = guarded(|| {
            while database.compact().map_err(failed)? {}
            Ok(())
        });
        if outcome.is_err() {
            self.poison();
        }
        outcome?;
        Ok(before.saturating_sub(self.bytes()?))
    }

    /// Size of the database file; 0 on a medium that is no folder.
    fn bytes(&self) -> Result<u64, StoreError> {
        let Some(folder) = &self.medium.folder else {
            return Ok(0);
        };
        let file = std::fs::metadata(folder.database()).map_err(io_failed)?;
        Ok(file.len())
    }

    fn alone(&mut self) -> Result<&mut Database, StoreError> {
        self.refuse_if_poisoned()?;
        let medium = Arc::get_mut(&mut self.medium).ok_or(StoreError::SnapshotsHeld)?;
        Ok(&mut medium.database)
    }

    fn refuse_if_poisoned(&self) -> Result<(), StoreError> {
        if self.poisoned.load(Ordering::Relaxed) { Err(StoreError::Poisoned) } else { Ok(()) }
    }

    fn poison(&self) {
        self.poisoned.store(true, Ordering::Relaxed);
    }
}

impl Store for DiskStore {
    type View = DiskView;

    /// A store of which the last state cannot be seen is poisoned too: whoever writes next would
    /// do so from an older state.
    fn view(&self) -> Result<DiskView, StoreError> {
        self.refuse_if_poisoned()?;
        guarded(|| DiskView::of(&self.medium)).inspect_err(|_| self.poison())
    }

    fn commit(&mut self, commit: Commit) -> Result<(), StoreError> {
        self.refuse_if_poisoned()?;
        check_lengths(&commit)?;
        let written = guarded(|| carry_out(&self.medium.database, &commit));
        let acknowledged = written.and_then(|commits| match &self.medium.folder {
            Some(folder) => folder.acknowledge(commits),
            None => Ok(()),
        });
        acknowledged.inspect_err(|_| self.poison())
    }
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES);
    builder
}

/// Makes the tables of a store, without any version.
fn found(database: &Database) -> Result<(), StoreError> {
    let mut transaction = database.begin_write().map_err(failed)?;
    transaction.set_quick_repair(true);
    {
        transaction.open_table(BUCKETS).map_err(failed)?;
        transaction.open_table(VALUES).map_err(failed)?;
        transaction.open_table(VERSIONS).map_err(failed)?;
        transaction.open_table(HELD_BEFORE).map_err(failed)?;
        let mut meta = transaction.open_table(META).map_err(failed)?;
        meta.insert(FORMAT_ROW, encode_format().as_slice()).map_err(failed)?;
        meta.insert(HEAD_ROW, Head::default().encode().as_slice()).map_err(failed)?;
    }
    transaction.commit().map_err(failed)
}

/// Whether a database is that of a store.
fn has_format(database: &Database) -> Result<bool, StoreError> {
    let transaction = database.begin_read().map_err(failed)?;
    match transaction.open_table(META) {
        Ok(_) => Ok(true),
        Err(TableError::TableDoesNotExist(_)) => Ok(false),
        Err(error) => Err(failed(error)),
    }
}

fn format(database: &Database) -> Result<u32, StoreError> {
    let transaction = database.begin_read().map_err(failed)?;
    let meta = transaction.open_table(META).map_err(failed)?;
    let row = meta.get(FORMAT_ROW).map_err(failed)?;
    let row = row.ok_or_else(|| StoreError::Damaged { what: "the format version is missing".into() })?;
    decode_format(row.value()).map_err(damaged("the format version"))
}
