use std::sync::Arc;

use super::{Bucket, BucketTop, Node, bucket_digests, replace};
use crate::hash::HashedLeaf;
use crate::parallel::map_chunks;
use crate::store::{BucketWrite, Bytes, Change};
use crate::{Digest, Key, Leaf, Prefix, Shape, leaf_digests};

/// Buckets hashed together by one thread: enough leaves to fill vectors at every level.
const BUCKETS_PER_TASK: usize = 64;
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

/// A bucket as it will be.
struct Draft {
    prefix: Prefix,
    /// A leaf that did not change keeps its digest.
    leaves: Vec<(Leaf, Option<Digest>)>,
    values: Vec<(Key, Option<Bytes>)>,
}

impl Draft {
    fn new(prefix: Prefix, leaves: &[(Leaf, Option<Digest>)]) -> Self {
        Self { prefix, leaves: leaves.to_vec(), values: Vec::new() }
    }
}

/// The tree that `root` becomes by these edits, which are in order of their buckets.
///
/// Every hash on the way from the changed leaves to the root is computed once, whatever the number
/// of changes below it.
pub(crate) fn rebuild(shape: Shape, root: &Arc<Node>, edits: &[Edit]) -> Rebuilt {
    let drafts = map_chunks(edits, BUCKETS_PER_TASK, |edits| edits.iter().map(drafts_of).collect::<Vec<_>>());
    let drafts: Vec<Vec<Draft>> = drafts.into_iter().flatten().collect();
    let outgrown = edits.iter().zip(&drafts).filter(|(_, drafts)| drafts.len() > 1);
    let parted = outgrown.map(|(edit, _)| edit.bucket.prefix).collect();
    let drafts: Vec<Draft> = drafts.into_iter().flatten().collect();
    let writes = map_chunks(&drafts, BUCKETS_PER_TASK, |drafts| hash_drafts(shape, drafts));
    let writes: Vec<BucketWrite> = writes.into_iter().flatten().collect();
    let tops = writes.iter().map(|write| BucketTop::new(write.prefix, write.digest, write.leaves.len()));
    Rebuilt { root: replace(shape, root, &tops.collect::<Vec<_>>()), writes, parted }
}

/// One draft if the leaves still fit the bucket, else several with longer prefixes.
fn drafts_of(edit: &Edit) -> Vec<Draft> {
    let prefix = edit.bucket.prefix;
    let leaves = merge(&edit.bucket.leaves, &edit.changes);
    let mut drafts = Vec::new();
    if leaves.is_empty() {
        // All leaves went, in a rollback. The bucket stays, and is empty.
        drafts.push(Draft::new(prefix, &leaves));
    } else {
        part(prefix, &leaves, &mut drafts);
    }
    let mut rest = edit.changes.as_slice();
    for position in 0..drafts.len() {
        // Keys whose leaves went may lie between two drafts; they go with the one before.
        let own = match drafts.get(position + 1) {
            Some(next) => rest.partition_point(|change| change.key < *next.prefix.first_key()),
            None => rest.len(),
        };
        let (own, after) = rest.split_at(own);
        let values = own.iter().map(|change| (change.key, change.new.value.clone()));
        drafts[position].values = values.collect();
        rest = after;
    }
    drafts
}

/// Ascending leaves with ascending changes carried out.
fn merge(leaves: &[HashedLeaf], changes: &[Change]) -> Vec<(Leaf, Option<Digest>)> {
    let mut merged = Vec::with_capacity(leaves.len() + changes.len());
    let mut rest = leaves;
    let keep = |hashed: &HashedLeaf| (hashed.leaf, Some(hashed.digest));
    for change in changes {
        let (before, after) = rest.split_at(rest.partition_point(|hashed| hashed.leaf.key < change.key));
        merged.extend(before.iter().map(keep));
        rest = match after {
            [replaced, after @ ..] if replaced.leaf.key == change.key => after,
            _ => after,
        };
        let leaf = change.new.state.present();
        merged.extend(leaf.map(|state| (Leaf::new(change.key, state), None)));
    }
    merged.extend(rest.iter().map(keep));
    merged
}

/// Parts leaves until each part fits a bucket; parts without leaves are left out.
fn part(prefix: Prefix, leaves: &[(Leaf, Option<Digest>)], drafts: &mut Vec<Draft>) {
    if leaves.len() > MAX_BUCKET_LEAVES {
        let middle = leaves.partition_point(|(leaf, _)| !leaf.key.bit(prefix.len()));
        let (left, right) = leaves.split_at(middle);
        part(prefix.child(false), left, drafts);
        part(prefix.child(true), right, drafts);
    } else if !leaves.is_empty() {
        drafts.push(Draft::new(prefix, leaves));
    }
}

/// Hashes drafts together: the leaves that changed, then the nodes within the buckets.
fn hash_drafts(shape: Shape, drafts: &[Draft]) -> Vec<BucketWrite> {
    let all = drafts.iter().flat_map(|draft| &draft.leaves);
    let changed: Vec<Leaf> = all.filter(|(_, digest)| digest.is_none()).map(|(leaf, _)| *leaf).collect();
    let mut fresh = leaf_digests(&changed).into_iter();
    let mut hashed = |&(leaf, known): &(Leaf, Option<Digest>)| {
        let digest = known.or_else(|| fresh.next());
        let digest = digest.expect("every leaf without a digest was hashed");
        HashedLeaf { leaf, digest }
    };
    let buckets: Vec<Bucket> = drafts
        .iter()
        .map(|draft| Bucket { prefix: draft.prefix, leaves: draft.leaves.iter().map(&mut hashed).collect() })
        .collect();
    let digests = bucket_digests(shape, &buckets);
    let hashed = drafts.iter().zip(digests);
    hashed
        .map(|(draft, digest)| BucketWrite {
            prefix: draft.prefix,
            digest,
            leaves: draft.leaves.iter().map(|(leaf, _)| *leaf).collect(),
            values: draft.values.clone(),
        })
        .collect()
}
