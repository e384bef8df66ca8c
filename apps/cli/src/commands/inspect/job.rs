use std::path::PathBuf;

use statesync_proof::Kind;

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
