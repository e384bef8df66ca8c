//! One word per lane.

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

/// Words of a block: as many as fill one cache line of a tape.
pub(super) const BLOCK: usize = 16;

/// Lane `l` of a block as bytes of a tape, for every `l`.
#[inline(always)]
pub(super) fn transposed(block: &[Words; BLOCK]) -> [[[u8; COORDINATE_BYTES]; BLOCK]; LANES] {
    core::array::from_fn(|lane| core::array::from_fn(|i| block[i][lane].to_le_bytes()))
}
