//! Which copy of the template hashes which node.
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

use p3_field::PrimeCharacteristicRing;
use statesync_circuit::{Circuit, Copies};
use statesync_gkr::{F, InputLayout, LayoutError, Source};
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

impl Plan<'_> {
    /// The wiring of the template's copies to witness slots and public digests.
    ///
    /// Public blocks: terminal and root of each run, then zero and the compression of zeros, for padding.
    pub(crate) fn layout(&self, circuit: &Circuit, copies: Copies) -> Result<InputLayout, LayoutError> {
        let zero = Digest::new([F::ZERO; BLOCK]);
        let mut public: Vec<Digest> = self.runs.iter().flat_map(|run| [run.terminal, run.root]).collect();
        let padding = public.len();
        public.extend([zero, node_digest(&zero, &zero)]);
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
