use std::collections::BTreeMap;
use std::sync::Arc;

use super::RegistryError;
use super::read::PLACES_PER_TASK;
use crate::store::{Bytes, Counts, Record, StoreView, Version, VersionRow};
use crate::trie::{Node, Place};
use crate::{Anchor, Key, Leaf, LeafState, Opening, Prefix, Shape, Terminal};

/// One version of a registry, to read from. Later changes of the registry do not change it.
///
/// Every leaf that is read is checked against the tree, every value against its leaf: a damaged
/// store gives errors, never "absent".
#[derive(Clone)]
pub struct Snapshot<V> {
    pub(super) row: VersionRow,
    pub(super) root: Arc<Node>,
    pub(super) view: V,
    /// What keys of an older version held, where the store's newest holds something else.
    pub(super) held: Arc<BTreeMap<Key, Record>>,
}

impl<V: StoreView> Snapshot<V> {
    /// The version that the store's newest state is.
    pub(super) fn of_newest(row: VersionRow, root: Arc<Node>, view: V) -> Self {
        Self { row, root, view, held: Arc::default() }
    }

    /// Number, parent, anchor, counts and time.
    pub const fn row(&self) -> &VersionRow {
        &self.row
    }

    /// The number of this version.
    pub const fn version(&self) -> Version {
        self.row.version
    }

    /// What a client of this version trusts.
    pub const fn anchor(&self) -> &Anchor {
        &self.row.anchor
    }

    /// Shape of the tree.
    pub const fn shape(&self) -> Shape {
        self.row.anchor.shape
    }

    /// Keys by state.
    pub const fn counts(&self) -> Counts {
        self.row.counts
    }

    /// What a key holds, with the bytes of its value.
    ///
    /// # Errors
    /// [`RegistryError`] if the key does not fit the shape, or the store is damaged or fails.
    pub fn get(&self, key: &Key) -> Result<Record, RegistryError> {
        self.record(key, self.state(key)?)
    }

    /// The bytes of a value; none where the key holds no value, or one known by its digest alone.
    ///
    /// # Errors
    /// As [`Snapshot::get`].
    pub fn value(&self, key: &Key) -> Result<Option<Bytes>, RegistryError> {
        Ok(self.get(key)?.value)
    }

    /// The state of a key.
    ///
    /// # Errors
    /// As [`Snapshot::get`].
    pub fn state(&self, key: &Key) -> Result<LeafState, RegistryError> {
        self.shape().admits(key)?;
        let places = self.root.locate(&[*key]);
        let buckets = self.read(&places)?;
        let found = buckets.first().map(|bucket| bucket.state(key));
        Ok(found.unwrap_or(LeafState::Empty))
    }

    /// The answer for a key that anyone can check against the [`anchor`](Snapshot::anchor).
    ///
    /// # Errors
    /// As [`Snapshot::get`].
    pub fn open(&self, key: &Key) -> Result<Opening, RegistryError> {
        self.shape().admits(key)?;
        let mut siblings = Vec::new();
        let mut node = &self.root;
        let mut prefix = Prefix::ROOT;
        while let Node::Inner { summary, halves } = node.as_ref() {
            if self.shape() == Shape::Keyed && summary.leaves <= 1 {
                break;
            }
            let right = key.bit(prefix.len());
            siblings.push(halves[usize::from(!right)].summary().digest);
            node = &halves[usize::from(right)];
            prefix = prefix.child(right);
        }
        let terminal = match node.as_ref() {
            Node::Inner { .. } => self.lone_terminal(&prefix, key)?,
            Node::Bucket(summary) => {
                let place = Place::new(prefix, *summary);
                let bucket = self.read_one(place)?;
                let path = bucket.descend(self.shape(), key);
                siblings.extend(path.siblings);
                path.terminal
            }
        };
        siblings.reverse();
        Ok(Opening { siblings, terminal })
    }

    /// The leaves under a prefix, ascending. Buckets are read as the iterator gets to them; the
    /// first error takes the place of the leaves that were read with it.
    pub fn leaves(&self, prefix: Prefix) -> impl Iterator<Item = Result<Leaf, RegistryError>> + use<'_, V> {
        let places = self.root.buckets_under(&prefix);
        let starts = (0..places.len()).step_by(PLACES_PER_TASK);
        starts.flat_map(move |start| {
            let end = places.len().min(start + PLACES_PER_TASK);
            let (buckets, failure) = match self.read(&places[start..end]) {
                Ok(buckets) => (buckets, None),
                Err(error) => (Vec::new(), Some(Err(error))),
            };
            let leaves = buckets.into_iter().flat_map(|bucket| bucket.leaves);
            let leaves = leaves.map(|hashed| hashed.leaf);
            let covered = leaves.filter(move |leaf| prefix.covers(&leaf.key));
            covered.map(Ok).chain(failure)
        })
    }

    /// What the keys under a prefix hold, ascending by key, with the bytes of their values: each
    /// bucket is read once, as the iterator gets to it. Errors as [`Snapshot::leaves`].
    pub fn records(&self, prefix: Prefix) -> impl Iterator<Item = Result<(Key, Record), RegistryError>> + use<'_, V> {
        self.leaves(prefix).map(|leaf| {
            let Leaf { key, state } = leaf?;
            Ok((key, self.record(&key, state.into())?))
        })
    }

    /// The record of a key whose state is known.
    pub(super) fn record(&self, key: &Key, state: LeafState) -> Result<Record, RegistryError> {
        let value = match (&state, self.held.get(key)) {
            (LeafState::Empty | LeafState::Tombstone, _) => None,
            (LeafState::Occupied(_), Some(held)) => held.value.clone(),
            (LeafState::Occupied(_), None) => self.view.value(key)?,
        };
        match (&state, &value) {
            (_, Some(bytes)) if LeafState::of(bytes) != state => Err(RegistryError::DamagedValue { key: *key }),
            _ => Ok(Record { state, value }),
        }
    }

    /// Where a descent ends that meets a keyed subtree of at most one leaf above the buckets.
    fn lone_terminal(&self, prefix: &Prefix, key: &Key) -> Result<Terminal, RegistryError> {
        match self.leaves(*prefix).next().transpose()? {
            None => Ok(Terminal::Empty),
            Some(lone) if lone.key == *key => Ok(Terminal::Own(lone.state)),
            Some(lone) => Ok(Terminal::Other(lone)),
        }
    }
}
