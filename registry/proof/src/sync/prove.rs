//! What the keys touch of the old tree, to a proof.

use statesync_gkr::{CommitmentError, CommittedProof, F, Profile, prove_committed};
use statesync_tree::{Digest, SkeletonError, Traced};

use super::plan::{Plan, Size};
use super::trace::trace;
use super::{SyncCircuit, SyncError, SyncProof, SyncStatement};

/// Why a sync statement was not proved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SyncProveError {
    /// The statement is malformed, or what was traced is not of a tree in which it can be true.
    #[error(transparent)]
    Statement(#[from] SyncError),
    /// What was traced has another root than the old anchor.
    #[error("the tree has the root {found}, and the old anchor {anchored}")]
    OldRoot {
        /// Root of the old anchor.
        anchored: Digest,
        /// Root of what was traced.
        found: Digest,
    },
    /// The changes lead to another root than the new anchor's.
    #[error("the changes lead to root {found}, and the new anchor has {anchored}")]
    NewRoot {
        /// Root of the new anchor.
        anchored: Digest,
        /// Root that the changes give.
        found: Digest,
    },
}

impl From<SkeletonError> for SyncProveError {
    fn from(error: SkeletonError) -> Self {
        Self::Statement(error.into())
    }
}

impl From<CommitmentError> for SyncProveError {
    fn from(error: CommitmentError) -> Self {
        Self::Statement(error.into())
    }
}

/// Proves `statement` in the caller's context, which may be empty. `traced` is the part of the old tree that the
/// statement's keys touch.
///
/// # Errors
/// [`SyncProveError`]; a false claim is refused natively, before any proving.
///
/// # Panics
/// Never: the template computes the nodes that were just computed natively.
pub fn prove(
    circuit: &SyncCircuit,
    statement: &SyncStatement,
    traced: &Traced,
    context: &[u8],
    profile: Profile,
) -> Result<SyncProof, SyncProveError> {
    let plan = Plan::new(statement, &traced.skeleton)?;
    let digests = plan.tree.digests(&traced.opaque)?;
    let [old, new] = digests.roots;
    let (anchored, anchored_new) = (statement.old_anchor.root, statement.new_anchor.root);
    if old != anchored {
        return Err(SyncProveError::OldRoot { anchored, found: old });
    }
    if new != anchored_new {
        return Err(SyncProveError::NewRoot { anchored: anchored_new, found: new });
    }
    let mut proof =
        SyncProof { shape: statement.shape(), profile, skeleton: traced.skeleton.clone(), body: Vec::new() };
    if let Some(Size { copies, .. }) = plan.size(profile)? {
        let below_roots = digests.old.iter().skip(1).chain(digests.new.iter().skip(1));
        let witness: Vec<F> = below_roots.chain(&traced.opaque).flat_map(|digest| *digest.elements()).collect();
        let layout = plan.layout(circuit.circuit(), copies);
        let absorbed = plan.absorbed(&traced.skeleton, context);
        let CommittedProof { root, tape, opening } =
            prove_committed(absorbed.instance(circuit, copies), &layout, witness, profile, trace)
                .expect("the template computes the nodes that were computed natively");
        proof.body = [&root[..], &tape, &opening].concat();
    }
    Ok(proof)
}
