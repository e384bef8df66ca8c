//! Bound instances and their common run to tapes.

use p3_field::{BasedVectorSpace, PackedValue, PrimeCharacteristicRing};
use statesync_circuit::{Close, Trace};
use statesync_transcript::{LockstepWriter, Packing, Transcript};

use super::lanes::{Lanes, Packed, circuit, outputs, widest};
use crate::{Bound, F, ProveError, Scratch, reduce};

/// Proves in lock step that the circuit has the claimed outputs, in each lane of `trace` those of its own instance.
///
/// The trace is that of the inputs that each lane's layout makes of its witness. `scratch` is memory that is kept from
/// one call to the next.
///
/// # Errors
/// [`ProveError::WrongOutput`], lane by lane.
///
/// # Panics
/// If there is no instance or more than [`LANES`](statesync_transcript::LANES), if they differ in the circuit or in the
/// number of variables, if the trace is not about the [`widest`] of their copies, or if layers are closed sparsely.
pub fn prove<E: Lanes>(
    bounds: &[&Bound<'_, E>],
    trace: &Trace<Packing>,
    scratch: &mut Scratch<Packed<E>>,
) -> Vec<Result<Vec<u8>, ProveError>> {
    let copies = widest(bounds.iter().map(|bound| bound.instance.copies));
    assert_eq!(trace.copies(), copies, "the trace must be about the copies of all lanes");
    let circuit = circuit(bounds);
    assert_eq!(circuit.close(), Close::Open, "lock step is for circuits of open layers");
    let transcripts: Vec<Transcript> = bounds.iter().map(|bound| bound.transcript.clone()).collect();
    let bytes = circuit.tape_elements(copies) * 4 * <E as BasedVectorSpace<F>>::DIMENSION;
    let mut channel = LockstepWriter::new(&transcripts, bytes);
    reduce::prove_by::<Packing, Packed<E>>(circuit, trace, &mut channel, scratch);
    let claimed = outputs(copies, bounds);
    let wrong = (0..bounds.len()).map(|lane| wrong_output(trace, claimed.as_deref(), lane));
    channel.into_tapes().into_iter().zip(wrong).map(|(tape, wrong)| wrong.map_or(Ok(tape), Err)).collect()
}

/// The first output of a lane that is not what its statement says.
fn wrong_output(trace: &Trace<Packing>, claimed: Option<&[Packing]>, lane: usize) -> Option<ProveError> {
    let in_lane = |values: &[Packing], at: usize| values[at].as_slice()[lane];
    let claimed = |at: usize| claimed.map_or(F::ZERO, |values| in_lane(values, at));
    let at = (0..trace.outputs().len()).find(|&at| in_lane(trace.outputs(), at) != claimed(at))?;
    let rows = trace.copies().rows();
    Some(ProveError::WrongOutput { wire: at / rows, copy: at % rows })
}
