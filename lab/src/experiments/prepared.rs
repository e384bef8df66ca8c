//! Fresh circuits against prepared ones.

use std::hint::black_box;

use anyhow::Result;
use clap::Args;
use statesync_proof::{Form, PreparedCircuit, prove};

use crate::requests::slots;
use crate::{KindName, Report, Row, interleave, requests};

/// How often.
#[derive(Args, Clone, Debug)]
pub struct Prepared {
    /// Depth of the tree of slots
    #[arg(long, default_value_t = 24)]
    pub depth: u64,
    /// Timed runs of each form
    #[arg(long, default_value_t = 50)]
    pub repetitions: usize,
}

/// For each kind: compiling the circuit, its digest and the proof, against the proof alone.
///
/// # Errors
/// If a proof fails.
pub fn run(prepared: &Prepared, report: &mut Report) -> Result<()> {
    let shape = slots(prepared.depth)?;
    for kind in KindName::ALL {
        let request = requests(kind, shape, prepared.depth as usize, 1)?.remove(0);
        let circuit = PreparedCircuit::new(kind.kind(), shape)?;
        prove(&circuit, &request, b"lab", Form::Detached)?;
        let [fresh, ready] = interleave(
            prepared.repetitions,
            [
                &mut || {
                    let circuit = PreparedCircuit::new(kind.kind(), shape);
                    drop(black_box(circuit.map(|circuit| prove(&circuit, &request, b"lab", Form::Detached))));
                },
                &mut || drop(black_box(prove(&circuit, &request, b"lab", Form::Detached))),
            ],
        );
        report.emit(
            Row::new("prepared", 1, prepared.repetitions)
                .set("kind", kind.name())
                .set("depth", prepared.depth)
                .measure("fresh_us", &fresh)
                .measure("prepared_us", &ready)
                .measure("ratio", &fresh.over(&ready)),
        )?;
    }
    Ok(())
}
