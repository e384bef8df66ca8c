//! What keys held before a version, in runs:
//!
//! ```text
//! record  key 31, tag 1, value digest 32 (tags 1 and 3), length 4 and value bytes (tag 1)
//! tag     0 empty, 1 occupied with bytes, 2 tombstone, 3 occupied, known by its digest alone
//! ```
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

use super::{Sealed, seal};
use crate::rest::Rest;
use crate::store::{Change, Record, Version};
use crate::{FormError, Key, LeafState, ValueDigest};

const WHAT: &str = "what was before a version";
/// A run ends before it outgrows this, if it has a record: with its key it then fits in 16 pages.
const RUN_BYTES: usize = 60_000;

/// The rows of all changes of a version, which ascend: first key and row of each run.
pub(in crate::store::disk) fn encode_runs(version: Version, changes: &[Change]) -> Vec<(Key, Vec<u8>)> {
    let mut runs: Vec<(Key, Vec<u8>)> = Vec::new();
    for change in changes {
        let record = encode_record(&change.key, &change.old);
        match runs.last_mut() {
            Some((_, run)) if run.len().saturating_add(record.len()) <= RUN_BYTES => run.extend(record),
            Some(_) | None => runs.push((change.key, record)),
        }
    }
    let sealed = runs.into_iter().map(|(key, run)| {
        let place = Sealed::Before(version.0, key.as_bytes());
        (key, seal(place, run))
    });
    sealed.collect()
}

fn encode_record(key: &Key, record: &Record) -> Vec<u8> {
    let mut bytes = key.as_bytes().to_vec();
    match (&record.state, &record.value) {
        (LeafState::Empty, _) => bytes.push(0),
        (LeafState::Tombstone, _) => bytes.push(2),
        (LeafState::Occupied(digest), None) => {
            bytes.push(3);
            bytes.extend(digest.digest().to_bytes());
        }
        (LeafState::Occupied(digest), Some(value)) => {
            bytes.push(1);
            bytes.extend(digest.digest().to_bytes());
            // A commit refuses values whose length would not fit.
            bytes.extend(u32::try_from(value.len()).unwrap_or(u32::MAX).to_le_bytes());
            bytes.extend(value.iter());
        }
    }
    bytes
}

/// Reads the run that begins with this key, and appends its records.
pub(in crate::store::disk) fn decode_run(
    version: Version,
    first: &Key,
    row: &[u8],
    records: &mut Vec<(Key, Record)>,
) -> Result<(), FormError> {
    let body = Sealed::Before(version.0, first.as_bytes()).open(WHAT, row)?;
    let mut rest = Rest::new(WHAT, body);
    while !rest.is_empty() {
        let key = rest.key()?;
        if records.last().is_some_and(|(last, _)| *last >= key) {
            return Err(FormError::Text { what: WHAT, form: "records in ascending order of their keys" });
        }
        records.push((key, decode_record(&mut rest)?));
    }
    rest.end()
}

fn decode_record(rest: &mut Rest<'_>) -> Result<Record, FormError> {
    match rest.take()? {
        [0] => Ok(Record::EMPTY),
        [1] => {
            let state = LeafState::Occupied(ValueDigest::from_digest(rest.digest()?));
            let len = usize::try_from(rest.u32()?).unwrap_or(usize::MAX);
            Ok(Record { state, value: Some(rest.slice(len)?.into()) })
        }
        [2] => Ok(Record::TOMBSTONE),
        [3] => Ok(Record::of_digest(ValueDigest::from_digest(rest.digest()?))),
        [tag] => Err(FormError::UnknownTag { what: "record", tag }),
    }
}
