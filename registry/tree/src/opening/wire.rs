//! The byte form of an opening.
//!
//! ```text
//! magic "SSOP"   4
//! version        1    1
//! depth          1    levels, at most 248
//! terminal       1    0 empty, 1 own leaf, 2 another key's leaf
//!   key          31   only for 2
//!   state        1    only for 1 and 2: 1 occupied, 2 tombstone
//!   value        32   only for an occupied leaf
//! siblings       32 each, `depth` of them, from the terminal up
//! ```
//!
//! One encoding per opening; nothing may follow it.
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

use super::{Opening, Terminal};
use crate::rest::{Rest, write_state};
use crate::{Digest, FORMAT_VERSION, FormError, Key, Leaf};

const WHAT: &str = "an opening";
const MAGIC: [u8; 4] = *b"SSOP";

impl Opening {
    /// The longest byte form: 248 siblings beside another key's occupied leaf.
    pub const MAX_BYTES: usize = 4 + 1 + 1 + 1 + Key::BYTES + 1 + 32 + Key::BITS * 32;

    /// The byte form.
    ///
    /// # Errors
    /// [`FormError::PathTooLong`] above 248 siblings, which no tree gives.
    pub fn encode(&self) -> Result<Vec<u8>, FormError> {
        let too_long = FormError::PathTooLong { got: self.depth() };
        let depth = u8::try_from(self.depth()).map_err(|_| too_long.clone())?;
        if self.depth() > Key::BITS {
            return Err(too_long);
        }
        let mut bytes = Vec::from(MAGIC);
        bytes.extend([FORMAT_VERSION, depth]);
        match &self.terminal {
            Terminal::Empty => bytes.push(0),
            Terminal::Own(state) => {
                bytes.push(1);
                write_state(&mut bytes, *state);
            }
            Terminal::Other(leaf) => {
                bytes.push(2);
                bytes.extend(leaf.key.as_bytes());
                write_state(&mut bytes, leaf.state);
            }
        }
        bytes.extend(self.siblings.iter().flat_map(Digest::to_bytes));
        Ok(bytes)
    }

    /// Reads the byte form: the only way in for untrusted bytes.
    ///
    /// # Errors
    /// [`FormError`] for anything that [`Opening::encode`] does not give.
    pub fn decode(bytes: &[u8]) -> Result<Self, FormError> {
        let mut rest = Rest::new(WHAT, bytes);
        if rest.take()? != MAGIC {
            return Err(FormError::NotThisForm { what: WHAT });
        }
        let [version, depth, tag] = rest.take()?;
        if version != FORMAT_VERSION {
            return Err(FormError::UnknownVersion { got: version });
        }
        let depth = usize::from(depth);
        if depth > Key::BITS {
            return Err(FormError::PathTooLong { got: depth });
        }
        let terminal = match tag {
            0 => Terminal::Empty,
            1 => Terminal::Own(rest.state()?),
            2 => Terminal::Other(Leaf::new(rest.key()?, rest.state()?)),
            _ => {
                return Err(FormError::UnknownTag { what: "terminal", tag });
            }
        };
        // At most 248 digests are ever held, whatever the input.
        let siblings = (0..depth).map(|_| rest.digest()).collect::<Result<_, _>>()?;
        rest.end()?;
        Ok(Self { siblings, terminal })
    }
}
