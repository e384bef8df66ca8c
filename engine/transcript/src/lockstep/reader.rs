//! The verifier's channel in lock step.
//!
//! Its input is strangers' bytes, so it returns errors and never panics on them.
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

use crate::tape::{COORDINATE_BYTES, check_canonical};
use crate::{Extension, Label, Packing, TapeError, Transcript, VerifierChannel};

use super::lanes::{LaneTapes, Words, packed};
use super::transcript::Lanes;

/// One of the tapes was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("tape {lane}: {error}")]
pub struct LaneError {
    /// Its place among the tapes, from 0.
    pub lane: usize,
    /// What is wrong with it.
    pub error: TapeError,
}

/// The verifier's channel for up to [`LANES`](crate::LANES) proofs of one circuit size. Lane `i` is the `i`-th transcript.
pub struct LockstepReader<'a> {
    lanes: Lanes,
    tapes: LaneTapes<'a>,
    /// Coordinates read so far, and coordinates on every tape.
    read: usize,
    length: usize,
    message: Vec<Words>,
}

impl<'a> LockstepReader<'a> {
    /// A channel that reads one tape per transcript from its start. Lanes beyond the last repeat it.
    ///
    /// Every tape must hold exactly `elements` elements of extension degree `degree`, all canonical, so that reading them cannot fail.
    ///
    /// # Errors
    /// The first tape that is too short, too long, or holds a coordinate not below p.
    ///
    /// # Panics
    /// If there is no transcript or more than [`LANES`](crate::LANES), if their number is not that of the tapes, or if they differ in
    /// extension degree, have another one than `degree`, or stand at different steps.
    pub fn new(
        transcripts: &[Transcript],
        tapes: &[&'a [u8]],
        elements: usize,
        degree: usize,
    ) -> Result<Self, LaneError> {
        let lanes = Lanes::new(transcripts);
        lanes.assert_degree(degree);
        let length = elements.saturating_mul(degree);
        for (lane, tape) in tapes.iter().enumerate() {
            check(tape, length).map_err(|error| LaneError { lane, error })?;
        }
        Ok(Self { lanes, tapes: LaneTapes::new(transcripts.len(), tapes), read: 0, length, message: Vec::new() })
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// [`TapeError::LeftOver`], with the bytes of one tape, if fewer elements were read than the tapes hold.
    pub fn finish(self) -> Result<(), TapeError> {
        match self.length.saturating_sub(self.read) {
            0 => Ok(()),
            left => Err(TapeError::LeftOver { bytes: left.saturating_mul(COORDINATE_BYTES) }),
        }
    }
}

impl<E: Extension<Packing>> VerifierChannel<E> for LockstepReader<'_> {
    /// Fails only if more elements are asked for than the tapes were said to hold.
    fn receive(&mut self, label: Label, into: &mut [E]) -> Result<(), TapeError> {
        self.lanes.assert_degree(E::DIMENSION);
        let wanted = into.len().saturating_mul(E::DIMENSION);
        let left = self.length.saturating_sub(self.read);
        if wanted > left {
            let [wanted, left] = [wanted, left].map(|coordinates| coordinates.saturating_mul(COORDINATE_BYTES));
            return Err(TapeError::Short { wanted, left });
        }
        let end = self.read.saturating_add(wanted);
        self.message.clear();
        self.message.extend((self.read..end).map(|at| self.tapes.word(at)));
        self.read = end;
        let mut coordinates = self.message.iter().map(packed);
        for element in into.iter_mut() {
            *element = E::from_basis_coefficients_fn(|_| coordinates.next().unwrap_or_default());
        }
        self.lanes.absorb(label, into.len(), &self.message);
        Ok(())
    }

    fn draw(&mut self) -> E {
        self.lanes.draw()
    }
}

/// Checks that a tape is `length` canonical coordinates.
fn check(tape: &[u8], length: usize) -> Result<(), TapeError> {
    let wanted = length.saturating_mul(COORDINATE_BYTES);
    let left = tape.len();
    match left.checked_sub(wanted) {
        None => Err(TapeError::Short { wanted, left }),
        Some(0) => check_canonical(tape.as_chunks().0, 0),
        Some(bytes) => Err(TapeError::LeftOver { bytes }),
    }
}
