use p3_field::PrimeCharacteristicRing;
use rand::RngExt;
use statesync_circuit::{Close, Trace};
use statesync_gkr::{F, ProveError, Quartic, VerifyError, reduce};
use statesync_transcript::TapeWriter;

use crate::wide::{Case, Refusal, element, rng};

/// The tape of a prover that does not look whether what it proves is true.
fn careless_tape(case: &Case) -> Vec<u8> {
    let mut tape = TapeWriter::new(case.transcript());
    let trace = Trace::evaluate(&case.circuit, case.copies, case.layout.gather(&case.witness));
    reduce::sparse::prove::<Quartic>(&case.circuit, &trace, &mut tape);
    tape.into_tape()
}

#[test]
fn a_wrong_output_is_refused_by_the_prover_and_by_a_check_of_the_last_layer() {
    for seed in 0..2_000 {
        let mut case = Case::random(seed);
        let rng = &mut rng(seed);
        let at = rng.random_range(0..case.outputs.len());
        case.outputs[at] += element(rng) + F::ONE;
        let rows = case.copies.rows();
        assert_eq!(case.prove::<Quartic>(), Err(ProveError::WrongOutput { wire: at / rows, copy: at % rows }));
        let last = case.circuit.layers().len() - 1;
        assert_eq!(
            case.verdict(&careless_tape(&case)),
            Err(Refusal::Tape(VerifyError::FirstPhase { layer: last })),
            "seed {seed}"
        );
    }
}

#[test]
fn a_proof_is_of_one_witness() {
    for seed in 0..2_000 {
        let mut case = Case::random(seed);
        let tape = case.prove::<Quartic>().unwrap();
        let rng = &mut rng(seed);
        let at = rng.random_range(0..case.witness.len());
        case.witness[at] += F::ONE;
        assert_ne!(case.verdict(&tape), Ok(()), "seed {seed}");
    }
}

#[test]
fn a_proof_is_of_one_circuit() {
    for seed in 0..2_000 {
        let case = Case::random(seed);
        let tape = case.prove::<Quartic>().unwrap();
        if let Some(other) = case.with_changed_gate(&mut rng(seed)) {
            assert_ne!(other.verdict(&tape), Ok(()), "seed {seed}");
        }
    }
}

#[test]
fn every_changed_element_of_a_tape_is_refused_by_a_check_or_by_the_residual() {
    let (mut first, mut second, mut residual) = (0, 0, 0);
    for seed in 0..60 {
        let case = Case::random(seed);
        let tape = case.prove::<Quartic>().unwrap();
        for at in (0..tape.len()).step_by(16) {
            let mut forged = tape.clone();
            forged[at] ^= 1;
            match case.verdict(&forged) {
                Ok(()) => panic!("seed {seed}: element {} is not bound", at / 16),
                Err(Refusal::Tape(VerifyError::FirstPhase { .. })) => first += 1,
                Err(Refusal::Tape(VerifyError::SecondPhase { .. })) => second += 1,
                Err(Refusal::Tape(other)) => panic!("seed {seed}: {other}"),
                Err(Refusal::Witness(_)) => residual += 1,
            }
        }
    }
    assert!(first > 1_000 && second > 1_000, "{first} {second} {residual}");
}

#[test]
fn the_digest_tells_how_layers_are_closed() {
    for seed in 0..20 {
        let sparse = crate::wide::random_circuit(&mut rng(seed), true);
        assert_eq!(sparse.close(), Close::Sparse);
        let narrow = sparse.layers().iter().all(|layer| layer.nonlinear_wires().len() <= 64);
        if narrow {
            let open = crate::wide::random_circuit(&mut rng(seed), false);
            assert_ne!(open.digest(), sparse.digest());
            assert_eq!(open.layers(), sparse.layers());
        }
    }
}

#[test]
fn the_wiring_of_another_circuit_is_refused() {
    let (case, other) = (Case::random(1), Case::random(2));
    let tape = case.prove::<Quartic>().unwrap();
    let verdict = case.verdict_by::<Quartic>(&statesync_gkr::wiring::Table(&other.circuit), &tape);
    assert_eq!(verdict, Err(Refusal::Tape(VerifyError::OtherWiring)));
}
