use super::Refusal;
use crate::store::{StoreError, Version};
use crate::{Digest, FormError, Key, Prefix};

/// Why a registry did not do what it was asked. Whatever it was, nothing was written, unless it is
/// [`RegistryError::Store`] from a commit: then the store knows.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegistryError {
    /// An operation of a batch cannot be carried out, so none was.
    #[error("operation {position} on key {key} is refused: {reason}")]
    Refused {
        /// Position in the batch, from 0.
        position: usize,
        /// The key of the operation.
        key: Key,
        /// What is wrong.
        reason: Refusal,
    },
    /// A batch is larger than one transaction may be.
    #[error("a batch has at most {max} operations, not {got}", max = super::MAX_OPERATIONS)]
    BatchTooLarge {
        /// Operations in the batch.
        got: usize,
    },
    /// The key cannot be used in a tree of this shape.
    #[error(transparent)]
    Key(#[from] FormError),
    /// The store failed, or is damaged.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A bucket does not have the digest that the tree above it was built with.
    #[error(
        "the leaves under prefix {prefix} are damaged: their digest is {found}, not {stored}; run doctor, then restore a backup or import an export"
    )]
    DamagedBucket {
        /// The bucket.
        prefix: Prefix,
        /// Digest in the tree.
        stored: Digest,
        /// Digest of the leaves that were read.
        found: Digest,
    },
    /// The bytes of a value do not have the value digest of their leaf.
    #[error(
        "the value of key {key} is damaged: its digest is not the one in the leaf; run doctor, then restore a backup or import an export"
    )]
    DamagedValue {
        /// The key.
        key: Key,
    },
    /// The stored digests or changes do not give the root that was committed.
    #[error(
        "version {version} is damaged: its root is {found}, not {committed}; run doctor, then restore a backup or import an export"
    )]
    DamagedVersion {
        /// The version.
        version: Version,
        /// Root in the list of versions.
        committed: Digest,
        /// Root that was computed.
        found: Digest,
    },
    /// A registry is to be made in a store that holds one.
    #[error("the store holds a registry already")]
    AlreadyMade,
    /// A registry is to be opened in a store that holds none.
    #[error("the store holds no registry")]
    NotMade,
    /// The version was pruned.
    #[error("version {asked} was pruned: the oldest version kept is {oldest}")]
    Pruned {
        /// The version asked for.
        asked: Version,
        /// The oldest that is kept.
        oldest: Version,
    },
    /// There has been no such version yet.
    #[error("version {asked} does not exist yet: the newest is {newest}")]
    Future {
        /// The version asked for.
        asked: Version,
        /// The newest version.
        newest: Version,
    },
    /// The version was rolled back.
    #[error("version {asked} is unknown: it was rolled back")]
    RolledBack {
        /// The version asked for.
        asked: Version,
    },
}
