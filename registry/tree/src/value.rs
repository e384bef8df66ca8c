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

use p3_field::PrimeCharacteristicRing;
use shake::Shake128;
use shake::digest::{ExtendableOutput, Update, XofReader};

use crate::{Digest, F, FormError};

/// First block of SHAKE128 for value digests.
const DOMAIN: [u8; 16] = *b"statesync/value\0";

/// What a leaf holds of a value: SHAKE128(domain || value), 64 bytes, each 8 bytes little-endian
/// modulo p.
///
/// The empty byte string is a value like any other.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ValueDigest(Digest);

impl ValueDigest {
    /// The digest of a value.
    pub fn of(value: &[u8]) -> Self {
        let mut hasher = Shake128::default();
        hasher.update(&DOMAIN);
        hasher.update(value);
        let mut bytes = [0; 64];
        hasher.finalize_xof().read(&mut bytes);
        let (words, _) = bytes.as_chunks::<8>();
        let mut elements = [F::ZERO; 8];
        for (element, word) in elements.iter_mut().zip(words) {
            *element = F::from_u64(u64::from_le_bytes(*word));
        }
        Self(Digest::new(elements))
    }

    /// A digest given directly. Nobody has checked that a value with this digest exists.
    pub const fn from_digest(digest: Digest) -> Self {
        Self(digest)
    }

    /// The eight elements as a digest.
    pub const fn digest(&self) -> &Digest {
        &self.0
    }
}

impl fmt::Display for ValueDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for ValueDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ValueDigest({})", self.0)
    }
}

impl FromStr for ValueDigest {
    type Err = FormError;

    fn from_str(text: &str) -> Result<Self, FormError> {
        text.parse().map(Self)
    }
}
