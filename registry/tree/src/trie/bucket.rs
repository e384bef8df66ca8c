use crate::hash::{HashedLeaf, Schedule, halves};
use crate::{Digest, Key, LeafState, Prefix, Shape, Terminal};

/// The leaves under one prefix, ascending, with their digests.
#[derive(Clone)]
pub(crate) struct Bucket {
    pub prefix: Prefix,
    pub leaves: Vec<HashedLeaf>,
}

/// The part of a path that lies within a bucket.
pub(crate) struct BucketPath {
    /// From the top of the bucket down.
    pub siblings: Vec<Digest>,
    pub terminal: Terminal,
}

impl Bucket {
    /// The state of a key that belongs to this bucket.
    pub fn state(&self, key: &Key) -> LeafState {
        let found = self.leaves.binary_search_by_key(key, |hashed| hashed.leaf.key);
        found.map_or(LeafState::Empty, |at| self.leaves[at].leaf.state.into())
    }

    /// Goes on with the descent of `key` from the top of the bucket.
    pub fn descend(&self, shape: Shape, key: &Key) -> BucketPath {
        let mut schedule = Schedule::new(shape);
        let mut siblings = Vec::new();
        let mut level = self.prefix.len();
        let mut own = self.leaves.as_slice();
        while match shape {
            Shape::Keyed => own.len() > 1,
            Shape::Slots(depth) => level < depth.levels(),
        } {
            let (left, right) = halves(level, own);
            let (near, far) = if key.bit(level) { (right, left) } else { (left, right) };
            level += 1;
            siblings.push(schedule.subtree(level, far));
            own = near;
        }
        let terminal = match own {
            [] => Terminal::Empty,
            [lone, ..] if lone.leaf.key == *key => Terminal::Own(lone.leaf.state),
            [lone, ..] => Terminal::Other(lone.leaf),
        };
        let digests = schedule.run();
        let siblings = siblings.into_iter().map(|sibling| digests.of(sibling));
        BucketPath { siblings: siblings.collect(), terminal }
    }
}

/// The subtree digests of many buckets, computed together.
pub(crate) fn bucket_digests(shape: Shape, buckets: &[Bucket]) -> Vec<Digest> {
    let mut schedule = Schedule::new(shape);
    let tops: Vec<_> = buckets.iter().map(|bucket| schedule.subtree(bucket.prefix.len(), &bucket.leaves)).collect();
    let digests = schedule.run();
    tops.into_iter().map(|top| digests.of(top)).collect()
}
