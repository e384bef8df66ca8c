//! The verdict on a set of changes. Everything here comes from a stranger but the statement, the context and the
//! circuit.
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm
)]

use statesync_gkr::{Accepted, CommitmentError, OpeningError, Profile, VerifyError};
use statesync_tree::{Digest, Shape, SkeletonError};

use super::plan::Plan;
use super::{SyncCircuit, SyncProof, SyncStatement, SyncStatementError};

/// Bytes of an element on the tape.
pub(super) const ELEMENT_BYTES: usize = 20;

/// A statement whose proof was accepted. Only [`verify`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifiedSync<'statement>(&'statement SyncStatement);

impl<'statement> VerifiedSync<'statement> {
    /// What has been proved.
    pub fn statement(&self) -> &'statement SyncStatement {
        self.0
    }
}

/// Why a sync proof was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SyncError {
    /// The statement means nothing.
    #[error("the statement is malformed: {0}")]
    Statement(#[from] SyncStatementError),
    /// The proof is about another shape of tree.
    #[error("the proof is about a {got} tree, the statement about a {wanted} tree")]
    OtherShape {
        /// Shape of the proof.
        got: Shape,
        /// Shape of the statement.
        wanted: Shape,
    },
    /// The proof is made for another strength than the one that is asked for.
    #[error("the proof is made for {got}, and {wanted} are asked for")]
    OtherProfile {
        /// Strength of the proof.
        got: Profile,
        /// Strength that the verifier asks for.
        wanted: Profile,
    },
    /// The skeleton is not one of a tree in which the keys have their old states.
    #[error(transparent)]
    Skeleton(#[from] SkeletonError),
    /// A root without an inner node is not the anchor's.
    #[error("a tree without inner nodes has the root {found}, and its anchor {anchored}")]
    Root {
        /// Root of the anchor.
        anchored: Digest,
        /// Digest of the one leaf, or of none.
        found: Digest,
    },
    /// Nothing changes, and the roots are not equal.
    #[error("no state changes, and the two roots are not equal")]
    RootsDiffer,
    /// The nodes are too many for a commitment of this strength.
    #[error(transparent)]
    Commitment(#[from] CommitmentError),
    /// The proof ends before its tape does.
    #[error("the proof ends early: {wanted} bytes of root and tape are needed, {left} are left")]
    Short {
        /// Bytes needed.
        wanted: usize,
        /// Bytes left.
        left: usize,
    },
    /// Bytes follow a skeleton that needs none.
    #[error("{bytes} bytes follow the skeleton, and there is no inner node to prove anything about")]
    LeftOver {
        /// How many.
        bytes: usize,
    },
    /// The tape is malformed.
    #[error(transparent)]
    Tape(#[from] VerifyError),
    /// The opening does not show what the tape leaves to be checked.
    #[error("the proof does not show the statement: {0}")]
    Opening(#[from] OpeningError),
}

/// Checks a proof of the caller's own statement, in the caller's own context and of the strength that the caller asks
/// for. Linear in changes and nodes.
///
/// # Errors
/// [`SyncError`], for any proof that does not prove this very statement.
pub fn verify<'statement>(
    circuit: &SyncCircuit,
    statement: &'statement SyncStatement,
    context: &[u8],
    profile: Profile,
    proof: &SyncProof,
) -> Result<VerifiedSync<'statement>, SyncError> {
    let (got, wanted) = (proof.shape, statement.shape());
    if got != wanted {
        return Err(SyncError::OtherShape { got, wanted });
    }
    if proof.profile != profile {
        return Err(SyncError::OtherProfile { got: proof.profile, wanted: profile });
    }
    let plan = Plan::new(statement, &proof.skeleton)?;
    plan.close_natively()?;
    let Some(size) = plan.size(profile)? else {
        return match proof.body.len() {
            0 => Ok(VerifiedSync(statement)),
            bytes => Err(SyncError::LeftOver { bytes }),
        };
    };
    let tape_bytes = ELEMENT_BYTES * circuit.circuit().tape_elements(size.copies);
    let short = SyncError::Short { wanted: 32 + tape_bytes, left: proof.body.len() };
    let (&root, rest) = proof.body.split_first_chunk::<32>().ok_or(short.clone())?;
    let (tape, opening) = rest.split_at_checked(tape_bytes).ok_or(short)?;
    let absorbed = plan.absorbed(&proof.skeleton, context);
    let residual = statesync_gkr::verify(absorbed.bind(circuit, size, root), tape)?;
    let layout = plan.layout(circuit.circuit(), size.copies);
    let _: Accepted = residual.discharge_opening(&layout, opening)?;
    Ok(VerifiedSync(statement))
}
