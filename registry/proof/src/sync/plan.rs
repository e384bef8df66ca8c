//! Which copy of the template hashes which node of the two partial trees.
//!
//! Nodes stand in preorder within a run. Copies:
//!
//! ```text
//! old run without its root, new run without its root, old root, new root, padding
//! ```
//!
//! Witness slots: slot `i` is the output of copy `i`, for all copies but the roots; then the opaque digests in the
//! order of the walk. Public blocks: EMPTY, zero, the compression of zeros, the two roots, then the leaf digests.
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm
)]

use p3_field::PrimeCharacteristicRing;
use statesync_circuit::{Circuit, Copies};
use statesync_gkr::{
    Bound, CommitmentError, CommitmentParameters, F, InputLayout, Instance, OpeningSecurity, Outputs, Profile, Quintic,
    Source,
};
use statesync_tree::{Child, Digest, PartialTree, Shape, Skeleton, empty_digest, node_digest};

use super::{SyncCircuit, SyncError, SyncStatement};
use crate::circuit::BLOCK;

/// Fewest copies, so that small proofs have one size.
const MIN_COPIES: usize = 32;
/// Public blocks before the leaf digests.
const FIRST_LEAF: usize = 5;
const EMPTY: usize = 0;
const ZERO: usize = 1;
const OF_ZEROS: usize = 2;
const OLD_ROOT: usize = 3;
const NEW_ROOT: usize = 4;

/// What statement and skeleton fix.
pub(super) struct Plan<'a> {
    pub(super) statement: &'a SyncStatement,
    pub(super) tree: PartialTree,
    pub(super) leaf_digests: Vec<Digest>,
}

/// How large a proof is.
#[derive(Clone, Copy)]
pub(super) struct Size {
    pub(super) copies: Copies,
    pub(super) parameters: CommitmentParameters,
}

/// The bytes that are absorbed before the commitment.
pub(super) struct Absorbed<'c> {
    pub(super) application: [u8; 3],
    pub(super) statement: Vec<u8>,
    pub(super) skeleton: Vec<u8>,
    pub(super) context: &'c [u8],
}

impl<'a> Plan<'a> {
    pub(super) fn new(statement: &'a SyncStatement, skeleton: &Skeleton) -> Result<Self, SyncError> {
        statement.check()?;
        let tree = PartialTree::rebuild(statement.shape(), &statement.changes, skeleton)?;
        let leaf_digests = tree.leaf_digests();
        Ok(Self { statement, tree, leaf_digests })
    }

    /// Compares what no copy touches: a root that is not an inner node, and one node that is the root of both trees.
    pub(super) fn close_natively(&self) -> Result<(), SyncError> {
        let SyncStatement { old_anchor, new_anchor, .. } = self.statement;
        let [old, new] = self.tree.roots();
        for (root, anchored) in [(old, old_anchor.root), (new, new_anchor.root)] {
            let found = match root {
                Child::Empty => Some(empty_digest(Shape::Keyed, 0)),
                Child::Leaf(at) => self.leaf_digests.get(at).copied(),
                Child::Opaque(_) | Child::Old(_) | Child::New(_) => None,
            };
            if let Some(found) = found.filter(|found| *found != anchored) {
                return Err(SyncError::Root { anchored, found });
            }
        }
        if old == new && old_anchor.root != new_anchor.root {
            return Err(SyncError::RootsDiffer);
        }
        Ok(())
    }

    /// Copies and commitment; `None` if there is no inner node, and so nothing to prove but what is compared natively.
    ///
    /// # Errors
    /// [`CommitmentError`] if there are more nodes than a commitment of this strength holds.
    ///
    /// # Panics
    /// Never: there are far fewer nodes in a commitment than copies can be.
    pub(super) fn size(&self, profile: Profile) -> Result<Option<Size>, CommitmentError> {
        let real = self.tree.old().len() + self.tree.new_run().len();
        if real == 0 {
            return Ok(None);
        }
        let parameters = CommitmentParameters::for_witness(BLOCK * self.slots(), profile)?;
        let log = real.max(MIN_COPIES).next_power_of_two().trailing_zeros();
        let copies = Copies::new(real, log as usize).expect("a commitment holds the output of all copies but two");
        Ok(Some(Size { copies, parameters }))
    }

