//! Between packed field elements, words per lane, and the bytes of tapes.

use p3_field::{PackedValue, PrimeField32};

use crate::tape::COORDINATE_BYTES;
use crate::{F, LANES, Packing};

/// One 32-bit word per lane.
pub(super) type Words = [u32; LANES];

/// The same word in every lane.
pub(super) fn broadcast(word: u32) -> Words {
    [word; LANES]
}

/// The word that `f` gives for each lane.
#[inline(always)]
pub(super) fn per_lane(f: impl Fn(usize) -> u32) -> Words {
    core::array::from_fn(f)
}

/// The canonical values of a packed element.
#[inline(always)]
pub(super) fn canonical(packed: &Packing) -> Words {
    let lanes = packed.as_slice();
    per_lane(|l| lanes[l].as_canonical_u32())
}

/// The packed element with these values mod p.
#[inline(always)]
pub(super) fn packed(words: &Words) -> Packing {
    Packing::from_fn(|l| F::new(words[l]))
}

/// One tape of coordinates per lane.
pub(super) struct LaneTapes<'a>([&'a [[u8; COORDINATE_BYTES]]; LANES]);

impl<'a> LaneTapes<'a> {
    /// Takes the tapes; lanes beyond the last repeat it.
    ///
    /// # Panics
    /// If there are not exactly `proofs` tapes.
    pub(super) fn new(proofs: usize, tapes: &[&'a [u8]]) -> Self {
        assert_eq!(tapes.len(), proofs, "lock step reads one tape per transcript");
        Self(core::array::from_fn(|lane| tapes[lane.min(proofs - 1)].as_chunks().0))
    }

    /// The coordinate at place `at` of every tape, 0 where a tape is shorter.
    #[inline(always)]
    pub(super) fn word(&self, at: usize) -> Words {
        per_lane(|lane| self.0[lane].get(at).map_or(0, |bytes| u32::from_le_bytes(*bytes)))
    }
}
