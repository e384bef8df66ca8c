//! One request on one thread, step by step.

use std::hint::black_box;

use anyhow::{Context, Result};
use clap::Args;
use statesync_gkr::Quartic;
use statesync_proof::{Envelope, Form, PreparedCircuit, prove, verify, verify_detached};

use crate::requests::slots;
use crate::{KindName, NodeCase, Report, Row, interleave, requests};

/// Which request.
#[derive(Args, Clone, Debug)]
pub struct Latency {
    /// Kind of the request
    #[arg(long, default_value = "membership")]
    pub kind: KindName,
    /// Depth of the tree of slots
    #[arg(long, default_value_t = 24)]
    pub depth: u64,
    /// Timed runs of each step
    #[arg(long, default_value_t = 100)]
    pub repetitions: usize,
}

/// `prepare_us`: the circuit and its digest. `prove_us`: the engine's proof from a run that is there. `witness_us`: all
/// else between request and envelope (`request_us`): the native check, the witness, the run. `encode_us` of the
/// detached form; `verify_us` decodes an inline proof and checks it, `verify_detached_us` a detached one.
///
/// # Errors
/// If the proof fails.
pub fn run(latency: &Latency, report: &mut Report) -> Result<()> {
    let shape = slots(latency.depth)?;
    let request = requests(latency.kind, shape, latency.depth as usize, 1)?.remove(0);
    let prepared = PreparedCircuit::new(latency.kind.kind(), shape)?;
    let copies = prepared.copies(latency.depth as usize).context("a path without nodes has no proof to time")?;
    let case = NodeCase::new(copies, 1)?;
    let node_run = case.run();
    let envelope = prove(&prepared, &request, b"lab", Form::Detached)?;
    let detached = envelope.encode();
    let inline = prove(&prepared, &request, b"lab", Form::Inline)?.encode();
    verify(&prepared, &request.statement, b"lab", &Envelope::decode(&inline)?)?;
    verify_detached(&prepared, &request, b"lab", &Envelope::decode(&detached)?)?;
    let [prepare, whole, proof, encode, check, check_detached] = interleave(
        latency.repetitions,
        [
            &mut || drop(black_box(PreparedCircuit::new(latency.kind.kind(), shape))),
            &mut || drop(black_box(prove(&prepared, &request, b"lab", Form::Detached))),
            &mut || drop(black_box(case.prove::<Quartic>(&node_run))),
            &mut || drop(black_box(envelope.encode())),
            &mut || {
                let decoded = Envelope::decode(black_box(&inline));
                black_box(decoded.is_ok_and(|proof| verify(&prepared, &request.statement, b"lab", &proof).is_ok()));
            },
            &mut || {
                let decoded = Envelope::decode(black_box(&detached));
                black_box(decoded.is_ok_and(|proof| verify_detached(&prepared, &request, b"lab", &proof).is_ok()));
            },
        ],
    );
    let witness = whole.values().iter().zip(proof.values()).map(|(whole, proof)| (whole - proof).max(0.0)).collect();
    report.emit(
        Row::new("latency", 1, latency.repetitions)
            .set("kind", latency.kind.name())
            .set("depth", latency.depth)
            .measure("prepare_us", &prepare)
            .measure("witness_us", &witness)
            .measure("prove_us", &proof)
            .measure("request_us", &whole)
            .measure("encode_us", &encode)
            .measure("verify_us", &check)
            .measure("verify_detached_us", &check_detached),
    )
}
