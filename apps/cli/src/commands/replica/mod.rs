//! `replica`: the leaves of a registry, kept up to date by verified sync proofs and by nothing else.
//!
//! | file | holds |
//! |---|---|
//! | `job.rs` | [`Job`]: what is to be done |
//! | `folder.rs` | a replica in a folder, which one process at a time has |
//! | `run.rs` | `replica init`, `apply`, `root`, `status` |

mod folder;
mod job;
mod run;

pub use job::{Apply, Init, Job};
pub use run::{apply, init, root, status};
