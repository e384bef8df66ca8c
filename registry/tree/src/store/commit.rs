use super::{Bytes, Change, Version, VersionRow};
use crate::{Digest, Key, Leaf, Prefix};

/// One transaction: all of it happens, or none.
#[derive(Clone, Debug)]
pub struct Commit {
    /// Buckets as they are from now on, in order of their prefixes.
    pub buckets: Vec<BucketWrite>,
    /// Buckets that are no more, because they outgrew themselves. Their leaves are in `buckets`, and
    /// the values of those that did not change stay.
    pub parted: Vec<Prefix>,
    /// What happens to the list of versions.
    pub log: LogChange,
}

/// A bucket as it is from now on.
#[derive(Clone, Debug)]
pub struct BucketWrite {
    /// The prefix of all its keys.
    pub prefix: Prefix,
    /// The subtree digest at the level of the prefix.
    pub digest: Digest,
    /// All its leaves, ascending. None: the bucket is no more.
    pub leaves: Vec<Leaf>,
    /// Value bytes to write (or, for `None`, to remove), ascending by key. Those of other keys stay.
    pub values: Vec<(Key, Option<Bytes>)>,
}

/// What a transaction does to the list of versions.
#[derive(Clone, Debug)]
pub enum LogChange {
    /// A version is added, with what it changed.
    Append {
        /// The new version, the newest from now on.
        row: VersionRow,
        /// Its changes, ascending by key. Only what was before needs to be kept.
        changes: Vec<Change>,
    },
    /// The versions after this one are dropped, with their changes.
    RollBack {
        /// The version that is the newest from now on.
        to: Version,
    },
    /// The versions before this one are dropped, with their changes and with this one's own: what
    /// was before the oldest version is of no use.
    Prune {
        /// The version that is the oldest from now on.
        oldest: Version,
    },
}
