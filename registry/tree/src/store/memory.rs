use std::sync::Arc;

use rpds::RedBlackTreeMapSync;

use super::{
    BucketRow, BucketWrite, Bytes, Commit, LogChange, Record, Store, StoreError, StoreView, Version, VersionRow,
};
use crate::{Digest, Key, Leaf, Prefix};

/// A store in memory: nothing outlives the process. Views share what did not change.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore(MemoryView);

/// A state of a [`MemoryStore`].
#[derive(Clone, Debug, Default)]
pub struct MemoryView {
    buckets: RedBlackTreeMapSync<Prefix, Arc<MemoryBucket>>,
    versions: RedBlackTreeMapSync<Version, MemoryVersion>,
    highest: Option<Version>,
}

#[derive(Debug)]
struct MemoryBucket {
    digest: Digest,
    leaves: Vec<Leaf>,
    /// As many as leaves.
    values: Vec<Option<Bytes>>,
}

#[derive(Clone, Debug)]
struct MemoryVersion {
    row: VersionRow,
    before: Arc<[(Key, Record)]>,
}

impl Store for MemoryStore {
    type View = MemoryView;

    fn view(&self) -> Result<MemoryView, StoreError> {
        Ok(self.0.clone())
    }

    fn commit(&mut self, commit: Commit) -> Result<(), StoreError> {
        let old = self.0.clone();
        for prefix in &commit.parted {
            self.0.buckets.remove_mut(prefix);
        }
        for write in commit.buckets {
            self.0.write_bucket(&old, write);
        }
        self.0.change_log(commit.log);
        Ok(())
    }
}

impl MemoryView {
    /// The bucket that a key belongs to.
    fn bucket_of(&self, key: &Key) -> Option<&MemoryBucket> {
        let whole = Prefix::whole(key);
        let (prefix, bucket) = self.buckets.range(..=whole).next_back()?;
        prefix.covers(key).then_some(bucket)
    }

    /// Writes a bucket; values that do not change come from the `old` state.
    fn write_bucket(&mut self, old: &Self, write: BucketWrite) {
        if write.leaves.is_empty() {
            self.buckets.remove_mut(&write.prefix);
            return;
        }
        let before = old.bucket_of(write.prefix.first_key());
        let value = |leaf: &Leaf| {
            let written = write.values.binary_search_by_key(&leaf.key, |(key, _)| *key);
            match written {
                Ok(at) => write.values[at].1.clone(),
                Err(_) => before.and_then(|bucket| bucket.value(&leaf.key)),
            }
        };
        let bucket = MemoryBucket {
            digest: write.digest,
            values: write.leaves.iter().map(value).collect(),
            leaves: write.leaves,
        };
        self.buckets.insert_mut(write.prefix, Arc::new(bucket));
    }

    fn change_log(&mut self, change: LogChange) {
        match change {
            LogChange::Append { row, changes } => {
                let before = changes.into_iter().map(|change| (change.key, change.old));
                let before = before.collect();
                self.highest = Some(row.version);
                self.versions.insert_mut(row.version, MemoryVersion { row, before });
            }
            LogChange::RollBack { to } => self.drop_versions(|version| version > to),
            LogChange::Prune { oldest } => {
                self.drop_versions(|version| version < oldest);
                if let Some(version) = self.versions.get_mut(&oldest) {
                    version.before = Arc::new([]);
                }
            }
        }
    }

    fn drop_versions(&mut self, dropped: impl Fn(Version) -> bool) {
        let numbers: Vec<Version> = self.versions.keys().copied().collect();
        for version in numbers.into_iter().filter(|version| dropped(*version)) {
            self.versions.remove_mut(&version);
        }
    }
}

impl MemoryBucket {
    fn value(&self, key: &Key) -> Option<Bytes> {
        let at = self.leaves.binary_search_by_key(key, |leaf| leaf.key).ok()?;
        self.values[at].clone()
    }
}

impl StoreView for MemoryView {
    fn bucket(&self, prefix: &Prefix) -> Result<Vec<Leaf>, StoreError> {
        let bucket = self.buckets.get(prefix);
        Ok(bucket.map_or_else(Vec::new, |bucket| bucket.leaves.clone()))
    }

    fn buckets(&self) -> Result<Vec<BucketRow>, StoreError> {
        let rows = self.buckets.iter().map(|(prefix, bucket)| BucketRow {
            prefix: *prefix,
            digest: bucket.digest,
            leaves: bucket.leaves.len(),
        });
        Ok(rows.collect())
    }

    fn value(&self, key: &Key) -> Result<Option<Bytes>, StoreError> {
        Ok(self.bucket_of(key).and_then(|bucket| bucket.value(key)))
    }

    fn versions(&self, from: Version) -> Result<Vec<VersionRow>, StoreError> {
        let kept = self.versions.range(from..);
        Ok(kept.map(|(_, version)| version.row).collect())
    }

    fn highest_version(&self) -> Result<Option<Version>, StoreError> {
        Ok(self.highest)
    }

    fn held_before(&self, version: Version) -> Result<Vec<(Key, Record)>, StoreError> {
        let version = self.versions.get(&version);
        Ok(version.map_or_else(Vec::new, |version| version.before.to_vec()))
    }
}
