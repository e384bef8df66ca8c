use std::path::PathBuf;

use statesync_proof::Profile;
use statesync_tree::Anchor;
use statesync_tree::store::Version;

use crate::records::Source;
use crate::report::Target;

/// What is to be done.
#[derive(Debug)]
pub enum Job {
    /// `sync prove`
    Prove(Prove),
    /// `sync verify`
    Verify(Verify),
    /// `sync verify-chain`
    Chain(Chain),
}

/// Which versions, how strongly, and where everything goes.
#[derive(Debug)]
pub struct Prove {
    /// The registry.
    pub place: PathBuf,
    /// The older version.
    pub from: Version,
    /// The newer version; the newest, if none is given.
    pub to: Option<Version>,
    /// Strength of the proof.
    pub profile: Profile,
    /// Where the proof goes.
    pub out: Target,
    /// Where the list of changes goes.
    pub changes_out: Option<PathBuf>,
}

/// The caller's own statement, and the proof of it.
#[derive(Debug)]
pub struct Verify {
    /// The registry before.
    pub from: Anchor,
    /// The registry after.
    pub to: Anchor,
    /// The list of changes.
    pub changes: Source,
    /// The proof.
    pub proof: Source,
    /// How strong it is at least to be.
    pub least: Profile,
}

/// Steps that follow each other: one anchor more than there are lists and proofs.
#[derive(Debug)]
pub struct Chain {
    /// The anchors, the oldest first.
    pub anchors: Vec<Anchor>,
    /// The list of each step.
    pub changes: Vec<Source>,
    /// The proof of each step.
    pub proofs: Vec<Source>,
    /// How strong each is at least to be.
    pub least: Profile,
}
