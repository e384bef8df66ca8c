use std::ops::Range;
use std::sync::Arc;

use crate::{Digest, Key, Prefix};

/// What a node is to the node above it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Summary {
    /// The subtree digest at its level.
    pub digest: Digest,
    /// How many leaves it has.
    pub leaves: u64,
}

/// A node above the buckets, or the place of a bucket. Nodes are shared between versions.
#[derive(Debug)]
pub(crate) enum Node {
    /// The leaves under this prefix are one bucket of the store.
    Bucket(Summary),
    /// There are two halves.
    Inner { summary: Summary, halves: [Arc<Node>; 2] },
}

/// Where a bucket hangs, and which of the keys that were looked for belong to it.
pub(crate) struct Place {
    pub prefix: Prefix,
    pub summary: Summary,
    pub keys: Range<usize>,
}

impl Place {
    /// A bucket, without any key looked for.
    pub const fn new(prefix: Prefix, summary: Summary) -> Self {
        let keys = 0..0;
        Self { prefix, summary, keys }
    }
}

impl Node {
    pub fn summary(&self) -> Summary {
        match self {
            Self::Bucket(summary) | Self::Inner { summary, .. } => *summary,
        }
    }

    /// The buckets that these keys, which ascend, belong to, from left to right.
    pub fn locate(&self, keys: &[Key]) -> Vec<Place> {
        let mut places = Vec::new();
        self.locate_in(Prefix::ROOT, keys, 0, &mut places);
        places
    }

    fn locate_in(&self, prefix: Prefix, keys: &[Key], first: usize, places: &mut Vec<Place>) {
        if keys.is_empty() {
            return;
        }
        match self {
            Self::Bucket(summary) => places.push(Place { prefix, summary: *summary, keys: first..first + keys.len() }),
            Self::Inner { halves, .. } => {
                let middle = keys.partition_point(|key| !key.bit(prefix.len()));
                let (left, right) = keys.split_at(middle);
                halves[0].locate_in(prefix.child(false), left, first, places);
                halves[1].locate_in(prefix.child(true), right, first + middle, places);
            }
        }
    }

    /// The buckets that have leaves and may have some under `wanted`, from left to right.
    pub fn buckets_under(&self, wanted: &Prefix) -> Vec<Place> {
        let mut places = Vec::new();
        self.collect_under(Prefix::ROOT, wanted, &mut places);
        places
    }

    fn collect_under(&self, prefix: Prefix, wanted: &Prefix, places: &mut Vec<Place>) {
        let shared = prefix.first_key().common_prefix(wanted.first_key());
        let summary = self.summary();
        if summary.leaves == 0 || shared < prefix.len().min(wanted.len()) {
            return;
        }
        match self {
            Self::Bucket(_) => places.push(Place::new(prefix, summary)),
            Self::Inner { halves, .. } => {
                halves[0].collect_under(prefix.child(false), wanted, places);
                halves[1].collect_under(prefix.child(true), wanted, places);
            }
        }
    }
}
