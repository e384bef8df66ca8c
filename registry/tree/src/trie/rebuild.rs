use std::sync::Arc;

use super::{Bucket, BucketTop, Node, bucket_digests, replace};
use crate::hash::{HashedLeaf, halves};
use crate::parallel::map_chunks;
use crate::store::{BucketWrite, Bytes, Change};
use crate::{Key, Leaf, Prefix, Shape};

/// Buckets hashed together by one thread: enough leaves to fill vectors at every level.
const BUCKETS_PER_TASK: usize = 64;
/// Leaves hashed together by one thread.
const LEAVES_PER_TASK: usize = 1024;
/// A bucket with more leaves is parted.
const MAX_BUCKET_LEAVES: usize = 32;

/// A bucket as it was, and the changes to its keys, ascending.
pub(crate) struct Edit {
    pub bucket: Bucket,
    pub changes: Vec<Change>,
}

/// A tree after edits.
pub(crate) struct Rebuilt {
    pub root: Arc<Node>,
    /// Buckets as they are now, in order of their prefixes.
    pub writes: Vec<BucketWrite>,
    /// Buckets that outgrew themselves: their leaves are in `writes` under longer prefixes.
    pub parted: Vec<Prefix>,
}

impl Rebuilt {
    /// The tree without any edit.
    pub fn unchanged(root: &Arc<Node>) -> Self {
        Self { root: Arc::clone(root), writes: Vec::new(), parted: Vec::new() }
    }
}

/// The tree that `root` becomes by these edits, which are in order of their buckets.
///
/// Every hash on the way from the changed leaves to the root is computed once, whatever the number
/// of changes below it.
pub(crate) fn rebuild(shape: Shape, root: &Arc<Node>, edits: &[Edit]) -> Rebuilt {
    let fresh = hash_changed(edits);
    let works = works(edits, &fresh);
    let buckets = map_chunks(&works, BUCKETS_PER_TASK, |works| works.iter().map(Work::buckets).collect::<Vec<_>>());
    let buckets: Vec<Vec<Bucket>> = buckets.into_iter().flatten().collect();
    let outgrown = edits.iter().zip(&buckets).filter(|(_, buckets)| buckets.len() > 1);
    let parted = outgrown.map(|(edit, _)| edit.bucket.prefix).collect();
    let values: Vec<_> = edits.iter().zip(&buckets).flat_map(|(edit, buckets)| values_of(edit, buckets)).collect();
    let buckets: Vec<Bucket> = buckets.into_iter().flatten().collect();
    let digests = map_chunks(&buckets, BUCKETS_PER_TASK, |buckets| bucket_digests(shape, buckets));
    let hashed = buckets.iter().zip(digests.into_iter().flatten());
    let writes: Vec<BucketWrite> = hashed
        .zip(values)
        .map(|((bucket, digest), values)| BucketWrite {
            prefix: bucket.prefix,
            digest,
            leaves: bucket.leaves.iter().map(|hashed| hashed.leaf).collect(),
            values,
        })
        .collect();
    let tops = writes.iter().map(|write| BucketTop::new(write.prefix, write.digest, write.leaves.len()));
    Rebuilt { root: replace(shape, root, &tops.collect::<Vec<_>>()), writes, parted }
}

/// The leaves that changed and are still there, hashed, in the order of edits and changes.
fn hash_changed(edits: &[Edit]) -> Vec<HashedLeaf> {
    let changes = edits.iter().flat_map(|edit| &edit.changes);
    let leaves: Vec<Leaf> = changes.filter_map(leaf_after).collect();
    map_chunks(&leaves, LEAVES_PER_TASK, HashedLeaf::all).into_iter().flatten().collect()
}

fn leaf_after(change: &Change) -> Option<Leaf> {
    let state = change.new.state.present()?;
    Some(Leaf::new(change.key, state))
}

/// An edit with its part of the leaves that were hashed for all.
struct Work<'a> {
    edit: &'a Edit,
    fresh: &'a [HashedLeaf],
}

fn works<'a>(edits: &'a [Edit], fresh: &'a [HashedLeaf]) -> Vec<Work<'a>> {
    let mut rest = fresh;
    let works = edits.iter().map(|edit| {
        let count = edit.changes.iter().filter_map(leaf_after).count();
        let (fresh, after) = rest.split_at(count);
        rest = after;
        Work { edit, fresh }
    });
    works.collect()
}

impl Work<'_> {
    /// One bucket if the leaves still fit it, be there none, else several with longer prefixes.
    fn buckets(&self) -> Vec<Bucket> {
        let prefix = self.edit.bucket.prefix;
        let leaves = self.merge();
        if leaves.len() <= MAX_BUCKET_LEAVES {
            return vec![Bucket { prefix, leaves }];
        }
        let mut buckets = Vec::new();
        part(prefix, &leaves, &mut buckets);
        buckets
    }

    /// The leaves of the bucket, with the changes carried out.
    fn merge(&self) -> Vec<HashedLeaf> {
        let mut merged = Vec::with_capacity(self.edit.bucket.leaves.len() + self.fresh.len());
        let mut old = self.edit.bucket.leaves.as_slice();
        let mut fresh = self.fresh;
        for change in &self.edit.changes {
            let key = change.key;
            let (before, after) = old.split_at(old.partition_point(|hashed| hashed.leaf.key < key));
            merged.extend_from_slice(before);
            old = match after {
                [replaced, after @ ..] if replaced.leaf.key == key => after,
                _ => after,
            };
            if let [own, after @ ..] = fresh
                && own.leaf.key == key
            {
                merged.push(*own);
                fresh = after;
            }
        }
        merged.extend_from_slice(old);
        merged
    }
}

/// Parts leaves until each part fits a bucket; parts without leaves are left out.
fn part(prefix: Prefix, leaves: &[HashedLeaf], buckets: &mut Vec<Bucket>) {
    if leaves.len() > MAX_BUCKET_LEAVES {
        let (left, right) = halves(prefix.len(), leaves);
        part(prefix.child(false), left, buckets);
        part(prefix.child(true), right, buckets);
    } else if !leaves.is_empty() {
        buckets.push(Bucket { prefix, leaves: leaves.to_vec() });
    }
}

/// The values that an edit writes or removes, for each of the buckets that came of it.
fn values_of(edit: &Edit, buckets: &[Bucket]) -> Vec<Vec<(Key, Option<Bytes>)>> {
    let mut rest = edit.changes.as_slice();
    let following = buckets.iter().skip(1).map(|bucket| Some(*bucket.prefix.first_key()));
    let ends = following.chain([None]);
    ends.map(|end| {
        // Keys whose leaves went may lie between two buckets; they go with the one before.
        let own = end.map_or(rest.len(), |end| rest.partition_point(|change| change.key < end));
        let (own, after) = rest.split_at(own);
        rest = after;
        own.iter().map(|change| (change.key, change.new.value.clone())).collect()
    })
    .collect()
}
