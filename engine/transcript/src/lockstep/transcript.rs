//! The hash chains of all lanes.

use crate::field::P;
use crate::transcript::{MORE_OUTPUT, NEXT_DRAW, message_head};
use crate::{Extension, F, LANES, Label, Packing, Transcript};

use super::lanes::{Words, packed, per_lane};
use super::sha256::{Digest, Hasher};

/// One transcript per lane.
pub(super) struct Lanes {
    state: Digest,
    drawn: bool,
    degree: usize,
}

impl Lanes {
    /// Takes over the given transcripts; lanes beyond the last repeat it.
    ///
    /// # Panics
    /// If there is none or more than [`LANES`], or if they differ in degree or in whether a challenge was drawn last.
    pub(super) fn new(transcripts: &[Transcript]) -> Self {
        assert!((1..=LANES).contains(&transcripts.len()), "lock step takes 1 to {LANES} transcripts");
        let (drawn, degree) = (transcripts[0].is_drawn(), transcripts[0].degree());
        for transcript in transcripts {
            assert_eq!(transcript.degree(), degree, "transcripts in lock step must have one extension degree");
            assert_eq!(transcript.is_drawn(), drawn, "transcripts in lock step must stand at the same step");
        }
        let lane = |l: usize| &transcripts[l.min(transcripts.len() - 1)];
        let state = core::array::from_fn(|word| {
            per_lane(|l| {
                let (words, _) = lane(l).state().as_chunks::<4>();
                u32::from_be_bytes(words[word])
            })
        });
        Self { state, drawn, degree }
    }

    /// Absorbs one message per lane, given as canonical coordinates.
    pub(super) fn absorb(&mut self, label: Label, elements: usize, coordinates: &[Words]) {
        let mut hasher = self.chain();
        hasher.push([u32::from_be_bytes(message_head(label, elements)); LANES]);
        for word in coordinates {
            hasher.push(word.map(u32::swap_bytes));
        }
        self.state = hasher.finish();
        self.drawn = false;
    }

    /// The next challenge of every lane.
    pub(super) fn draw<E: Extension<Packing>>(&mut self) -> E {
        self.assert_degree(E::DIMENSION);
        if self.drawn {
            self.state = self.chain().finish_with_byte(NEXT_DRAW);
        }
        self.drawn = true;
        let more = if E::DIMENSION > 4 { self.chain().finish_with_byte(MORE_OUTPUT) } else { self.state };
        E::from_basis_coefficients_fn(|i| match i {
            0..4 => sample(&self.state[2 * i], &self.state[2 * i + 1]),
            _ => sample(&more[0], &more[1]),
        })
    }

    pub(super) fn assert_degree(&self, degree: usize) {
        assert_eq!(degree, self.degree, "elements must have the extension degree of the header");
    }

    fn chain(&self) -> Hasher {
        let mut hasher = Hasher::new();
        for word in self.state {
            hasher.push(word);
        }
        hasher
    }
}

/// `low + 2^32 high mod p` in every lane, from two words of a digest (big-endian) that are read as one little-endian integer.
fn sample(low: &Words, high: &Words) -> Packing {
    const TWO_32: F = F::new(((1_u64 << 32) % P as u64) as u32);
    packed(&low.map(u32::swap_bytes)) + packed(&high.map(u32::swap_bytes)) * TWO_32
}
