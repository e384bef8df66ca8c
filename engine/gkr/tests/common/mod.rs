//! Random circuits of open layers with all gate kinds.

use p3_field::PrimeCharacteristicRing;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use statesync_circuit::{Circuit, CircuitBuilder, Copies};
use statesync_gkr::F;

pub fn rng(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

pub fn element(rng: &mut StdRng) -> F {
    F::from_u64(rng.random())
}

pub fn elements(rng: &mut StdRng, count: usize) -> Vec<F> {
    (0..count).map(|_| element(rng)).collect()
}

/// 1 to 6 layers of width 1 to 6; some layers are linear, some have no linear gate, some have taps.
pub fn circuit(rng: &mut StdRng) -> Circuit {
    let width = rng.random_range(1..=6);
    let tap_only = rng.random_range(0..=3);
    let mut builder = CircuitBuilder::new(width, tap_only);
    let mut inputs = width;
    let with_cubes = rng.random_bool(0.7);
    for _ in 0..rng.random_range(1..=6) {
        let outputs = rng.random_range(1..=6);
        let layer = builder.layer(outputs);
        let gates = |rng: &mut StdRng, likely: f64, most: usize| {
            if rng.random_bool(likely) { rng.random_range(1..=most) } else { 0 }
        };
        for _ in 0..gates(rng, 0.6, 3) {
            layer.constant(rng.random_range(0..outputs), element(rng));
        }
        for _ in 0..gates(rng, 0.6, 8) {
            layer.linear(rng.random_range(0..outputs), rng.random_range(0..inputs), element(rng));
        }
        for _ in 0..gates(rng, 0.5, 6) {
            let (left, right) = (rng.random_range(0..inputs), rng.random_range(0..inputs));
            layer.product(rng.random_range(0..outputs), left, right, element(rng));
        }
        for _ in 0..gates(rng, if with_cubes { 0.5 } else { 0.0 }, 4) {
            layer.cube(rng.random_range(0..outputs), rng.random_range(0..inputs), element(rng));
        }
        for _ in 0..gates(rng, 0.3, 3) {
            layer.tap(rng.random_range(0..outputs), rng.random_range(0..width + tap_only), element(rng));
        }
        inputs = outputs;
    }
    builder.build().expect("wires are in range")
}

/// Up to 2^4 copies, often with padding.
pub fn copies(rng: &mut StdRng) -> Copies {
    let log = rng.random_range(0..=4);
    Copies::new(rng.random_range(1..=1 << log), log).expect("the number is in range")
}
