//! `statesync-lab`: one subcommand per experiment; tables on stderr, rows on stdout with `--json`.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Parser, Subcommand};
use peak_alloc::PeakAlloc;
use statesync_lab::Report;
use statesync_lab::experiments::{
    all, instance, latency, limits, memory, output, peers, prepared, rate, sizes, sync, wiring,
};

/// Counts what is requested and not yet given back.
#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Measurements of the engine and of the registry's proofs.
#[derive(Parser)]
#[command(name = "statesync-lab", version)]
struct Arguments {
    /// Print one JSON object per row on stdout
    #[arg(long, global = true)]
    json: bool,
    /// Keep rows, with every run, as files in this folder
    #[arg(long, global = true, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
    /// Proofs per second of a batch
    Rate(rate::Rate),
    /// One request, step by step
    Latency(latency::Latency),
    /// Encoded bytes, and the plain opening beside them
    Sizes,
    /// Fresh circuits against prepared ones
    Prepared(prepared::Prepared),
    /// A complete local batch: serial against parallel
    Output(output::Output),
    /// One large instance
    Instance(instance::Instance),
    /// The same permutations by a STARK, by us, and computed natively
    Peers(peers::Peers),
    /// One proof for a set of changes, beside plain openings and a multiproof
    Sync(sync::Sync),
    /// What a wide proof asks of memory
    Memory(memory::Memory),
    /// The verifier's wiring: table against closed forms
    Wiring(wiring::WiringFlags),
    /// Concurrent jobs under a memory limit
    Limits(limits::Limits),
    /// Everything
    All(all::All),
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let mut report = Report::new(arguments.json, arguments.out)?;
    match &arguments.experiment {
        Experiment::Rate(flags) => rate::run(flags, &mut report),
        Experiment::Latency(flags) => latency::run(flags, &mut report),
        Experiment::Sizes => sizes::run(&mut report),
        Experiment::Prepared(flags) => prepared::run(flags, &mut report),
        Experiment::Output(flags) => output::run(flags, &mut report),
        Experiment::Instance(flags) => instance::run(flags, &mut report),
        Experiment::Peers(flags) => peers::run(flags, &mut report),
        Experiment::Sync(flags) => sync::run(flags, &mut report),
        Experiment::Memory(flags) => memory::run(flags, &mut report),
        Experiment::Wiring(flags) => wiring::run(flags, &mut report),
        Experiment::Limits(flags) => limits::run(flags, &mut report),
        Experiment::All(flags) => all::run(*flags, &mut report),
    }?;
    report.print();
    Ok(())
}
