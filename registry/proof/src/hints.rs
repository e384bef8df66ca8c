//! What the prover chose: where the path ends (docs/protocol.md, section 7).
//!
//! Hints travel in the clear and are absorbed. They choose only how many copies of the template there are and which
//! digests their ends have; [`Terminal::admits`] makes every choice harmless.
//!
//! ```text
//! slot tree    nothing: the depth is the tree's, and the end follows from the stated state
//! keyed tree   depth 1, end 1 (0 Empty, 1 Own, 2 Other), for Other: key 31 and the state of its leaf
//! ```
//!
//! The state of the key's own leaf is the statement's, and so does not travel.
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm,
    clippy::arithmetic_side_effects,
    clippy::as_conversions
)]

use statesync_tree::{FormError, Key, Leaf, LeafState, Opening, Shape, Terminal};

use crate::wire::{Rest, write_state};
use crate::{DecodeError, Statement};

/// Where the path of a proof ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hints {
    shape: Shape,
    depth: u8,
    end: End,
}

/// What stands at the end of the path. In a slot tree it follows from the state, and is `Stated`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    Stated,
    Empty,
    Own,
    Other(Leaf),
}

impl Hints {
    /// The hints of an opening.
    ///
    /// # Errors
    /// [`FormError::PathTooLong`] above 248 levels, which no tree gives.
    pub fn of(shape: Shape, opening: &Opening) -> Result<Self, FormError> {
        let depth = u8::try_from(opening.depth()).map_err(|_| FormError::PathTooLong { got: opening.depth() })?;
        let end = match (shape, opening.terminal) {
            (Shape::Slots(_), _) => End::Stated,
            (Shape::Keyed, Terminal::Empty) => End::Empty,
            (Shape::Keyed, Terminal::Own(_)) => End::Own,
            (Shape::Keyed, Terminal::Other(leaf)) => End::Other(leaf),
        };
        Ok(Self { shape, depth, end })
    }

    /// Number of levels between the root and the end.
    pub fn depth(&self) -> usize {
        usize::from(self.depth)
    }

    /// The other key's leaf at the end, if it is one.
    pub fn other(&self) -> Option<&Leaf> {
        match &self.end {
            End::Other(leaf) => Some(leaf),
            End::Stated | End::Empty | End::Own => None,
        }
    }

    /// The end of the path, with the statement's own state; `None` if the two contradict each other.
    pub(crate) fn terminal(&self, statement: &Statement) -> Option<Terminal> {
        match (self.end, statement.state().present()) {
            (End::Stated | End::Own, Some(state)) => Some(Terminal::Own(state)),
            (End::Stated | End::Empty, None) => Some(Terminal::Empty),
            (End::Other(leaf), None) => Some(Terminal::Other(leaf)),
            (End::Empty | End::Other(_), Some(_)) | (End::Own, None) => None,
        }
    }

    /// The bytes that travel and are absorbed.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self.end {
            End::Stated => Vec::new(),
            End::Empty => vec![self.depth, 0],
            End::Own => vec![self.depth, 1],
            End::Other(leaf) => {
                let mut bytes = vec![self.depth, 2];
                bytes.extend(leaf.key.as_bytes());
                write_state(&mut bytes, &LeafState::from(leaf.state));
                bytes
            }
        }
    }

    pub(crate) fn read(shape: Shape, rest: &mut Rest<'_>) -> Result<Self, DecodeError> {
        let Shape::Keyed = shape else {
            let depth = u8::try_from(shape.max_path()).map_err(|_| FormError::PathTooLong { got: shape.max_path() })?;
            return Ok(Self { shape, depth, end: End::Stated });
        };
        let [depth, tag] = rest.array()?;
        if usize::from(depth) > Key::BITS {
            return Err(DecodeError::TooDeep { depth: usize::from(depth), most: Key::BITS });
        }
        let end = match tag {
            0 => End::Empty,
            1 => End::Own,
            2 => End::Other(Leaf::new(rest.key()?, rest.present()?)),
            _ => return Err(DecodeError::UnknownTag { what: "end of path", tag }),
        };
        Ok(Self { shape, depth, end })
    }
}
