//! One proof for a whole set of changes, beside the plain openings and the multiproof that show the same.

use anyhow::{Context, Result};
use clap::Args;
use statesync_proof::Profile;
use statesync_proof::sync::{SyncCircuit, SyncProof, prove, verify};
use statesync_tree::PartialTree;

use super::on_threads;
use crate::{Batch, Report, Row, interleave, multiproof, peak_rss_kib, reset_peak_rss};

/// Which set of changes.
#[derive(Args, Clone, Debug)]
pub struct Sync {
    /// Records of the registry
    #[arg(long, default_value_t = 1_000_000, conflicts_with = "debian")]
    pub records: usize,
    /// Keys of the statement: 80 % replaced, 10 % deleted, 5 % new, 5 % read
    #[arg(long, default_value_t = 10_000, conflicts_with = "debian")]
    pub changes: usize,
    /// Debian's packages and their security updates instead
    #[arg(long)]
    pub debian: bool,
    /// Threads of the prover; checks are timed on one
    #[arg(long, default_value_t = 2)]
    pub threads: usize,
    /// Timed runs of each
    #[arg(long, default_value_t = 3)]
    pub repetitions: usize,
}

const CONTEXT: &[u8] = b"lab";
const PROFILE: Profile = Profile::Bits100;
const SEED: u64 = 1;

/// `sync_prove_us`: from the statement and what its keys touch of the old tree to the proof. Every check begins with
/// the proof's bytes and the checker's own statement. `sync_peak_rss_kib` is the whole process while it proves, with
/// what the allocator kept of building the registry.
///
/// # Errors
/// If a proof is refused.
pub fn run(sync: &Sync, report: &mut Report) -> Result<()> {
    let batch = if sync.debian { Batch::debian() } else { Batch::generated(sync.records, sync.changes, SEED) }?;
    let Batch { statement, traced, .. } = &batch;
    let circuit = SyncCircuit::new()?;
    reset_peak_rss()?;
    let make = || prove(&circuit, statement, traced, CONTEXT, PROFILE);
    let proof = on_threads(sync.threads, make)??;
    let peak_rss = peak_rss_kib();
    let (bytes, rival) = (proof.encode(), multiproof::encode(traced));
    let check = || -> Result<()> {
        verify(&circuit, statement, CONTEXT, PROFILE, &SyncProof::decode(&bytes)?)?;
        Ok(())
    };
    check()?;
    multiproof::verify_scalar(statement, &rival)?;
    multiproof::verify_packed(statement, &rival)?;
    let proving = rayon::ThreadPoolBuilder::new().num_threads(sync.threads).build()?;
    let [prove_us, verify_us, scalar_us, packed_us] = on_threads(1, || {
        interleave(
            sync.repetitions,
            [
                &mut || drop(proving.install(make)),
                &mut || drop(check()),
                &mut || drop(multiproof::verify_scalar(statement, &rival)),
                &mut || drop(multiproof::verify_packed(statement, &rival)),
            ],
        )
    })?;
    let tree = PartialTree::rebuild(statement.shape(), &statement.changes, &traced.skeleton)?;
    let runs = [tree.old(), tree.new_run()];
    let below_roots: usize = runs.iter().map(|run| run.len().saturating_sub(1)).sum();
    let security = proof.security(&circuit, statement)?.context("the changes touch no inner node")?;
    report.emit(
        Row::new("sync", sync.threads, sync.repetitions)
            .set("data", if sync.debian { "debian" } else { "generated" })
            .set("records", batch.records)
            .set("changes", statement.changes.len())
            .set("statement_bytes", statement.to_bytes().len())
            .set("paths_bytes", batch.paths_bytes)
            .set("multiproof_bytes", rival.len())
            .set("sync_bytes", bytes.len())
            .measure("multiproof_verify_scalar_us", &scalar_us)
            .measure("multiproof_verify_packed_us", &packed_us)
            .measure("sync_verify_us", &verify_us)
            .measure("sync_prove_us", &prove_us)
            .set("sync_peak_rss_kib", peak_rss)
            .set("copies", runs.map(<[_]>::len).iter().sum::<usize>())
            .set("witness_elements", 8 * (below_roots + tree.opaque()))
            .set("security_bits", security.total),
    )
}
