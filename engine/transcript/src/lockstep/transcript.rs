//! The hash chains of all lanes.

use p3_field::PackedValue;

use crate::transcript::{MORE_OUTPUT, NEXT_DRAW, message_head, sample};
use crate::{Extension, LANES, Label, Packing, Transcript};

use super::lanes::{Words, per_lane};
use super::sha256::{Digest, Hasher};

/// One transcript per lane.
pub(super) struct Lanes {
    state: Digest,
    drawn: bool,
    degree: usize,
    proofs: usize,
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
        Self { state, drawn, degree, proofs: transcripts.len() }
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
            0..4 => sample_lanes(&self.state[2 * i], &self.state[2 * i + 1]),
            _ => sample_lanes(&more[0], &more[1]),
        })
    }

    pub(super) fn assert_degree(&self, degree: usize) {
        assert_eq!(degree, self.degree, "elements must have the extension degree of the header");
    }

    /// # Panics
    /// If the number of tapes is not that of the transcripts.
    pub(super) fn assert_proofs(&self, tapes: usize) {
        assert_eq!(tapes, self.proofs, "lock step reads one tape per transcript");
    }

    fn chain(&self) -> Hasher {
        let mut hasher = Hasher::new();
        for word in self.state {
            hasher.push(word);
        }
        hasher
    }
}

/// One coordinate of every lane's challenge, from two words of a digest: eight bytes, read as a little-endian integer.
fn sample_lanes(first: &Words, second: &Words) -> Packing {
    Packing::from_fn(|lane| {
        let [low, high] = [first[lane], second[lane]].map(u32::swap_bytes).map(u64::from);
        sample(high << 32 | low)
    })
}
