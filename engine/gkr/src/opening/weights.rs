//! The weights of the witness, all of them: the prover's side of the functional.

use p3_field::PrimeCharacteristicRing;
use rayon::prelude::*;
use statesync_transcript::LANES;

use super::functional::RowWeights;
use super::sumcheck::Vector;
use crate::layout::Source;
use crate::lockstep::from_lanes;
use crate::{InputClaim, InputLayout, Quintic};

type E = Quintic;

impl InputLayout {
    /// `phi`, one weight per element of the witness, in vectors of neighbours; zeros behind the last.
    ///
    /// ```text
    /// phi[block s + j] = sum_b reads[s, b] w[block b + j]      reads[s, b] = sum over c with s(c, b) = s of eq(r, c)
    /// ```
    ///
    /// # Panics
    /// If blocks are no power of two.
    pub(crate) fn witness_weights(&self, claim: &InputClaim<E>) -> Vec<Vector> {
        assert!(self.is_tensor(), "blocks must be a power of two");
        let block = self.block_wires();
        let blocks = self.input_wires() / block;
        let reads = self.reads(claim, blocks);
        // Vectors that lie in one block, before the pattern of wires begins again.
        let phases = block.div_ceil(LANES);
        let wire = |b: usize, phase: usize| from_lanes::<E>(|l| claim.weights[b * block + (phase * LANES + l) % block]);
        let wires: Vec<Vec<Vector>> = (0..phases).map(|phase| (0..blocks).map(|b| wire(b, phase)).collect()).collect();
        let weight = |v: usize| {
            let slot = |l: usize| (v * LANES + l) / block;
            let read = |b: usize| from_lanes::<E>(|l| reads.get(slot(l) * blocks + b).copied().unwrap_or(E::ZERO));
            wires[v % phases].iter().enumerate().map(|(b, &wire)| read(b) * wire).sum()
        };
        (0..self.witness_len().div_ceil(LANES)).into_par_iter().map(weight).collect()
    }

    /// How much each slot is read as block `b`, over all copies: slot `s` at `s * blocks + b`.
    fn reads(&self, claim: &InputClaim<E>, blocks: usize) -> Vec<E> {
        let rows = RowWeights::new(claim, self);
        let weights: Vec<E> = (0..self.copies().rows()).into_par_iter().map(|row| rows.at(row)).collect();
        let mut reads = E::zero_vec(self.witness_len() / self.block_wires() * blocks);
        for (sources, weight) in self.rows().zip(weights) {
            for (b, source) in sources.iter().enumerate() {
                if let Source::Witness(slot) = source.get() {
                    reads[slot * blocks + b] += weight;
                }
            }
        }
        reads
    }
}
