use serde::{Deserialize, Serialize};

use super::ChangesError;
use crate::{Key, LeafState, Shape, transition};

/// One key with its states before and after. Equal states say that the key was read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateChange {
    /// The key.
    pub key: Key,
    /// Its state before.
    pub old: LeafState,
    /// Its state after.
    pub new: LeafState,
}

impl StateChange {
    /// Whether the state differs after.
    pub fn is_change(&self) -> bool {
        self.old != self.new
    }
}

/// Whether `changes` is a list that a statement about a tree of this shape may make: keys that fit the shape, strictly
/// ascending, each with an allowed [`transition`].
///
/// # Errors
/// [`ChangesError`] for the first change that breaks a rule.
pub fn check_changes(shape: Shape, changes: &[StateChange]) -> Result<(), ChangesError> {
    let mut before: Option<&Key> = None;
    for (position, change) in changes.iter().enumerate() {
        shape.admits(&change.key).map_err(|reason| ChangesError::Key { position, reason })?;
        if before.is_some_and(|before| *before >= change.key) {
            return Err(ChangesError::NotAscending { position });
        }
        transition(shape, &change.old, &change.new).map_err(|reason| ChangesError::Transition { position, reason })?;
        before = Some(&change.key);
    }
    Ok(())
}
