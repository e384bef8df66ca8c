//! What a wide proof asks of memory.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::Args;
use statesync_gkr::{Quartic, verify};

use super::curve;
use crate::{Family, Meter, Observed, Oracle, Report, Row, Samples, Stage, WideCase, peak_rss_kib};

/// Which proof, or the curve of all.
#[derive(Args, Clone, Debug)]
pub struct Memory {
    /// What the gates are
    #[arg(long, default_value = "mixed")]
    pub family: Family,
    /// Wires of each layer, a power of two
    #[arg(long, default_value_t = 4096)]
    pub width: usize,
    /// How the prover holds the gates
    #[arg(long, default_value = "sparse")]
    pub oracle: Oracle,
    /// Measure all families and widths, each in processes of its own
    #[arg(long)]
    pub curve: bool,
    /// Largest width of the curve, sparse
    #[arg(long, default_value_t = 65_536, requires = "curve")]
    pub sparse_to: usize,
    /// Largest width of the curve, dense
    #[arg(long, default_value_t = 4096, requires = "curve")]
    pub dense_to: usize,
    /// Where the curve is drawn
    #[arg(long, default_value = "memory.svg", requires = "curve")]
    pub svg: PathBuf,
}

const REPETITIONS: usize = 3;
/// Bytes of an element of the extension of degree 4.
const ELEMENT: usize = size_of::<Quartic>();

/// One warm-up and three timed proofs, from witness to tape.
///
/// # Errors
/// If the width is no power of two, or the proof is refused.
pub fn run(memory: &Memory, report: &mut Report) -> Result<()> {
    if memory.curve {
        return curve::run(memory, report);
    }
    let Memory { family, width, oracle, .. } = *memory;
    ensure!(width.is_power_of_two() && width >= 2, "width {width} is not a power of two from 2");
    let case = WideCase::new(family.circuit(width)?, 1);
    let proof = observe(&case, oracle);
    verify(case.instance().bind::<Quartic>(&case.witness)?, &proof.tape)?
        .discharge_witness(&case.layout())
        .map(drop)?;
    let proofs: Vec<Proof> = (0..REPETITIONS).map(|_| observe(&case, oracle)).collect();
    let times: Samples = proofs.iter().map(|proof| proof.micros).collect();
    let requested: Samples = proofs.iter().map(|proof| proof.requested as f64).collect();
    let stages: Vec<_> = proofs[REPETITIONS - 1].stages.iter().map(Stage::to_json).collect();
    report.emit(
        Row::new("memory", 1, REPETITIONS)
            .set("family", family.name())
            .set("width", width)
            .set("oracle", oracle.name())
            .set("tape_bytes", proof.tape.len())
            .measure("requested_bytes", &requested)
            .set("oracle_bytes", proof.oracle_bytes.unwrap_or(family.sparse_elements(width) * ELEMENT))
            .measure("prove_us", &times)
            .set("rss_kib", peak_rss_kib())
            .set("stages", stages),
    )
}

struct Proof {
    tape: Vec<u8>,
    requested: usize,
    oracle_bytes: Option<usize>,
    micros: f64,
    stages: Vec<Stage>,
}

fn observe(case: &WideCase, oracle: Oracle) -> Proof {
    let meter = Meter::start();
    let mut channel = Observed::new(case.channel(), meter);
    let oracle_bytes = case.send(oracle, &mut channel);
    let (micros, requested) = (meter.micros(), meter.peak());
    let (channel, stages) = channel.finish();
    Proof { tape: channel.into_tape(), requested, oracle_bytes, micros, stages }
}
