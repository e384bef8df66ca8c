use std::io;

use serde::Serialize;
use statesync_proof::Profile;
use statesync_proof::sync::{self, SyncStatement, SyncStatementError};
use statesync_tree::store::StoreView;
use statesync_tree::{ChangesError, Digest, Key, LeafState, PartialTree, Snapshot, Traced};

use super::checking::circuit;
use crate::failure::{Blame, Failure, Fault};
use crate::registry::trouble;
use crate::report::{Bits, Bytes, Count, Page, Took};

/// Sync proofs of this program are bound to nothing but their statements.
pub const CONTEXT: &[u8] = b"";

/// A proof, as it travels.
pub struct Proved {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What it took.
    pub figures: Figures,
}

/// What a proof took, and what the alternative would.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    /// Keys in the statement.
    pub changes: usize,
    /// Length of the proof.
    pub bytes: usize,
    nodes: usize,
    copies: usize,
    witness_elements: usize,
    /// None if no node is touched: everything is then compared natively.
    security_bits: Option<Bits>,
    /// Making it, with the walk through the tree.
    pub prove_us: Took,
    /// Checking it.
    pub verify_us: Took,
    /// A plain multiproof of the same changes: the same skeleton, and every digest that the walk passes.
    pub multiproof_bytes: usize,
    /// Hashing all nodes of it.
    pub multiproof_check_us: Took,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// Proves a statement about the tree of `old`. Whoever makes a proof checks it before anyone else has to.
pub fn proved<V: StoreView>(old: &Snapshot<V>, statement: &SyncStatement, profile: Profile) -> Result<Proved, Failure> {
    statement.check().map_err(unprovable)?;
    let circuit = circuit()?;
    let keys: Vec<Key> = statement.changes.iter().map(|change| change.key).collect();
    let (made, prove_us) = Took::timing(|| {
        let traced = old.trace(&keys).map_err(trouble)?;
        let proof = sync::prove(&circuit, statement, &traced, CONTEXT, profile);
        Ok::<_, Failure>((proof.blame(Fault::Refused, "the changes cannot be proved")?, traced))
    });
    let (proof, traced) = made?;
    let (checked, verify_us) = Took::timing(|| sync::verify(&circuit, statement, CONTEXT, profile, &proof).map(drop));
    checked.blame(Fault::Io, "the proof that was just made does not verify: this machine computes wrongly")?;
    let (hashed, multiproof_check_us) = Took::timing(|| multiproof_holds(statement, &traced));
    hashed.blame(Fault::Refused, "the changes")?;
    let size = proof.size(&circuit, statement).blame(Fault::Refused, "the size of the proof")?;
    let bytes = proof.encode();
    let mut figures = Figures {
        changes: keys.len(),
        bytes: bytes.len(),
        nodes: size.map_or(0, |size| size.nodes),
        copies: size.map_or(0, |size| size.copies),
        witness_elements: size.map_or(0, |size| size.witness_elements),
        security_bits: size.map(|size| Bits(size.security.total)),
        prove_us,
        verify_us,
        multiproof_bytes: traced.skeleton.to_bytes().len() + Digest::BYTES * traced.opaque.len(),
        multiproof_check_us,
        note: None,
    };
    figures.note = figures.note();
    Ok(Proved { bytes, figures })
}

/// What the checker of a plain multiproof does: both trees are rebuilt, and every node is hashed.
fn multiproof_holds(statement: &SyncStatement, traced: &Traced) -> anyhow::Result<()> {
    let tree = PartialTree::rebuild(statement.shape(), &statement.changes, &traced.skeleton)?;
    let roots = tree.digests(&traced.opaque)?.roots;
    anyhow::ensure!(roots == [statement.old_anchor.root, statement.new_anchor.root], "the roots differ");
    Ok(())
}

/// A statement that cannot be made, and what can be instead.
fn unprovable(error: SyncStatementError) -> Failure {
    let came_and_went = match &error {
        SyncStatementError::Changes(ChangesError::Transition { reason, .. }) => {
            (reason.old, reason.new) == (LeafState::Empty, LeafState::Tombstone)
        }
        _ => false,
    };
    let failure = Failure::of(Fault::Refused, error).about("no statement can say so");
    if came_and_went {
        failure.next(
            "a record was made and deleted again in between: prove the two steps one by one, from version to version",
        )
    } else {
        failure
    }
}

impl Figures {
    /// Where the plain multiproof is the better choice.
    fn note(&self) -> Option<String> {
        let smaller = self.multiproof_bytes <= self.bytes;
        let quicker = self.multiproof_check_us.0 <= self.verify_us.0;
        let (bytes, took) = (Bytes(self.multiproof_bytes), self.multiproof_check_us);
        let what = match (smaller, quicker) {
            (true, true) => format!("smaller, {bytes}, and quicker to check, {took}"),
            (true, false) => format!("smaller, {bytes}, though not quicker to check, {took}"),
            (false, true) => format!("quicker to check, {took}, though not smaller, {bytes}"),
            (false, false) => return None,
        };
        Some(format!("a plain Merkle multiproof of these changes would be {what}"))
    }

    /// As fields.
    pub fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let Self { bytes, prove_us, verify_us, .. } = self;
        page.field("proof", format_args!("{}, made in {prove_us}, checked in {verify_us}", Bytes(*bytes)))?;
        let [nodes, copies, elements] = [self.nodes, self.copies, self.witness_elements].map(Count::of);
        match self.security_bits {
            Some(bits) => {
                page.field("nodes", format_args!("{nodes}, in {copies} copies; {elements} elements of witness"))?;
                page.field("security", bits)?;
            }
            None => page.field("security", "nothing to prove: everything is compared natively")?,
        }
        match &self.note {
            Some(note) => page.field("note:", note),
            None => Ok(()),
        }
    }
}