    pub(super) fn security(
        &self,
        circuit: &SyncCircuit,
        profile: Profile,
    ) -> Result<Option<OpeningSecurity>, CommitmentError> {
        let size = self.size(profile)?;
        Ok(size.map(|Size { copies, parameters }| OpeningSecurity::of(circuit.circuit(), copies, parameters)))
    }

    /// Nodes of both runs that are not their roots: one witness slot each.
    fn below_roots(&self) -> [usize; 2] {
        [self.tree.old(), self.tree.new_run()].map(|run| run.len().saturating_sub(1))
    }

    pub(super) fn slots(&self) -> usize {
        self.below_roots().iter().sum::<usize>() + self.tree.opaque()
    }

    /// Where a node finds the digest of its child.
    fn source(&self, child: Child) -> Source {
        let [old, new] = self.below_roots();
        match child {
            Child::Empty => Source::Public(EMPTY),
            Child::Leaf(at) => Source::Public(FIRST_LEAF + at),
            // No root is a child, so every child has a number of at least 1.
            Child::Old(at) => Source::Witness(at.saturating_sub(1)),
            Child::New(at) => Source::Witness(old + at.saturating_sub(1)),
            Child::Opaque(at) => Source::Witness(old + new + at),
        }
    }

    /// The wiring of the copies.
    ///
    /// # Panics
    /// Never for the node template: every source is one that the plan has. Tests go through all small trees.
    pub(super) fn layout(&self, circuit: &Circuit, copies: Copies) -> InputLayout {
        let runs = [self.tree.old(), self.tree.new_run()];
        let below = runs.iter().flat_map(|run| run.iter().skip(1)).enumerate();
        let below = below.map(|(slot, &children)| (children, Source::Witness(slot)));
        let roots = runs.iter().zip([OLD_ROOT, NEW_ROOT].map(Source::Public));
        let roots = roots.flat_map(|(run, root)| run.iter().take(1).map(move |&children| (children, root)));
        let nodes = below.chain(roots).flat_map(|([left, right], out)| [self.source(left), self.source(right), out]);
        let padding = [ZERO, ZERO, OF_ZEROS].map(Source::Public);
        let sources = nodes.chain(copies.is_padded().then_some(padding).into_iter().flatten());
        let zero = Digest::new([F::ZERO; BLOCK]);
        let roots = [self.statement.old_anchor.root, self.statement.new_anchor.root];
        let fixed = [empty_digest(Shape::Keyed, 0), zero, node_digest(&zero, &zero)];
        let public = fixed.iter().chain(&roots).chain(&self.leaf_digests);
        let public = public.flat_map(|digest| *digest.elements()).collect();
        InputLayout::new(circuit, copies, BLOCK, sources, public, self.slots())
            .expect("a plan reads only blocks that it has")
    }

    pub(super) fn absorbed<'c>(&self, skeleton: &Skeleton, context: &'c [u8]) -> Absorbed<'c> {
        let [shape, depth] = self.statement.shape().to_bytes();
        Absorbed {
            application: [super::bytes::KIND, shape, depth],
            statement: self.statement.to_bytes(),
            skeleton: skeleton.to_bytes(),
            context,
        }
    }
}

impl Absorbed<'_> {
    /// The template's outputs are zero by construction: a copy's claimed output enters through a tap.
    pub(super) fn instance<'b>(&'b self, circuit: &'b SyncCircuit, copies: Copies) -> Instance<'b> {
        Instance {
            circuit: circuit.circuit(),
            copies,
            outputs: Outputs::Zero,
            application: &self.application,
            context: self.context,
            statement: &self.statement,
            hints: &self.skeleton,
        }
    }

    /// Absorbs an instance and the commitment to its witness.
    ///
    /// # Panics
    /// Never: the outputs are zero by construction, and a test goes through the security of every size.
    pub(super) fn bind<'b>(&'b self, circuit: &'b SyncCircuit, size: Size, root: [u8; 32]) -> Bound<'b, Quintic> {
        let bound = self.instance(circuit, size.copies).bind_commitment(size.parameters, root);
        bound.expect("an instance without public outputs fits its circuit")
    }
}
