//! A wrong output, a wrong witness, a wrong gate and a wrong tape are refused.

use p3_field::{ExtensionField, PrimeCharacteristicRing};
use rand::RngExt;
use rand::rngs::StdRng;
use statesync_gkr::{F, ProveError, Quartic, Quintic, VerifyError};

use crate::case::{Case, P, Refusal, other, with_word, word};
use crate::template::rng;

const CIRCUITS: u64 = 2_000;

/// Judges a case that differs from the one `tape` was made for. Returns whether it is false.
///
/// A false statement is refused by the prover, which names the first wrong output; by the verifier with the old
/// tape; and by the verifier with the tape of a prover that does not look. Where the change left the statement true,
/// as behind a gate that nothing reads, the old tape is accepted exactly if it is the honest one for it.
fn judge<E: ExtensionField<F>>(changed: &Case, tape: &[u8], seed: u64) -> bool {
    let (rows, truth) = (changed.copies.rows(), changed.true_outputs());
    match (0..truth.len()).find(|&at| truth[at] != changed.outputs[at]) {
        Some(at) => {
            let refusal = ProveError::WrongOutput { wire: at / rows, copy: at % rows };
            assert_eq!(changed.prove::<E>(), Err(refusal), "seed {seed}");
            assert!(changed.verdict::<E>(tape).is_err(), "seed {seed}: the old tape");
            assert!(changed.verdict::<E>(&changed.careless_tape::<E>()).is_err(), "seed {seed}: a careless prover");
            true
        }
        None => {
            let own = changed.prove::<E>().expect("a true statement");
            assert_eq!(changed.verdict::<E>(tape).is_ok(), own == tape, "seed {seed}");
            false
        }
    }
}

/// Judges one changed case for each random circuit. Returns how many were false.
fn judge_all<E: ExtensionField<F>>(change: impl Fn(&Case, &mut StdRng) -> Option<Case>) -> usize {
    let falsified = |seed: &u64| {
        let case = Case::random(*seed);
        let tape = case.prove::<E>().expect("a true statement");
        change(&case, &mut rng(*seed)).is_some_and(|changed| judge::<E>(&changed, &tape, *seed))
    };
    (0..CIRCUITS).filter(falsified).count()
}

fn with_wrong_output(case: &Case, rng: &mut StdRng) -> Option<Case> {
    let mut changed = case.clone();
    let at = rng.random_range(0..changed.outputs.len());
    changed.outputs[at] = other(rng, changed.outputs[at]);
    Some(changed)
}

#[test]
fn a_wrong_output_is_refused() {
    assert_eq!(judge_all::<Quartic>(with_wrong_output), CIRCUITS as usize, "every one makes the statement false");
    assert_eq!(judge_all::<Quintic>(with_wrong_output), CIRCUITS as usize);
}

#[test]
fn a_wrong_witness_element_is_refused() {
    let falsified = judge_all::<Quartic>(|case, rng| {
        let mut changed = case.clone();
        let at = rng.random_range(0..changed.witness.len());
        changed.witness[at] = other(rng, changed.witness[at]);
        Some(changed)
    });
    assert!(falsified > 500, "only {falsified} changes matter to an output");
}

#[test]
fn a_changed_gate_is_refused() {
    let falsified = judge_all::<Quartic>(|case, rng| {
        let mut template = case.template.clone();
        let filled: Vec<usize> = (0..template.layers.len()).filter(|&l| !template.layers[l].gates.is_empty()).collect();
        let gates = &mut template.layers[*filled.get(rng.random_range(0..filled.len().max(1)))?].gates;
        let at = rng.random_range(0..gates.len());
        gates[at].coefficient = other(rng, gates[at].coefficient);
        Some(case.with_template(template))
    });
    assert!(falsified > 500, "only {falsified} changes matter to an output");
}

/// Changes every element of every tape, one coordinate each.
fn change_every_element<E: ExtensionField<F>>(circuits: u64, degree: usize) -> [usize; 2] {
    let mut refusals = [0; 2];
    for seed in 0..circuits {
        let (case, rng) = (Case::random(seed), &mut rng(seed));
        let tape = case.prove::<E>().expect("a true statement");
        for element in 0..tape.len() / (4 * degree) {
            let at = 4 * (element * degree + rng.random_range(0..degree));
            let changed = with_word(&tape, at, (word(&tape, at) + rng.random_range(1..P)) % P);
            match case.verdict::<E>(&changed) {
                Err(Refusal::Witness(_)) => refusals[0] += 1,
                Err(Refusal::Tape(VerifyError::NothingLeft { .. })) => refusals[1] += 1,
                verdict => panic!("seed {seed}, element {element}: {verdict:?}"),
            }
        }
    }
    refusals
}

#[test]
fn every_changed_element_of_a_tape_is_refused() {
    let [by_witness, by_nothing_left] = change_every_element::<Quartic>(CIRCUITS, 4);
    assert!(by_witness > 20_000 && by_nothing_left > 1_000, "{by_witness} and {by_nothing_left}");
    change_every_element::<Quintic>(CIRCUITS / 10, 5);
}

#[test]
fn values_that_are_not_opened_as_they_are_name_the_layer_without_a_linear_part() {
    // The outermost layer without a tap above it has no linear gate: what the rounds end in must be N(z).
    let case = (0..).map(Case::random).find(|case| {
        let last = case.circuit.layers().last().expect("a layer");
        case.copies.log() > 0 && !last.is_linear() && last.linear().is_empty() && last.taps().is_empty()
    });
    let case = case.expect("random circuits are of every sort");
    let mut tape = case.prove::<Quartic>().expect("a true statement");
    let layer = case.circuit.layers().len() - 1;
    tape[0] ^= 1;
    assert_eq!(case.verdict::<Quartic>(&tape), Err(Refusal::Tape(VerifyError::NothingLeft { layer })));
}

#[test]
fn a_witness_of_another_length_is_not_proved() {
    let case = Case::random(5);
    let (got, wanted) = (case.witness.len() + 1, case.witness.len());
    let longer = Case { witness: [&case.witness[..], &[F::ZERO]].concat(), ..case.clone() };
    assert_eq!(longer.prove::<Quartic>(), Err(ProveError::WitnessLength { got, wanted }));
    let tape = case.prove::<Quartic>().expect("a true statement");
    assert!(matches!(longer.verdict::<Quartic>(&tape), Err(Refusal::Witness(_))));
}

#[test]
fn refusals_are_said_in_sentences() {
    assert_eq!(
        VerifyError::NothingLeft { layer: 7 }.to_string(),
        "layer 7: the opened wires do not give the value that the sumcheck ends in"
    );
    assert_eq!(
        ProveError::WrongOutput { wire: 2, copy: 1 }.to_string(),
        "output wire 2 of copy 1 is not what the statement says"
    );
    assert_eq!(
        ProveError::WitnessLength { got: 3, wanted: 2 }.to_string(),
        "the witness has 3 elements; the layout reads 2"
    );
}
