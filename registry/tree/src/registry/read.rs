use std::ops::Range;

use super::{RegistryError, Snapshot};
use crate::hash::HashedLeaf;
use crate::parallel::map_chunks;
use crate::store::StoreView;
use crate::trie::{Bucket, Place, bucket_digests};
use crate::{Digest, Key, Leaf};

/// Buckets read and checked together, by one thread: enough leaves to fill vectors.
pub(super) const PLACES_PER_TASK: usize = 64;

impl<V: StoreView> Snapshot<V> {
    /// Reads the buckets that `keys`, which ascend, belong to, and gives each with what `visitor`
    /// makes of it and of the positions of its keys.
    pub(super) fn visit<T: Send>(
        &self,
        keys: &[Key],
        visitor: impl Fn(&Bucket, Range<usize>) -> Result<T, RegistryError> + Sync,
    ) -> Result<Vec<(Bucket, T)>, RegistryError> {
        let places = self.root.locate(keys);
        let visited = map_chunks(&places, PLACES_PER_TASK, |places| {
            let buckets = self.read(places)?.into_iter();
            let visited = places.iter().zip(buckets).map(|(place, bucket)| {
                let made = visitor(&bucket, place.keys.clone())?;
                Ok((bucket, made))
            });
            visited.collect::<Result<Vec<_>, RegistryError>>()
        });
        let mut all = Vec::with_capacity(places.len());
        for visited in visited {
            all.extend(visited?);
        }
        Ok(all)
    }

    /// Reads one bucket.
    pub(super) fn read_one(&self, place: Place) -> Result<Bucket, RegistryError> {
        let mut buckets = self.read(std::slice::from_ref(&place))?;
        Ok(buckets.remove(0))
    }

    /// Reads buckets and checks each against the tree: the one door for leaves.
    pub(super) fn read(&self, places: &[Place]) -> Result<Vec<Bucket>, RegistryError> {
        let mut leaves = Vec::new();
        let mut ends = Vec::with_capacity(places.len());
        for place in places {
            leaves.extend(self.stored_leaves(place)?);
            ends.push(leaves.len());
        }
        let mut hashed = HashedLeaf::all(&leaves).into_iter();
        let mut start = 0;
        let buckets = places.iter().zip(ends).map(|(place, end)| {
            let leaves = hashed.by_ref().take(end - start).collect();
            start = end;
            Bucket { prefix: place.prefix, leaves }
        });
        let buckets: Vec<Bucket> = buckets.collect();
        let digests = bucket_digests(self.shape(), &buckets);
        check(places, &buckets, &digests)?;
        Ok(buckets)
    }

    /// The leaves of a bucket at this version.
    fn stored_leaves(&self, place: &Place) -> Result<Vec<Leaf>, RegistryError> {
        let mut leaves = self.view.bucket(&place.prefix)?;
        if self.held.is_empty() {
            return Ok(leaves);
        }
        leaves.retain(|leaf| !self.held.contains_key(&leaf.key));
        let held = self.held.range(place.prefix.first_key()..);
        let held = held.take_while(|(key, _)| place.prefix.covers(key));
        leaves.extend(held.filter_map(|(key, record)| {
            let state = record.state.present()?;
            Some(Leaf::new(*key, state))
        }));
        leaves.sort_unstable_by_key(|leaf| leaf.key);
        Ok(leaves)
    }
}

/// That each bucket has the digest which the tree knows of it.
fn check(places: &[Place], buckets: &[Bucket], digests: &[Digest]) -> Result<(), RegistryError> {
    for ((place, bucket), found) in places.iter().zip(buckets).zip(digests) {
        let count = bucket.leaves.len() as u64;
        if *found != place.summary.digest || count != place.summary.leaves {
            return Err(RegistryError::DamagedBucket {
                prefix: place.prefix,
                stored: place.summary.digest,
                found: *found,
            });
        }
    }
    Ok(())
}
