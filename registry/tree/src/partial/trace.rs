use super::{Skeleton, Symbol};
use crate::hash::{HashedLeaf, Schedule, Subtree, halves};
use crate::{Digest, Key, Leaf, Shape};

/// The part of a tree that some keys touch: what stands at each place of the walk, and the digest of all the rest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Traced {
    /// The symbols; none in a slot tree.
    pub skeleton: Skeleton,
    /// The opaque digests, in the order of the walk.
    pub opaque: Vec<Digest>,
}

impl Traced {
    /// Of the tree of `leaves` and the keys `keys`; both ascend strictly and fit the shape.
    pub fn of_leaves(shape: Shape, leaves: &[Leaf], keys: &[Key]) -> Self {
        let mut tracer = Tracer::new(shape);
        tracer.leaves(0, &HashedLeaf::all(leaves), keys);
        tracer.finish()
    }
}

/// Writes down a walk. Digests that are not known yet are computed together at the end.
pub(crate) struct Tracer {
    shape: Shape,
    skeleton: Skeleton,
    opaque: Vec<Subtree>,
    schedule: Schedule,
}

impl Tracer {
    pub fn new(shape: Shape) -> Self {
        Self { shape, skeleton: Skeleton::default(), opaque: Vec::new(), schedule: Schedule::new(shape) }
    }

    /// A subtree that no key touches.
    #[cfg(feature = "store")]
    pub fn given(&mut self, digest: Digest, leaves: u64) {
        let subtree = self.schedule.given(digest, leaves);
        self.opaque.push(subtree);
    }

    /// An inner node; both halves follow.
    pub fn inner(&mut self) {
        if self.shape == Shape::Keyed {
            self.skeleton.push(Symbol::Inner);
        }
    }

    /// A place with at most one leaf.
    pub fn terminal(&mut self, found: Option<Leaf>, keys: &[Key]) {
        if self.shape == Shape::Keyed {
            self.skeleton.push(match found {
                None => Symbol::Empty,
                Some(leaf) if keys.binary_search(&leaf.key).is_ok() => Symbol::Own,
                Some(leaf) => Symbol::Other(leaf),
            });
        }
    }

    /// The subtree at `level` with these leaves, walked with `keys`.
    pub fn leaves(&mut self, level: usize, leaves: &[HashedLeaf], keys: &[Key]) {
        if keys.is_empty() {
            let subtree = self.schedule.subtree(level, leaves);
            self.opaque.push(subtree);
            return;
        }
        let ends = match self.shape {
            Shape::Keyed => leaves.len() <= 1,
            Shape::Slots(depth) => level == depth.levels(),
        };
        if ends {
            self.terminal(leaves.first().map(|hashed| hashed.leaf), keys);
            return;
        }
        self.inner();
        let (left, right) = halves(level, leaves);
        let (left_keys, right_keys) = keys.split_at(keys.partition_point(|key| !key.bit(level)));
        self.leaves(level + 1, left, left_keys);
        self.leaves(level + 1, right, right_keys);
    }

    pub fn finish(self) -> Traced {
        let digests = self.schedule.run();
        let opaque = self.opaque.iter().map(|&subtree| digests.of(subtree));
        Traced { skeleton: self.skeleton, opaque: opaque.collect() }
    }
}
