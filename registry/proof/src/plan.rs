//! Which copy of the template hashes which node (docs/protocol.md, section 8).
//!
//! A path of `d` levels is a *run* of `d` copies, from the terminal up; an update has two on the same siblings, the
//! old and the new. Copies stand in this order:
//!
//! ```text
//! old run without its root copy, new run without its root copy, old root copy, new root copy, padding
//! ```
//!
//! and the witness in slots of 8 elements: slot `i` is the output of copy `i`, for all copies but the root ones, then
//! the siblings from the terminal up. A copy reads the digest below it and the sibling in the order of the key's bit,
//! and its `out` is its own slot, or the public root. Path bits and terminals are public, so the wiring is linear.

use std::sync::LazyLock;

use p3_field::PrimeCharacteristicRing;
use statesync_circuit::{Circuit, Copies};
use statesync_gkr::{F, InputLayout, Source};
use statesync_tree::{Digest, Key, node_digest};

use crate::Kind;
use crate::circuit::BLOCK;
use crate::sizes::witness_slots;

/// One path, from a terminal digest to a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) terminal: Digest,
    pub(crate) root: Digest,
}

/// The copies of a proof: what statement and hints fix, and nothing else does.
#[derive(Clone, Debug)]
pub(crate) struct Plan<'a> {
    pub(crate) key: &'a Key,
    pub(crate) kind: Kind,
    pub(crate) depth: usize,
    /// One run, or the old and the new one.
    pub(crate) runs: Vec<Run>,
}

/// What padding copies read and give: zero, and the compression of zeros.
static PADDING: LazyLock<[Digest; 2]> = LazyLock::new(|| {
    let zero = Digest::new([F::ZERO; BLOCK]);
    [zero, node_digest(&zero, &zero)]
});

impl Plan<'_> {
    /// The wiring of the template's copies to witness slots and public digests.
    ///
    /// Public blocks: terminal and root of each run, then zero and the compression of zeros, for padding.
    ///
    /// # Panics
    /// Never for the node template and the copies of this kind and depth: every block that a copy reads is one that
    /// the plan has. A test goes through every kind, depth and direction.
    pub(crate) fn layout(&self, circuit: &Circuit, copies: Copies) -> InputLayout {
        let mut public: Vec<Digest> = self.runs.iter().flat_map(|run| [run.terminal, run.root]).collect();
        let padding = public.len();
        public.extend(*PADDING);
        let mut sources = Vec::with_capacity(3 * copies.rows());
        let runs = self.runs.len();
        for run in 0..runs {
            for height in 0..self.depth.saturating_sub(1) {
                sources.extend(self.copy(run, height));
            }
        }
        for run in 0..runs {
            if let Some(top) = self.depth.checked_sub(1) {
                sources.extend(self.copy(run, top));
            }
        }
        if copies.is_padded() {
            sources.extend([padding, padding, padding + 1].map(Source::Public));
        }
        let public = public.iter().flat_map(|digest| *digest.elements()).collect();
        InputLayout::new(circuit, copies, BLOCK, sources, public, witness_slots(self.kind, self.depth))
            .expect("a plan reads only blocks that it has")
    }

    /// The witness as far as the siblings give it: zeros where copies will write what they compute.
    ///
    /// # Panics
    /// If there is not one sibling per level.
    pub(crate) fn siblings(&self, siblings: &[Digest]) -> Vec<F> {
        assert_eq!(siblings.len(), self.depth, "a path has one sibling per level");
        let mut witness = vec![F::ZERO; BLOCK * witness_slots(self.kind, self.depth)];
        let first = witness.len() - BLOCK * siblings.len();
        let slots = witness[first..].chunks_exact_mut(BLOCK);
        slots.zip(siblings).for_each(|(slot, digest)| slot.copy_from_slice(digest.elements()));
        witness
    }

    /// Left, right and out of the copy at `height` above the terminal.
    fn copy(&self, run: usize, height: usize) -> [Source; 3] {
        let below_root = self.depth - 1;
        let first = run * below_root;
        let below = match height.checked_sub(1) {
            None => Source::Public(2 * run),
            Some(under) => Source::Witness(first + under),
        };
        let sibling = Source::Witness(self.runs.len() * below_root + height);
        let out = if height == below_root { Source::Public(2 * run + 1) } else { Source::Witness(first + height) };
        // Level `depth - 1 - height` of the descent: height 0 is the deepest.
        if self.key.bit(below_root - height) { [sibling, below, out] } else { [below, sibling, out] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::node_circuit;
    use crate::sizes;

    #[test]
    fn every_kind_and_depth_has_a_layout_whichever_way_the_path_turns() {
        let circuit = node_circuit().unwrap();
        let zero = Digest::new([F::ZERO; BLOCK]);
        for (kind, depth) in Kind::ALL.into_iter().flat_map(|kind| (1..=Key::BITS).map(move |depth| (kind, depth))) {
            for turns in [0x00, 0x5a, 0xff] {
                let key = &Key::from_bytes(&[turns; Key::BYTES]).unwrap();
                let runs = vec![Run { terminal: zero, root: zero }; kind.runs()];
                let copies = sizes::copies(kind, depth).unwrap();
                let layout = Plan { key, kind, depth, runs }.layout(&circuit, copies);
                assert_eq!(layout.witness_len(), BLOCK * witness_slots(kind, depth), "{kind} of depth {depth}");
            }
        }
    }
}
