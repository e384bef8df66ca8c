//! The prover's channel in lock step.

use crate::{Extension, Label, Packing, ProverChannel, Transcript};

use super::lanes::{Words, canonical};
use super::tapes;
use super::transcript::Lanes;

/// The prover's channel for up to [`LANES`](crate::LANES) proofs of one circuit size. Lane `i` is the `i`-th
/// transcript.
pub struct LockstepWriter {
    lanes: Lanes,
    tapes: Vec<Vec<u8>>,
    /// The last messages, not on the tapes yet.
    recent: Vec<Words>,
}

/// Coordinates after which the recent messages go to the tapes: as many as stay in the nearest cache.
const RECENT: usize = 256;

impl LockstepWriter {
    /// A channel with one empty tape per transcript, each with room for `bytes` bytes. Lanes beyond the last transcript
    /// repeat it, and their tapes are dropped.
    ///
    /// # Panics
    /// If there is no transcript or more than [`LANES`](crate::LANES), or if they differ in extension degree or stand
    /// at different steps.
    #[must_use]
    pub fn new(transcripts: &[Transcript], bytes: usize) -> Self {
        let tapes = transcripts.iter().map(|_| Vec::with_capacity(bytes)).collect();
        Self { lanes: Lanes::new(transcripts), tapes, recent: Vec::new() }
    }

    /// The tapes, one per transcript that was given, in their order.
    #[must_use]
    pub fn into_tapes(mut self) -> Vec<Vec<u8>> {
        self.flush();
        self.tapes
    }

    fn flush(&mut self) {
        tapes::append(&mut self.tapes, &self.recent);
        self.recent.clear();
    }
}

impl<E: Extension<Packing>> ProverChannel<E> for LockstepWriter {
    fn send(&mut self, label: Label, elements: &[E]) {
        self.lanes.assert_degree(E::DIMENSION);
        let start = self.recent.len();
        self.recent.extend(elements.iter().flat_map(E::as_basis_coefficients_slice).map(canonical));
        self.lanes.absorb(label, elements.len(), &self.recent[start..]);
        if self.recent.len() >= RECENT {
            self.flush();
        }
    }

    fn draw(&mut self) -> E {
        self.lanes.draw()
    }
}
