//! As many proofs as there are lanes, made or checked at once.
//!
//! All are of one kind and shape and have one number of variables; keys, states, roots and depths are their own. What
//! cannot go in lock step (a false claim, a malformed proof) goes alone, and so fails alone and says what is wrong.
//!
//! | file | holds |
//! |---|---|
//! | `prove.rs`  | requests to envelopes |
//! | `verify.rs` | envelopes to verdicts |

#[cfg(feature = "prove")]
mod prove;
mod verify;

#[cfg(feature = "prove")]
pub(crate) use prove::{Memory, prove};
pub(crate) use verify::{Check, verify};
