//! `inspect`: a proof field by field; a circuit layer by layer.
//!
//! | file | holds |
//! |---|---|
//! | `fields.rs` | the fields of an encoded proof, request or opening |
//! | `proof.rs` | what the fields of each are |
//! | `circuit.rs` | sizes of a circuit: layers, copies, tape and soundness |
//! | `layers.rs` | its layers, alike ones together |

mod circuit;
mod fields;
mod layers;
mod proof;

use std::path::PathBuf;

use statesync_proof::Kind;

pub use circuit::circuit;
pub use proof::proof;

/// What is to be shown.
#[derive(Debug)]
pub enum Job {
    /// The proof in this file.
    Proof(PathBuf),
    /// The circuit behind proofs of this kind.
    Circuit {
        /// The kind.
        kind: Kind,
        /// Levels of the path.
        depth: usize,
    },
}
