//! The same Poseidon2-16 permutations by a STARK, by us, and computed natively, in one interleaved run on one thread.

use std::cell::Cell;
use std::hint::black_box;

use anyhow::{Result, ensure};
use clap::Args;
use p3_field::{PackedValue, PrimeCharacteristicRing};
use p3_koala_bear::default_koalabear_poseidon2_16;
use p3_symmetric::Permutation;
use statesync_gkr::{F, Quartic};
use statesync_transcript::{LANES, Packing};

use super::instance::padded;
use super::on_threads;
use crate::stark::{PER_ROW, Stark};
use crate::{NodeCase, Report, Row, interleave};

/// How many.
#[derive(Args, Clone, Debug)]
pub struct Peers {
    /// Permutations: a power of two, at least 8
    #[arg(long, default_value_t = 65_536)]
    pub permutations: usize,
    /// Timed runs of each
    #[arg(long, default_value_t = 3)]
    pub repetitions: usize,
}

/// Both proofs start from a run that is there: `ours_us` from that of the circuit (`ours_run_us`), `stark_us` from the
/// trace (`stark_trace_us`). Ours opens the witness in the clear and carries no commitment; the STARK's commits to its
/// trace. Neither hides anything.
///
/// # Errors
/// If a proof is refused.
pub fn run(peers: &Peers, report: &mut Report) -> Result<()> {
    let count = peers.permutations;
    ensure!(count.is_power_of_two() && count >= PER_ROW, "{count} permutations are not a power of two from {PER_ROW}");
    let case = NodeCase::new(padded(count)?, 1)?;
    let (stark, states) = (Stark::new(), case.states());
    let case_run = case.run_in_vectors()?;
    let tape = case.prove_in_vectors::<Quartic>(&case_run)?;
    case.check::<Quartic>(&tape)?;
    let proof = stark.prove(stark.trace(states.clone()))?;
    stark.check(&proof)?;
    let packed = pack(&states);
    let samples = on_threads(1, || {
        let trace = Cell::new(None);
        interleave(
            peers.repetitions,
            [
                &mut || drop(black_box(case.run_in_vectors())),
                &mut || drop(black_box(case.prove_in_vectors::<Quartic>(&case_run))),
                &mut || trace.set(Some(stark.trace(states.clone()))),
                &mut || drop(black_box(trace.take().map(|trace| stark.prove(trace)))),
                &mut || drop(black_box(permute(&packed))),
            ],
        )
    })?;
    let [ours_run, ours, their_trace, theirs, native] = samples.map(|samples| samples.map(|us| us / count as f64));
    report.emit(
        Row::new("peers", 1, peers.repetitions)
            .set("permutations", count)
            .measure("ours_us", &ours)
            .measure("stark_us", &theirs)
            .measure("native_us", &native)
            .measure("ours_run_us", &ours_run)
            .measure("stark_trace_us", &their_trace)
            .measure("stark_over_ours", &theirs.over(&ours))
            .measure("ours_over_native", &ours.over(&native))
            .set("ours_bytes", tape.len())
            .set("stark_bytes", Stark::bytes(&proof)?)
            .set("ours_commitment", false)
            .set("stark_commitment", true),
    )
}

/// States lane by lane.
fn pack(states: &[[F; 16]]) -> Vec<[Packing; 16]> {
    let lanes = states.chunks(LANES);
    let vector =
        |chunk: &[[F; 16]], i: usize| Packing::from_fn(|lane| chunk.get(lane).map_or(F::ZERO, |state| state[i]));
    lanes.map(|chunk| std::array::from_fn(|i| vector(chunk, i))).collect()
}

fn permute(states: &[[Packing; 16]]) -> Vec<[Packing; 16]> {
    let permutation = default_koalabear_poseidon2_16();
    states.iter().map(|state| permutation.permute(*state)).collect()
}
