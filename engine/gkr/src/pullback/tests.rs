use p3_field::PrimeCharacteristicRing;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use statesync_circuit::{Circuit, CircuitBuilder, F};

use super::Pullback;
use crate::Quartic;

const INPUTS: usize = 5;
const TAP_ONLY: usize = 2;
const OUTPUTS: usize = 6;

/// One layer with gates of each kind for a share `dense` of all wires; coefficients are `few` values or any.
fn circuit(dense: f64, few: bool, rng: &mut StdRng) -> Circuit {
    let mut builder = CircuitBuilder::new(INPUTS, TAP_ONLY);
    let layer = builder.layer(OUTPUTS);
    let coefficient = |rng: &mut StdRng| if few { F::from_u32(rng.random_range(0..3)) } else { rng.random() };
    for output in 0..OUTPUTS {
        if rng.random_bool(dense) {
            layer.constant(output, coefficient(rng));
        }
        for input in 0..INPUTS + TAP_ONLY {
            if rng.random_bool(dense) {
                layer.tap(output, input, coefficient(rng));
            }
        }
        for input in 0..INPUTS {
            if rng.random_bool(dense) {
                layer.linear(output, input, coefficient(rng));
            }
            if rng.random_bool(dense) {
                layer.cube(output, input, coefficient(rng));
            }
            if rng.random_bool(dense) {
                layer.product(output, input, rng.random_range(0..INPUTS), coefficient(rng));
            }
        }
    }
    builder.build().expect("wires are in range")
}

/// `sum_j weights[j] Out_j`, gate by gate.
fn weighted_outputs(circuit: &Circuit, weights: &[Quartic], input: &[F]) -> Quartic {
    let layer = &circuit.layers()[0];
    let read = |wire: u32| input[wire as usize];
    let constants = layer.constants().iter().map(|g| (g.output, g.value));
    let linear = layer.linear().iter().map(|g| (g.output, g.coefficient * read(g.input)));
    let products = layer.products().iter().map(|g| (g.output, g.coefficient * read(g.left) * read(g.right)));
    let cubes = layer.cubes().iter().map(|g| (g.output, g.coefficient * read(g.input) * read(g.input) * read(g.input)));
    let taps = layer.taps().iter().map(|g| (g.output, g.coefficient * read(g.input)));
    let terms = constants.chain(linear).chain(products).chain(cubes).chain(taps);
    terms.map(|(output, term)| weights[output as usize] * term).sum()
}

#[test]
fn what_is_pulled_back_weighs_the_inputs_as_the_weights_weigh_the_outputs() {
    let rng = &mut StdRng::seed_from_u64(1);
    for round in 0..400 {
        let circuit = circuit(f64::from(round % 5) / 4.0, round % 2 == 0, rng);
        let layer = &circuit.layers()[0];
        let weights: Vec<Quartic> = (0..OUTPUTS).map(|_| rng.random()).collect();
        let carried: Vec<Quartic> = (0..INPUTS + TAP_ONLY).map(|_| rng.random()).collect();
        let mut taps = carried.clone();
        let pulled = Pullback::new::<F>(layer, &weights, &mut taps);
        for _ in 0..3 {
            let input: Vec<F> = (0..INPUTS + TAP_ONLY).map(|_| rng.random()).collect();
            let weigh = |weights: &[Quartic]| -> Quartic { weights.iter().zip(&input).map(|(&w, &v)| w * v).sum() };
            let opened = pulled.nonlinear(|position| input[layer.nonlinear_wires()[position] as usize]);
            let sum = pulled.constant + weigh(&pulled.linear) + opened + weigh(&taps) - weigh(&carried);
            assert_eq!(sum, weighted_outputs(&circuit, &weights, &input));
        }
        assert_eq!(pulled.linear.len(), INPUTS);
    }
}

#[test]
fn gates_with_the_same_wires_are_one_term() {
    let mut builder = CircuitBuilder::new(2, 0);
    let layer = builder.layer(3);
    for output in 0..3 {
        layer.product(output, 1, 0, F::ONE).cube(output, 1, F::TWO);
    }
    let circuit = builder.build().expect("in range");
    let weights = [1, 10, 100].map(Quartic::from_u32);
    let pulled = Pullback::new::<F>(&circuit.layers()[0], &weights, &mut [Quartic::ZERO; 2]);
    let [product] = &pulled.products[..] else { panic!("one product") };
    let [cube] = &pulled.cubes[..] else { panic!("one cube") };
    assert_eq!((product.left, product.right, product.weight), (0, 1, Quartic::from_u32(111)));
    assert_eq!((cube.position, cube.weight), (1, Quartic::from_u32(222)));
}
