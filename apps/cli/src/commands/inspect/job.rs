use statesync_proof::Kind;
use statesync_tree::Anchor;

use crate::records::Source;

/// The statement of a sync proof.
#[derive(Debug)]
pub struct Statement {
    /// The registry before.
    pub from: Anchor,
    /// The registry after.
    pub to: Anchor,
    /// The list of changes.
    pub changes: Source,
}

/// What is to be shown.
#[derive(Debug)]
pub enum Job {
    /// A proof.
    Proof {
        /// Its file.
        source: Source,
        /// What a sync proof is of: copies and security depend on it.
        statement: Option<Statement>,
    },
    /// The circuit behind proofs of this kind.
    Circuit {
        /// The kind.
        kind: Kind,
        /// Levels of the path.
        depth: usize,
    },
}
