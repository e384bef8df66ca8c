//! What a sync proof competes with: one Merkle multiproof, checked by hashing both trees anew.
//!
//! It holds what a sync proof's prover holds of the old tree: what stands at each place that the keys touch, and every
//! digest beside them, once. Its checker computes the old and the new root from the same list of changes.

use anyhow::{Context, Result, ensure};
use statesync_proof::sync::SyncStatement;
use statesync_tree::{Child, Digest, PartialTree, Skeleton, Traced, empty_digest, leaf_digest, node_digest};

/// The multiproof's bytes: the skeleton, then 32 a digest.
pub fn encode(traced: &Traced) -> Vec<u8> {
    let mut bytes = traced.skeleton.to_bytes();
    bytes.extend(traced.opaque.iter().flat_map(Digest::to_bytes));
    bytes
}

/// Checks a multiproof, with as many hashes at once as a vector has lanes.
///
/// # Errors
/// If it is malformed, or a root is not the anchor's.
pub fn verify_packed(statement: &SyncStatement, bytes: &[u8]) -> Result<()> {
    let (tree, opaque) = decode(statement, bytes)?;
    compare(statement, tree.digests(&opaque)?.roots)
}

/// Checks a multiproof, one hash after the other.
///
/// # Errors
/// As [`verify_packed`].
pub fn verify_scalar(statement: &SyncStatement, bytes: &[u8]) -> Result<()> {
    let (tree, opaque) = decode(statement, bytes)?;
    compare(statement, roots(statement, &tree, &opaque))
}

fn decode(statement: &SyncStatement, bytes: &[u8]) -> Result<(PartialTree, Vec<Digest>)> {
    statement.check()?;
    let (skeleton, rest) = Skeleton::read(bytes)?;
    let tree = PartialTree::rebuild(statement.shape(), &statement.changes, &skeleton)?;
    let (digests, []) = rest.as_chunks::<{ Digest::BYTES }>() else {
        anyhow::bail!("{} bytes are no list of digests", rest.len());
    };
    ensure!(digests.len() == tree.opaque(), "{} digests, not {}", digests.len(), tree.opaque());
    let opaque = digests.iter().map(|bytes| Digest::from_bytes(bytes).context("no digest"));
    Ok((tree, opaque.collect::<Result<_>>()?))
}

fn roots(statement: &SyncStatement, tree: &PartialTree, opaque: &[Digest]) -> [Digest; 2] {
    let empty = empty_digest(statement.shape(), 0);
    let leaves: Vec<Digest> = tree.leaves().iter().map(|leaf| leaf_digest(&leaf.key, &leaf.state.into())).collect();
    let mut runs = [vec![empty; tree.old().len()], vec![empty; tree.new_run().len()]];
    let of = |child, runs: &[Vec<Digest>; 2]| match child {
        Child::Empty => empty,
        Child::Leaf(at) => leaves[at],
        Child::Opaque(at) => opaque[at],
        Child::Old(at) => runs[0][at],
        Child::New(at) => runs[1][at],
    };
    // Children come later in their run, and no old node is above a new one.
    for (run, nodes) in [tree.old(), tree.new_run()].into_iter().enumerate() {
        for (at, children) in nodes.iter().enumerate().rev() {
            let [left, right] = children.map(|child| of(child, &runs));
            runs[run][at] = node_digest(&left, &right);
        }
    }
    tree.roots().map(|root| of(root, &runs))
}

fn compare(statement: &SyncStatement, roots: [Digest; 2]) -> Result<()> {
    let anchored = [statement.old_anchor.root, statement.new_anchor.root];
    ensure!(roots == anchored, "the roots are {roots:?}, the anchors' {anchored:?}");
    Ok(())
}
