use super::{Bytes, Commit, Record, StoreError, Version, VersionRow};
use crate::{Digest, Key, Leaf, Prefix};

/// A place where a registry keeps its leaves, values and versions.
///
/// There is one writer. Views taken before a commit do not see it. After a commit or a view that
/// failed, a store that cannot tell what it holds refuses further commits until it is opened again:
/// the next one would be made from an older state.
pub trait Store: Send {
    /// A state of the store that later commits do not change.
    type View: StoreView;

    /// The state after the last commit.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read.
    fn view(&self) -> Result<Self::View, StoreError>;

    /// Carries out a transaction, durably where the store is durable.
    ///
    /// # Errors
    /// [`StoreError`] if it was not carried out, or is not known to have been.
    fn commit(&mut self, commit: Commit) -> Result<(), StoreError>;
}

/// A state of a store, to read from.
pub trait StoreView: Clone + Send + Sync {
    /// The leaves of the bucket of exactly this prefix, ascending; none if there is no such bucket.
    ///
    /// # Errors
    /// [`StoreError`] if they cannot be read or are damaged: never an empty answer instead.
    fn bucket(&self, prefix: &Prefix) -> Result<Vec<Leaf>, StoreError>;

    /// All buckets, in order of their prefixes.
    ///
    /// # Errors
    /// [`StoreError`] if they cannot be read.
    fn buckets(&self) -> Result<Vec<BucketRow>, StoreError>;

    /// The bytes of the value of this key now; none if it has none.
    ///
    /// # Errors
    /// [`StoreError`] if they cannot be read.
    fn value(&self, key: &Key) -> Result<Option<Bytes>, StoreError>;

    /// The versions that are kept, from this number on, ascending. The last is the newest.
    ///
    /// # Errors
    /// [`StoreError`] if they cannot be read.
    fn versions(&self, from: Version) -> Result<Vec<VersionRow>, StoreError>;

    /// The highest number that a version ever had, rolled back or not; none in a new store.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be read.
    fn highest_version(&self) -> Result<Option<Version>, StoreError>;

    /// What the keys that a kept version changed held before it, ascending by key.
    ///
    /// # Errors
    /// [`StoreError`] if they cannot be read.
    fn held_before(&self, version: Version) -> Result<Vec<(Key, Record)>, StoreError>;
}

/// A bucket, as the list of all of them gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BucketRow {
    /// The prefix of all its keys.
    pub prefix: Prefix,
    /// The subtree digest that was stored with it.
    pub digest: Digest,
    /// How many leaves it has, at least one.
    pub leaves: usize,
}
