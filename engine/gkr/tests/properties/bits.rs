//! Bits of soundness, and what is refused for too few.

use p3_field::PrimeCharacteristicRing;
use statesync_circuit::{Circuit, CircuitBuilder, Copies, MAX_LAYERS, MAX_OPENED, MAX_WIRES};
use statesync_gkr::{F, InstanceError, Quartic, Soundness, TARGET_BITS};

use crate::case::Case;
use crate::poseidon2::compression;

fn copies(log: usize) -> Copies {
    Copies::new(1 << log, log).expect("in range")
}

/// `log2` of the order of the extension, less the bias of challenges, which is below `2^-30` bits.
const QUARTIC_BITS: f64 = 123.954_739;

fn assert_close(bits: f64, expected: f64) {
    assert!((bits - expected).abs() < 1e-4, "{bits} is not {expected}");
}

#[test]
fn the_compression_circuit_on_32_copies_has_114_bits_and_its_worst_challenge_119() {
    // First draw 5 + 7; 28 layers of 5 rounds of degree 3; 148 opened wires, 16 at most after one challenge.
    let soundness = Soundness::of(&compression(), copies(5), 4);
    assert_close(soundness.union_bound, QUARTIC_BITS - f64::from(12 + 420 + 148).log2());
    assert_close(soundness.worst_challenge, QUARTIC_BITS - 4.0);
    assert_eq!([soundness.union_bound.floor(), soundness.worst_challenge.floor()], [114.0, 119.0]);
}

#[test]
fn a_degree_5_extension_has_31_bits_more() {
    let [four, five] = [4, 5].map(|degree| Soundness::of(&compression(), copies(5), degree));
    assert_close(five.union_bound - four.union_bound, QUARTIC_BITS / 4.0);
    assert_close(five.worst_challenge - four.worst_challenge, QUARTIC_BITS / 4.0);
}

#[test]
fn the_worst_challenge_is_the_first_draw_a_round_or_an_opening_whichever_has_most_roots() {
    let circuit = |outputs: usize, opened: usize| {
        let mut builder = CircuitBuilder::new(8, 0);
        let layer = builder.layer(outputs);
        (0..opened).for_each(|wire| _ = layer.cube(0, wire, F::ONE));
        builder.build().expect("in range")
    };
    let roots = |outputs: usize, opened: usize, log: usize| {
        let soundness = Soundness::of(&circuit(outputs, opened), copies(log), 4);
        let roots = |bits: f64| (QUARTIC_BITS - bits).exp2().round() as usize;
        [roots(soundness.worst_challenge), roots(soundness.union_bound)]
    };
    assert_eq!(roots(9, 5, 2), [10, 10 + 2 * 3 + 5], "2 coordinates and 8 powers of alpha");
    assert_eq!(roots(1, 2, 1), [3, 1 + 3 + 2], "a round of degree 3");
    assert_eq!(roots(1, 5, 1), [5, 1 + 3 + 5], "five opened wires");
    assert_eq!(roots(1, 0, 0), [1, 1], "nothing is drawn that matters: one root is counted");
}

/// As large as the builder allows, with as many copies as there can be.
fn largest() -> Circuit {
    let mut builder = CircuitBuilder::new(MAX_OPENED, 0);
    for index in 1..=MAX_LAYERS {
        let layer = builder.layer(if index == MAX_LAYERS { MAX_WIRES } else { MAX_OPENED });
        (0..MAX_OPENED).for_each(|wire| _ = layer.cube(wire, wire, F::ONE));
    }
    builder.build().expect("at every limit")
}

#[test]
fn no_circuit_within_the_limits_is_too_weak_over_the_degree_4_extension() {
    let copies = Copies::new(1 << Copies::MAX_LOG, Copies::MAX_LOG).expect("the most");
    let soundness = Soundness::of(&largest(), copies, 4);
    let roots = (31 + MAX_WIRES - 1) + MAX_LAYERS * 31 * 3 + MAX_LAYERS * MAX_OPENED;
    assert_eq!(roots, 1_691_678);
    assert_close(soundness.union_bound, QUARTIC_BITS - (roots as f64).log2());
    assert!(soundness.union_bound > TARGET_BITS + 3.0);
    // The boundary lies ten times higher, at 2^23.95 roots.
    assert!(QUARTIC_BITS - (10.0 * roots as f64).log2() < TARGET_BITS);
}

#[test]
fn a_field_that_is_too_small_is_refused_by_prover_and_verifier_before_anything_is_absorbed() {
    let case = Case::random(0);
    let error = case.instance().bind::<F>(&case.witness).expect_err("31 bits at most");
    let bits = Soundness::of(&case.circuit, case.copies, 1).union_bound;
    assert_eq!(error, InstanceError::TooWeak { bits });
    assert!(bits < 31.0);
    assert_eq!(
        InstanceError::TooWeak { bits: 27.44 }.to_string(),
        "the proof would have 27.4 bits of soundness; at least 100 are required"
    );
    assert!(case.instance().bind::<Quartic>(&case.witness).is_ok());
}
