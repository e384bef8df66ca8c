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
use crate::store::{Counts, Version, VersionRow};
use crate::{Anchor, FormError};

const WHAT: &str = "a version";

/// A version as it is stored.
#[derive(Clone, Copy)]
pub(in crate::store::disk) struct StoredVersion {
    pub row: VersionRow,
    /// How many keys it changed, as far as what they held before is kept.
    pub changes: u64,
}

impl StoredVersion {
    /// The row.
    pub fn encode(&self) -> Vec<u8> {
        let VersionRow { version, parent, anchor, counts, time } = self.row;
        let mut body = vec![u8::from(parent.is_some())];
        body.extend(parent.unwrap_or_default().0.to_le_bytes());
        body.extend(anchor.to_bytes());
        for number in [counts.active, counts.tombstones, time, self.changes] {
            body.extend(number.to_le_bytes());
        }
        seal(Sealed::Version(version.0), body)
    }

    /// Reads the row of this version.
    pub fn decode(version: Version, row: &[u8]) -> Result<Self, FormError> {
        let mut rest = Rest::new(WHAT, Sealed::Version(version.0).open(WHAT, row)?);
        let parent = match (rest.take()?, rest.u64()?) {
            ([0], 0) => None,
            ([1], parent) => Some(Version(parent)),
            ([tag], _) => return Err(FormError::UnknownTag { what: "parent", tag }),
        };
        let anchor = Anchor::from_bytes(&rest.take::<{ Anchor::BYTES }>()?)?;
        let counts = Counts { active: rest.u64()?, tombstones: rest.u64()? };
        let time = rest.u64()?;
        let changes = rest.u64()?;
        rest.end()?;
        Ok(Self { row: VersionRow { version, parent, anchor, counts, time }, changes })
    }
}
