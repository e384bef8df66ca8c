//! The byte form of a request.
//!
//! ```text
//! magic "SSRQ"   4
//! version        1
//! statement           as in `statement/bytes.rs`
//! opening             the byte form of an opening, to the end
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

use statesync_tree::{FormError, Opening};

use super::Request;
use crate::wire::Rest;
use crate::{DecodeError, FORMAT_VERSION, Statement};

const MAGIC: [u8; 4] = *b"SSRQ";

impl Request {
    /// The byte form.
    ///
    /// # Errors
    /// [`FormError::PathTooLong`] for an opening above 248 siblings, which no tree gives.
    pub fn encode(&self) -> Result<Vec<u8>, FormError> {
        let mut bytes = Vec::from(MAGIC);
        bytes.push(FORMAT_VERSION);
        bytes.extend(self.statement.to_bytes());
        bytes.extend(self.opening.encode()?);
        Ok(bytes)
    }

    /// Reads the byte form: the only way in for untrusted bytes.
    ///
    /// # Errors
    /// [`DecodeError`] for anything that [`Request::encode`] does not give for a well-formed statement.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut rest = Rest::head("a request", MAGIC, bytes)?;
        let statement = Statement::read(&mut rest)?;
        let opening = Opening::decode(rest.rest())?;
        Ok(Self { statement, opening })
    }
}
