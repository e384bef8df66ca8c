//! The canonical bytes of a statement (docs/protocol.md, section 7): what is absorbed, and how a request begins.
//!
//! ```text
//! kind                   1    1 membership, 2 non-membership, 3 update
//! 1: anchor 35, key 31, value digest 32
//! 2: anchor 35, key 31, state (tag 0 or 2)
//! 3: old anchor 35, new anchor 35, key 31, old state, new state
//! state                       tag 0 Empty, 1 Occupied and 32 bytes of value digest, 2 Tombstone
//! ```
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

use statesync_tree::LeafState;

use super::{Absence, Kind, Statement};
use crate::DecodeError;
use crate::wire::{Rest, write_state};

impl Statement {
    /// The canonical bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.kind().to_byte()];
        bytes.extend(self.anchor().to_bytes());
        if let Self::Update { new_anchor, .. } = self {
            bytes.extend(new_anchor.to_bytes());
        }
        bytes.extend(self.key().as_bytes());
        match self {
            Self::Membership { value, .. } => bytes.extend(value.digest().to_bytes()),
            Self::NonMembership { .. } => write_state(&mut bytes, &self.state()),
            Self::Update { old, new, .. } => {
                write_state(&mut bytes, old);
                write_state(&mut bytes, new);
            }
        }
        bytes
    }

    /// Reads the canonical bytes of a well-formed statement.
    ///
    /// # Errors
    /// [`DecodeError`] for anything that [`Statement::to_bytes`] does not give for a statement that
    /// [`check`](Statement::check) admits.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut rest = Rest::new("a statement", bytes);
        let statement = Self::read(&mut rest)?;
        rest.end()?;
        Ok(statement)
    }

    pub(crate) fn read(rest: &mut Rest<'_>) -> Result<Self, DecodeError> {
        let statement = match rest.kind()? {
            Kind::Membership => Self::Membership { anchor: rest.anchor()?, key: rest.key()?, value: rest.value()? },
            Kind::NonMembership => {
                let (anchor, key) = (rest.anchor()?, rest.key()?);
                let absence = match rest.state()? {
                    LeafState::Empty => Absence::Empty,
                    LeafState::Tombstone => Absence::Tombstone,
                    LeafState::Occupied(_) => return Err(DecodeError::UnknownTag { what: "absence", tag: 1 }),
                };
                Self::NonMembership { anchor, key, absence }
            }
            Kind::Update => Self::Update {
                old_anchor: rest.anchor()?,
                new_anchor: rest.anchor()?,
                key: rest.key()?,
                old: rest.state()?,
                new: rest.state()?,
            },
        };
        statement.check()?;
        Ok(statement)
    }
}
