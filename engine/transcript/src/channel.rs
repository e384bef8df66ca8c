//! What prover and verifier see of a transcript.
//!
//! Both traits have the element type as parameter, so that one prover runs for one proof (`E` over `F`) and for many in
//! lock step (`E` over `Packing`).

use crate::{Label, TapeError};

/// The prover's end: messages go out, challenges come back.
pub trait ProverChannel<E> {
    /// Sends one message: absorbs it under `label` and appends it to the tape.
    fn send(&mut self, label: Label, elements: &[E]);

    /// The next challenge. It depends on everything absorbed so far, and on how many challenges were drawn since.
    fn draw(&mut self) -> E;
}

/// The verifier's end: messages come in, the same challenges come back.
pub trait VerifierChannel<E> {
    /// Receives one message of exactly `into.len()` elements and absorbs it under `label`.
    ///
    /// # Errors
    /// The tape ends before the message does, or holds a coordinate that is not below p. Then the transcript has not
    /// moved, and what `into` holds is unspecified.
    fn receive(&mut self, label: Label, into: &mut [E]) -> Result<(), TapeError>;

    /// The next challenge, equal to the prover's if both saw the same.
    fn draw(&mut self) -> E;
}
