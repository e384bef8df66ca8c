use p3_field::{Field, PackedValue, PrimeCharacteristicRing};
use p3_symmetric::Permutation;

use super::single::{P16, P24, leaf_input};
use crate::{Digest, F, Leaf};

type Packing = <F as Field>::Packing;
const LANES: usize = Packing::WIDTH;

/// [`node_digest`](super::node_digest) of many pairs `[left, right]`, one pair per vector lane.
pub fn node_digests(pairs: &[[Digest; 2]]) -> Vec<Digest> {
    let mut digests = Vec::with_capacity(pairs.len());
    for chunk in pairs.chunks(LANES) {
        let mut input = [Packing::ZERO; 16];
        for (lane, [left, right]) in chunk.iter().enumerate() {
            let words = left.elements().iter().chain(right.elements());
            for (vector, word) in input.iter_mut().zip(words) {
                vector.as_slice_mut()[lane] = *word;
            }
        }
        let output = P16.permute(input);
        unpack(&input, &output, chunk.len(), &mut digests);
    }
    digests
}

/// [`leaf_digest`](super::leaf_digest) of many leaves, one leaf per vector lane.
pub fn leaf_digests(leaves: &[Leaf]) -> Vec<Digest> {
    let mut digests = Vec::with_capacity(leaves.len());
    for chunk in leaves.chunks(LANES) {
        let mut input = [Packing::ZERO; 24];
        for (lane, leaf) in chunk.iter().enumerate() {
            let words = leaf_input(&leaf.key, &leaf.state.into());
            for (vector, word) in input.iter_mut().zip(words) {
                vector.as_slice_mut()[lane] = word;
            }
        }
        let output = P24.permute(input);
        unpack(&input, &output, chunk.len(), &mut digests);
    }
    digests
}

/// Adds the input to the first eight words of the output and gives each used lane its digest.
fn unpack(input: &[Packing], output: &[Packing], lanes: usize, digests: &mut Vec<Digest>) {
    let words: [Packing; 8] = std::array::from_fn(|i| output[i] + input[i]);
    digests.extend((0..lanes).map(|lane| Digest::new(std::array::from_fn(|i| words[i].as_slice()[lane]))));
}
