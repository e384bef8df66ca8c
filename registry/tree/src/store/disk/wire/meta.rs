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
use crate::store::Version;
use crate::{FormError, Shape};

/// Version of the tables and rows on disk.
pub(in crate::store::disk) const FORMAT: u32 = 1;

/// The row that says which format all others are in. Its own form never changes.
pub(in crate::store::disk) fn encode_format() -> Vec<u8> {
    seal(Sealed::Meta("format"), FORMAT.to_le_bytes().to_vec())
}

/// Reads the format version, known or not.
pub(in crate::store::disk) fn decode_format(row: &[u8]) -> Result<u32, FormError> {
    let what = "the format version";
    let mut rest = Rest::new(what, Sealed::Meta("format").open(what, row)?);
    let format = rest.u32()?;
    rest.end()?;
    Ok(format)
}

/// What is known of a store as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::store::disk) struct Head {
    /// Shape of the tree and the highest number that a version ever had; none before the first.
    pub highest: Option<(Shape, Version)>,
    /// How many transactions have been carried out.
    pub commits: u64,
}

impl Head {
    /// The row.
    pub fn encode(&self) -> Vec<u8> {
        let mut body = self.commits.to_le_bytes().to_vec();
        if let Some((shape, highest)) = self.highest {
            body.extend(shape.to_bytes());
            body.extend(highest.0.to_le_bytes());
        }
        seal(Sealed::Meta("head"), body)
    }

    /// Reads the row.
    pub fn decode(row: &[u8]) -> Result<Self, FormError> {
        let what = "the head row";
        let mut rest = Rest::new(what, Sealed::Meta("head").open(what, row)?);
        let commits = rest.u64()?;
        let highest = if rest.is_empty() {
            None
        } else {
            let shape = Shape::from_bytes(rest.take()?)?;
            Some((shape, Version(rest.u64()?)))
        };
        rest.end()?;
        Ok(Self { highest, commits })
    }
}
