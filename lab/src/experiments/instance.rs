//! One large instance of the node circuit.

use anyhow::{Context, Result};
use clap::Args;
use statesync_circuit::Copies;
use statesync_gkr::lockstep::Lanes;
use statesync_gkr::{Quartic, Quintic};

use super::on_threads;
use crate::{Meter, NodeCase, Report, Row, Samples};

/// Which instance.
#[derive(Args, Clone, Debug)]
pub struct Instance {
    /// Copies: permutations
    #[arg(long, default_value_t = 65_536)]
    pub copies: usize,
    /// Threads
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// Degree of the challenge field
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(4..=5))]
    pub extension: u8,
    /// Timed proofs
    #[arg(long, default_value_t = 5)]
    pub repetitions: usize,
}

/// The smallest power of two that holds this many copies.
pub(super) fn padded(copies: usize) -> Result<Copies> {
    let log = copies.next_power_of_two().ilog2() as usize;
    Copies::new(copies, log).with_context(|| format!("{copies} copies cannot be proved"))
}

/// The proof from a run that is there, with the witness absorbed; `peak_bytes` are those requested while proving.
///
/// # Errors
/// If the instance is too large, or its proof is refused.
pub fn run(instance: &Instance, report: &mut Report) -> Result<()> {
    match instance.extension {
        5 => measure::<Quintic>(instance, report),
        _ => measure::<Quartic>(instance, report),
    }
}

fn measure<E: Lanes>(instance: &Instance, report: &mut Report) -> Result<()> {
    let case = NodeCase::new(padded(instance.copies)?, 1)?;
    let trace = case.run_in_vectors()?;
    let (mut times, mut peak, mut bytes) = (Samples::default(), 0, 0);
    for repetition in 0..=instance.repetitions {
        let (tape, micros, requested) = on_threads(instance.threads, || {
            let meter = Meter::start();
            let tape = case.prove_in_vectors::<E>(&trace);
            (tape, meter.micros(), meter.peak())
        })?;
        let tape = tape?;
        if repetition == 0 {
            case.check::<E>(&tape)?;
            bytes = tape.len();
        } else {
            times.push(micros);
            peak = peak.max(requested);
        }
    }
    report.emit(
        Row::new("instance", instance.threads, instance.repetitions)
            .set("copies", instance.copies)
            .set("threads", instance.threads)
            .set("extension", instance.extension)
            .set("tape_bytes", bytes)
            .measure("us_per_permutation", &times.map(|us| us / instance.copies as f64))
            .set("peak_bytes", peak),
    )
}
