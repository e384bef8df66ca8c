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

use std::fmt;
use std::str::FromStr;

use p3_field::PrimeField32;

use crate::text::{parse_hex, write_hex};
use crate::{F, FormError};

/// A hash value: 8 KoalaBear elements, 247.9 bits, about 124 bits against collisions.
///
/// As bytes: 32, each element 4 bytes little-endian and below p. As text: those bytes in 64
/// lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([F; 8]);

impl Digest {
    /// Length of the byte form.
    pub const BYTES: usize = 32;

    /// A digest of given elements.
    pub const fn new(elements: [F; 8]) -> Self {
        Self(elements)
    }

    /// The elements, element 0 first.
    pub const fn elements(&self) -> &[F; 8] {
        &self.0
    }

    /// The byte form.
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        let (words, _) = bytes.as_chunks_mut::<4>();
        for (word, element) in words.iter_mut().zip(&self.0) {
            *word = element.as_canonical_u32().to_le_bytes();
        }
        bytes
    }

    /// Reads the byte form.
    ///
    /// # Errors
    /// [`FormError::Length`] unless there are exactly 32 bytes, [`FormError::NotCanonical`] if an
    /// element is not below p.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormError> {
        let bytes: &[u8; Self::BYTES] = bytes.try_into().map_err(|_| FormError::Length {
            what: "a digest",
            want: Self::BYTES,
            got: bytes.len(),
        })?;
        let (words, _) = bytes.as_chunks::<4>();
        let mut elements = [F::new(0); 8];
        for (element, (place, word)) in elements.iter_mut().zip(words).enumerate() {
            let value = u32::from_le_bytes(*word);
            if value >= F::ORDER_U32 {
                return Err(FormError::NotCanonical { element, value });
            }
            *place = F::new(value);
        }
        Ok(Self(elements))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_hex(f, &self.to_bytes())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl FromStr for Digest {
    type Err = FormError;

    fn from_str(text: &str) -> Result<Self, FormError> {
        Self::from_bytes(&parse_hex::<{ Self::BYTES }>("a digest", text)?)
    }
}
