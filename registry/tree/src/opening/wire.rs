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
use crate::{Digest, FORMAT_VERSION, FormError, Key, Leaf, Present, ValueDigest};

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
        let mut rest = Rest(bytes);
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

fn write_state(bytes: &mut Vec<u8>, state: Present) {
    match state {
        Present::Occupied(value) => {
            bytes.push(1);
            bytes.extend(value.digest().to_bytes());
        }
        Present::Tombstone => bytes.push(2),
    }
}

/// The bytes that have not been read yet.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], FormError> {
        let (field, rest) =
            self.0.split_first_chunk().ok_or(FormError::Short { what: WHAT, wanted: N, left: self.0.len() })?;
        self.0 = rest;
        Ok(*field)
    }

    fn key(&mut self) -> Result<Key, FormError> {
        Key::from_bytes(&self.take::<{ Key::BYTES }>()?)
    }

    fn digest(&mut self) -> Result<Digest, FormError> {
        Digest::from_bytes(&self.take::<{ Digest::BYTES }>()?)
    }

    fn state(&mut self) -> Result<Present, FormError> {
        match self.take()? {
            [1] => Ok(Present::Occupied(ValueDigest::from_digest(self.digest()?))),
            [2] => Ok(Present::Tombstone),
            [tag] => Err(FormError::UnknownTag { what: "leaf state", tag }),
        }
    }

    fn end(self) -> Result<(), FormError> {
        if self.0.is_empty() { Ok(()) } else { Err(FormError::LeftOver { what: WHAT, bytes: self.0.len() }) }
    }
}
