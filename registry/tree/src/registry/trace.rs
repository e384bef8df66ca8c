use super::{RegistryError, Snapshot};
use crate::partial::{Traced, Tracer};
use crate::store::StoreView;
use crate::trie::{Bucket, Node};
use crate::{Key, Prefix, Shape};

impl<V: StoreView> Snapshot<V> {
    /// The part of this version's tree that `keys`, which ascend strictly, touch.
    ///
    /// # Errors
    /// [`RegistryError`] if a key does not fit the shape, or the store is damaged or fails.
    pub fn trace(&self, keys: &[Key]) -> Result<Traced, RegistryError> {
        keys.iter().try_for_each(|key| self.shape().admits(key))?;
        let visited = self.visit(keys, |_, _| Ok(()))?;
        let buckets: Vec<Bucket> = visited.into_iter().map(|(bucket, ())| bucket).collect();
        let mut walk = TraceWalk { snapshot: self, buckets: &buckets, tracer: Tracer::new(self.shape()) };
        walk.node(&self.root, Prefix::ROOT, keys)?;
        Ok(walk.tracer.finish())
    }
}

struct TraceWalk<'a, V> {
    snapshot: &'a Snapshot<V>,
    /// The buckets of the keys that are still to come.
    buckets: &'a [Bucket],
    tracer: Tracer,
}

impl<V: StoreView> TraceWalk<'_, V> {
    fn node(&mut self, node: &Node, prefix: Prefix, keys: &[Key]) -> Result<(), RegistryError> {
        let summary = node.summary();
        if keys.is_empty() {
            self.tracer.given(summary.digest, summary.leaves);
            return Ok(());
        }
        match node {
            Node::Bucket(_) => {
                let (bucket, rest) = self.buckets.split_first().expect("every bucket with a key was read");
                self.buckets = rest;
                self.tracer.leaves(prefix.len(), &bucket.leaves, keys);
            }
            // A leaf without company stands as high as it can, above the bucket that it is in.
            Node::Inner { .. } if self.snapshot.shape() == Shape::Keyed && summary.leaves <= 1 => {
                let below = self.buckets.partition_point(|bucket| prefix.covers(bucket.prefix.first_key()));
                self.buckets = &self.buckets[below..];
                let lone = self.snapshot.leaves(prefix).next().transpose()?;
                self.tracer.terminal(lone, keys);
            }
            Node::Inner { halves, .. } => {
                self.tracer.inner();
                let (left, right) = keys.split_at(keys.partition_point(|key| !key.bit(prefix.len())));
                self.node(&halves[0], prefix.child(false), left)?;
                self.node(&halves[1], prefix.child(true), right)?;
            }
        }
        Ok(())
    }
}
