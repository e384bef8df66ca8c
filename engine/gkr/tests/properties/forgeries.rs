//! "Pull the absorptions out of both sides and every proof still verifies": for every label, what can be proved once
//! its messages are not absorbed. Each forgery is accepted under the transcript without the label, is refused under
//! the real one, and fails when its forger faces the real one.

use p3_field::{Field, PrimeCharacteristicRing};
use rand::RngExt;
use rand::rngs::StdRng;
use statesync_circuit::{Copies, GateKind};
use statesync_gkr::{CopyPoint, F, InputClaim, Outputs, ProveError, Quartic, VerifyError, reduce};
use statesync_transcript::{Label, label};

use crate::algebra::solve;
use crate::case::{Case, Refusal, encode};
use crate::template::{Gate, Template, TemplateLayer, elements, rng};
use crate::weakened::Weakened;

/// A statement, not the one that was proved, with a tape for it.
struct Forged {
    case: Case,
    tape: Vec<Quartic>,
}

/// Finds a forgery against the transcript that leaves out the given label.
type Forger = fn(Option<Label>) -> Forged;

fn forger(label: Label) -> Option<Forger> {
    match label {
        label::HEADER => Some(|dropped| replayed(dropped, |case| case.context = b"another context".to_vec())),
        label::STATEMENT => Some(|dropped| replayed(dropped, |case| case.statement = b"another statement".to_vec())),
        label::HINTS => Some(|dropped| replayed(dropped, |case| case.hints = b"other hints".to_vec())),
        label::OUTPUTS => Some(outputs_with_the_same_evaluation),
        label::WITNESS => Some(|dropped| witness_by_linear_algebra(with_false_output(honest()), dropped, &mut rng(1))),
        label::ROUND => Some(round_that_absorbs_the_error),
        label::OPENED => Some(|dropped| opening_that_absorbs_the_error(with_false_output(honest()), dropped)),
        _ => None,
    }
}

/// Labels of proofs that are not made in witness mode, or not with open layers. Without any of them a test named
/// `every_element_of_every_message_moves_every_later_challenge_and_no_earlier_one` goes red: the one in `tests/sparse`,
/// or the one beside `src/opening/sumcheck.rs`; for the commitment, `every_byte_of_a_commitment_moves_the_first_challenge`.
const ELSEWHERE: [Label; 8] = [
    label::COMMITMENT,
    label::TAP_VALUE,
    label::FIRST_ROUND,
    label::FIRST_VALUES,
    label::SECOND_ROUND,
    label::SECOND_VALUE,
    label::REDUCTION_ROUND,
    label::REDUCED_VALUE,
];

#[test]
fn without_any_one_label_a_proof_can_be_forged_and_with_all_it_cannot() {
    for &(label, what) in label::ALL {
        let Some(forge) = forger(label) else {
            assert!(ELSEWHERE.contains(&label), "nothing goes wrong without: {what}");
            continue;
        };
        let forged = forge(Some(label));
        assert!(accepts(&forged, Some(label)), "the forgery fails though this is not absorbed: {what}");
        assert!(!accepts(&forged, None), "{what}");
        assert!(forged.case.verdict::<Quartic>(&encode(&forged.tape)).is_err(), "{what}");
        let attempt = forge(None);
        assert!(!accepts(&attempt, None), "{what}");
        assert!(attempt.case.verdict::<Quartic>(&encode(&attempt.tape)).is_err(), "{what}");
    }
}

#[test]
fn what_is_forged_without_a_label_of_the_proof_is_false() {
    for label in [label::OUTPUTS, label::WITNESS, label::ROUND, label::OPENED] {
        let forged = forger(label).expect("a forger")(Some(label));
        assert!(matches!(forged.case.prove::<Quartic>(), Err(ProveError::WrongOutput { .. })));
    }
}

