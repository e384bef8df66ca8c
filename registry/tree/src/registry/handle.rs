use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{SystemTime, UNIX_EPOCH};

use super::history::{check_root, kept_from, take_back};
use super::stage::Plan;
use super::{Operation, RegistryError, Snapshot};
use crate::store::{Commit, Counts, LogChange, MemoryStore, Store, StoreView, Version, VersionRow};
use crate::trie::{BucketTop, Node, Rebuilt, grow};
use crate::{Anchor, Shape};

/// The largest batch: what one transaction and its memory may be.
pub const MAX_OPERATIONS: usize = 1 << 20;

/// A registry over a store.
///
/// It is shared by reference: any number of readers hold [`Snapshot`]s, each of one version, while
/// one writer at a time makes the next.
pub struct Registry<S: Store> {
    store: Mutex<S>,
    head: RwLock<Snapshot<S::View>>,
}

/// What a batch would lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Shape and root.
    pub anchor: Anchor,
    /// Keys by state.
    pub counts: Counts,
}

impl Registry<MemoryStore> {
    /// An empty registry in memory.
    pub fn in_memory(shape: Shape) -> Self {
        Self::create(MemoryStore::default(), shape).expect("memory does not fail and holds none")
    }
}

impl<S: Store> Registry<S> {
    /// Makes an empty registry in a store that holds none.
    ///
    /// # Errors
    /// [`RegistryError::AlreadyMade`] if it holds one; [`RegistryError::Store`] if it fails.
    pub fn create(mut store: S, shape: Shape) -> Result<Self, RegistryError> {
        if store.view()?.highest_version()?.is_some() {
            return Err(RegistryError::AlreadyMade);
        }
        let row = VersionRow {
            version: Version::FIRST,
            parent: None,
            anchor: Anchor::empty(shape),
            counts: Counts::default(),
            time: now(),
        };
        store.commit(Commit {
            buckets: Vec::new(),
            parted: Vec::new(),
            log: LogChange::Append { row, changes: Vec::new() },
        })?;
        let view = store.view()?;
        Ok(Self::with_head(store, row, grow(shape, &[]), view))
    }

    /// Opens the registry that a store holds: reads the digests of its buckets, computes the nodes
    /// above and compares with the root that was committed.
    ///
    /// # Errors
    /// [`RegistryError::NotMade`] if it holds none, [`RegistryError::DamagedVersion`] if the root
    /// is another, [`RegistryError::Store`] if the store fails.
    pub fn open(store: S) -> Result<Self, RegistryError> {
        let view = store.view()?;
        let rows = view.versions(Version::FIRST)?;
        let row = *rows.last().ok_or(RegistryError::NotMade)?;
        let buckets = view.buckets()?.into_iter();
        let tops: Vec<BucketTop> =
            buckets.map(|bucket| BucketTop::new(bucket.prefix, bucket.digest, bucket.leaves)).collect();
        let root = grow(row.anchor.shape, &tops);
        check_root(&row, root.summary().digest)?;
        Ok(Self::with_head(store, row, root, view))
    }

    fn with_head(store: S, row: VersionRow, root: Arc<Node>, view: S::View) -> Self {
        Self { store: Mutex::new(store), head: RwLock::new(Snapshot::of_newest(row, root, view)) }
    }

    /// The newest version. Number, anchor and contents always belong together.
    pub fn snapshot(&self) -> Snapshot<S::View> {
        let head = self.head.read();
        head.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A version that is kept. Reading it costs what was changed since, once.
    ///
    /// # Errors
    /// [`RegistryError::Pruned`], [`RegistryError::Future`] or [`RegistryError::RolledBack`] if the
    /// version is not kept; others if the store is damaged or fails.
    pub fn at(&self, version: Version) -> Result<Snapshot<S::View>, RegistryError> {
        let head = self.snapshot();
        if version == head.version() {
            return Ok(head);
        }
        Ok(take_back(&head, version)?.into_snapshot(&head))
    }

    /// All versions that are kept, oldest first.
    ///
    /// # Errors
    /// [`RegistryError::Store`] if the store fails.
    pub fn versions(&self) -> Result<Vec<VersionRow>, RegistryError> {
        Ok(self.snapshot().view.versions(Version::FIRST)?)
    }

    /// Carries out operations in their order, all or none, as one new version. A batch that changes
    /// nothing, or is empty, makes a version too.
    ///
    /// # Errors
    /// [`RegistryError::Refused`] with the position and the reason of the first operation that
    /// cannot be carried out; others if the store is damaged or fails.
    pub fn apply(&self, operations: &[Operation]) -> Result<VersionRow, RegistryError> {
        self.stage(operations)?.commit()
    }

    /// What [`Registry::apply`] would lead to, without doing it.
    ///
    /// # Errors
    /// As [`Registry::apply`].
    pub fn preview(&self, operations: &[Operation]) -> Result<Outcome, RegistryError> {
        Ok(Plan::new(&self.snapshot(), operations)?.outcome)
    }

    /// Makes an older version the newest. The numbers of the versions after it are not used again.
    ///
    /// # Errors
    /// As [`Registry::at`].
    pub fn roll_back(&self, to: Version) -> Result<VersionRow, RegistryError> {
        let mut store = self.lock();
        let head = self.snapshot();
        if to == head.version() {
            return Ok(head.row);
        }
        let back = take_back(&head, to)?;
        let log = LogChange::RollBack { to };
        self.commit(&mut store, back.row, back.rebuilt, log)?;
        Ok(back.row)
    }

    /// Forgets the versions before `oldest`, and says how many. Those that were forgotten before
    /// may be named again.
    ///
    /// # Errors
    /// [`RegistryError::Future`] or [`RegistryError::RolledBack`] if `oldest` is no version.
    pub fn prune(&self, oldest: Version) -> Result<usize, RegistryError> {
        let mut store = self.lock();
        let head = self.snapshot();
        match kept_from(&head.view, oldest) {
            Err(RegistryError::Pruned { .. }) => return Ok(0),
            kept => drop(kept?),
        }
        let versions = head.view.versions(Version::FIRST)?;
        let forgotten = versions.partition_point(|row| row.version < oldest);
        if forgotten > 0 {
            let unchanged = Rebuilt::unchanged(&head.root);
            self.commit(&mut store, head.row, unchanged, LogChange::Prune { oldest })?;
        }
        Ok(forgotten)
    }

    /// The store, with everything that was committed.
    pub fn into_store(self) -> S {
        let store = self.store.into_inner();
        store.unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes, then lets readers see.
    pub(super) fn commit(
        &self,
        store: &mut S,
        row: VersionRow,
        rebuilt: Rebuilt,
        log: LogChange,
    ) -> Result<(), RegistryError> {
        store.commit(Commit { buckets: rebuilt.writes, parted: rebuilt.parted, log })?;
        let newest = Snapshot::of_newest(row, rebuilt.root, store.view()?);
        *self.head.write().unwrap_or_else(PoisonError::into_inner) = newest;
        Ok(())
    }

    /// The head changes as the last step of a write, so a writer that panicked has left it whole.
    pub(super) fn lock(&self) -> MutexGuard<'_, S> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Milliseconds since 1970, 0 before.
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}
