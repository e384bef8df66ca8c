//! Everything that a proof's first challenge depends on (docs/protocol.md, section 3).
//!
//! ```text
//! header     protocol name 16 bytes (zero-padded) || format version u8 || hash suite u8 || extension degree u8 || mode u8
//!            || public outputs u8 || application: length u16, bytes || commitment parameters: length u16, bytes
//!            || circuit digest 32 bytes || context: length u64, bytes
//! statement  bytes
//! outputs    base elements; no message at all if there are none
//! hints      bytes
//! binding    the whole witness as base elements, or the commitment's 32 bytes
//! ```
//!
//! Each part is one message of bytes under its own label, in this order. Integers are little-endian; a base element is
//! its canonical value in four bytes.

use crate::{F, Label, label};

/// Protocol name of the header, zero-padded.
const PROTOCOL: &[u8; 16] = b"statesync-gkr\0\0\0";

/// Version of everything that is absorbed or sent. Any change to a byte of either raises it.
const FORMAT_VERSION: u8 = 1;

/// Hash suite 1: SHA-256 for the transcript and for the trees of a commitment. What a circuit computes is in its digest.
const HASH_SUITE: u8 = 1;

/// How the verifier gets at the circuit's input.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Hash)]
pub enum Mode {
    /// It reads the whole witness.
    Witness,
    /// It sees a polynomial commitment to the witness, opened at one point.
    Commitment,
}

/// What kind of proof this is and which circuit it is about.
#[derive(Copy, Clone, Debug)]
pub struct Header<'a> {
    /// Degree of the challenge field over the base field: 4 or 5.
    pub extension_degree: u8,
    /// How the input is bound.
    pub mode: Mode,
    /// Whether the circuit has outputs that are not zero by construction.
    pub public_outputs: bool,
    /// Kind, shape and depth, as the application encodes them. At most 65 535 bytes.
    pub application: &'a [u8],
    /// Parameters of the commitment, empty in witness mode. At most 65 535 bytes.
    pub commitment: &'a [u8],
    /// Digest of the circuit: template, close, nonlinear wires.
    pub circuit: &'a [u8; 32],
    /// What the caller ties the proof to; empty if nothing.
    pub context: &'a [u8],
}

/// What makes the challenges depend on the witness.
#[derive(Copy, Clone, Debug)]
pub enum Binding<'a> {
    /// The whole witness.
    Witness(&'a [F]),
    /// The commitment to the witness.
    Commitment(&'a [u8; 32]),
}

/// All that is absorbed before the first challenge. A [`Transcript`](crate::Transcript) starts from one and from
/// nothing else.
#[derive(Copy, Clone, Debug)]
pub struct Preamble<'a> {
    /// Protocol, circuit, context.
    pub header: Header<'a>,
    /// What is claimed.
    pub statement: &'a [u8],
    /// The public outputs, in the circuit's order; empty when every output is zero by construction.
    pub outputs: &'a [F],
    /// What the prover chose beside the witness, for instance a path's depth.
    pub hints: &'a [u8],
    /// The witness or the commitment to it.
    pub binding: Binding<'a>,
}

/// The data of one preamble message.
pub(crate) enum Part<'a> {
    Bytes(&'a [u8]),
    Elements(&'a [F]),
}

impl Header<'_> {
    /// The bytes that are absorbed for the header: protocol name, format version, hash suite and then the fields in
    /// their order.
    ///
    /// # Panics
    /// If `application` or `commitment` is longer than 65 535 bytes.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mode = match self.mode {
            Mode::Witness => 0,
            Mode::Commitment => 1,
        };
        let mut bytes = PROTOCOL.to_vec();
        bytes.extend([FORMAT_VERSION, HASH_SUITE, self.extension_degree, mode, u8::from(self.public_outputs)]);
        for part in [self.application, self.commitment] {
            let length =
                u16::try_from(part.len()).expect("application and commitment parameters have at most 65535 bytes");
            bytes.extend(length.to_le_bytes());
            bytes.extend(part);
        }
        bytes.extend(self.circuit);
        bytes.extend((self.context.len() as u64).to_le_bytes());
        bytes.extend(self.context);
        bytes
    }
}

impl Preamble<'_> {
    /// Calls `absorb` for every message of the preamble, in order.
    pub(crate) fn for_each_part(&self, mut absorb: impl FnMut(Label, Part<'_>)) {
        self.check();
        absorb(label::HEADER, Part::Bytes(&self.header.encode()));
        absorb(label::STATEMENT, Part::Bytes(self.statement));
        if !self.outputs.is_empty() {
            absorb(label::OUTPUTS, Part::Elements(self.outputs));
        }
        absorb(label::HINTS, Part::Bytes(self.hints));
        match self.binding {
            Binding::Witness(witness) => absorb(label::WITNESS, Part::Elements(witness)),
            Binding::Commitment(root) => absorb(label::COMMITMENT, Part::Bytes(root)),
        }
    }

    fn check(&self) {
        let header = &self.header;
        let bound_mode = match self.binding {
            Binding::Witness(_) => Mode::Witness,
            Binding::Commitment(_) => Mode::Commitment,
        };
        assert!(matches!(header.extension_degree, 4 | 5), "the extension degree must be 4 or 5");
        assert_eq!(header.mode, bound_mode, "the header's mode must be that of the binding");
        assert_eq!(
            header.public_outputs,
            !self.outputs.is_empty(),
            "public outputs must be there exactly if the header says so"
        );
        assert!(
            header.mode == Mode::Commitment || header.commitment.is_empty(),
            "commitment parameters must be empty in witness mode"
        );
    }
}
