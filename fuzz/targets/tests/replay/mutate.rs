//! Damage to an input: what a fuzzer would try first.

use rand::RngExt;
use rand::rngs::StdRng;

/// Words at which decoders go wrong: around p, around powers of two, all ones.
const WORDS: [u32; 8] = [0, 1, 2_130_706_432, 2_130_706_433, 2_130_706_434, 1 << 31, u32::MAX - 1, u32::MAX];

/// A copy of `input` with one to four pieces of damage; `other` lends bytes.
pub fn mutate(rng: &mut StdRng, input: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..rng.random_range(1..=4) {
        damage(rng, &mut bytes, other);
    }
    bytes
}

fn damage(rng: &mut StdRng, bytes: &mut Vec<u8>, other: &[u8]) {
    let at = rng.random_range(0..=bytes.len());
    match rng.random_range(0..6) {
        0 => bytes.truncate(at),
        1 => bytes.insert(at, rng.random()),
        2 => bytes.extend_from_slice(&other[..other.len().min(at)]),
        _ if at == bytes.len() => bytes.push(0),
        3 => bytes[at] ^= 1 << rng.random_range(0..8),
        4 => bytes[at] = rng.random(),
        _ => {
            let word = WORDS[rng.random_range(0..WORDS.len())].to_le_bytes();
            let end = bytes.len().min(at + word.len());
            bytes[at..end].copy_from_slice(&word[..end - at]);
        }
    }
}
