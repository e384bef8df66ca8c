//! Text forms: lower-case hexadecimal, and serde through `Display` and `FromStr`.
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

use crate::FormError;

/// Writes bytes as lower-case hexadecimal digits.
pub(crate) fn write_hex(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

/// Reads exactly `2 N` lower-case hexadecimal digits; upper case would be a second form.
pub(crate) fn parse_hex<const N: usize>(what: &'static str, text: &str) -> Result<[u8; N], FormError> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.len() != N || !rest.is_empty() {
        let got = text.len().div_ceil(2);
        return Err(FormError::Length { what, want: N, got });
    }
    let mut bytes = [0; N];
    for (pair_index, (byte, &[high, low])) in bytes.iter_mut().zip(pairs).enumerate() {
        let position = pair_index.saturating_mul(2);
        let high = hex_digit(high).ok_or(FormError::NotHex { what, position })?;
        let low = hex_digit(low).ok_or(FormError::NotHex { what, position: position.saturating_add(1) })?;
        *byte = high << 4 | low;
    }
    Ok(bytes)
}

fn hex_digit(character: u8) -> Option<u8> {
    match character {
        b'0'..=b'9' => character.checked_sub(b'0'),
        b'a'..=b'f' => character.checked_sub(b'a')?.checked_add(10),
        _ => None,
    }
}

/// Gives a type whose text form is exact a serde form: that text, as a string.
macro_rules! serde_as_text {
    ($($name:ty),+) => {$(
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )+};
}

serde_as_text!(
    crate::Key,
    crate::Digest,
    crate::ValueDigest,
    crate::LeafState,
    crate::Present,
    crate::Anchor,
    crate::Shape
);
