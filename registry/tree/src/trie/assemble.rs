use std::sync::Arc;

use super::{Node, Summary};
use crate::hash::{Digests, Schedule, Subtree};
use crate::{Digest, Prefix, Shape};

/// A bucket, as the nodes above it see it.
pub(crate) struct BucketTop {
    pub prefix: Prefix,
    pub summary: Summary,
}

impl BucketTop {
    pub fn new(prefix: Prefix, digest: Digest, leaves: usize) -> Self {
        let leaves = leaves as u64;
        Self { prefix, summary: Summary { digest, leaves } }
    }
}

/// The nodes above all buckets, without anything below to begin with.
pub(crate) fn grow(shape: Shape, buckets: &[BucketTop]) -> Arc<Node> {
    let mut assembly = Assembly(Schedule::new(shape));
    let root = assembly.grow(Prefix::ROOT, buckets);
    root.settle(&assembly.0.run())
}

/// The nodes above, after these buckets have changed; `buckets` are in order of their prefixes.
///
/// Nodes with no changed bucket below are shared with the old tree.
pub(crate) fn replace(shape: Shape, root: &Arc<Node>, buckets: &[BucketTop]) -> Arc<Node> {
    let mut assembly = Assembly(Schedule::new(shape));
    let root = assembly.replace(root, Prefix::ROOT, buckets);
    root.settle(&assembly.0.run())
}

/// Nodes are laid out first and hashed together afterwards.
struct Assembly(Schedule);

/// A node whose digest may not be known yet.
enum Pending {
    Kept(Subtree, Arc<Node>),
    Bucket(Subtree),
    Inner(Subtree, Box<[Pending; 2]>),
}

impl Assembly {
    fn replace(&mut self, node: &Arc<Node>, prefix: Prefix, buckets: &[BucketTop]) -> Pending {
        match node.as_ref() {
            _ if buckets.is_empty() => {
                let Summary { digest, leaves } = node.summary();
                Pending::Kept(self.0.given(digest, leaves), Arc::clone(node))
            }
            Node::Bucket(_) => self.grow(prefix, buckets),
            Node::Inner { halves, .. } => {
                let (left, right) = part(prefix, buckets);
                let left = self.replace(&halves[0], prefix.child(false), left);
                let right = self.replace(&halves[1], prefix.child(true), right);
                self.join(prefix, left, right)
            }
        }
    }

    fn grow(&mut self, prefix: Prefix, buckets: &[BucketTop]) -> Pending {
        match buckets {
            [] => Pending::Bucket(self.0.empty(prefix.len())),
            [only] if only.prefix == prefix => {
                let Summary { digest, leaves } = only.summary;
                Pending::Bucket(self.0.given(digest, leaves))
            }
            _ => {
                let (left, right) = part(prefix, buckets);
                let left = self.grow(prefix.child(false), left);
                let right = self.grow(prefix.child(true), right);
                self.join(prefix, left, right)
            }
        }
    }

    fn join(&mut self, prefix: Prefix, left: Pending, right: Pending) -> Pending {
        let node = self.0.join(prefix.len(), left.subtree(), right.subtree());
        Pending::Inner(node, Box::new([left, right]))
    }
}

impl Pending {
    fn subtree(&self) -> Subtree {
        match self {
            Self::Kept(subtree, _) | Self::Bucket(subtree) | Self::Inner(subtree, _) => *subtree,
        }
    }

    fn settle(self, digests: &Digests) -> Arc<Node> {
        let subtree = self.subtree();
        let summary = Summary { digest: digests.of(subtree), leaves: subtree.leaves };
        match self {
            Self::Kept(_, node) => node,
            Self::Bucket(_) => Arc::new(Node::Bucket(summary)),
            Self::Inner(_, halves) => {
                Arc::new(Node::Inner { summary, halves: halves.map(|half| half.settle(digests)) })
            }
        }
    }
}

fn part(prefix: Prefix, buckets: &[BucketTop]) -> (&[BucketTop], &[BucketTop]) {
    let level = prefix.len();
    buckets.split_at(buckets.partition_point(|bucket| !bucket.prefix.first_key().bit(level)))
}
