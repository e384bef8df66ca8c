//! A tape to a residual. The tape is a stranger's, so this returns errors and never panics.
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm
)]

use p3_field::ExtensionField;
use statesync_circuit::Close;
use statesync_transcript::{TapeError, TapeReader};

use crate::wiring::{Table, Wiring};
use crate::{Bound, F, Residual, reduce};

/// Why a tape was refused. Every variant is the prover's fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The tape is too short, too long, or holds a non-canonical element.
    #[error("the proof's bytes do not fit the protocol: {0}")]
    Tape(#[from] TapeError),
    /// A layer without a linear part ends in a value that its opened wires do not give.
    #[error("layer {layer}: the opened wires do not give the value that the sumcheck ends in")]
    NothingLeft {
        /// Which layer, from the input.
        layer: usize,
    },
    /// The wiring given is that of another circuit.
    #[error("the wiring is that of another circuit than the instance's")]
    OtherWiring,
    /// The first phase of a sparse close ends in a value that the values sent do not give.
    #[error("layer {layer}: the sumcheck over the first wires ends in a value that the values sent do not give")]
    FirstPhase {
        /// Which layer, from the input.
        layer: usize,
    },
    /// The second phase of a sparse close ends in a value that the value sent does not give.
    #[error("layer {layer}: the sumcheck over the second wires ends in a value that the value sent does not give")]
    SecondPhase {
        /// Which layer, from the input.
        layer: usize,
    },
}

/// Reads a whole tape. What it leaves must be discharged; until then nothing has been proved.
pub fn verify<'a, E: ExtensionField<F>>(bound: Bound<'a, E>, tape: &[u8]) -> Result<Residual<'a, E>, VerifyError> {
    let wiring = Table(bound.instance.circuit);
    verify_with(bound, &wiring, tape)
}

/// As [`verify`], with the wiring of a sparse circuit evaluated by `wiring`.
pub fn verify_with<'a, E: ExtensionField<F>>(
    bound: Bound<'a, E>,
    wiring: &impl Wiring,
    tape: &[u8],
) -> Result<Residual<'a, E>, VerifyError> {
    let instance = &bound.instance;
    if wiring.circuit().digest() != instance.circuit.digest() {
        return Err(VerifyError::OtherWiring);
    }
    let elements = instance.circuit.tape_elements(instance.copies);
    let mut channel = TapeReader::exact(bound.transcript.clone(), tape, elements)?;
    let claim = match instance.circuit.close() {
        Close::Open => reduce::verify::<F, E>(instance.circuit, instance.copies, instance.outputs, &mut channel)?,
        Close::Sparse => reduce::sparse::verify(wiring, instance.copies, instance.outputs, &mut channel)?,
    };
    let transcript = channel.transcript().clone();
    channel.finish()?;
    Ok(Residual { claim, bound, transcript: Some(transcript) })
}
