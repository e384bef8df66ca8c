#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm
)]

use std::fmt;

use crate::{FormError, Key};

/// The leading bits that the keys of one subtree share.
///
/// In byte order of keys: a prefix comes before what it covers. As bytes: 31 bytes, the bits past
/// the end zero, then the number of bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Prefix {
    bits: Key,
    len: u8,
}

impl Prefix {
    /// Length of the byte form.
    pub const BYTES: usize = Key::BYTES + 1;
    /// The prefix of no bits, which every key has.
    pub const ROOT: Self = Self { bits: Key::ZERO, len: 0 };

    /// The first `len` bits of `key`.
    ///
    /// # Errors
    /// [`FormError::PathTooLong`] if a key has fewer bits than `len`.
    pub fn of(key: &Key, len: usize) -> Result<Self, FormError> {
        match u8::try_from(len) {
            Ok(short) if len <= Key::BITS => Ok(Self { bits: key.first_bits(len), len: short }),
            _ => Err(FormError::PathTooLong { got: len }),
        }
    }

    /// All bits of a key: the last of its prefixes.
    pub const fn whole(key: &Key) -> Self {
        Self { bits: *key, len: Key::BITS as u8 }
    }

    /// Number of bits, which is the level of the subtree's root.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether every key has this prefix.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The first key that has this prefix: its bits, then zeros.
    pub const fn first_key(&self) -> &Key {
        &self.bits
    }

    /// Whether `key` begins with these bits.
    pub fn covers(&self, key: &Key) -> bool {
        self.bits.common_prefix(key) >= self.len()
    }

    /// The prefix of the left (0) or right (1) half.
    ///
    /// # Panics
    /// If the prefix is a whole key already: ascending keys are told apart before that.
    pub fn child(&self, right: bool) -> Self {
        assert!(self.len() < Key::BITS, "no subtree is below a whole key");
        Self { bits: self.bits.with_bit(self.len(), right), len: self.len + 1 }
    }

    /// The byte form.
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [self.len; Self::BYTES];
        let (bits, _) = bytes.split_at_mut(Key::BYTES);
        bits.copy_from_slice(self.bits.as_bytes());
        bytes
    }

    /// Reads the byte form.
    ///
    /// # Errors
    /// [`FormError`] for another length, more than 248 bits, or a bit set past the end.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormError> {
        let what = "a key prefix";
        let Some((&len, bits)) = bytes.split_last().filter(|_| bytes.len() == Self::BYTES) else {
            let (want, got) = (Self::BYTES, bytes.len());
            return Err(FormError::Length { what, want, got });
        };
        let bits = Key::from_bytes(bits)?;
        let prefix = Self::of(&bits, usize::from(len))?;
        if prefix.bits == bits {
            Ok(prefix)
        } else {
            let form = "its bits, zeros up to 31 bytes, and the number of bits";
            Err(FormError::Text { what, form })
        }
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.bits, self.len)
    }
}

impl fmt::Debug for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Prefix({self})")
    }
}
