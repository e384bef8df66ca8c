use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use statesync_tree::{Anchor, ChangesError, Key, LeafState, Shape, StateChange, check_changes};

/// "The tree at `new_anchor` is the one at `old_anchor` with these changes made, and nothing else."
///
/// A change whose states are equal says that the key was in that state before and after. As JSON an object with the
/// fields below; keys in hexadecimal, anchors and states in their text forms.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SyncStatement {
    /// The tree before.
    pub old_anchor: Anchor,
    /// The tree after.
    pub new_anchor: Anchor,
    /// At most one per key, in strictly ascending order of keys.
    pub changes: Vec<StateChange>,
}

/// Why a statement about a set of changes is malformed: no proof of it exists, and none is looked at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SyncStatementError {
    /// The list means nothing in a tree of this shape.
    #[error(transparent)]
    Changes(#[from] ChangesError),
    /// Changes do not change the shape of a tree.
    #[error("the old anchor is of a {old} tree, the new one of a {new} tree")]
    ShapesDiffer {
        /// Shape of the old anchor.
        old: Shape,
        /// Shape of the new anchor.
        new: Shape,
    },
    /// A later change of a key does not begin in the state that the one before it ends in.
    #[error("change {position} begins with key {key} as {stated}, and the one before it left {left}")]
    Broken {
        /// Position in the sequence, from 0.
        position: usize,
        /// The key.
        key: Key,
        /// The state in which the change says it begins.
        stated: LeafState,
        /// The state that the sequence has reached.
        left: LeafState,
    },
}

impl SyncStatement {
    /// The shape of its trees.
    pub fn shape(&self) -> Shape {
        self.old_anchor.shape
    }

    /// Whether the statement means anything, true or false.
    ///
    /// # Errors
    /// [`SyncStatementError`] if the shapes differ, or a key, the order or a transition is not allowed.
    pub fn check(&self) -> Result<(), SyncStatementError> {
        let (old, new) = (self.old_anchor.shape, self.new_anchor.shape);
        if old != new {
            return Err(SyncStatementError::ShapesDiffer { old, new });
        }
        Ok(check_changes(old, &self.changes)?)
    }
}

/// Changes made one after the other, as one change per key: from its state before the first to that after the last.
///
/// # Errors
/// [`SyncStatementError::Broken`] if a change does not begin where the one before it on that key ended.
pub fn net(sequence: impl IntoIterator<Item = StateChange>) -> Result<Vec<StateChange>, SyncStatementError> {
    let mut netted: BTreeMap<Key, StateChange> = BTreeMap::new();
    for (position, change) in sequence.into_iter().enumerate() {
        let so_far = netted.entry(change.key).or_insert(StateChange { new: change.old, ..change });
        if so_far.new != change.old {
            let (key, stated, left) = (change.key, change.old, so_far.new);
            return Err(SyncStatementError::Broken { position, key, stated, left });
        }
        so_far.new = change.new;
    }
    Ok(netted.into_values().collect())
}
