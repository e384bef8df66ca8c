//! A bound instance to a tape.

use p3_field::{ExtensionField, PrimeCharacteristicRing};
use statesync_circuit::{Close, Trace};
use statesync_transcript::TapeWriter;

use crate::lockstep::Lanes;
use crate::rounds::{Rounds, WireLanes};
use crate::{Bound, F, Input, InputLayout, InstanceError, Outputs, Scratch, reduce};

/// Why a proof cannot be made: the statement is false for this witness, or does not fit it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ProveError {
    /// The witness has the wrong number of elements.
    #[error("the witness has {got} elements; the layout reads {wanted}")]
    WitnessLength {
        /// Elements given.
        got: usize,
        /// Elements the layout reads.
        wanted: usize,
    },
    /// The circuit does not give the outputs that are claimed.
    #[error("output wire {wire} of copy {copy} is not what the statement says")]
    WrongOutput {
        /// Which output.
        wire: usize,
        /// Which copy.
        copy: usize,
    },
    /// The instance cannot be proved at all.
    #[error(transparent)]
    Instance(#[from] InstanceError),
}

/// Proves that the circuit, on the input that `layout` makes of the bound witness, has the claimed outputs.
///
/// Evaluates gate by gate and uses no lanes; an application that computes its run itself has [`prove_trace`].
///
/// # Errors
/// [`ProveError`], before any message; also for an instance that is bound to a commitment: its witness is not there.
///
/// # Panics
/// If the layout is not one for this circuit and these copies.
pub fn prove<E: ExtensionField<F>>(bound: &Bound<'_, E>, layout: &InputLayout) -> Result<Vec<u8>, ProveError> {
    let witness = match bound.input {
        Input::Witness(witness) => witness,
        Input::Commitment { .. } => &[],
    };
    prove_tape(bound, layout, witness)
}

/// The messages of the layers, for a witness that was bound in the clear or committed to.
pub(crate) fn prove_tape<E: ExtensionField<F>>(
    bound: &Bound<'_, E>,
    layout: &InputLayout,
    witness: &[F],
) -> Result<Vec<u8>, ProveError> {
    let instance = &bound.instance;
    assert!(layout.fits(instance.circuit, instance.copies), "the layout must be one for this circuit and these copies");
    let (got, wanted) = (witness.len(), layout.witness_len());
    if got != wanted {
        return Err(ProveError::WitnessLength { got, wanted });
    }
    let trace = Trace::evaluate(instance.circuit, instance.copies, layout.gather(witness));
    tape(bound, &trace, &mut Scratch::new())
}

/// As [`prove`], from the run of the circuit on the input that a layout makes of the bound witness.
///
/// Where a layer cubes as many wires as there are lanes, they are the lanes.
///
/// # Errors
/// [`ProveError::WrongOutput`].
///
/// # Panics
/// If the run is not about the instance's copies.
pub fn prove_trace<E: Lanes>(bound: &Bound<'_, E>, trace: &Trace<F>) -> Result<Vec<u8>, ProveError> {
    assert_eq!(trace.copies(), bound.instance.copies, "the run must be about the instance's copies");
    tape(bound, trace, &mut WireLanes::new())
}

fn tape<E: ExtensionField<F>>(
    bound: &Bound<'_, E>,
    trace: &Trace<F>,
    sumcheck: &mut impl Rounds<F, E>,
) -> Result<Vec<u8>, ProveError> {
    let instance = &bound.instance;
    let rows = instance.copies.rows();
    let claimed = |at: usize| match instance.outputs {
        Outputs::Zero => F::ZERO,
        Outputs::Columns(values) => values[at],
    };
    if let Some(at) = (0..trace.outputs().len()).find(|&at| trace.outputs()[at] != claimed(at)) {
        return Err(ProveError::WrongOutput { wire: at / rows, copy: at % rows });
    }
    let mut tape = TapeWriter::new(bound.transcript.clone());
    match instance.circuit.close() {
        Close::Open => reduce::prove_by::<F, E>(instance.circuit, trace, &mut tape, sumcheck),
        Close::Sparse => reduce::sparse::prove::<E>(instance.circuit, trace, &mut tape),
    }
    Ok(tape.into_tape())
}
