#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm
)]

use serde::{Deserialize, Serialize};

use super::OpeningError;
use crate::subtree::digest_of_sorted;
use crate::{Digest, Key, Leaf, LeafState, Present, Shape, empty_digest, transition};

/// Where the descent of a key ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Terminal {
    /// At an empty place: the key is Empty.
    Empty,
    /// At the key's own leaf, which holds this.
    Own(Present),
    /// Keyed trees only: at the leaf of another key that shares the prefix. The key is Empty.
    Other(Leaf),
}

impl Terminal {
    /// The state that this terminal shows for the key.
    pub fn state(&self) -> LeafState {
        match self {
            Self::Own(state) => LeafState::from(*state),
            Self::Empty | Self::Other(_) => LeafState::Empty,
        }
    }

    /// Whether a descent of `key` can end so at `depth`: the rule that makes depth and other leaf,
    /// which a stranger chose, harmless.
    ///
    /// # Errors
    /// [`OpeningError`] unless the key fits the shape, the depth is at most 248 (in a slot tree,
    /// exactly its depth), and another leaf has another key, shares `depth` bits and is in a keyed
    /// tree.
    pub fn admits(&self, shape: Shape, depth: usize, key: &Key) -> Result<(), OpeningError> {
        shape.admits(key)?;
        let fits = match shape {
            Shape::Keyed => depth <= Key::BITS,
            Shape::Slots(levels) => depth == levels.levels(),
        };
        if !fits {
            return Err(OpeningError::Depth { got: depth, shape });
        }
        let Self::Other(other) = self else {
            return Ok(());
        };
        if matches!(shape, Shape::Slots(_)) {
            return Err(OpeningError::OtherInSlots);
        }
        if other.key == *key {
            return Err(OpeningError::OtherIsOwn);
        }
        let shared = other.key.common_prefix(key);
        if shared < depth {
            return Err(OpeningError::OtherOffPath { shared, depth });
        }
        Ok(())
    }

    /// The digest at the end of the descent: EMPTY, or the digest of the leaf found there.
    pub fn digest(&self, key: &Key) -> Digest {
        match self {
            Self::Empty => empty_digest(Shape::Keyed, 0),
            Self::Own(state) => Leaf::new(*key, *state).digest(),
            Self::Other(other) => other.digest(),
        }
    }

    /// The digest at the same place after `key` has changed to `new`, with every sibling the same.
    ///
    /// It is the digest of the subtree at `depth` that holds the other leaf, if there is one, and
    /// the key's leaf in its new state: for an insert beside another leaf a chain of nodes down to
    /// the first bit in which the keys differ.
    ///
    /// # Errors
    /// [`OpeningError::Transition`] if the change is no statement in this shape, and the errors of
    /// [`Terminal::admits`].
    pub fn digest_after(&self, shape: Shape, depth: usize, key: &Key, new: &LeafState) -> Result<Digest, OpeningError> {
        self.admits(shape, depth, key)?;
        transition(shape, &self.state(), new)?;
        let other = match self {
            Self::Other(other) => Some(*other),
            Self::Empty | Self::Own(_) => None,
        };
        let own = new.present().map(|state| Leaf::new(*key, state));
        let mut leaves: Vec<Leaf> = other.into_iter().chain(own).collect();
        leaves.sort_by_key(|leaf| leaf.key);
        Ok(digest_of_sorted(shape, depth, &leaves))
    }
}
