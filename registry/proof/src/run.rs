//! The run of a path's copies: what the template computes, with the permutation's own linear layers.
//!
//! ```text
//! external matrix, 4 x (constants, cubes, external matrix), 20 x (constant, cube of wire 0, internal matrix),
//! 4 x (constants, cubes, external matrix), and the first eight wires of the input added
//! ```
//!
//! Going through the circuit's gates one by one gives the same in some ten times the time. Values are scalars, or one
//! path per lane.

use p3_field::{Algebra, PackedValue};
use p3_koala_bear::{
    GenericPoseidon2LinearLayersKoalaBear as LinearLayers, KOALABEAR_POSEIDON2_RC_16_EXTERNAL_FINAL as FINAL,
    KOALABEAR_POSEIDON2_RC_16_EXTERNAL_INITIAL as INITIAL, KOALABEAR_POSEIDON2_RC_16_INTERNAL as INTERNAL,
};
use p3_poseidon2::GenericPoseidon2LinearLayers;
use statesync_circuit::Copies;
use statesync_gkr::{F, InputLayout, Source};
use statesync_transcript::LANES;

use crate::circuit::BLOCK;

const WIDTH: usize = 2 * BLOCK;

/// One base element, or one per lane.
pub(crate) trait Value: PackedValue<Value = F> + Algebra<F> {}

impl<V: PackedValue<Value = F> + Algebra<F>> Value for V {}

/// What a run is watched for.
pub(crate) trait Watch<V> {
    /// The wires that layer `layer` of copy `row` reads nonlinearly.
    fn nonlinear(&mut self, row: usize, layer: usize, wires: &[V]);

    /// What copy `row` reads, and the digest that it computes.
    fn copy(&mut self, row: usize, input: [&[V; BLOCK]; 3], digest: &[V; BLOCK]);
}

/// A run for its witness alone is not watched.
impl<V> Watch<V> for () {
    fn nonlinear(&mut self, _: usize, _: usize, _: &[V]) {}

    fn copy(&mut self, _: usize, _: [&[V; BLOCK]; 3], _: &[V; BLOCK]) {}
}

/// Runs all `copies` of one path per lane, and writes what they compute into the witnesses.
///
/// A copy reads only what copies before it compute, so siblings are all that a witness must hold at first. Lanes beyond
/// the last repeat it; rows beyond those of a lane are its padding.
pub(crate) fn run<V: Value>(
    copies: Copies,
    layouts: &[&InputLayout],
    witnesses: &mut [Vec<F>],
    watch: &mut impl Watch<V>,
) {
    let last = layouts.len() - 1;
    for row in 0..copies.rows() {
        let source = |lane: usize, block: usize| -> Source {
            let layout = layouts[lane];
            layout.source(row.min(layout.copies().rows() - 1), block)
        };
        let read = |witnesses: &[Vec<F>], block: usize| -> [V; BLOCK] {
            let lane = |lane: usize| layouts[lane].block(source(lane, block), &witnesses[lane]);
            let blocks: [&[F]; LANES] = core::array::from_fn(|l| lane(l.min(last)));
            core::array::from_fn(|j| V::from_fn(|l| blocks[l][j]))
        };
        let [left, right] = [0, 1].map(|block| read(witnesses, block));
        let digest = hash(&left, &right, |layer, wires| watch.nonlinear(row, layer, wires));
        for (lane, witness) in witnesses.iter_mut().enumerate() {
            if let Source::Witness(slot) = source(lane, 2) {
                let slot = &mut witness[slot * BLOCK..][..BLOCK];
                slot.iter_mut().zip(&digest).for_each(|(value, digest)| *value = digest.as_slice()[lane]);
            }
        }
        let out = read(witnesses, 2);
        watch.copy(row, [&left, &right, &out], &digest);
    }
}

/// The node compression, with the state before every layer of cubes.
#[inline(always)]
pub(crate) fn hash<V: Value>(
    left: &[V; BLOCK],
    right: &[V; BLOCK],
    mut nonlinear: impl FnMut(usize, &[V]),
) -> [V; BLOCK] {
    let mut state: [V; WIDTH] = core::array::from_fn(|i| if i < BLOCK { left[i] } else { right[i - BLOCK] });
    LinearLayers::external_linear_layer(&mut state);
    let mut layer = 1..;
    let mut next = |wires: &[V]| nonlinear(layer.next().unwrap_or_default(), wires);
    for constants in &INITIAL {
        external(&mut state, constants, &mut next);
    }
    for &constant in &INTERNAL {
        state[0] += constant;
        next(&state[..1]);
        state[0] = state[0].cube();
        LinearLayers::internal_linear_layer(&mut state);
    }
    for constants in &FINAL {
        external(&mut state, constants, &mut next);
    }
    core::array::from_fn(|i| state[i] + left[i])
}

#[inline(always)]
fn external<V: Value>(state: &mut [V; WIDTH], constants: &[F; WIDTH], nonlinear: &mut impl FnMut(&[V])) {
    state.iter_mut().zip(constants).for_each(|(value, &constant)| *value += constant);
    nonlinear(state);
    state.iter_mut().for_each(|value| *value = value.cube());
    LinearLayers::external_linear_layer(state);
}
