//! Honest proofs about random circuits are accepted.

mod common;

use p3_field::ExtensionField;
use statesync_circuit::Trace;
use statesync_gkr::{Accepted, F, InputLayout, Instance, Outputs, Quartic, Quintic, prove, verify};

fn round_trip<E: ExtensionField<F>>(seed: u64) {
    let rng = &mut common::rng(seed);
    let (circuit, copies) = (common::circuit(rng), common::copies(rng));
    let layout = InputLayout::direct(&circuit, copies);
    let witness = common::elements(rng, layout.witness_len());
    let outputs = Trace::evaluate(&circuit, copies, layout.gather(&witness)).outputs().to_vec();
    let instance = Instance {
        circuit: &circuit,
        copies,
        outputs: Outputs::Columns(&outputs),
        application: b"random",
        context: b"",
        statement: b"",
        hints: b"",
    };
    let tape = prove(&instance.bind::<E>(&witness).expect("strong enough"), &layout).expect("honest");
    let bytes_per_element = 4 * E::DIMENSION;
    assert_eq!(tape.len(), circuit.tape_elements(copies) * bytes_per_element, "seed {seed}");
    let residual = verify(instance.bind::<E>(&witness).expect("strong enough"), &tape).expect("well formed");
    let _accepted: Accepted = residual.discharge_witness(&layout).unwrap_or_else(|_| panic!("seed {seed}"));
}

#[test]
fn honest_proofs_about_random_circuits_are_accepted_over_both_extensions() {
    for seed in 0..2_000 {
        round_trip::<Quartic>(seed);
        round_trip::<Quintic>(seed);
    }
}
