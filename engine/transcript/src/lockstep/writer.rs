//! The prover's channel in lock step.

use crate::tape::COORDINATE_BYTES;
use crate::{Extension, Label, Packing, ProverChannel, Transcript};

use super::lanes::{Words, canonical};
use super::tapes;
use super::transcript::Lanes;

/// The prover's channel for up to [`LANES`](crate::LANES) proofs of one circuit size. Lane `i` is the `i`-th
/// transcript.
pub struct LockstepWriter {
    lanes: Lanes,
    coordinates: Vec<Words>,
}

impl LockstepWriter {
    /// A channel with one empty tape per transcript. Lanes beyond the last transcript repeat it, and their tapes are
    /// dropped.
    ///
    /// # Panics
    /// If there is no transcript or more than [`LANES`](crate::LANES), or if they differ in extension degree or stand
    /// at different steps.
    #[must_use]
    pub fn new(transcripts: &[Transcript]) -> Self {
        Self::with_capacity(transcripts, 0)
    }

    /// As [`new`](Self::new), with room for `bytes` bytes on every tape.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    #[must_use]
    pub fn with_capacity(transcripts: &[Transcript], bytes: usize) -> Self {
        Self { lanes: Lanes::new(transcripts), coordinates: Vec::with_capacity(bytes / COORDINATE_BYTES) }
    }

    /// The tapes, one per transcript that was given, in their order.
    #[must_use]
    pub fn into_tapes(self) -> Vec<Vec<u8>> {
        tapes::split(&self.coordinates, self.lanes.proofs())
    }
}

impl<E: Extension<Packing>> ProverChannel<E> for LockstepWriter {
    fn send(&mut self, label: Label, elements: &[E]) {
        self.lanes.assert_degree(E::DIMENSION);
        let start = self.coordinates.len();
        self.coordinates.extend(elements.iter().flat_map(E::as_basis_coefficients_slice).map(canonical));
        self.lanes.absorb(label, elements.len(), &self.coordinates[start..]);
    }

    fn draw(&mut self) -> E {
        self.lanes.draw()
    }
}
