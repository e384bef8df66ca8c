//! Every experiment.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::instance::{self, Instance};
use super::latency::{self, Latency};
use super::limits::{self, Limits};
use super::memory::{self, Memory};
use super::output::{self, Output};
use super::peers::{self, Peers};
use super::prepared::{self, Prepared};
use super::rate::{self, Rate};
use super::sizes;
use super::sync::{self, Sync};
use super::wiring::{self, WiringFlags};
use crate::{Family, KindName, Oracle, Report};

/// At which sizes.
#[derive(Args, Clone, Copy, Debug)]
pub struct All {
    /// Small sizes and few runs
    #[arg(long)]
    pub quick: bool,
}

/// Sizes of one pass over everything.
struct Sizes {
    batch: usize,
    repetitions: usize,
    latency_repetitions: usize,
    copies: usize,
    /// Records and changes.
    syncs: Vec<(usize, usize)>,
    wiring_to: u32,
    sparse_to: usize,
    dense_to: usize,
    jobs: Vec<usize>,
    limited: (usize, usize),
}

impl Sizes {
    fn quick() -> Self {
        Self {
            batch: 64,
            repetitions: 3,
            latency_repetitions: 20,
            copies: 1 << 10,
            syncs: vec![(1_000, 10)],
            wiring_to: 11,
            sparse_to: 1 << 10,
            dense_to: 1 << 7,
            jobs: vec![1, 8],
            limited: (1 << 9, 96),
        }
    }

    fn full() -> Self {
        Self {
            batch: 768,
            repetitions: 7,
            latency_repetitions: 200,
            copies: 1 << 16,
            syncs: vec![(1_000, 10), (1_000_000, 10_000), (1_000_000, 100_000)],
            wiring_to: 16,
            sparse_to: 1 << 16,
            dense_to: 1 << 12,
            jobs: vec![1, 2, 4, 8],
            limited: (1 << 11, 1 << 10),
        }
    }
}

/// Runs everything, and prints each table as it comes.
///
/// # Errors
/// The first that an experiment has.
pub fn run(all: All, report: &mut Report) -> Result<()> {
    let sizes = if all.quick { Sizes::quick() } else { Sizes::full() };
    requests(&sizes, report)?;
    instances(&sizes, report)?;
    batches(&sizes, report)?;
    wide(&sizes, report)
}

fn requests(sizes: &Sizes, report: &mut Report) -> Result<()> {
    let Sizes { batch, repetitions, latency_repetitions, .. } = *sizes;
    for kind in [KindName::Membership, KindName::Update] {
        for threads in [1, 2] {
            rate::run(&Rate { kind, depth: 24, batch, threads, repetitions }, report)?;
        }
        latency::run(&Latency { kind, depth: 24, repetitions: latency_repetitions }, report)?;
    }
    report.print();
    sizes::run(report)?;
    prepared::run(&Prepared { depth: 24, repetitions: latency_repetitions }, report)?;
    output::run(&Output { depth: 24, batch, threads: 2, repetitions }, report)?;
    report.print();
    Ok(())
}

fn instances(sizes: &Sizes, report: &mut Report) -> Result<()> {
    let Sizes { copies, repetitions, .. } = *sizes;
    for extension in [4, 5] {
        for threads in [1, 2] {
            instance::run(&Instance { copies, threads, extension, repetitions }, report)?;
        }
    }
    peers::run(&Peers { permutations: copies, repetitions: 3 }, report)?;
    report.print();
    Ok(())
}

fn batches(sizes: &Sizes, report: &mut Report) -> Result<()> {
    let sync = Sync { records: 0, changes: 0, debian: true, threads: 2, repetitions: 3 };
    sync::run(&sync, report)?;
    for &(records, changes) in &sizes.syncs {
        sync::run(&Sync { records, changes, debian: false, ..sync.clone() }, report)?;
    }
    report.print();
    Ok(())
}

fn wide(sizes: &Sizes, report: &mut Report) -> Result<()> {
    wiring::run(&WiringFlags { from: 10, to: sizes.wiring_to, repetitions: 2 * sizes.repetitions + 1 }, report)?;
    report.print();
    let folder = report.folder().cloned().unwrap_or_else(std::env::temp_dir);
    let svg: PathBuf = folder.join("memory.svg");
    let Sizes { sparse_to, dense_to, .. } = *sizes;
    let (family, oracle) = (Family::Mixed, Oracle::Sparse);
    let curve = Memory { family, width: sparse_to, oracle, curve: true, sparse_to, dense_to, svg };
    memory::run(&curve, report)?;
    report.print();
    let (width, limit_mib) = sizes.limited;
    limits::run(&Limits { family, width, limit_mib, jobs: sizes.jobs.clone(), inside: None, oracle }, report)
}
