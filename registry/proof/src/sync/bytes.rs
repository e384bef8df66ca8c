//! The canonical bytes of a sync statement: what is absorbed.
//!
//! ```text
//! kind           1    4
//! old anchor    35
//! new anchor    35
//! changes        4    their number
//! each: key 31, old state, new state
//! state               tag 0 Empty, 1 Occupied and 32 bytes of value digest, 2 Tombstone
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

use statesync_tree::StateChange;

use super::SyncStatement;
use crate::DecodeError;
use crate::wire::{Rest, write_state};

const WHAT: &str = "a sync statement";
/// The byte that names the kind of statement.
pub(super) const KIND: u8 = 4;
/// Fewest bytes of a change: a key and two tags.
const LEAST_CHANGE: usize = 33;

impl SyncStatement {
    /// The canonical bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        // More than fit are more than any reader takes: their bytes are refused, like the statement itself.
        let count = u32::try_from(self.changes.len()).unwrap_or(u32::MAX);
        let mut bytes = vec![KIND];
        bytes.extend(self.old_anchor.to_bytes());
        bytes.extend(self.new_anchor.to_bytes());
        bytes.extend(count.to_le_bytes());
        for StateChange { key, old, new } in &self.changes {
            bytes.extend(key.as_bytes());
            write_state(&mut bytes, old);
            write_state(&mut bytes, new);
        }
        bytes
    }

    /// Reads the canonical bytes of a well-formed statement.
    ///
    /// # Errors
    /// [`DecodeError`] for anything that [`SyncStatement::to_bytes`] does not give for a statement that
    /// [`check`](Self::check) admits.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut rest = Rest::new(WHAT, bytes);
        let [tag] = rest.array()?;
        if tag != KIND {
            return Err(DecodeError::UnknownTag { what: "kind", tag });
        }
        let (old_anchor, new_anchor) = (rest.anchor()?, rest.anchor()?);
        let count = usize::try_from(u32::from_le_bytes(rest.array()?)).unwrap_or(usize::MAX);
        // Before anything is allocated for them.
        rest.has(count.saturating_mul(LEAST_CHANGE))?;
        let change = |_| Ok(StateChange { key: rest.key()?, old: rest.state()?, new: rest.state()? });
        let changes = (0..count).map(change).collect::<Result<_, DecodeError>>()?;
        rest.end()?;
        let statement = Self { old_anchor, new_anchor, changes };
        statement.check()?;
        Ok(statement)
    }
}
