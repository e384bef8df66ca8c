use std::sync::LazyLock;

use p3_field::PrimeCharacteristicRing;
use p3_koala_bear::{Poseidon2KoalaBear, default_koalabear_poseidon2_16, default_koalabear_poseidon2_24};
use p3_symmetric::Permutation;

use crate::{Digest, F, FORMAT_VERSION, Key, LeafState, Shape};

pub(super) static P16: LazyLock<Poseidon2KoalaBear<16>> = LazyLock::new(default_koalabear_poseidon2_16);
pub(super) static P24: LazyLock<Poseidon2KoalaBear<24>> = LazyLock::new(default_koalabear_poseidon2_24);

/// `E_0..E_64`: the digests of the empty subtrees of a slot tree, by height.
static SLOT_EMPTY: LazyLock<[Digest; 65]> = LazyLock::new(|| {
    let mut digest = leaf_digest(&Key::ZERO, &LeafState::Empty);
    std::array::from_fn(|height| {
        if height > 0 {
            digest = node_digest(&digest, &digest);
        }
        digest
    })
});

/// The digest of an inner node.
pub fn node_digest(left: &Digest, right: &Digest) -> Digest {
    let mut input = [F::ZERO; 16];
    let (first, second) = input.split_at_mut(8);
    first.copy_from_slice(left.elements());
    second.copy_from_slice(right.elements());
    let output = P16.permute(input);
    Digest::new(std::array::from_fn(|i| output[i] + input[i]))
}

/// The digest of a leaf. For `Empty` that is EMPTY whatever the key: an empty place has no key.
pub fn leaf_digest(key: &Key, state: &LeafState) -> Digest {
    let input = leaf_input(key, state);
    let output = P24.permute(input);
    Digest::new(std::array::from_fn(|i| output[i] + input[i]))
}

/// What the leaf hash takes.
pub(super) fn leaf_input(key: &Key, state: &LeafState) -> [F; 24] {
    let (tag, key, value) = match state {
        LeafState::Occupied(value) => (1, key, *value.digest().elements()),
        LeafState::Tombstone => (2, key, [F::ZERO; 8]),
        LeafState::Empty => (3, &Key::ZERO, [F::ZERO; 8]),
    };
    let mut input = [F::ZERO; 24];
    input[0] = F::new(tag);
    input[1..10].copy_from_slice(&key.limbs());
    input[10..18].copy_from_slice(&value);
    input[18] = F::from_u8(FORMAT_VERSION);
    input
}

/// The digest of a subtree without leaves, `height` levels above the lowest: EMPTY at every height
/// of a keyed tree, `E_height` in a slot tree.
///
/// # Panics
/// If `height` exceeds the depth of the slot tree.
pub fn empty_digest(shape: Shape, height: usize) -> Digest {
    match shape {
        Shape::Keyed => SLOT_EMPTY[0],
        Shape::Slots(depth) => {
            assert!(height <= depth.levels(), "a slot tree of depth {depth} has no subtree of height {height}");
            SLOT_EMPTY[height]
        }
    }
}
