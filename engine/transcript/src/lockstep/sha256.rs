//! SHA-256 [FIPS 180-4] of one message per lane, for messages of whole 32-bit words and of one length.
//!
//! Every operation is a loop over the lanes of an array, which the compiler turns into vector instructions.

use crate::LANES;

use super::lanes::{Words, broadcast};

/// First 32 bits of the fractional parts of the square roots of the first 8 primes.
const INITIAL: [u32; 8] =
    [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

/// First 32 bits of the fractional parts of the cube roots of the first 64 primes.
#[rustfmt::skip]
const ROUND: [u32; 64] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];

/// Eight words per lane: a digest, or the state between two blocks.
pub(super) type Digest = [Words; 8];

/// A hash under way. Words are big-endian, as SHA-256 reads them.
pub(super) struct Hasher {
    state: Digest,
    block: [Words; 16],
    words: usize,
}

impl Hasher {
    pub(super) fn new() -> Self {
        Self { state: INITIAL.map(broadcast), block: [broadcast(0); 16], words: 0 }
    }

    /// Appends one word to every lane's message.
    #[inline(always)]
    pub(super) fn push(&mut self, word: Words) {
        self.block[self.words % 16] = word;
        self.words += 1;
        if self.words.is_multiple_of(16) {
            compress(&mut self.state, &mut self.block);
        }
    }

    /// Pads and ends a message of whole words.
    pub(super) fn finish(&mut self) -> Digest {
        let bits = 32 * self.words as u64;
        self.pad(0x8000_0000, bits)
    }

    /// Pads and ends a message of whole words and one more byte.
    pub(super) fn finish_with_byte(&mut self, last: u8) -> Digest {
        let bits = 32 * self.words as u64 + 8;
        self.pad(u32::from_be_bytes([last, 0x80, 0, 0]), bits)
    }

    fn pad(&mut self, first: u32, bits: u64) -> Digest {
        self.push(broadcast(first));
        while self.words % 16 != 14 {
            self.push(broadcast(0));
        }
        self.push(broadcast((bits >> 32) as u32));
        self.push(broadcast(bits as u32));
        self.state
    }
}

/// One block: 64 rounds. The block becomes the ring of 16 words that the message schedule works in.
#[inline(never)]
fn compress(state: &mut Digest, ring: &mut [Words; 16]) {
    let mut mixed = *state;
    for (group, constants) in ROUND.as_chunks::<16>().0.iter().enumerate() {
        if group > 0 {
            schedule(ring);
        }
        let (first, second) = ring.split_at(8);
        eight_rounds(&mut mixed, &constants[..8], first);
        eight_rounds(&mut mixed, &constants[8..], second);
    }
    for (word, mixed) in state.as_flattened_mut().iter_mut().zip(mixed.as_flattened()) {
        *word = word.wrapping_add(*mixed);
    }
}

/// Eight rounds. After them every variable is back in its place, so that instead of moving values only the names
/// rotate.
#[inline(always)]
fn eight_rounds(state: &mut Digest, constants: &[u32], message: &[Words]) {
    let [a, b, c, d, e, f, g, h] = state;
    round(constants[0], &message[0], [a, b, c], d, [e, f, g], h);
    round(constants[1], &message[1], [h, a, b], c, [d, e, f], g);
    round(constants[2], &message[2], [g, h, a], b, [c, d, e], f);
    round(constants[3], &message[3], [f, g, h], a, [b, c, d], e);
    round(constants[4], &message[4], [e, f, g], h, [a, b, c], d);
    round(constants[5], &message[5], [d, e, f], g, [h, a, b], c);
    round(constants[6], &message[6], [c, d, e], f, [g, h, a], b);
    round(constants[7], &message[7], [b, c, d], e, [f, g, h], a);
}

/// One round. The next `e` is left in `d`, the next `a` in `h`.
///
/// Choice and majority are written in the form that the compiler turns into one three-input instruction.
#[inline(always)]
fn round(constant: u32, message: &Words, [a, b, c]: [&Words; 3], d: &mut Words, [e, f, g]: [&Words; 3], h: &mut Words) {
    for l in 0..LANES {
        let sum1 = e[l].rotate_right(6) ^ e[l].rotate_right(11) ^ e[l].rotate_right(25);
        let choice = g[l] ^ (e[l] & (f[l] ^ g[l]));
        let t1 = h[l].wrapping_add(sum1).wrapping_add(choice).wrapping_add(constant).wrapping_add(message[l]);
        let sum0 = a[l].rotate_right(2) ^ a[l].rotate_right(13) ^ a[l].rotate_right(22);
        let majority = (a[l] & b[l]) ^ (c[l] & (a[l] ^ b[l]));
        d[l] = d[l].wrapping_add(t1);
        h[l] = t1.wrapping_add(sum0).wrapping_add(majority);
    }
}

/// The next 16 words of the schedule: `W_t = s1(W_(t-2)) + W_(t-7) + s0(W_(t-15)) + W_(t-16)`.
/// The ring holds `W_t` at `t mod 16`.
#[inline(always)]
fn schedule(ring: &mut [Words; 16]) {
    for t in 0..16 {
        let [w15, w7, w2] = [15, 7, 2].map(|back| ring[(t + 16 - back) % 16]);
        for l in 0..LANES {
            let s0 = w15[l].rotate_right(7) ^ w15[l].rotate_right(18) ^ (w15[l] >> 3);
            let s1 = w2[l].rotate_right(17) ^ w2[l].rotate_right(19) ^ (w2[l] >> 10);
            ring[t][l] = ring[t][l].wrapping_add(s1).wrapping_add(w7[l]).wrapping_add(s0);
        }
    }
}
