//! A complete local batch: how encoding and checking are spread.

use anyhow::{Result, ensure};
use clap::Args;
use rayon::prelude::*;
use statesync_proof::{Envelope, Form, Preparations, Request, prove_batch, verify, verify_batch};

use super::on_threads;
use crate::requests::slots;
use crate::{KindName, Report, Row, interleave, requests};

/// Which batch.
#[derive(Args, Clone, Debug)]
pub struct Output {
    /// Depth of the tree of slots
    #[arg(long, default_value_t = 24)]
    pub depth: u64,
    /// Requests
    #[arg(long, default_value_t = 768)]
    pub batch: usize,
    /// Threads
    #[arg(long, default_value_t = 2)]
    pub threads: usize,
    /// Timed runs of each form
    #[arg(long, default_value_t = 5)]
    pub repetitions: usize,
}

/// Proving is on all threads in both forms. `serial` then encodes, decodes and checks proof after proof, `parallel`
/// encodes and decodes on all threads and checks in lock step.
///
/// # Errors
/// If a proof fails.
pub fn run(output: &Output, report: &mut Report) -> Result<()> {
    let requests = requests(KindName::Membership, slots(output.depth)?, output.depth as usize, output.batch)?;
    let prepared = Preparations::covering(requests.iter().map(|request| &request.statement))?;
    let (mut in_turn, mut at_once) = (Ok(()), Ok(()));
    let [serial, parallel] = on_threads(output.threads, || {
        interleave(
            output.repetitions,
            [&mut || in_turn = serial(&prepared, &requests), &mut || at_once = parallel(&prepared, &requests)],
        )
    })?;
    in_turn.and(at_once)?;
    report.emit(
        Row::new("output", output.threads, output.repetitions)
            .set("kind", KindName::Membership.name())
            .set("depth", output.depth)
            .set("batch", output.batch)
            .measure("serial_us", &serial)
            .measure("parallel_us", &parallel)
            .measure("ratio", &serial.over(&parallel)),
    )
}

fn serial(prepared: &Preparations, requests: &[Request]) -> Result<()> {
    for (request, envelope) in requests.iter().zip(prove_batch(prepared, requests, b"lab", Form::Inline)) {
        let decoded = Envelope::decode(&envelope?.encode())?;
        verify(prepared.get(&request.statement)?, &request.statement, b"lab", &decoded)?;
    }
    Ok(())
}

fn parallel(prepared: &Preparations, requests: &[Request]) -> Result<()> {
    let envelopes = prove_batch(prepared, requests, b"lab", Form::Inline);
    let decode = |envelope: Result<Envelope, _>| Ok(Envelope::decode(&envelope?.encode())?);
    let decoded = envelopes.into_par_iter().map(decode).collect::<Result<Vec<Envelope>>>()?;
    let proofs: Vec<_> = requests.iter().map(|request| &request.statement).zip(&decoded).collect();
    ensure!(verify_batch(prepared, &proofs, b"lab").iter().all(Result::is_ok), "an honest proof was refused");
    Ok(())
}
