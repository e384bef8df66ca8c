//! The dense reference gives the sparse prover's proofs, byte for byte.

use p3_field::PrimeCharacteristicRing;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use statesync_circuit::{Circuit, CircuitBuilder};
use statesync_gkr::{F, Quartic, prove, verify};
use statesync_lab::{Family, Oracle, WideCase};

fn assert_same(case: &WideCase, what: &str) {
    let bound = case.instance().bind::<Quartic>(&case.witness).unwrap();
    let tape = prove(&bound, &case.layout()).unwrap();
    assert_eq!(case.prove(Oracle::Sparse), tape, "{what}: the lab's channel is not the engine's");
    assert_eq!(case.prove(Oracle::Dense), tape, "{what}");
    let _accepted = verify(bound, &tape).unwrap().discharge_witness(&case.layout()).unwrap();
}

#[test]
fn every_family_has_one_proof_in_both_forms() {
    for family in Family::ALL {
        for log in 2..=7 {
            let case = WideCase::new(family.circuit(1 << log).unwrap(), log);
            assert_same(&case, &format!("{} of width {}", family.name(), 1 << log));
        }
    }
}

#[test]
fn random_wide_circuits_have_one_proof_in_both_forms() {
    for seed in 0..200 {
        assert_same(&WideCase::new(random_circuit(seed), seed), &format!("seed {seed}"));
    }
}

#[test]
fn families_are_two_layers_of_the_gates_that_they_are_named_after() {
    for family in Family::ALL {
        let circuit = family.circuit(16).unwrap();
        let kinds: Vec<_> = circuit
            .statistics()
            .layers
            .iter()
            .map(|layer| [layer.constants, layer.linear, layer.products, layer.cubes].map(|gates| gates > 0))
            .collect();
        let wanted = match family {
            Family::Mixed => [false, true, true, false],
            Family::Linear => [false, true, false, false],
            Family::Product => [false, false, true, false],
            Family::Cube => [true, true, false, true],
        };
        assert_eq!(kinds, [wanted; 2], "{}", family.name());
    }
}

/// 1 to 4 layers of 2 to 64 wires, with gates of all kinds and taps, each kind absent from some.
fn random_circuit(seed: u64) -> Circuit {
    let rng = &mut StdRng::seed_from_u64(seed);
    let width = rng.random_range(2..=64);
    let mut builder = CircuitBuilder::new(width, 2).sparse();
    let (mut inputs, has) = (width, [0.6, 0.7, 0.7, 0.5, 0.5].map(|likely| rng.random_bool(likely)));
    for _ in 0..rng.random_range(1..=4) {
        let outputs = rng.random_range(2..=64);
        let layer = builder.layer(outputs);
        for _ in 0..outputs {
            let (j, x, y) = (rng.random_range(0..outputs), rng.random_range(0..inputs), rng.random_range(0..inputs));
            let coefficient = F::from_u64(rng.random());
            let [constant, linear, product, cube, tap] = has.map(|has| has && rng.random_bool(0.7));
            if constant {
                layer.constant(j, coefficient);
            }
            if linear {
                layer.linear(j, x, coefficient);
            }
            if product {
                layer.product(j, x, y, coefficient);
            }
            if cube {
                layer.cube(j, x, coefficient);
            }
            if tap {
                layer.tap(j, rng.random_range(0..width + 2), coefficient);
            }
        }
        inputs = outputs;
    }
    builder.build().unwrap()
}
