//! Sync proofs: one proof that a whole set of changes, and nothing else, took the old root to the new.
//!
//! ```text
//! SyncStatement = two anchors + strictly ascending (key, old state, new state)
//! SyncStatement + what the keys touch of the old tree --prove--> SyncProof --verify--> VerifiedSync
//! ```
//!
//! Only the old tree's [`Skeleton`](statesync_tree::Skeleton) travels; the new tree is derived from it and the changes
//! by both sides. Every inner node of either partial tree is one copy of the node template, a node without a change
//! below it one for both. The digests between them are the witness, which is committed to and never sent.
//!
//! | file | holds |
//! |---|---|
//! | `statement.rs` | [`SyncStatement`]; [`net`]: changes in sequence to one change per key |
//! | `bytes.rs` | its canonical bytes |
//! | `plan.rs` | which copy hashes which node; what is compared without any copy |
//! | `circuit.rs` | [`SyncCircuit`]: the template, made once |
//! | `envelope.rs` | [`SyncProof`]: the proof as bytes |
//! | `trace.rs` | what the copies compute, as the engine's prover needs it |
//! | `prove.rs`, `verify.rs` | the two ends |
//! | `size.rs` | [`SyncSize`]: copies, lengths and security of a proof |
//! | `replica.rs` | [`Replica`]: leaves that follow a registry by verified changes alone |
//! | `constraints.rs` | tests: the constraints, on small trees and all their changes |

mod bytes;
mod circuit;
#[cfg(all(test, feature = "prove"))]
mod constraints;
mod envelope;
mod plan;
#[cfg(feature = "prove")]
mod prove;
mod replica;
mod size;
mod statement;
#[cfg(feature = "prove")]
mod trace;
mod verify;

pub use circuit::SyncCircuit;
pub use envelope::SyncProof;
#[cfg(feature = "prove")]
pub use prove::{SyncProveError, prove};
pub use replica::{Replica, ReplicaError};
pub use size::SyncSize;
pub use statement::{SyncStatement, SyncStatementError, net};
pub use verify::{SyncError, VerifiedSync, verify};
