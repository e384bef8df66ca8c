use std::path::PathBuf;

/// Why a store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The medium or the database under the store failed.
    #[error("the store failed: {0}")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// What was read is not what a store writes.
    #[error("the store is damaged: {what}; run doctor to see how far, then restore a backup or import an export")]
    Damaged {
        /// What was found, and where.
        what: String,
    },
    /// A write failed, and what of it reached the disk is not known.
    #[error("a write failed before this one: close the store and open it again to see what was kept")]
    Poisoned,
    /// Another process has the store open, or this one has it open twice.
    #[error("{} is in use by another process: only one at a time can have it open", place.display())]
    InUse {
        /// The folder.
        place: PathBuf,
    },
    /// The folder holds no store.
    #[error("{} holds no registry: make one there first, or name the folder of one", place.display())]
    NotAStore {
        /// The folder.
        place: PathBuf,
    },
    /// A store is to be made where there is one.
    #[error("{} holds a registry already: open it, or name another folder", place.display())]
    StoreExists {
        /// The folder.
        place: PathBuf,
    },
    /// The store was written by a newer release.
    #[error("the store has format {found}, and this release reads format {known}: use a newer release")]
    NewerFormat {
        /// Format of the store.
        found: u32,
        /// The newest format that is known here.
        known: u32,
    },
    /// The database lacks commits that were acknowledged.
    #[error(
        "the database holds {found} commits, but {acknowledged} were acknowledged: it is damaged or an older copy; \
         restore the whole folder from one backup, or import an export"
    )]
    CommitsMissing {
        /// Commits in the database.
        found: u64,
        /// Commits that the folder knows of.
        acknowledged: u64,
    },
    /// A value is longer than a store takes. Nothing was written.
    #[error("a value has at most {max} bytes, not {got}", max = crate::store::MAX_VALUE_BYTES)]
    ValueTooLong {
        /// Bytes of the value.
        got: usize,
    },
    /// Space cannot be given back while snapshots are held.
    #[error("snapshots of the store are still held: drop them first, then compact it")]
    SnapshotsHeld,
}
