use std::path::PathBuf;

use statesync_proof::Profile;
use statesync_tree::Anchor;

use crate::records::Source;

/// What is to be done.
#[derive(Debug)]
pub enum Job {
    /// `replica init`
    Init(Init),
    /// `replica apply`
    Apply(Apply),
    /// `replica root`
    Root(PathBuf),
    /// `replica status`
    Status(PathBuf),
}

/// A replica that is made.
#[derive(Debug)]
pub struct Init {
    /// The folder.
    pub place: PathBuf,
    /// Where it begins.
    pub anchor: Anchor,
    /// All leaves of the tree at the anchor; none, if there is no file of them.
    pub leaves: Option<Source>,
}

/// Changes that a replica takes, if they are proved.
#[derive(Debug)]
pub struct Apply {
    /// The folder.
    pub place: PathBuf,
    /// The registry after.
    pub to: Anchor,
    /// The list of changes.
    pub changes: Source,
    /// The proof.
    pub proof: Source,
    /// How strong it is at least to be.
    pub least: Profile,
}
