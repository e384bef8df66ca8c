//! One large instance: the copies are the lanes.
//!
//! Columns are vectors of [`LANES`] values, in segments of `n` vectors: vector `i` of segment `t` holds the copies
//! `t n LANES + i`, `.. + n + i`, `.. + 2n + i`, .. The bits of `i`, the low ones of a copy's number, are bound first,
//! in lanes and over all cores; lanes and segments are bound last, without lanes. Segments of padding alone are not
//! stored. Proofs are byte for byte those of [`prove`](crate::prove).
//!
//! Memory beside the trace, for `2^k` copies and layers of at most `w` nonlinear wires that are all cubed:
//! `3/4 (2w + 1) + 3` extension elements per copy.

use p3_field::{PackedValue, PrimeCharacteristicRing};
use rayon::prelude::*;
use statesync_circuit::{Close, Copies, Trace};
use statesync_transcript::{LANES, Packing, TapeWriter};

use crate::lockstep::{Lanes, Packed};
use crate::rounds::{CopyLanes, LaneSum};
use crate::{Bound, F, InputLayout, Outputs, ProveError, reduce};

/// Rows of a task.
const TASK: usize = 64;

/// Most segments are `2^3`: so much less than an eighth of the work is on padding.
const MAX_LOG_SEGMENTS: usize = 3;
/// Base-2 logarithm of the fewest vectors in one of several segments.
const MIN_LOG_SEGMENT: usize = 6;

/// The vectors that hold `copies`, or `None` if there are too few copies for a round in lanes.
pub fn vectors(copies: Copies) -> Option<Copies> {
    let log = copies.log().checked_sub(LANES.ilog2() as usize).filter(|&log| log > 0)?;
    let segment = 1 << log_segment(log);
    Copies::new(copies.real().div_ceil(segment * LANES) * segment, log)
}

/// Base-2 logarithm of the vectors in a segment, of `2^log` vectors: how many variables are bound in lanes.
pub(crate) fn log_segment(log: usize) -> usize {
    log - log.saturating_sub(MIN_LOG_SEGMENT).min(MAX_LOG_SEGMENTS)
}

/// The copy in lane `lane` of vector `vector`, of `2^log` vectors.
fn copy(log: usize, vector: usize, lane: usize) -> usize {
    let bits = log_segment(log);
    let (segment, within) = (vector >> bits, vector & ((1 << bits) - 1));
    (((segment * LANES) + lane) << bits) + within
}

/// The input columns that `witness` gives, in vectors: wire `i`, vector `v` at `i * rows + v`.
///
/// # Panics
/// If the layout's copies are too few for [`vectors`], or the witness does not fit it.
pub fn gather(layout: &InputLayout, witness: &[F]) -> Vec<Packing> {
    assert_eq!(witness.len(), layout.witness_len(), "the witness must fit the layout");
    let vectors = vectors(layout.copies()).expect("there are enough copies for vectors");
    let (last, block) = (layout.copies().rows() - 1, layout.block_wires());
    let mut columns = Packing::zero_vec(layout.input_wires() * vectors.rows());
    for_each_task(columns.chunks_exact_mut(vectors.rows()), |first, columns| {
        for (b, columns) in columns.chunks_exact_mut(block).enumerate() {
            for i in 0..columns[0].len() {
                let row = |l: usize| copy(vectors.log(), first + i, l).min(last);
                let lanes: [&[F]; LANES] = core::array::from_fn(|l| layout.block(layout.source(row(l), b), witness));
                for (j, column) in columns.iter_mut().enumerate() {
                    column[i] = Packing::from_fn(|l| lanes[l][j]);
                }
            }
        }
    });
    columns
}

/// Calls `write` on all cores with a number of rows at a time: the first of them, and that part of every column.
///
/// # Panics
/// If the columns differ in length.
pub fn for_each_task<'c, V: Send + 'c>(
    columns: impl Iterator<Item = &'c mut [V]>,
    write: impl Fn(usize, &mut [&mut [V]]) + Send + Sync,
) {
    let mut tasks: Vec<Vec<&mut [V]>> = Vec::new();
    for (index, column) in columns.enumerate() {
        if index == 0 {
            tasks.resize_with(column.len().div_ceil(TASK), Vec::new);
        }
        assert_eq!(column.len().div_ceil(TASK), tasks.len(), "columns must be of one length");
        tasks.iter_mut().zip(column.chunks_mut(TASK)).for_each(|(task, part)| task.push(part));
    }
    tasks.into_par_iter().enumerate().for_each(|(task, mut parts)| write(task * TASK, &mut parts));
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
    let (vectors, rows) = (trace.copies(), copies.rows());
    for (wire, column) in trace.outputs().chunks_exact(vectors.rows()).enumerate() {
        let claimed = |copy: usize| match outputs {
            Outputs::Zero => F::ZERO,
            Outputs::Columns(values) => values[wire * rows + copy.min(rows - 1)],
        };
        let of_vector = |(v, vector): (usize, &Packing)| {
            let values = vector.as_slice().iter().enumerate().map(|(l, &value)| (copy(vectors.log(), v, l), value));
            values.filter(|&(copy, value)| value != claimed(copy)).map(|(copy, _)| copy).min()
        };
        if let Some(copy) = column.iter().enumerate().filter_map(of_vector).min() {
            return Err(ProveError::WrongOutput { wire, copy });
        }
    }
    Ok(())
}
