//! A sync proof as bytes.
//!
//! ```text
//! magic "SSPF"   4
//! version        1    1
//! form           1    2 commitment
//! kind           1    4
//! shape, depth   2    0 0 keyed, 1 and 1..64 slots
//! profile        1    0 100 bits, 1 120 bits
//! skeleton            as in the tree's `skeleton.rs`
//! root          32    of the commitment; nothing from here on if no inner node is touched
//! tape                20 bytes an element
//! opening             to the end: the reduction, then the WHIR proof
//! ```
//!
//! Statement and skeleton fix the length of the tape; the opening's lengths follow from the commitment's size.
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

use statesync_gkr::{OpeningSecurity, Profile};
use statesync_tree::{Shape, Skeleton};

use super::bytes::KIND;
use super::plan::Plan;
use super::{SyncCircuit, SyncError, SyncStatement};
use crate::wire::Rest;
use crate::{DecodeError, FORMAT_VERSION};

const WHAT: &str = "a sync proof";
const MAGIC: [u8; 4] = *b"SSPF";
/// The form byte: 0 and 1 are the forms of proofs of one request.
const COMMITMENT: u8 = 2;

/// A proof of one [`SyncStatement`], as it travels. Decoding checks its form only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyncProof {
    pub(super) shape: Shape,
    pub(super) profile: Profile,
    pub(super) skeleton: Skeleton,
    /// Root, tape, opening.
    pub(super) body: Vec<u8>,
}

impl SyncProof {
    /// The shape of tree that it says it is about.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The strength that it is made for.
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// What stands where in the old tree.
    pub fn skeleton(&self) -> &Skeleton {
        &self.skeleton
    }

    /// Bits of security of a proof of `statement` with this skeleton and profile; `None` if everything is compared
    /// natively.
    ///
    /// # Errors
    /// [`SyncError`] if statement and skeleton do not fit.
    pub fn security(
        &self,
        circuit: &SyncCircuit,
        statement: &SyncStatement,
    ) -> Result<Option<OpeningSecurity>, SyncError> {
        Ok(Plan::new(statement, &self.skeleton)?.security(circuit, self.profile)?)
    }

    /// The byte form.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::from(MAGIC);
        bytes.extend([FORMAT_VERSION, COMMITMENT, KIND]);
        bytes.extend(self.shape.to_bytes());
        bytes.push(self.profile.to_byte());
        bytes.extend(self.skeleton.to_bytes());
        bytes.extend(&self.body);
        bytes
    }

    /// Reads the byte form: the only way in for untrusted bytes.
    ///
    /// # Errors
    /// [`DecodeError`] for anything that [`SyncProof::encode`] does not give.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut rest = Rest::head(WHAT, MAGIC, bytes)?;
        for (what, wanted) in [("form", COMMITMENT), ("kind", KIND)] {
            let [tag] = rest.array()?;
            if tag != wanted {
                return Err(DecodeError::UnknownTag { what, tag });
            }
        }
        let shape = Shape::from_bytes(rest.array()?)?;
        let [tag] = rest.array()?;
        let profile = Profile::from_byte(tag).ok_or(DecodeError::UnknownTag { what: "profile", tag })?;
        let (skeleton, body) = Skeleton::read(rest.rest())?;
        Ok(Self { shape, profile, skeleton, body: body.to_vec() })
    }
}
