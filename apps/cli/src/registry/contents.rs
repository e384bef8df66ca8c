use statesync_proof::{Absence, Statement};
use statesync_tree::store::StoreView;
use statesync_tree::{Anchor, Key, LeafState, Prefix, Snapshot};

use super::trouble;
use crate::failure::Failure;
use crate::records::{Entry, Label, bare};

/// The records of a version, in the order of their names.
#[derive(Debug, Default)]
pub struct Contents {
    /// Those that have a value.
    pub entries: Vec<Entry>,
    /// What is left of those that were deleted. A tombstone keeps no name.
    pub deleted: Vec<Label>,
    /// Records of which the registry knows the digest of the value, and not the value.
    pub digests: Vec<Label>,
}

impl Contents {
    /// Reads the records whose names begin with `prefix`.
    ///
    /// Names are hashed, so records with like names lie nowhere together: this reads all of them.
    pub fn read<V: StoreView>(snapshot: &Snapshot<V>, prefix: &[u8], mut each: impl FnMut()) -> Result<Self, Failure> {
        let mut contents = Self::default();
        for leaf in snapshot.leaves(Prefix::ROOT) {
            let key = leaf.map_err(trouble)?.key;
            let record = snapshot.get(&key).map_err(trouble)?;
            let unnamed = bare(snapshot.shape(), &key);
            match (record.state, record.value) {
                (_, Some(value)) => contents.entries.push(Entry::read(snapshot.shape(), &key, &value)),
                (LeafState::Tombstone, None) => contents.deleted.push(unnamed),
                (LeafState::Empty | LeafState::Occupied(_), None) => contents.digests.push(unnamed),
            }
            each();
        }
        contents.entries.retain(|entry| entry.label.begins_with(prefix));
        contents.deleted.retain(|label| label.begins_with(prefix));
        contents.digests.retain(|label| label.begins_with(prefix));
        contents.entries.sort_unstable();
        Ok(contents)
    }
}

/// The record of a key, if it has a value whose bytes are there.
pub fn entry<V: StoreView>(snapshot: &Snapshot<V>, key: &Key) -> Result<Option<Entry>, Failure> {
    let value = snapshot.value(key).map_err(trouble)?;
    Ok(value.map(|bytes| Entry::read(snapshot.shape(), key, &bytes)))
}

/// The true statement about a key in this state.
pub fn true_statement(anchor: Anchor, key: Key, state: LeafState) -> Statement {
    match state {
        LeafState::Occupied(value) => Statement::Membership { anchor, key, value },
        LeafState::Empty => Statement::NonMembership { anchor, key, absence: Absence::Empty },
        LeafState::Tombstone => Statement::NonMembership { anchor, key, absence: Absence::Tombstone },
    }
}
