use p3_field::PrimeCharacteristicRing;
use statesync_circuit::{Copies, Trace};
use statesync_gkr::{CommittedProof, F, InputLayout, OpeningError, Outputs, Profile, prove_committed, verify};

use crate::case::{Case, Refusal};

/// Bytes of the reduction of 2^12 elements.
const REDUCTION: usize = (2 * 12 + 1) * 20;

fn refusal(case: &Case, proof: &CommittedProof) -> Refusal {
    case.verify(proof).expect_err("a forged proof is refused")
}

#[test]
fn a_changed_byte_of_root_tape_reduction_or_whir_proof_is_refused() {
    let case = Case::small(1);
    let proof = case.prove();
    let forged = |change: &dyn Fn(&mut CommittedProof)| {
        let mut forged = proof.clone();
        change(&mut forged);
        assert!(case.verify(&forged).is_err());
    };
    (0..32).for_each(|i| forged(&|proof| proof.root[i] ^= 1));
    (0..proof.tape.len()).step_by(13).for_each(|i| forged(&|proof| proof.tape[i] ^= 1));
    (0..REDUCTION).for_each(|i| forged(&|proof| proof.opening[i] ^= 1));
    (REDUCTION..proof.opening.len()).step_by(41).for_each(|i| forged(&|proof| proof.opening[i] ^= 1));
}

#[test]
fn another_witness_is_committed_to_in_vain() {
    let case = Case::small(2);
    let mut other = Case::small(2);
    // A wire of the first copy's block of taps: it changes an output.
    other.witness.iter_mut().for_each(|value| *value += F::ONE);
    let forged =
        prove_committed(other.instance(), &other.layout, other.witness.clone(), other.profile, Trace::evaluate);
    assert!(forged.is_err(), "the outputs are those of another witness");
    // With the outputs of its own it proves another statement, not this one.
    let input = other.layout.gather(&other.witness);
    other.outputs = Trace::evaluate(&other.circuit, other.copies, input).outputs().to_vec();
    assert!(matches!(refusal(&case, &other.prove()), Refusal::Opening(OpeningError::Rejected(_))));
}

#[test]
fn an_opening_of_another_commitment_is_refused_by_whir() {
    let case = Case::small(3);
    let mut proof = case.prove();
    let whir = |proof: &CommittedProof| proof.opening[REDUCTION..].to_vec();
    let mut other = Case::small(3);
    other.context = b"another context";
    let elsewhere = whir(&other.prove());
    proof.opening.truncate(REDUCTION);
    proof.opening.extend(elsewhere);
    assert!(matches!(refusal(&case, &proof), Refusal::Opening(OpeningError::Whir { .. })));
}

#[test]
fn a_wrong_value_is_refused_by_the_reduction() {
    let case = Case::small(4);
    let mut proof = case.prove();
    let word = u32::from_le_bytes(*proof.opening[REDUCTION - 20..].first_chunk().unwrap());
    proof.opening[REDUCTION - 20..][..4].copy_from_slice(&(word ^ 1).to_le_bytes());
    assert!(matches!(refusal(&case, &proof), Refusal::Opening(OpeningError::Rejected(_))));
}

#[test]
fn another_layout_is_refused_before_any_work() {
    let case = Case::small(5);
    let proof = case.prove();
    let other = Case::random(5, 40, Copies::new(22, 5).unwrap(), Profile::Bits100);
    let larger = Case::random(5, 600, case.copies, Profile::Bits100);
    for layout in [&other.layout, &larger.layout] {
        let parameters = statesync_gkr::CommitmentParameters::for_witness(320, Profile::Bits100).unwrap();
        let bound = case.instance().bind_commitment(parameters, proof.root).unwrap();
        let residual = verify(bound, &proof.tape).unwrap();
        assert_eq!(residual.discharge_opening(layout, &proof.opening).err(), Some(OpeningError::Layout));
    }
}

#[test]
fn a_witness_in_the_clear_is_not_opened_and_a_commitment_not_read() {
    let case = Case::small(6);
    let proof = case.prove();
    let bound = case.instance().bind::<statesync_gkr::Quintic>(&case.witness).unwrap();
    let tape = statesync_gkr::prove(&bound, &case.layout).unwrap();
    let residual = verify(bound, &tape).unwrap();
    let refused = residual.discharge_opening(&case.layout, &proof.opening).err();
    assert_eq!(refused, Some(OpeningError::NotCommitted));
    let parameters = statesync_gkr::CommitmentParameters::for_witness(320, Profile::Bits100).unwrap();
    let bound = case.instance().bind_commitment(parameters, proof.root).unwrap();
    assert!(statesync_gkr::prove(&bound, &case.layout).is_err());
    assert!(verify(bound, &proof.tape).unwrap().discharge_witness(&case.layout).is_err());
}

#[test]
fn blocks_that_are_no_power_of_two_are_refused() {
    let mut builder = statesync_circuit::CircuitBuilder::new(3, 0);
    builder.layer(1).cube(0, 0, F::ONE);
    let circuit = builder.build().unwrap();
    let layout = InputLayout::direct(&circuit, Copies::one());
    let instance = statesync_gkr::Instance {
        circuit: &circuit,
        copies: Copies::one(),
        outputs: Outputs::Zero,
        application: b"",
        context: b"",
        statement: b"",
        hints: b"",
    };
    let parameters = statesync_gkr::CommitmentParameters::for_witness(3, Profile::Bits100).unwrap();
    let bound = instance.bind_commitment(parameters, [0; 32]).unwrap();
    let tape = vec![0; circuit.tape_elements(Copies::one()) * 20];
    let residual = verify(bound, &tape).unwrap();
    assert_eq!(residual.discharge_opening(&layout, &[]).err(), Some(OpeningError::Layout));
}

#[test]
fn no_bytes_make_the_verifier_panic() {
    use rand::RngExt;
    let case = Case::small(7);
    let proof = case.prove();
    let rng = &mut crate::case::rng(7);
    for _ in 0..300 {
        let mut forged = proof.clone();
        let start = rng.random_range(0..forged.opening.len());
        let end = rng.random_range(start..=forged.opening.len());
        forged.opening[start..end].iter_mut().for_each(|byte| *byte = rng.random());
        if rng.random_bool(0.3) {
            forged.opening.truncate(end);
        }
        assert!(forged == proof || case.verify(&forged).is_err());
    }
}

/// The opening's challenges depend on the whole tape; a lane of a lock step has no transcript to go on with.
#[test]
fn a_residual_from_lock_step_is_not_opened() {
    let case = Case::small(8);
    let proof = case.prove();
    let parameters = statesync_gkr::CommitmentParameters::for_witness(320, Profile::Bits100).unwrap();
    let bound = || case.instance().bind_commitment(parameters, proof.root).unwrap();
    let residuals = statesync_gkr::lockstep::verify(vec![bound()], &[&proof.tape]);
    for residual in residuals {
        let refused = residual.unwrap().discharge_opening(&case.layout, &proof.opening).err();
        assert_eq!(refused, Some(OpeningError::NotCommitted));
    }
}
