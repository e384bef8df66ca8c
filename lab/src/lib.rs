//! Measurements of the engine and of the registry's proofs. Never published; nobody depends on it.
//!
//! | file | holds |
//! |---|---|
//! | `families.rs` | [`Family`]: wide circuits of regular shape, for tests and measurements |
//! | `wide.rs` | [`WideCase`]: a wide circuit with a true statement, proved in either form |
//! | [`dense`] | the reference for the sparse close: tables of all pairs of wires, and double loops over them |
//! | `observer.rs` | [`Meter`], [`Observed`]: requested bytes and time, proof by proof and stage by stage |
//! | `nodes.rs` | [`NodeCase`]: many copies of the node circuit with a true statement |
//! | `requests.rs` | requests of every kind and depth |
//! | `batches.rs` | [`Batch`]: sets of changes to a registry, generated and real |
//! | [`multiproof`] | what a sync proof competes with: a Merkle multiproof and its check |
//! | [`stark`] | the same permutations by a STARK, from Plonky3's own crates |
//! | `samples.rs` | [`Samples`]: medians, ranges, runs that are interleaved |
//! | `report.rs`, `machine.rs` | rows for programs, tables for people, and what machine they are about |
//! | [`experiments`] | one file per subcommand |

mod batches;
pub mod dense;
pub mod experiments;
mod families;
mod machine;
pub mod multiproof;
mod nodes;
mod observer;
mod report;
mod requests;
mod samples;
pub mod stark;
mod wide;

pub use batches::Batch;
pub use families::Family;
pub use nodes::NodeCase;
pub use observer::{Meter, Observed, Stage, peak_rss_kib, reset_peak_rss};
pub use report::{Report, Row};
pub use requests::{KindName, requests};
pub use samples::{Samples, interleave};
pub use wide::{Oracle, WideCase};
