//! The registry: a tree, its values and its versions over a store.
//!
//! ```text
//! apply:  operations --evaluate--> changes --rebuild--> buckets, root --commit--> next version
//! at:     newest version, changes since taken back --rebuild--> an older version, to read from
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `operation.rs` | [`Operation`]: insert, replace, put, restore, delete, and when each is [refused](Refusal) |
//! | `evaluate.rs` | a batch of operations in their order -> one change per key, or the first refusal |
//! | `handle.rs` | [`Registry`]: apply, preview, roll back, prune |
//! | `stage.rs` | [`Staged`]: a batch between its evaluation and its commit |
//! | `snapshot.rs` | [`Snapshot`]: one version, to read from and to open keys at |
//! | `read.rs` | the one door for leaves: buckets are checked against the tree |
//! | `trace.rs` | the part of a version's tree that some keys touch |
//! | `history.rs` | older versions from what each later one changed; the changes between two |
//! | `retention.rs` | pruning by number of versions, and by age |
//! | `doctor.rs` | [`doctor`]: everything computed anew and compared |
//! | `error.rs` | [`RegistryError`] |

mod doctor;
mod error;
mod evaluate;
mod handle;
mod history;
mod operation;
mod read;
mod retention;
mod snapshot;
mod stage;
mod trace;

pub use doctor::{Finding, Report, doctor};
pub use error::RegistryError;
pub use handle::{MAX_OPERATIONS, Outcome, Registry};
pub use operation::{Action, Operation, Refusal};
pub use snapshot::Snapshot;
pub use stage::Staged;
