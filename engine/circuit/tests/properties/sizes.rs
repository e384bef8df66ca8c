//! Sizes of circuits and proofs, pinned: a change is seen in review.

use p3_field::PrimeCharacteristicRing;
use statesync_circuit::{Circuit, CircuitBuilder, Copies, F, LayerStatistics, Statistics};

use crate::poseidon2::compression;

/// A layer without gates, to be filled in by `..`.
const EMPTY: LayerStatistics =
    LayerStatistics { inputs: 0, outputs: 0, opened: 0, constants: 0, linear: 0, products: 0, cubes: 0, taps: 0 };

/// `(a + 1) b`, then an affine step with a tap, then a square.
fn toy() -> Circuit {
    let mut builder = CircuitBuilder::new(2, 1);
    builder.layer(2).product(0, 0, 1, F::ONE).linear(0, 1, F::ONE).linear(1, 0, F::TWO);
    builder.layer(1).linear(0, 0, F::ONE).linear(0, 1, F::ONE).constant(0, F::ONE).tap(0, 2, F::ONE);
    builder.layer(1).product(0, 0, 0, F::ONE);
    builder.build().expect("in range")
}

fn copies(real: usize, log: usize) -> Copies {
    Copies::new(real, log).expect("in range")
}

#[test]
fn a_toy_circuit_has_these_sizes() {
    let layers = vec![
        LayerStatistics { inputs: 2, outputs: 2, opened: 2, linear: 2, products: 1, ..EMPTY },
        LayerStatistics { inputs: 2, outputs: 1, constants: 1, linear: 2, taps: 1, ..EMPTY },
        LayerStatistics { inputs: 1, outputs: 1, opened: 1, products: 1, ..EMPTY },
    ];
    assert_eq!(toy().statistics(), Statistics { input_wires: 3, layers, nonlinear_layers: 2, degree: 2 });
    assert_eq!((toy().rounds(Copies::one()), toy().tape_elements(Copies::one())), (0, 3));
    assert_eq!((toy().rounds(copies(5, 3)), toy().tape_elements(copies(5, 3))), (6, 6 * 2 + 3));
}

#[test]
fn a_layer_carries_its_combined_column_where_a_linear_gate_needs_it() {
    let carried = |circuit: &Circuit| (0..circuit.layers().len()).map(|layer| circuit.carries(layer)).collect();
    let toy: Vec<bool> = carried(&toy());
    assert_eq!(toy, [true, true, false]);
    let mut builder = CircuitBuilder::new(1, 0);
    builder.layer(1).linear(0, 0, F::ONE);
    builder.layer(1).cube(0, 0, F::ONE);
    builder.layer(1).linear(0, 0, F::ONE);
    let linear_below: Vec<bool> = carried(&builder.build().expect("in range"));
    assert_eq!(linear_below, [false, false, false]);
}

#[test]
fn poseidon2_compression_has_28_nonlinear_layers_of_these_sizes() {
    let affine = LayerStatistics { inputs: 16, outputs: 16, constants: 16, linear: 256, ..EMPTY };
    let external = LayerStatistics { inputs: 16, outputs: 16, opened: 16, constants: 16, cubes: 256, ..EMPTY };
    let to_internal = LayerStatistics { constants: 1, ..external };
    let internal =
        LayerStatistics { inputs: 16, outputs: 16, opened: 1, constants: 1, linear: 240, cubes: 16, ..EMPTY };
    let to_external = LayerStatistics { constants: 16, ..internal };
    let last = LayerStatistics { inputs: 16, outputs: 8, opened: 16, cubes: 128, taps: 16, ..EMPTY };
    let layers = [
        vec![affine],
        vec![external.clone(); 3],
        vec![to_internal],
        vec![internal; 19],
        vec![to_external],
        vec![external; 3],
        vec![last],
    ]
    .concat();
    let expected = Statistics { input_wires: 24, layers, nonlinear_layers: 28, degree: 3 };
    assert_eq!(compression().statistics(), expected);
}

#[test]
fn a_proof_about_24_of_32_compressions_has_9088_bytes() {
    let circuit = compression();
    assert_eq!(circuit.rounds(copies(24, 5)), 140);
    assert_eq!(circuit.tape_elements(copies(24, 5)), 568);
    let bytes = |log: usize| 16 * circuit.tape_elements(copies(1 << log, log));
    assert_eq!([5, 6, 8, 10].map(bytes), [9_088, 10_432, 13_120, 15_808]);
}
