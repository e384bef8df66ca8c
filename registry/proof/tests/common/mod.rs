//! What the tests share.
//!
//! | file | holds |
//! |---|---|
//! | `naive.rs` | a tree as the definition gives it: the model that everything is compared with |
//! | `parts.rs` | the byte form of a proof, taken apart and put together by its description |
//! | `proofs.rs` | circuits for all kinds of a shape; proofs of true requests |
//! | `specimens.rs` | one proof of each kind, to be taken apart |

#![allow(dead_code, unused_imports, reason = "each test file uses its own part of this")]

mod naive;
mod parts;
mod proofs;
mod specimens;

pub use naive::{Naive, key, read_statement, sample, slots};
pub use parts::{End, Parts, tape_bytes};
pub use proofs::{CONTEXT, all_kinds, prove_both, verify_as};
pub use specimens::{Specimen, Specimens, absent_key};
