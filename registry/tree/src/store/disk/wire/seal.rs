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

use shake::Shake128;
use shake::digest::{ExtendableOutput, Update, XofReader};

use crate::FormError;

/// First block of SHAKE128 for seals.
const DOMAIN: [u8; 16] = *b"statesync/seal\0\0";
const BYTES: usize = 8;

/// Which row a seal belongs to: one that was moved to another place does not fit there.
#[derive(Clone, Copy)]
pub(in crate::store::disk) enum Sealed<'a> {
    /// A row of the table `meta`.
    Meta(&'a str),
    /// The row of a version.
    Version(u64),
    /// A run of records from before a version, and its first key.
    Before(u64, &'a [u8; 31]),
    /// The number of the last commit, beside the database.
    Witness,
}

/// A row: its body, then the first 8 bytes of SHAKE128(domain || place || body).
pub(in crate::store::disk) fn seal(place: Sealed<'_>, mut body: Vec<u8>) -> Vec<u8> {
    let seal = checksum(place, &body);
    body.extend(seal);
    body
}

impl Sealed<'_> {
    /// The body of the row that is at this place.
    pub fn open<'b>(&self, what: &'static str, row: &'b [u8]) -> Result<&'b [u8], FormError> {
        let short = FormError::Short { what, wanted: BYTES, left: row.len() };
        let (body, seal) = row.split_last_chunk::<BYTES>().ok_or(short)?;
        if checksum(*self, body) == *seal {
            Ok(body)
        } else {
            Err(FormError::Text { what, form: "its contents and their checksum" })
        }
    }
}

fn checksum(place: Sealed<'_>, body: &[u8]) -> [u8; BYTES] {
    let mut hasher = Shake128::default();
    hasher.update(&DOMAIN);
    match place {
        Sealed::Meta(name) => {
            hasher.update(&[0]);
            hasher.update(name.as_bytes());
            hasher.update(&[0]);
        }
        Sealed::Version(version) => {
            hasher.update(&[1]);
            hasher.update(&version.to_le_bytes());
        }
        Sealed::Before(version, key) => {
            hasher.update(&[2]);
            hasher.update(&version.to_le_bytes());
            hasher.update(key);
        }
        Sealed::Witness => hasher.update(&[3]),
    }
    hasher.update(body);
    let mut seal = [0; BYTES];
    hasher.finalize_xof().read(&mut seal);
    seal
}
