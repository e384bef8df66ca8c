//! `inspect`: a proof field by field; a circuit layer by layer.
//!
//! | file | holds |
//! |---|---|
//! | `job.rs` | what is to be shown |
//! | `fields.rs` | the fields of an encoded proof, request or opening |
//! | `proof.rs`, `sync.rs` | what the fields of each are |
//! | `circuit.rs` | sizes of a circuit: layers, copies, tape and soundness |
//! | `layers.rs` | its layers, alike ones together |

mod circuit;
mod fields;
mod job;
mod layers;
mod proof;
mod sync;

pub use circuit::circuit;
pub use job::{Job, Statement};
pub use proof::proof;
