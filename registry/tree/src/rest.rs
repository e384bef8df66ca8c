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

use crate::{Digest, FormError, Key, Present, ValueDigest};

/// The bytes of a byte form that have not been read yet.
pub(crate) struct Rest<'a> {
    /// The type that is read, for errors.
    what: &'static str,
    bytes: &'a [u8],
}

impl<'a> Rest<'a> {
    pub const fn new(what: &'static str, bytes: &'a [u8]) -> Self {
        Self { what, bytes }
    }

    /// The next `N` bytes.
    pub fn take<const N: usize>(&mut self) -> Result<[u8; N], FormError> {
        let (field, rest) = self.bytes.split_first_chunk().ok_or(self.short(N))?;
        self.bytes = rest;
        Ok(*field)
    }

    pub fn key(&mut self) -> Result<Key, FormError> {
        Key::from_bytes(&self.take::<{ Key::BYTES }>()?)
    }

    pub fn digest(&mut self) -> Result<Digest, FormError> {
        Digest::from_bytes(&self.take::<{ Digest::BYTES }>()?)
    }

    /// What a leaf that exists holds: 1 and a value digest, or 2.
    pub fn state(&mut self) -> Result<Present, FormError> {
        match self.take()? {
            [1] => Ok(Present::Occupied(ValueDigest::from_digest(self.digest()?))),
            [2] => Ok(Present::Tombstone),
            [tag] => Err(FormError::UnknownTag { what: "leaf state", tag }),
        }
    }

    /// The next `len` bytes.
    pub fn slice(&mut self, len: usize) -> Result<&'a [u8], FormError> {
        let (field, rest) = self.bytes.split_at_checked(len).ok_or(self.short(len))?;
        self.bytes = rest;
        Ok(field)
    }

    /// What has not been read.
    pub const fn left(&self) -> &'a [u8] {
        self.bytes
    }

    /// That nothing is left.
    pub const fn end(self) -> Result<(), FormError> {
        if self.bytes.is_empty() {
            Ok(())
        } else {
            Err(FormError::LeftOver { what: self.what, bytes: self.bytes.len() })
        }
    }

    const fn short(&self, wanted: usize) -> FormError {
        FormError::Short { what: self.what, wanted, left: self.bytes.len() }
    }
}

#[cfg(feature = "store")]
impl<'a> Rest<'a> {
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub fn u32(&mut self) -> Result<u32, FormError> {
        self.take().map(u32::from_le_bytes)
    }

    pub fn u64(&mut self) -> Result<u64, FormError> {
        self.take().map(u64::from_le_bytes)
    }
}

/// Writes what [`Rest::state`] reads.
pub(crate) fn write_state(bytes: &mut Vec<u8>, state: Present) {
    match state {
        Present::Occupied(value) => {
            bytes.push(1);
            bytes.extend(value.digest().to_bytes());
        }
        Present::Tombstone => bytes.push(2),
    }
}
