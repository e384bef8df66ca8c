use serde::{Deserialize, Serialize};
use statesync_tree::{Digest, Opening, OpeningError};

use crate::{Statement, StatementError};

/// A statement and the opening of its key at its (old) anchor.
///
/// The opening is the witness of the proof. Whoever holds a request can check its statement without any proof.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// What is claimed.
    pub statement: Statement,
    /// The path of the key, from the tree that the (old) anchor is of.
    pub opening: Opening,
}

/// Why a request is refused: its statement is malformed, or its opening does not show it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The statement means nothing.
    #[error("the statement is malformed: {0}")]
    Statement(#[from] StatementError),
    /// The opening does not show the statement.
    #[error("the claim is false, or its opening is not of this tree: {0}")]
    Opening(#[from] OpeningError),
    /// The change leads to another root than the new anchor's.
    #[error("the claim is false: the change leads to root {found}, not to {claimed}")]
    NewRoot {
        /// Root of the new anchor.
        claimed: Digest,
        /// Root that the change gives.
        found: Digest,
    },
}

impl Request {
    /// Recomputes the path, so that a false claim is refused with a readable reason and costs no proving.
    ///
    /// # Errors
    /// [`RequestError`], naming what is wrong.
    pub fn check(&self) -> Result<(), RequestError> {
        let Self { statement, opening } = self;
        statement.check()?;
        opening.check(statement.anchor(), statement.key(), &statement.state())?;
        if let Statement::Update { new_anchor, key, new, .. } = statement {
            let update = opening.update(new_anchor.shape, key, new)?;
            if update.new_root != new_anchor.root {
                return Err(RequestError::NewRoot { claimed: new_anchor.root, found: update.new_root });
            }
        }
        Ok(())
    }
}
