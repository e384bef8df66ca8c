use super::SkeletonError;
use crate::{Digest, Leaf, Shape, empty_digest, leaf_digests, node_digests};

/// What a node of a partial tree has below it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Child {
    /// Nothing: EMPTY.
    Empty,
    /// A leaf of [`PartialTree::leaves`].
    Leaf(usize),
    /// An opaque digest, by its number in the walk.
    Opaque(usize),
    /// A node of the old run.
    Old(usize),
    /// A node of the new run.
    New(usize),
}

/// Two trees, as far as the changes between them reach.
///
/// The old run has the nodes of the old tree in preorder; those without a change below belong to both trees. The new
/// run has the nodes of the new tree that differ, in preorder. A node comes before its children.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartialTree {
    pub(super) shape: Shape,
    pub(super) leaves: Vec<Leaf>,
    pub(super) opaque: usize,
    pub(super) old: Vec<[Child; 2]>,
    pub(super) new: Vec<[Child; 2]>,
    /// The old and the new root.
    pub(super) roots: [Child; 2],
}

/// The digest of every node of a partial tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartialDigests {
    /// Of each leaf.
    pub leaves: Vec<Digest>,
    /// Of each node of the old run.
    pub old: Vec<Digest>,
    /// Of each node of the new run.
    pub new: Vec<Digest>,
    /// Of the old and the new root.
    pub roots: [Digest; 2],
}

impl PartialTree {
    /// The leaves whose digests are read, old and new ones.
    pub fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    /// The digests of the leaves, hashed together.
    pub fn leaf_digests(&self) -> Vec<Digest> {
        leaf_digests(&self.leaves)
    }

    /// Number of opaque digests.
    pub fn opaque(&self) -> usize {
        self.opaque
    }

    /// Left and right child of every node of the old run.
    pub fn old(&self) -> &[[Child; 2]] {
        &self.old
    }

    /// Left and right child of every node of the new run.
    pub fn new_run(&self) -> &[[Child; 2]] {
        &self.new
    }

    /// The old and the new root.
    pub fn roots(&self) -> [Child; 2] {
        self.roots
    }

    /// Hashes both trees, all nodes of one height together.
    ///
    /// # Errors
    /// [`SkeletonError::Opaque`] if there are not as many opaque digests as the walk passes.
    pub fn digests(&self, opaque: &[Digest]) -> Result<PartialDigests, SkeletonError> {
        if opaque.len() != self.opaque {
            return Err(SkeletonError::Opaque { got: opaque.len(), wanted: self.opaque });
        }
        let empty = empty_digest(self.shape, 0);
        let mut digests = PartialDigests {
            leaves: self.leaf_digests(),
            old: vec![empty; self.old.len()],
            new: vec![empty; self.new.len()],
            roots: [empty; 2],
        };
        for level in self.levels() {
            let pairs: Vec<[Digest; 2]> =
                level.iter().map(|&node| self.children(node).map(|child| digests.of(child, opaque, empty))).collect();
            for (&node, digest) in level.iter().zip(node_digests(&pairs)) {
                match node {
                    Node::Old(at) => digests.old[at] = digest,
                    Node::New(at) => digests.new[at] = digest,
                }
            }
        }
        digests.roots = self.roots.map(|root| digests.of(root, opaque, empty));
        Ok(digests)
    }

    fn children(&self, node: Node) -> [Child; 2] {
        match node {
            Node::Old(at) => self.old[at],
            Node::New(at) => self.new[at],
        }
    }

    /// The nodes by height, lowest first. Children come later in their run, and no old node is above a new one.
    fn levels(&self) -> Vec<Vec<Node>> {
        let mut heights = [vec![0; self.old.len()], vec![0; self.new.len()]];
        let mut levels: Vec<Vec<Node>> = Vec::new();
        let old = (0..self.old.len()).rev().map(Node::Old);
        let new = (0..self.new.len()).rev().map(Node::New);
        for node in old.chain(new) {
            let of = |child| match child {
                Child::Empty | Child::Leaf(_) | Child::Opaque(_) => 0,
                Child::Old(at) => heights[0][at] + 1,
                Child::New(at) => heights[1][at] + 1,
            };
            let [left, right] = self.children(node).map(of);
            let height = left.max(right);
            match node {
                Node::Old(at) => heights[0][at] = height,
                Node::New(at) => heights[1][at] = height,
            }
            if levels.len() <= height {
                levels.resize_with(height + 1, Vec::new);
            }
            levels[height].push(node);
        }
        levels
    }
}

#[derive(Clone, Copy)]
enum Node {
    Old(usize),
    New(usize),
}

impl PartialDigests {
    fn of(&self, child: Child, opaque: &[Digest], empty: Digest) -> Digest {
        match child {
            Child::Empty => empty,
            Child::Leaf(at) => self.leaves[at],
            Child::Opaque(at) => opaque[at],
            Child::Old(at) => self.old[at],
            Child::New(at) => self.new[at],
        }
    }
}
