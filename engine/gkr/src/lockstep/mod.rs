//! Up to [`LANES`] proofs of one circuit at once, one per SIMD lane.
//!
//! Lanes have the same number of variables, each its own number of real copies: where one has fewer than the others,
//! its padding row is written out. Every lane has its own transcript, challenges and tape, byte for byte those of
//! [`prove`](crate::prove), and a lane that fails does so alone.
//!
//! | file | holds |
//! |---|---|
//! | `lanes.rs`  | columns of single lanes, and of all of them |
//! | `prove.rs`  | the prover: bound instances and their common run to tapes |
//! | `verify.rs` | the verifier: tapes to residuals |
//!
//! [`LANES`]: statesync_transcript::LANES

mod lanes;
#[cfg(feature = "prove")]
mod prove;
mod verify;

pub use lanes::{Lanes, Packed, widest};
#[cfg(feature = "prove")]
pub(crate) use lanes::{add_lanes, broadcast, from_lanes, lane};
#[cfg(feature = "prove")]
pub use prove::prove;
pub use verify::verify;
