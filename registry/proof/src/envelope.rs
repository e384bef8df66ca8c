//! A proof as bytes (docs/protocol.md, section 7).
//!
//! ```text
//! magic "SSPF"   4
//! version        1    1
//! form           1    0 detached, 1 inline
//! kind           1
//! shape, depth   2    0 0 keyed, 1 and 1..64 slots
//! hints               as in `hints.rs`; they fix the length of all that follows
//! tape                16 bytes an element
//! witness             inline only: 4 bytes an element
//! ```
//!
//! One encoding per envelope; nothing may follow it. What the verifier can know of it is compared, never used.
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

use core::fmt;

use serde::{Deserialize, Serialize};
use statesync_tree::{Digest, Shape};

use crate::wire::Rest;
use crate::{DecodeError, FORMAT_VERSION, Hints, Kind, sizes};

const WHAT: &str = "a proof";
const MAGIC: [u8; 4] = *b"SSPF";

/// Whether the witness travels with the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// The checker holds the request, and so the witness.
    Detached,
    /// The witness travels: the checker needs its statement only.
    Inline,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Detached => "detached",
            Self::Inline => "inline",
        })
    }
}

/// A proof of one statement, as it travels. Decoding checks its form only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    pub(crate) kind: Kind,
    pub(crate) shape: Shape,
    pub(crate) hints: Hints,
    pub(crate) tape: Vec<u8>,
    /// The witness in slots, for the inline form.
    pub(crate) witness: Option<Vec<Digest>>,
}

impl Envelope {
    /// The kind of statement that it says it proves.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The shape of tree that it says it is about.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether it carries its witness.
    pub fn form(&self) -> Form {
        if self.witness.is_some() { Form::Inline } else { Form::Detached }
    }

    /// Where its path ends.
    pub fn hints(&self) -> &Hints {
        &self.hints
    }

    /// The tape.
    pub fn tape(&self) -> &[u8] {
        &self.tape
    }

    /// The digests of its witness, if it carries one.
    pub fn witness(&self) -> Option<&[Digest]> {
        self.witness.as_deref()
    }

    /// The byte form.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::from(MAGIC);
        let form = match self.form() {
            Form::Detached => 0,
            Form::Inline => 1,
        };
        bytes.extend([FORMAT_VERSION, form, self.kind.to_byte()]);
        bytes.extend(self.shape.to_bytes());
        bytes.extend(self.hints.to_bytes());
        bytes.extend(&self.tape);
        bytes.extend(self.witness.iter().flatten().flat_map(Digest::to_bytes));
        bytes
    }

    /// Reads the byte form: the only way in for untrusted bytes.
    ///
    /// # Errors
    /// [`DecodeError`] for anything that [`Envelope::encode`] does not give.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut rest = Rest::head(WHAT, MAGIC, bytes)?;
        let [form] = rest.array()?;
        let kind = rest.kind()?;
        let shape = Shape::from_bytes(rest.array()?)?;
        let hints = Hints::read(shape, &mut rest)?;
        let tape = rest.take(sizes::tape_bytes(kind, hints.depth()))?.to_vec();
        let slots = sizes::witness_slots(kind, hints.depth());
        let witness = match form {
            0 => None,
            1 => Some((0..slots).map(|_| rest.digest()).collect::<Result<_, _>>()?),
            tag => return Err(DecodeError::UnknownTag { what: "form", tag }),
        };
        rest.end()?;
        Ok(Self { kind, shape, hints, tape, witness })
    }
}
