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

use crate::rest::{Rest, write_state};
use crate::store::BucketWrite;
use crate::{Digest, FormError, Key, Leaf, Prefix};

const WHAT: &str = "a bucket";

/// A bucket as it was stored.
pub(in crate::store::disk) struct BucketRecord {
    pub digest: Digest,
    /// At least one, ascending, all under the prefix.
    pub leaves: Vec<Leaf>,
}

/// The row of a bucket, which has leaves.
pub(in crate::store::disk) fn encode_bucket(bucket: &BucketWrite) -> Vec<u8> {
    let longest = Key::BYTES.saturating_add(1).saturating_add(Digest::BYTES);
    let mut bytes = Vec::with_capacity(Digest::BYTES.saturating_add(longest.saturating_mul(bucket.leaves.len())));
    bytes.extend(bucket.digest.to_bytes());
    for leaf in &bucket.leaves {
        bytes.extend(leaf.key.as_bytes());
        write_state(&mut bytes, leaf.state);
    }
    bytes
}

impl BucketRecord {
    /// Reads the row of the bucket of this prefix.
    pub fn decode(prefix: &Prefix, bytes: &[u8]) -> Result<Self, FormError> {
        let mut rest = Rest::new(WHAT, bytes);
        let digest = rest.digest()?;
        let mut leaves: Vec<Leaf> = Vec::new();
        while leaves.is_empty() || !rest.is_empty() {
            let leaf = Leaf::new(rest.key()?, rest.state()?);
            let ascends = leaves.last().is_none_or(|last| last.key < leaf.key);
            if !ascends || !prefix.covers(&leaf.key) {
                return Err(FormError::Text { what: WHAT, form: "leaves under its prefix, in ascending order" });
            }
            leaves.push(leaf);
        }
        rest.end()?;
        Ok(Self { digest, leaves })
    }
}
