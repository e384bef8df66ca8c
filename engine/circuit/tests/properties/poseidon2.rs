//! Poseidon2 [GKS23] over KoalaBear, width 16, cubes, 8 external and 20 internal rounds, as a compression circuit.
//!
//! ```text
//! input:   left (8 wires), right (8), claimed (8, read by taps only)
//! output:  (P(left || right) + left)[0..8] - claimed
//! ```
//!
//! The matrices are written from their definition, not taken from the library that the circuit is compared with.

use p3_field::{Field, PrimeCharacteristicRing};
use p3_koala_bear::{
    KOALABEAR_POSEIDON2_RC_16_EXTERNAL_FINAL as FINAL, KOALABEAR_POSEIDON2_RC_16_EXTERNAL_INITIAL as INITIAL,
    KOALABEAR_POSEIDON2_RC_16_INTERNAL as INTERNAL,
};
use statesync_circuit::{Circuit, CircuitBuilder, F};

pub const WIDTH: usize = 16;
pub const DIGEST: usize = 8;

pub fn compression() -> Circuit {
    let (external, internal) = (external(), internal());
    let mut builder = CircuitBuilder::new(WIDTH, DIGEST);
    builder.layer(WIDTH).cubes_then_matrix(0, &external, &INITIAL[0]);
    for constants in &INITIAL[1..] {
        builder.layer(WIDTH).cubes_then_matrix(WIDTH, &external, constants);
    }
    builder.layer(WIDTH).cubes_then_matrix(WIDTH, &external, &INTERNAL[..1]);
    for &constant in &INTERNAL[1..] {
        builder.layer(WIDTH).cubes_then_matrix(1, &internal, &[constant]);
    }
    builder.layer(WIDTH).cubes_then_matrix(1, &internal, &FINAL[0]);
    for constants in &FINAL[1..] {
        builder.layer(WIDTH).cubes_then_matrix(WIDTH, &external, constants);
    }
    let last = builder.layer(DIGEST).cubes_then_matrix(WIDTH, &external[..DIGEST], &[]);
    for j in 0..DIGEST {
        last.tap(j, j, F::ONE).tap(j, WIDTH + j, F::NEG_ONE);
    }
    builder.build().expect("a Poseidon2 circuit is within all limits")
}

/// `circ(2 M, M, M, M)` of 4 x 4 blocks `M = circ(2, 3, 1, 1)`.
fn external() -> [[F; WIDTH]; WIDTH] {
    let entry = |j: usize, x: usize| {
        let block = [2, 3, 1, 1][(4 + x % 4 - j % 4) % 4];
        F::from_u32(if j / 4 == x / 4 { 2 * block } else { block })
    };
    core::array::from_fn(|j| core::array::from_fn(|x| entry(j, x)))
}

/// All ones plus the diagonal `-2, 1, 2, 1/2, 3, 4, -1/2, -3, -4, 2^-8, 2^-3, 2^-24, -2^-8, -2^-3, -2^-4, -2^-24`.
fn internal() -> [[F; WIDTH]; WIDTH] {
    let part = |bits: usize| F::from_u32(1 << bits).inverse();
    let whole = F::from_u32;
    let diagonal = [
        -whole(2),
        whole(1),
        whole(2),
        part(1),
        whole(3),
        whole(4),
        -part(1),
        -whole(3),
        -whole(4),
        part(8),
        part(3),
        part(24),
        -part(8),
        -part(3),
        -part(4),
        -part(24),
    ];
    core::array::from_fn(|j| core::array::from_fn(|x| if j == x { F::ONE + diagonal[j] } else { F::ONE }))
}
