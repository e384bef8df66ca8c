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
use std::str::FromStr;

use shake::Shake128;
use shake::digest::{ExtendableOutput, Update, XofReader};

use crate::text::{parse_hex, write_hex};
use crate::{Depth, FormError};

/// First block of SHAKE128 for keys.
const DOMAIN: [u8; 16] = *b"statesync/key\0\0\0";

/// The place of a record: 248 bits `b_0..b_247`, `b_0` the top bit of byte 0.
///
/// Level `i` of a descent (the root is level 0) turns right where `b_i` is set, so the order of
/// keys is the order of leaves from left to right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key([u8; Key::BYTES]);

impl Key {
    /// Length of a key in bytes.
    pub const BYTES: usize = 31;
    /// Length of a key in bits, and of the longest path.
    pub const BITS: usize = 248;
    /// The key of zeros: slot 0, the leftmost place of any tree.
    pub const ZERO: Self = Self([0; Self::BYTES]);

    /// The key of a name in a keyed tree: the first 31 bytes of SHAKE128(domain || name).
    pub fn hashed(name: &[u8]) -> Self {
        let mut hasher = Shake128::default();
        hasher.update(&DOMAIN);
        hasher.update(name);
        let mut bytes = [0; Self::BYTES];
        hasher.finalize_xof().read(&mut bytes);
        Self(bytes)
    }

    /// The key of a slot: `index` as a big-endian integer in the leading `depth` bits, then zeros.
    ///
    /// # Errors
    /// [`FormError::SlotOutOfRange`] if `index >= 2^depth`: an index is never wrapped.
    pub fn slot(index: u64, depth: Depth) -> Result<Self, FormError> {
        if index > depth.last_slot() {
            return Err(FormError::SlotOutOfRange { index, depth });
        }
        // The top bit of the index becomes bit 0 of the key.
        let aligned = index << (64 - depth.levels());
        let mut bytes = [0; Self::BYTES];
        for (byte, bits) in bytes.iter_mut().zip(aligned.to_be_bytes()) {
            *byte = bits;
        }
        Ok(Self(bytes))
    }

    /// The index of the slot that this key names in a slot tree of this depth.
    ///
    /// # Errors
    /// [`FormError::NotASlotKey`] if a bit below the depth is set.
    pub fn slot_index(&self, depth: Depth) -> Result<u64, FormError> {
        if let Some(bit) = (depth.levels()..Self::BITS).find(|&bit| self.bit(bit)) {
            return Err(FormError::NotASlotKey { bit, depth });
        }
        let index = (0..depth.levels()).fold(0, |index, bit| index << 1 | u64::from(self.bit(bit)));
        Ok(index)
    }

    /// Reads a key of exactly 31 bytes.
    ///
    /// # Errors
    /// [`FormError::Length`] for any other length.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormError> {
        let bytes =
            bytes.try_into().map_err(|_| FormError::Length { what: "a key", want: Self::BYTES, got: bytes.len() })?;
        Ok(Self(bytes))
    }

    /// The bytes of the key.
    pub const fn as_bytes(&self) -> &[u8; Self::BYTES] {
        &self.0
    }

    /// Bit `level` of the key: whether the descent turns right there. Past the last bit, no.
    pub fn bit(&self, level: usize) -> bool {
        let byte = self.0.get(level / 8).copied().unwrap_or(0);
        byte << (level % 8) & 0x80 != 0
    }

    /// The key with its bits from `len` on cleared.
    pub(crate) fn first_bits(&self, len: usize) -> Self {
        let mut bytes = self.0;
        for (position, byte) in bytes.iter_mut().enumerate() {
            let kept = len.saturating_sub(8 * position).min(8);
            *byte &= !(0xff_u32 >> kept) as u8;
        }
        Self(bytes)
    }

    /// The key with its bit `level` set or cleared.
    pub(crate) fn with_bit(&self, level: usize, set: bool) -> Self {
        let mut bytes = self.0;
        if let Some(byte) = bytes.get_mut(level / 8) {
            let mask = 0x80 >> (level % 8);
            *byte = if set { *byte | mask } else { *byte & !mask };
        }
        Self(bytes)
    }

    /// How many leading bits two keys share: 248 if they are equal.
    pub fn common_prefix(&self, other: &Self) -> usize {
        let pairs = self.0.iter().zip(&other.0);
        for (position, (a, b)) in pairs.enumerate() {
            let differing = a ^ b;
            if differing != 0 {
                return 8 * position + differing.leading_zeros() as usize;
            }
        }
        Self::BITS
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(f, &self.0)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}

impl FromStr for Key {
    type Err = FormError;

    fn from_str(text: &str) -> Result<Self, FormError> {
        parse_hex("a key", text).map(Self)
    }
}
