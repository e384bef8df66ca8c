//! What a circuit promises, by property.
//!
//! | file | holds |
//! |---|---|
//! | `template.rs` | a circuit as a plain list of gates, with a naive evaluator: what the tests change and compare with |
//! | `poseidon2.rs` | Poseidon2-16 as a circuit |
//! | `refusals.rs` | every way in which building fails, by message |
//! | `digest.rs` | equal templates have one digest, all others another |
//! | `evaluation.rs` | a run gives what the formula gives, scalar and packed |
//! | `permutation.rs` | the Poseidon2 circuit against Plonky3 and against published vectors |
//! | `sizes.rs` | statistics, pinned |
//! | `copies.rs` | copies, padding, halving |

mod copies;
mod digest;
mod evaluation;
mod permutation;
mod poseidon2;
mod refusals;
mod sizes;
mod template;