#[test]
fn any_false_output_is_proved_by_linear_algebra_where_the_witness_is_not_absorbed() {
    let mut forgeries = 0;
    for seed in 0..400 {
        let case = Case::random(seed);
        if !case.rejects_at_the_end_only() || case.witness.len() < 8 || case.circuit.rounds(case.copies) == 0 {
            continue;
        }
        let false_case = with_false_output(case);
        let forged = witness_by_linear_algebra(false_case.clone(), Some(label::WITNESS), &mut rng(seed));
        forgeries += usize::from(accepts(&forged, Some(label::WITNESS)) && forged.case.prove::<Quartic>().is_err());
        assert!(forged.case.verdict::<Quartic>(&encode(&forged.tape)).is_err(), "seed {seed}");
        let attempt = witness_by_linear_algebra(false_case, None, &mut rng(seed));
        assert!(attempt.case.verdict::<Quartic>(&encode(&attempt.tape)).is_err(), "seed {seed}");
    }
    assert!(forgeries > 50, "{forgeries} forgeries of random circuits");
}

/// Where gamma can be known beforehand, the opened values can make up for any error in the claim that goes on; what
/// they cannot do is give the value that the rounds end in as well.
#[test]
fn a_layer_without_a_linear_part_catches_what_its_residual_does_not() {
    let product = Template { width: 2, tap_only: 0, layers: vec![layer(&[PRODUCT])] };
    let case = Case::new(product, copies(), &mut rng(2));
    let forged = opening_that_absorbs_the_error(with_false_output(case), Some(label::OPENED));
    let mut channel = Weakened::new(&forged.case, Some(label::OPENED), forged.tape.clone());
    let Forged { case, .. } = &forged;
    let refusal = reduce::verify::<F, Quartic>(&case.circuit, case.copies, case.outputs(), &mut channel);
    assert_eq!(refusal, Err(VerifyError::NothingLeft { layer: 0 }));

    // The same tape under a circuit that differs in a linear gate on a wire that is zero: the residual holds.
    let with_zero_wire = Template { width: 3, tap_only: 0, layers: vec![layer(&[PRODUCT, LINEAR])] };
    let mut case = Case::new(with_zero_wire, copies(), &mut rng(2));
    case.witness.chunks_exact_mut(3).for_each(|row| row[2] = F::ZERO);
    case.outputs = case.true_outputs();
    let forged = opening_that_absorbs_the_error(with_false_output(case), Some(label::OPENED));
    assert!(accepts(&forged, Some(label::OPENED)));
}

#[test]
fn without_a_linear_part_the_real_transcript_refuses_the_same_forger() {
    let product = Template { width: 2, tap_only: 0, layers: vec![layer(&[PRODUCT])] };
    let case = Case::new(product, copies(), &mut rng(2));
    let attempt = opening_that_absorbs_the_error(with_false_output(case), None);
    let verdict = attempt.case.verdict::<Quartic>(&encode(&attempt.tape));
    assert_eq!(verdict, Err(Refusal::Tape(VerifyError::NothingLeft { layer: 0 })));
}

const PRODUCT: Gate = Gate { kind: GateKind::Product, output: 0, reads: [0, 1], coefficient: F::ONE };
const LINEAR: Gate = Gate { kind: GateKind::Linear, output: 0, reads: [2, 2], coefficient: F::ONE };

fn layer(gates: &[Gate]) -> TemplateLayer {
    TemplateLayer { outputs: 1, gates: gates.to_vec() }
}

fn copies() -> Copies {
    Copies::new(8, 3).expect("in range")
}

/// `Out = In_0 In_1 + In_2` on 8 copies, proved for a true statement.
fn honest() -> Case {
    let template = Template { width: 3, tap_only: 0, layers: vec![layer(&[PRODUCT, LINEAR])] };
    Case::new(template, copies(), &mut rng(0))
}

fn with_false_output(mut case: Case) -> Case {
    case.outputs[0] += F::ONE;
    case
}

/// A prover who does not look, over the weakened transcript of the case: its tape and the challenges.
fn careless(case: &Case, dropped: Option<Label>) -> (Vec<Quartic>, Vec<Quartic>) {
    let mut channel = Weakened::new(case, dropped, Vec::new());
    reduce::prove::<F, Quartic>(&case.circuit, &case.trace(), &mut channel);
    let challenges = channel.challenges.clone();
    (channel.into_tape(), challenges)
}

/// The honest proof, presented for something else.
fn replayed(dropped: Option<Label>, change: impl FnOnce(&mut Case)) -> Forged {
    let mut case = honest();
    let (tape, _) = careless(&case, dropped);
    change(&mut case);
    Forged { case, tape }
}

/// `eq(r, c)` for the point of the first claim.
fn first_weights(case: &Case, challenges: &[Quartic]) -> Vec<Quartic> {
    CopyPoint::new(challenges[..case.copies.log()].to_vec()).row_weights(case.copies)
}

