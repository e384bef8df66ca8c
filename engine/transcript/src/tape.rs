//! The tape of one proof: canonical coordinates, four bytes each, and nothing else (docs/protocol.md, section 2).
//!
//! The reader's input is a stranger's bytes, so it returns errors and never panics on them.
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

use p3_field::{PrimeCharacteristicRing, PrimeField32};

use crate::field::P;
use crate::{Extension, F, Label, ProverChannel, Transcript, VerifierChannel};

/// Bytes of one coordinate.
pub(crate) const COORDINATE_BYTES: usize = 4;

/// Why a tape was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TapeError {
    /// The tape ends inside a message.
    #[error("the tape is too short: {wanted} more bytes are needed and {left} are left")]
    Short {
        /// Bytes of the message that was to be read.
        wanted: usize,
        /// Bytes that the tape still had.
        left: usize,
    },
    /// A coordinate is not the least representative of its class.
    #[error("the tape holds {word} at byte {position}, which is not below the field's order")]
    NotCanonical {
        /// Offset of the coordinate from the start of the tape, in bytes.
        position: usize,
        /// The coordinate as it was read.
        word: u32,
    },
    /// The protocol is over and the tape is not.
    #[error("the tape is too long: {bytes} bytes are left over")]
    LeftOver {
        /// Bytes after the last message.
        bytes: usize,
    },
}

/// The prover's channel for one proof.
pub struct TapeWriter {
    transcript: Transcript,
    tape: Vec<u8>,
}

impl TapeWriter {
    /// A channel with an empty tape.
    #[must_use]
    pub fn new(transcript: Transcript) -> Self {
        Self { transcript, tape: Vec::new() }
    }

    /// The transcript as it stands, after every message so far.
    #[must_use]
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// Everything that was sent.
    #[must_use]
    pub fn into_tape(self) -> Vec<u8> {
        self.tape
    }
}

impl<E: Extension<F>> ProverChannel<E> for TapeWriter {
    fn send(&mut self, label: Label, elements: &[E]) {
        self.transcript.assert_degree(E::DIMENSION);
        let start = self.tape.len();
        for element in elements {
            for coordinate in element.as_basis_coefficients_slice() {
                self.tape.extend_from_slice(&coordinate.as_canonical_u32().to_le_bytes());
            }
        }
        let message = self.tape.get(start..).unwrap_or_default();
        self.transcript.absorb_encoded(label, elements.len(), message);
    }

    fn draw(&mut self) -> E {
        self.transcript.draw()
    }
}

/// The verifier's channel for one proof.
pub struct TapeReader<'a> {
    transcript: Transcript,
    tape: &'a [u8],
    rest: &'a [u8],
}

impl<'a> TapeReader<'a> {
    /// A channel that reads `tape` from its start.
    #[must_use]
    pub fn new(transcript: Transcript, tape: &'a [u8]) -> Self {
        Self { transcript, tape, rest: tape }
    }

    /// As [`new`](Self::new), of a tape that must hold exactly `elements` elements of the transcript's extension.
    ///
    /// # Errors
    /// [`TapeError::Short`] or [`TapeError::LeftOver`] for any other length, before there is any work on the tape.
    pub fn exact(transcript: Transcript, tape: &'a [u8], elements: usize) -> Result<Self, TapeError> {
        check_length(tape, elements.saturating_mul(transcript.degree()))?;
        Ok(Self::new(transcript, tape))
    }

    /// The transcript as it stands, after every message so far.
    #[must_use]
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// [`TapeError::LeftOver`] if the tape has bytes after the last message.
    pub fn finish(self) -> Result<(), TapeError> {
        finished(self.rest.len())
    }
}

impl<E: Extension<F>> VerifierChannel<E> for TapeReader<'_> {
    fn receive(&mut self, label: Label, into: &mut [E]) -> Result<(), TapeError> {
        self.transcript.assert_degree(E::DIMENSION);
        let wanted = into.len().saturating_mul(E::DIMENSION).saturating_mul(COORDINATE_BYTES);
        let (message, rest) =
            self.rest.split_at_checked(wanted).ok_or(TapeError::Short { wanted, left: self.rest.len() })?;
        let position = self.tape.len().saturating_sub(self.rest.len());
        let (words, _) = message.as_chunks::<COORDINATE_BYTES>();
        check_canonical(words, position)?;
        fill(into, words.iter().map(|bytes| F::new(u32::from_le_bytes(*bytes))));
        self.transcript.absorb_encoded(label, into.len(), message);
        self.rest = rest;
        Ok(())
    }

    fn draw(&mut self) -> E {
        self.transcript.draw()
    }
}

/// Sets every element from its coordinates, in order. There must be as many as the elements have.
pub(crate) fn fill<B, E>(into: &mut [E], mut coordinates: impl Iterator<Item = B>)
where
    B: PrimeCharacteristicRing,
    E: Extension<B>,
{
    for element in into {
        *element = E::from_basis_coefficients_fn(|_| coordinates.next().unwrap_or(B::ZERO));
    }
}

/// Checks that a tape is `coordinates` coordinates long.
pub(crate) fn check_length(tape: &[u8], coordinates: usize) -> Result<(), TapeError> {
    let wanted = coordinates.saturating_mul(COORDINATE_BYTES);
    let left = tape.len();
    left.checked_sub(wanted).ok_or(TapeError::Short { wanted, left }).and_then(finished)
}

/// The end of a reading that leaves `bytes` bytes of the tape.
pub(crate) fn finished(bytes: usize) -> Result<(), TapeError> {
    match bytes {
        0 => Ok(()),
        bytes => Err(TapeError::LeftOver { bytes }),
    }
}

/// Checks that every word is below p. `position` is that of the first one, in bytes.
pub(crate) fn check_canonical(words: &[[u8; COORDINATE_BYTES]], position: usize) -> Result<(), TapeError> {
    match words.iter().map(|bytes| u32::from_le_bytes(*bytes)).enumerate().find(|(_, word)| *word >= P) {
        None => Ok(()),
        Some((index, word)) => Err(TapeError::NotCanonical {
            position: position.saturating_add(index.saturating_mul(COORDINATE_BYTES)),
            word,
        }),
    }
}
