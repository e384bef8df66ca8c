//! Proofs per second of a batch.

use anyhow::{Context, Result, ensure};
use clap::Args;
use rayon::prelude::*;
use statesync_circuit::Trace;
use statesync_gkr::{Bound, Quartic, Scratch, lockstep};
use statesync_proof::{Envelope, Form, Kind, Preparations, PreparedCircuit, Request, prove_batch, verify_batch};
use statesync_transcript::{LANES, Packing};
use statesync_tree::Shape;

use super::on_threads;
use crate::requests::slots;
use crate::{KindName, NodeCase, Report, Row, interleave, requests};

/// Which batch.
#[derive(Args, Clone, Debug)]
pub struct Rate {
    /// Kind of the requests
    #[arg(long, default_value = "membership")]
    pub kind: KindName,
    /// Depth of the tree of slots
    #[arg(long, default_value_t = 24)]
    pub depth: u64,
    /// Requests
    #[arg(long, default_value_t = 768)]
    pub batch: usize,
    /// Threads
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// Timed runs of each interval
    #[arg(long, default_value_t = 5)]
    pub repetitions: usize,
}

const CONTEXT: &[u8] = b"lab";

/// Three intervals, interleaved: `proving` (the engine's lock-step prover on runs that are there), `witness+proving`
/// (requests to envelopes) and `full` (requests to verdicts on encoded inline proofs).
///
/// # Errors
/// If a proof fails.
pub fn run(rate: &Rate, report: &mut Report) -> Result<()> {
    let shape = slots(rate.depth)?;
    let requests = requests(rate.kind, shape, rate.depth as usize, rate.batch)?;
    let prepared = Preparations::covering(requests.iter().map(|request| &request.statement))?;
    let groups = groups(rate.kind.kind(), shape, rate)?;
    let mut checked = Ok(());
    let samples = on_threads(rate.threads, || {
        interleave(
            rate.repetitions,
            [
                &mut || prove_groups(&groups),
                &mut || drop(std::hint::black_box(prove_batch(&prepared, &requests, CONTEXT, Form::Detached))),
                &mut || checked = round_trip(&prepared, &requests),
            ],
        )
    })?;
    checked?;
    for (interval, samples) in ["proving", "witness+proving", "full"].into_iter().zip(&samples) {
        let batch = rate.batch as f64;
        report.emit(
            Row::new("rate", rate.threads, rate.repetitions)
                .set("kind", rate.kind.name())
                .set("depth", rate.depth)
                .set("batch", rate.batch)
                .set("threads", rate.threads)
                .set("interval", interval)
                .measure("proofs_per_s", &samples.map(|us| batch / us * 1e6))
                .measure("us_per_proof_core", &samples.map(|us| us * rate.threads as f64 / batch)),
        )?;
    }
    Ok(())
}

/// Instances of the size that the requests have, as many as there are lanes, and their run.
struct Group {
    cases: Vec<NodeCase>,
    run: Trace<Packing>,
}

fn groups(kind: Kind, shape: Shape, rate: &Rate) -> Result<Vec<Group>> {
    let copies = PreparedCircuit::new(kind, shape)?.copies(rate.depth as usize);
    let copies = copies.context("a path without nodes has no proof to time")?;
    let mut cases = NodeCase::many(copies, rate.batch)?.into_iter().peekable();
    let mut groups = Vec::new();
    while cases.peek().is_some() {
        let cases: Vec<NodeCase> = cases.by_ref().take(LANES).collect();
        groups.push(Group { run: NodeCase::run_in_lanes(&cases), cases });
    }
    Ok(groups)
}

fn prove_groups(groups: &[Group]) {
    groups.par_iter().for_each_init(Scratch::new, |scratch, group| {
        let bounds: Vec<Bound<'_, Quartic>> = group.cases.iter().filter_map(|case| case.bind().ok()).collect();
        let tapes = lockstep::prove(&bounds.iter().collect::<Vec<_>>(), &group.run, scratch);
        assert!(tapes.iter().all(Result::is_ok), "every case is true");
        std::hint::black_box(tapes);
    });
}

/// Proves, encodes, decodes and checks every request.
fn round_trip(prepared: &Preparations, requests: &[Request]) -> Result<()> {
    let envelopes = prove_batch(prepared, requests, CONTEXT, Form::Inline);
    let decode = |envelope: Result<Envelope, _>| Ok(Envelope::decode(&envelope?.encode())?);
    let decoded = envelopes.into_par_iter().map(decode).collect::<Result<Vec<Envelope>>>()?;
    let proofs: Vec<_> = requests.iter().map(|request| &request.statement).zip(&decoded).collect();
    let verdicts = verify_batch(prepared, &proofs, CONTEXT);
    ensure!(verdicts.iter().all(Result::is_ok), "an honest proof was refused");
    Ok(())
}
