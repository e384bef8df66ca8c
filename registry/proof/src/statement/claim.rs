use serde::{Deserialize, Serialize};
use statesync_tree::{Anchor, FormError, Key, LeafState, Shape, TransitionError, ValueDigest, transition};

use crate::Kind;

/// One claim about a registry.
///
/// As JSON an object with a `kind` and the fields below, keys and digests in hexadecimal, anchors and states in their
/// text forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Statement {
    /// At `anchor`, `key` is Occupied with this value digest.
    Membership {
        /// The tree.
        anchor: Anchor,
        /// The record.
        key: Key,
        /// Digest of its value.
        value: ValueDigest,
    },
    /// At `anchor`, `key` is absent in this way.
    NonMembership {
        /// The tree.
        anchor: Anchor,
        /// The record.
        key: Key,
        /// Never used, or deleted.
        absence: Absence,
    },
    /// The tree at `new_anchor` is the one at `old_anchor` with `key` changed from `old` to `new`, and nothing else.
    Update {
        /// The tree before.
        old_anchor: Anchor,
        /// The tree after.
        new_anchor: Anchor,
        /// The record.
        key: Key,
        /// Its state before.
        old: LeafState,
        /// Its state after.
        new: LeafState,
    },
}

/// The two ways in which a record is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Absence {
    /// Never used.
    Empty,
    /// Used once, then deleted.
    Tombstone,
}

/// Why a statement is malformed: no proof of it exists, and none is looked at.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StatementError {
    /// The key cannot be used in a tree of this shape.
    #[error(transparent)]
    Key(#[from] FormError),
    /// No leaf of a keyed tree becomes Empty, and none becomes a Tombstone unused.
    #[error(transparent)]
    Transition(#[from] TransitionError),
    /// An update does not change the shape of a tree.
    #[error("the old anchor is of a {old} tree, the new one of a {new} tree")]
    ShapesDiffer {
        /// Shape of the old anchor.
        old: Shape,
        /// Shape of the new anchor.
        new: Shape,
    },
}

impl Statement {
    /// The kind of claim.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Membership { .. } => Kind::Membership,
            Self::NonMembership { .. } => Kind::NonMembership,
            Self::Update { .. } => Kind::Update,
        }
    }

    /// The key it is about.
    pub fn key(&self) -> &Key {
        match self {
            Self::Membership { key, .. } | Self::NonMembership { key, .. } | Self::Update { key, .. } => key,
        }
    }

    /// The tree in which the key has its (old) state.
    pub fn anchor(&self) -> &Anchor {
        match self {
            Self::Membership { anchor, .. } | Self::NonMembership { anchor, .. } => anchor,
            Self::Update { old_anchor, .. } => old_anchor,
        }
    }

    /// The shape of its trees.
    pub fn shape(&self) -> Shape {
        self.anchor().shape
    }

    /// The state that the key is said to have at [`anchor`](Self::anchor).
    pub fn state(&self) -> LeafState {
        match *self {
            Self::Membership { value, .. } => LeafState::Occupied(value),
            Self::NonMembership { absence: Absence::Empty, .. } => LeafState::Empty,
            Self::NonMembership { absence: Absence::Tombstone, .. } => LeafState::Tombstone,
            Self::Update { old, .. } => old,
        }
    }

    /// Whether the statement means anything, true or false.
    ///
    /// # Errors
    /// [`StatementError`] if the key does not fit the shape, the shapes differ or the transition is not allowed.
    pub fn check(&self) -> Result<(), StatementError> {
        self.shape().admits(self.key())?;
        if let Self::Update { old_anchor, new_anchor, old, new, .. } = self {
            let (before, after) = (old_anchor.shape, new_anchor.shape);
            if before != after {
                return Err(StatementError::ShapesDiffer { old: before, new: after });
            }
            transition(before, old, new)?;
        }
        Ok(())
    }
}
