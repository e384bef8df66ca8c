use crate::{Digest, FormError, LeafState, Shape, TransitionError};

/// Why an opening does not show what it is asked to show.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// The key cannot be used in a tree of this shape.
    #[error(transparent)]
    Key(#[from] FormError),
    /// The change of the leaf is no statement in a tree of this shape.
    #[error(transparent)]
    Transition(#[from] TransitionError),
    /// The path has a length that no path of the shape has.
    #[error("a path of {got} levels does not exist in a {shape} tree")]
    Depth {
        /// Levels of the opening.
        got: usize,
        /// Shape of the tree.
        shape: Shape,
    },
    /// Another key's leaf ends the path, in a slot tree, where each slot has its own place.
    #[error("in a slot tree no other key's leaf can end a path")]
    OtherInSlots,
    /// The leaf of the key itself is presented as another key's.
    #[error("the leaf that should show the key absent is the key's own")]
    OtherIsOwn,
    /// The other leaf is not on the path of the key.
    #[error("the other leaf shares {shared} bits with the key, too few for a path of {depth}")]
    OtherOffPath {
        /// Bits that the two keys share.
        shared: usize,
        /// Levels of the opening.
        depth: usize,
    },
    /// The key holds another state than claimed.
    #[error("the key is {found}, not {claimed}")]
    State {
        /// What was claimed.
        claimed: LeafState,
        /// What the opening shows.
        found: LeafState,
    },
    /// The path leads to another root.
    #[error("the path leads to root {found}, not to {anchored}")]
    Root {
        /// Root of the caller's anchor.
        anchored: Digest,
        /// Root that the opening leads to.
        found: Digest,
    },
}
