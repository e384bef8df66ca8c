//! Proofs about an authenticated registry, checked by someone who holds an anchor and nothing else.
//!
//! ```text
//! Request = Statement + Opening --prove--> Envelope --verify with the caller's own Statement--> Verified
//! ```
//!
//! | statement | holds when |
//! |---|---|
//! | membership: anchor, key, value digest | the descent of the key ends at its leaf, Occupied with that digest |
//! | non-membership: anchor, key, Empty or Tombstone | the descent ends in exactly that |
//! | update: two anchors, key, two states | the new root is the old tree's with that one leaf changed |
//!
//! | file | holds |
//! |---|---|
//! | `statement/` | [`Statement`]: what is claimed; its bytes |
//! | `request/` | [`Request`]: a statement with the opening that shows it; its bytes; the native check |
//! | `circuit.rs` | the node compression as a circuit |
//! | `prepared.rs` | [`PreparedCircuit`]: made once for a kind and a shape, shared by all proofs |
//! | `sizes.rs` | copies and lengths, from kind and depth |
//! | `session.rs` | what both sides derive from statement and hints |
//! | `plan.rs` | which copy hashes which node, and which witness slots it reads |
//! | `run.rs`, `trace.rs` | what the copies of a path compute: its witness, and what a prover needs beside it |
//! | `hints.rs` | [`Hints`]: where the path ends, chosen by the prover, checked natively |
//! | `envelope.rs` | [`Envelope`]: the proof as bytes |
//! | `prove.rs` | one proof |
//! | [`sync`] | one proof for a whole set of changes |
//! | `verify.rs` | [`Verified`]: the verdict |
//! | `lockstep.rs` | as many proofs as there are lanes, made or checked at once |
//! | `batch.rs` | any number of proofs, on all cores |
//!
//! For one answer a plain [`Opening`](statesync_tree::Opening) is smaller and faster to check than a proof here:
//! see the README for both figures, and for what the proofs are for.

mod batch;
mod circuit;
mod envelope;
mod hints;
mod lockstep;
mod plan;
mod prepared;
#[cfg(feature = "prove")]
mod prove;
mod request;
mod run;
mod session;
mod sizes;
mod statement;
pub mod sync;
#[cfg(feature = "prove")]
mod trace;
mod verify;
mod wire;

#[cfg(feature = "prove")]
pub use batch::prove_batch;
pub use batch::{verify_batch, verify_detached_batch};
pub use envelope::{Envelope, Form};
pub use hints::Hints;
pub use prepared::{Preparations, PreparedCircuit, PreparedError};
#[cfg(feature = "prove")]
pub use prove::{ProveError, prove};
pub use request::{Request, RequestError};
pub use statement::{Absence, Kind, Statement, StatementError};
pub use verify::{Verified, VerifyError, verify, verify_detached};
pub use wire::DecodeError;

pub use statesync_gkr::{F, OpeningSecurity, Profile, Soundness};

/// Version of statements, requests and envelopes.
pub const FORMAT_VERSION: u8 = 1;
