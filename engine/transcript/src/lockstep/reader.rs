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

use crate::tape::{fill, finished};
use crate::{Extension, Label, Packing, TapeError, Transcript, VerifierChannel};

use super::lanes::packed;
use super::tapes::LaneTapes;
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

/// The verifier's channel for up to [`LANES`](crate::LANES) proofs of one circuit size. Lane `i` is the `i`-th
/// transcript.
pub struct LockstepReader<'a> {
    lanes: Lanes,
    tapes: LaneTapes<'a>,
}

impl<'a> LockstepReader<'a> {
    /// A channel that reads one tape per transcript from its start. Lanes beyond the last repeat it.
    ///
    /// Every tape must hold exactly `elements` elements of extension degree `degree`, all canonical, so that reading
    /// them cannot fail.
    ///
    /// # Errors
    /// The first tape that is too short, too long, or holds a coordinate not below p.
    ///
    /// # Panics
    /// If there is no transcript or more than [`LANES`](crate::LANES), if their number is not that of the tapes, or if
    /// they differ in extension degree, have another one than `degree`, or stand at different steps.
    pub fn new(
        transcripts: &[Transcript],
        tapes: &[&'a [u8]],
        elements: usize,
        degree: usize,
    ) -> Result<Self, LaneError> {
        let lanes = Lanes::new(transcripts);
        lanes.assert_degree(degree);
        lanes.assert_proofs(tapes.len());
        let tapes = LaneTapes::new(tapes, elements.saturating_mul(degree))?;
        Ok(Self { lanes, tapes })
    }

    /// Ends the reading.
    ///
    /// # Errors
    /// [`TapeError::LeftOver`], with the bytes of one tape, if fewer elements were read than the tapes hold.
    pub fn finish(self) -> Result<(), TapeError> {
        finished(self.tapes.left())
    }
}

impl<E: Extension<Packing>> VerifierChannel<E> for LockstepReader<'_> {
    /// Fails only if more elements are asked for than the tapes were said to hold.
    fn receive(&mut self, label: Label, into: &mut [E]) -> Result<(), TapeError> {
        self.lanes.assert_degree(E::DIMENSION);
        let message = self.tapes.take(into.len().saturating_mul(E::DIMENSION))?;
        fill(into, message.iter().map(packed));
        self.lanes.absorb(label, into.len(), message);
        Ok(())
    }

    fn draw(&mut self) -> E {
        self.lanes.draw()
    }
}
