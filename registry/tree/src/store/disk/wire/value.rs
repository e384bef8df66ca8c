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

use crate::FormError;
use crate::store::Bytes;

const WHAT: &str = "a value";
/// The bytes follow. It differs from the other mark in every byte, so no single one turns a value
/// into none.
const GIVEN: [u8; 2] = *b"by";
/// The value is known by its digest alone.
const NONE: [u8; 2] = *b"no";

/// The row of a value, or of one without bytes.
pub(in crate::store::disk) fn encode_value(value: Option<&[u8]>) -> Vec<u8> {
    match value {
        Some(value) => [&GIVEN, value].concat(),
        None => NONE.to_vec(),
    }
}

/// Reads the row of a value. Whether the bytes are the right ones, the value digest in the leaf
/// tells.
pub(in crate::store::disk) fn decode_value(row: &[u8]) -> Result<Option<Bytes>, FormError> {
    match row.split_first_chunk() {
        Some((&GIVEN, value)) => Ok(Some(value.into())),
        Some((&NONE, [])) => Ok(None),
        Some(_) | None => Err(FormError::Text { what: WHAT, form: "a mark and its bytes" }),
    }
}
