use crate::hash::node_digests;
use crate::{Digest, Leaf, Shape, empty_digest, leaf_digests};

/// A leaf with its digest.
#[derive(Clone, Copy)]
pub(crate) struct HashedLeaf {
    pub leaf: Leaf,
    pub digest: Digest,
}

impl HashedLeaf {
    /// Hashes many leaves at once.
    pub fn all(leaves: &[Leaf]) -> Vec<Self> {
        let digests = leaf_digests(leaves);
        let pairs = leaves.iter().zip(digests);
        pairs.map(|(&leaf, digest)| Self { leaf, digest }).collect()
    }
}

/// A subtree whose digest is given, or will be when its [`Schedule`] has run.
#[derive(Clone, Copy)]
pub(crate) struct Subtree {
    /// 0 for a given digest, else one more than the higher of the two subtrees below.
    height: u32,
    index: u32,
    /// How many leaves it has.
    pub leaves: u64,
}

/// Node hashes to be computed together: level by level, each level in full vectors.
///
/// Digests follow the rule of the two tree shapes in [`Schedule::join`] and [`Schedule::subtree`], and nowhere else.
/// The same rule says where nodes are, without a digest, in `partial/trace.rs` and `partial/rebuild.rs`.
pub(crate) struct Schedule {
    shape: Shape,
    given: Vec<Digest>,
    /// `nodes[h]`: the nodes of height `h + 1`, left and right subtree.
    nodes: Vec<Vec<[Subtree; 2]>>,
}

impl Schedule {
    pub fn new(shape: Shape) -> Self {
        // The first digests given are the empty ones, by height.
        let heights = match shape {
            Shape::Keyed => 0,
            Shape::Slots(depth) => depth.levels(),
        };
        let given = (0..=heights).map(|height| empty_digest(shape, height));
        Self { shape, given: given.collect(), nodes: Vec::new() }
    }

    /// A subtree of `leaves` leaves with a digest that is known already.
    pub fn given(&mut self, digest: Digest, leaves: u64) -> Subtree {
        self.given.push(digest);
        Subtree { height: 0, index: self.given.len() as u32 - 1, leaves }
    }

    /// The subtree at `level` without leaves.
    pub fn empty(&self, level: usize) -> Subtree {
        let height = match self.shape {
            Shape::Keyed => 0,
            Shape::Slots(depth) => depth.levels() - level,
        };
        Subtree { height: 0, index: height as u32, leaves: 0 }
    }

    /// The subtree at `level` with these two halves.
    ///
    /// In a keyed tree a leaf without company has the same digest at every level, so a half
    /// without leaves leaves it as it is.
    pub fn join(&mut self, level: usize, left: Subtree, right: Subtree) -> Subtree {
        match (self.shape, left.leaves, right.leaves) {
            (_, 0, 0) => self.empty(level),
            (Shape::Keyed, 1, 0) => left,
            (Shape::Keyed, 0, 1) => right,
            _ => self.node(left, right),
        }
    }

    /// The subtree at `level` with these leaves, which ascend and share `level` bits.
    pub fn subtree(&mut self, level: usize, leaves: &[HashedLeaf]) -> Subtree {
        match leaves {
            [] => self.empty(level),
            [lone] => self.lone(level, lone),
            _ => {
                let (left, right) = halves(level, leaves);
                let left = self.subtree(level + 1, left);
                let right = self.subtree(level + 1, right);
                self.join(level, left, right)
            }
        }
    }

    /// One leaf: in a keyed tree its digest, in a slot tree hashed up with empty siblings.
    fn lone(&mut self, level: usize, lone: &HashedLeaf) -> Subtree {
        let leaf = self.given(lone.digest, 1);
        let Shape::Slots(depth) = self.shape else {
            return leaf;
        };
        (level..depth.levels()).rev().fold(leaf, |below, turn| {
            let sibling = self.empty(turn + 1);
            if lone.leaf.key.bit(turn) { self.join(turn, sibling, below) } else { self.join(turn, below, sibling) }
        })
    }

    fn node(&mut self, left: Subtree, right: Subtree) -> Subtree {
        let height = left.height.max(right.height) + 1;
        if self.nodes.len() < height as usize {
            self.nodes.push(Vec::new());
        }
        let level = &mut self.nodes[height as usize - 1];
        level.push([left, right]);
        Subtree { height, index: level.len() as u32 - 1, leaves: left.leaves + right.leaves }
    }

    /// Computes everything, lowest nodes first.
    pub fn run(self) -> Digests {
        let mut digests = Digests(vec![self.given]);
        for level in self.nodes {
            let pairs: Vec<[Digest; 2]> = level.iter().map(|pair| pair.map(|subtree| digests.of(subtree))).collect();
            digests.0.push(node_digests(&pairs));
        }
        digests
    }
}

/// The digests of a schedule that has run.
pub(crate) struct Digests(Vec<Vec<Digest>>);

impl Digests {
    /// The digest of a subtree of that schedule.
    pub fn of(&self, subtree: Subtree) -> Digest {
        self.0[subtree.height as usize][subtree.index as usize]
    }
}

/// Ascending leaves of a subtree at `level`, parted at its middle.
pub(crate) fn halves(level: usize, leaves: &[HashedLeaf]) -> (&[HashedLeaf], &[HashedLeaf]) {
    leaves.split_at(leaves.partition_point(|hashed| !hashed.leaf.key.bit(level)))
}
