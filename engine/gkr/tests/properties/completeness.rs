//! Honest proofs are accepted.

use p3_field::{BasedVectorSpace, ExtensionField, PrimeCharacteristicRing};
use statesync_circuit::Copies;
use statesync_gkr::{Accepted, F, InputLayout, Instance, Outputs, Quartic, Quintic, prove, verify};

use crate::case::Case;
use crate::poseidon2::{DIGEST, WIDTH, compression};
use crate::template::{elements, rng};

fn round_trip<E: ExtensionField<F>>(case: &Case, seed: u64) {
    let tape = case.prove::<E>().expect("a true statement");
    let elements = case.circuit.tape_elements(case.copies);
    assert_eq!(tape.len(), elements * 4 * <E as BasedVectorSpace<F>>::DIMENSION, "seed {seed}");
    assert_eq!(case.verdict::<E>(&tape), Ok(()), "seed {seed}");
    assert_eq!(case.careless_tape::<E>(), tape, "the preamble of the tests is that of the library");
}

#[test]
fn honest_proofs_about_random_circuits_are_accepted_over_both_extensions() {
    for seed in 0..2_000 {
        let case = Case::random(seed);
        round_trip::<Quartic>(&case, seed);
        round_trip::<Quintic>(&case, seed);
    }
}

#[test]
fn random_circuits_are_of_every_sort() {
    let cases: Vec<Case> = (0..2_000).map(Case::random).collect();
    let count = |property: &dyn Fn(&Case) -> bool| cases.iter().filter(|case| property(case)).count();
    let layer = |property: fn(&statesync_circuit::Layer) -> bool| {
        count(&|case: &Case| case.circuit.layers().iter().any(property))
    };
    for log in 0..=4 {
        assert!(count(&|case| case.copies.log() == log) > 200, "{log} bits of copies");
    }
    assert!(count(&|case| case.copies.is_padded()) > 500);
    assert!(count(&|case| case.circuit.degree() == 2) > 300);
    assert!(layer(|layer| !layer.constants().is_empty()) > 500);
    assert!(layer(|layer| !layer.taps().is_empty()) > 500);
    assert!(layer(|layer| !layer.is_linear() && layer.linear().is_empty()) > 500);
    assert!(layer(|layer| !layer.products().is_empty() && !layer.cubes().is_empty()) > 300);
    assert!(layer(|layer| layer.products().iter().any(|gate| gate.left == gate.right)) > 300);
    assert!(layer(|layer| layer.is_linear()) > 500);
}

#[test]
fn a_proof_about_24_of_32_compressions_has_9088_bytes_and_is_accepted() {
    let (circuit, copies) = (compression(), Copies::new(24, 5).expect("in range"));
    let layout = InputLayout::direct(&circuit, copies);
    let rng = &mut rng(1);
    let mut witness = Vec::new();
    for _ in 0..copies.rows() {
        // What the circuit gives where nothing is claimed is what must be claimed.
        let unclaimed = [elements(rng, WIDTH), vec![F::ZERO; DIGEST]].concat();
        let trace = statesync_circuit::Trace::evaluate(&circuit, Copies::one(), unclaimed.clone());
        witness.extend_from_slice(&unclaimed[..WIDTH]);
        witness.extend_from_slice(trace.outputs());
    }
    let instance = Instance {
        circuit: &circuit,
        copies,
        outputs: Outputs::Zero,
        application: b"compressions",
        context: b"",
        statement: b"",
        hints: b"",
    };
    let tape = prove(&instance.bind::<Quartic>(&witness).expect("strong enough"), &layout).expect("a true statement");
    assert_eq!(tape.len(), 9_088);
    let residual = verify(instance.bind::<Quartic>(&witness).expect("strong enough"), &tape).expect("well formed");
    let _accepted: Accepted = residual.discharge_witness(&layout).expect("an honest proof");
}
