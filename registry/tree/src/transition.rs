use crate::{LeafState, Shape};

/// A change of one leaf that no statement may claim.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("in a keyed tree a leaf does not change from {old} to {new}")]
pub struct TransitionError {
    /// The state before.
    pub old: LeafState,
    /// The state after.
    pub new: LeafState,
}

/// Whether a statement may claim that a leaf changes from `old` to `new`.
///
/// | keyed | to Empty | to Occupied | to Tombstone |
/// |---|---|---|---|
/// | from Empty | yes | yes | no |
/// | from Occupied | **no** | yes | yes |
/// | from Tombstone | **no** | yes | yes |
///
/// No leaf of a keyed tree ever becomes Empty, so no node loses a leaf and no subtree collapses.
/// What is proved with opaque siblings rests on it: a verifier cannot see whether an opaque sibling
/// would have to move up, and a wrong collapse hides other records. In a slot tree leaves do not
/// move, and any pair of states is a statement.
///
/// # Errors
/// [`TransitionError`] for the pairs marked "no", in keyed trees.
pub fn transition(shape: Shape, old: &LeafState, new: &LeafState) -> Result<(), TransitionError> {
    use LeafState::{Empty, Occupied, Tombstone};
    let allowed = match (old, new) {
        (Empty, Empty | Occupied(_)) => true,
        (Occupied(_) | Tombstone, Occupied(_) | Tombstone) => true,
        (Empty, Tombstone) | (Occupied(_) | Tombstone, Empty) => matches!(shape, Shape::Slots(_)),
    };
    if allowed { Ok(()) } else { Err(TransitionError { old: *old, new: *new }) }
}
