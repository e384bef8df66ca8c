//! Up to [`LANES`](crate::LANES) proofs at once, one per SIMD lane.
//!
//! Every lane has its own transcript, tape and challenges, byte for byte those of the scalar channels; only the work is
//! shared. The state of all lanes is eight vectors of `u32`, hashed by one SHA-256 that treats every lane alike.
//!
//! With 8 or 16 lanes a block of hashing costs a lane a half to a quarter of what it costs alone. With one lane, in a
//! build without SIMD, lock step gains nothing and the scalar channels, whose SHA-256 uses the processor's own, are faster.
//!
//! | file | holds |
//! |---|---|
//! | `sha256.rs`     | SHA-256 of one message per lane |
//! | `lanes.rs`      | one word per lane, from and to packed field elements |
//! | `tapes.rs`      | one word per lane, from and to tapes |
//! | `transcript.rs` | the hash chains of all lanes |
//! | `writer.rs`     | the prover's channel |
//! | `reader.rs`     | the verifier's channel |

mod lanes;
mod reader;
mod sha256;
mod tapes;
mod transcript;
mod writer;

pub use reader::{LaneError, LockstepReader};
pub use writer::LockstepWriter;
