//! One large instance: the copies are the lanes.
//!
//! Columns are vectors of [`LANES`] values. Of `n` vectors, vector `i` holds copies `i`, `i + n`, `i + 2n`, ..: lanes
//! are the high bits of a copy's number, which are bound last. So all rounds but the last few run in lanes, and over
//! all cores; proofs are byte for byte those of [`prove`](crate::prove). Padding is written out.
//!
//! Memory beside the trace, for `2^k` copies and layers of at most `w` nonlinear wires that are all cubed:
//! `3/4 (2w + 1) + 3` extension elements per copy.

use p3_field::{PackedValue, PrimeCharacteristicRing};
use statesync_circuit::{Close, Copies, Trace};
use statesync_transcript::{LANES, Packing, TapeWriter};

use crate::lockstep::{Lanes, Packed};
use crate::rounds::{CopyLanes, LaneSum};
use crate::{Bound, F, InputLayout, Outputs, ProveError, reduce};

/// The vectors that hold `copies`, or `None` if there are too few copies for a round in lanes.
pub fn vectors(copies: Copies) -> Option<Copies> {
    let log = copies.log().checked_sub(LANES.ilog2() as usize).filter(|&log| log > 0)?;
    Copies::new(1 << log, log)
}

/// The input columns that `witness` gives, in vectors: wire `i`, vector `v` at `i * n + v`.
///
/// # Panics
/// If the layout's copies are too few for [`vectors`], or the witness does not fit it.
pub fn gather(layout: &InputLayout, witness: &[F]) -> Vec<Packing> {
    let n = vectors(layout.copies()).expect("there are enough copies for vectors").rows();
    let rows = layout.copies().rows();
    let columns = layout.gather(witness);
    let vector = |column: &[F], v: usize| Packing::from_fn(|l| column[(v + l * n).min(rows - 1)]);
    columns.chunks_exact(rows).flat_map(|column| (0..n).map(move |v| vector(column, v))).collect()
}

/// As [`prove`](crate::prove), from the run of the circuit on [`gather`]ed input.
///
/// # Errors
/// [`ProveError::WrongOutput`].
///
/// # Panics
/// If the run is not about the [`vectors`] of the instance's copies, or layers are closed sparsely.
pub fn prove<E: Lanes>(bound: &Bound<'_, E>, trace: &Trace<Packing>) -> Result<Vec<u8>, ProveError> {
    let instance = &bound.instance;
    assert_eq!(Some(trace.copies()), vectors(instance.copies), "the run must be about the copies' vectors");
    assert_eq!(instance.circuit.close(), Close::Open, "copies are lanes for circuits of open layers");
    check_outputs(instance.outputs, instance.copies, trace)?;
    let mut tape = TapeWriter::new(bound.transcript.clone());
    let mut channel = LaneSum::<_, E>::new(&mut tape);
    reduce::prove_by::<Packing, Packed<E>>(instance.circuit, trace, &mut channel, &mut CopyLanes::<E>::new());
    Ok(tape.into_tape())
}

fn check_outputs(outputs: Outputs<'_, F>, copies: Copies, trace: &Trace<Packing>) -> Result<(), ProveError> {
    let (n, rows) = (trace.copies().rows(), copies.rows());
    for (wire, column) in trace.outputs().chunks_exact(n).enumerate() {
        let claimed = |copy: usize| match outputs {
            Outputs::Zero => F::ZERO,
            Outputs::Columns(values) => values[wire * rows + copy.min(rows - 1)],
        };
        let copies = (0..n * LANES).map(|copy| (copy, column[copy % n].as_slice()[copy / n]));
        if let Some((copy, _)) = copies.into_iter().find(|&(copy, value)| value != claimed(copy)) {
            return Err(ProveError::WrongOutput { wire, copy });
        }
    }
    Ok(())
}
