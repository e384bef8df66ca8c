//! The node compression as a circuit (docs/protocol.md, section 8).
//!
//! ```text
//! input:   left (8 wires), right (8), out (8, read by taps only)
//! output:  (P16(left || right) + (left || right))[0..8] - out  =  0
//! ```
//!
//! One linear layer (the initial matrix and the first constants), then one layer per round of Poseidon2 [GKS23]: its
//! power map, its matrix and the next round's constants. The last round keeps the eight outputs that the hash keeps.

use p3_field::PrimeCharacteristicRing;
use p3_koala_bear::{
    GenericPoseidon2LinearLayersKoalaBear as LinearLayers, KOALABEAR_POSEIDON2_RC_16_EXTERNAL_FINAL as FINAL,
    KOALABEAR_POSEIDON2_RC_16_EXTERNAL_INITIAL as INITIAL, KOALABEAR_POSEIDON2_RC_16_INTERNAL as INTERNAL,
};
use p3_poseidon2::GenericPoseidon2LinearLayers;
use statesync_circuit::{BuildError, Circuit, CircuitBuilder};
use statesync_gkr::F;

/// Elements of a digest: the block of the circuit's input.
pub(crate) const BLOCK: usize = 8;
const WIDTH: usize = 16;

/// The template that hashes one node.
pub(crate) fn node_circuit() -> Result<Circuit, BuildError> {
    let external = matrix(LinearLayers::external_linear_layer);
    let internal = matrix(LinearLayers::internal_linear_layer);
    let mut builder = CircuitBuilder::new(WIDTH, BLOCK);
    builder.layer(WIDTH).cubes_then_matrix(0, &external, &INITIAL[0]);
    for round in 0..INITIAL.len() {
        let next = INITIAL.get(round + 1).map_or(&INTERNAL[..1], |constants| &constants[..]);
        builder.layer(WIDTH).cubes_then_matrix(WIDTH, &external, next);
    }
    for round in 0..INTERNAL.len() {
        let next = INTERNAL.get(round + 1).map_or(&FINAL[0][..], core::slice::from_ref);
        builder.layer(WIDTH).cubes_then_matrix(1, &internal, next);
    }
    for constants in &FINAL[1..] {
        builder.layer(WIDTH).cubes_then_matrix(WIDTH, &external, constants);
    }
    let last = builder.layer(BLOCK).cubes_then_matrix(WIDTH, &external[..BLOCK], &[]);
    for j in 0..BLOCK {
        last.tap(j, j, F::ONE).tap(j, WIDTH + j, F::NEG_ONE);
    }
    builder.build()
}

/// The matrix of a linear map, row by row.
fn matrix(map: impl Fn(&mut [F; WIDTH])) -> [[F; WIDTH]; WIDTH] {
    let mut rows = [[F::ZERO; WIDTH]; WIDTH];
    for x in 0..WIDTH {
        let mut image = [F::ZERO; WIDTH];
        image[x] = F::ONE;
        map(&mut image);
        for (row, value) in rows.iter_mut().zip(image) {
            row[x] = value;
        }
    }
    rows
}