/// Outputs are only seen through their evaluation at a point that is known before they are named.
fn outputs_with_the_same_evaluation(dropped: Option<Label>) -> Forged {
    let mut case = honest();
    let (tape, challenges) = careless(&case, dropped);
    let weights = first_weights(&case, &challenges);
    let (last, others) = weights.split_last().expect("eight copies");
    let mut difference = solve(others, -*last).expect("seven unknowns, four equations");
    difference.push(F::ONE);
    case.outputs.iter_mut().zip(difference).for_each(|(output, difference)| *output += difference);
    Forged { case, tape }
}

/// Any tape leaves some linear functional of the witness; a witness that meets it is found afterwards.
fn witness_by_linear_algebra(mut case: Case, dropped: Option<Label>, rng: &mut StdRng) -> Forged {
    let length = case.circuit.tape_elements(case.copies);
    let tape: Vec<Quartic> = (0..length).map(|_| rng.random()).collect();
    case.witness = elements(rng, case.witness.len());
    let mut channel = Weakened::new(&case, dropped, tape.clone());
    let claim = reduce::verify::<F, Quartic>(&case.circuit, case.copies, case.outputs(), &mut channel);
    let claim = claim.expect("nothing but the residual rejects");
    let weights = claim.point.row_weights(case.copies);
    // Element `c * wires + i` of the witness is input wire `i` of copy `c`.
    let coefficients: Vec<Quartic> =
        weights.iter().flat_map(|&eq| claim.weights.iter().map(move |&weight| weight * eq)).collect();
    if let Some(witness) = solve(&coefficients, claim.value) {
        case.witness = witness;
    }
    Forged { case, tape }
}

/// How far the claim that the verifier starts with is from the true one, for one output wire.
fn error(case: &Case, challenges: &[Quartic]) -> Quartic {
    let differences = case.outputs.iter().zip(case.true_outputs()).map(|(&claimed, truth)| claimed - truth);
    differences.zip(first_weights(case, challenges)).map(|(difference, eq)| eq * difference).sum()
}

/// A round polynomial is chosen for the challenge that follows it: `c_1` moves the next claim by `rho - r`.
fn round_that_absorbs_the_error(dropped: Option<Label>) -> Forged {
    let case = with_false_output(honest());
    let (mut tape, challenges) = careless(&case, dropped);
    // r_0, r_1, r_2, alpha, then rho_0.
    let (r, rho) = (challenges[0], challenges[4]);
    tape[0] -= error(&case, &challenges) * (rho - r).inverse();
    Forged { case, tape }
}

/// The opened value of wire 0 is chosen for the gamma that follows it: it moves the next claim by `gamma - z_1`.
fn opening_that_absorbs_the_error(case: Case, dropped: Option<Label>) -> Forged {
    let (mut tape, challenges) = careless(&case, dropped);
    let gamma = *challenges.last().expect("a layer ends in gamma");
    let [.., changed, kept] = &mut tape[..] else { unreachable!("two wires are opened") };
    // The error goes through all rounds unchanged, since the rounds themselves are honest.
    *changed -= error(&case, &challenges) * (gamma - *kept).inverse();
    Forged { case, tape }
}

/// Verification under the weakened transcript, with a discharge of its own.
fn accepts(forged: &Forged, dropped: Option<Label>) -> bool {
    let Forged { case, tape } = forged;
    let mut channel = Weakened::new(case, dropped, tape.clone());
    let claim = reduce::verify::<F, Quartic>(&case.circuit, case.copies, case.outputs(), &mut channel);
    claim.is_ok_and(|claim| channel.is_read() && holds(&claim, case))
}

fn holds(claim: &InputClaim<Quartic>, case: &Case) -> bool {
    let (rows, input) = (case.copies.rows(), case.layout.gather(&case.witness));
    let mut value = Quartic::ZERO;
    for (c, &eq) in claim.point.row_weights(case.copies).iter().enumerate() {
        for (i, &weight) in claim.weights.iter().enumerate() {
            value += eq * weight * input[i * rows + c];
        }
    }
    value == claim.value
}

impl Case {
    fn outputs(&self) -> Outputs<'_, F> {
        Outputs::Columns(&self.outputs)
    }
}
