//! One subcommand each: its flags, what it measures, and the rows it reports.
//!
//! | file | measures |
//! |---|---|
//! | `rate.rs` | proofs per second of a batch |
//! | `latency.rs` | one request, step by step |
//! | `sizes.rs` | encoded bytes |
//! | `prepared.rs` | fresh against prepared circuits |
//! | `output.rs` | a complete local batch: serial against parallel encoding and checking |
//! | `instance.rs` | one large instance |
//! | `peers.rs` | the same permutations by a STARK, by us, and computed natively |
//! | `sync.rs` | one proof for a set of changes, beside openings and a multiproof |
//! | `memory.rs`, `curve.rs` | what a wide proof asks of memory; all families and widths |
//! | `chart.rs` | that curve as an SVG |
//! | `wiring.rs` | the verifier's wiring: table against closed forms |
//! | `limits.rs` | concurrent jobs under a memory limit |
//! | `all.rs` | everything, at sizes that a quiet machine does in two minutes |

pub mod all;
mod chart;
pub mod curve;
pub mod instance;
pub mod latency;
pub mod limits;
pub mod memory;
pub mod output;
pub mod peers;
pub mod prepared;
pub mod rate;
pub mod sizes;
pub mod sync;
pub mod wiring;

use anyhow::Result;

/// Runs `work` on `threads` threads of its own.
fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> Result<T> {
    Ok(rayon::ThreadPoolBuilder::new().num_threads(threads).build()?.install(work))
}
