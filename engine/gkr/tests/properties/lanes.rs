//! Whole proofs in lock step: every lane is proved, refused and accepted as if it were alone.

use p3_field::{PackedValue, PrimeCharacteristicRing};
use rand::RngExt;
use rand::rngs::StdRng;
use statesync_circuit::{Copies, GateKind, Trace};
use statesync_gkr::lockstep::{self, Lanes, widest};
use statesync_gkr::{
    Accepted, Bound, F, Instance, Outputs, ProveError, Quartic, Quintic, Residual, Scratch, VerifyError,
};
use statesync_transcript::{LANES, Packing};

use crate::case::{Case, ELEMENT, P, Refusal, with_word};
use crate::template::{Gate, Template, TemplateLayer, rng};

/// Cases about one circuit and one number of variables, each with its own number of copies.
fn cases(rng: &mut StdRng, lanes: usize) -> Vec<Case> {
    let (template, log) = (Template::random(rng), rng.random_range(0..=4));
    let case = |_| {
        let copies = Copies::new(rng.random_range(1..=1 << log), log).expect("in range");
        Case::new(template.clone(), copies, rng)
    };
    (0..lanes).map(case).collect()
}

fn bind<E: Lanes>(cases: &[Case]) -> Vec<Bound<'_, E>> {
    cases.iter().map(|case| case.instance().bind(&case.witness).expect("strong enough")).collect()
}

/// The run of all lanes: rows that a lane has not are its last one, the padding.
fn run(cases: &[Case]) -> Trace<Packing> {
    let copies = widest(cases.iter().map(|case| case.copies));
    let columns: Vec<Vec<F>> = cases.iter().map(|case| case.layout.gather(&case.witness)).collect();
    let value = |lane: usize, wire: usize, row: usize| {
        let rows = cases[lane].copies.rows();
        columns[lane][wire * rows + row.min(rows - 1)]
    };
    let lane = |lane: usize| lane.min(cases.len() - 1);
    let entries = (0..cases[0].circuit.input_wires()).flat_map(|wire| (0..copies.rows()).map(move |row| (wire, row)));
    let input = entries.map(|(wire, row)| Packing::from_fn(|l| value(lane(l), wire, row)));
    Trace::evaluate(&cases[0].circuit, copies, input.collect())
}

fn prove<E: Lanes>(cases: &[Case], scratch: &mut Scratch<lockstep::Packed<E>>) -> Vec<Result<Vec<u8>, ProveError>> {
    let bounds = bind::<E>(cases);
    lockstep::prove(&bounds.iter().collect::<Vec<_>>(), &run(cases), scratch)
}

fn verdicts<E: Lanes>(cases: &[Case], tapes: &[Vec<u8>]) -> Vec<Result<(), Refusal>> {
    let tapes: Vec<&[u8]> = tapes.iter().map(Vec::as_slice).collect();
    let discharge = |(residual, case): (Result<Residual<'_, E>, VerifyError>, &Case)| {
        let accepted = residual.map_err(Refusal::Tape)?.discharge_witness(&case.layout);
        accepted.map(|_: Accepted| ()).map_err(Refusal::Witness)
    };
    lockstep::verify(bind::<E>(cases), &tapes).into_iter().zip(cases).map(discharge).collect()
}

fn assert_as_if_alone<E: Lanes>(seed: u64, scratch: &mut Scratch<lockstep::Packed<E>>) {
    let rng = &mut rng(seed);
    let lanes = rng.random_range(1..=LANES);
    let mut cases = cases(rng, lanes);
    // In every other batch one lane claims a wrong output, of a real copy or of the padding.
    let false_lanes = seed % 2;
    if false_lanes == 1 {
        let case = &mut cases[rng.random_range(0..lanes)];
        let at = rng.random_range(0..case.outputs.len());
        case.outputs[at] += F::ONE;
    }
    let tapes = prove::<E>(&cases, scratch);
    let alone: Vec<_> = cases.iter().map(Case::prove::<E>).collect();
    assert_eq!(tapes, alone, "seed {seed}");
    let tapes: Vec<Vec<u8>> = tapes.into_iter().map(Result::unwrap_or_default).collect();
    let alone: Vec<_> = cases.iter().zip(&tapes).map(|(case, tape)| case.verdict::<E>(tape)).collect();
    assert_eq!(verdicts::<E>(&cases, &tapes), alone, "seed {seed}");
    assert_eq!(alone.iter().filter(|verdict| verdict.is_err()).count() as u64, false_lanes, "seed {seed}");
}

#[test]
fn lanes_with_different_numbers_of_copies_are_proved_as_if_alone_and_a_false_one_is_refused_alone() {
    let (mut quartic, mut quintic) = (Scratch::new(), Scratch::default());
    for seed in 0..400 {
        assert_as_if_alone::<Quartic>(seed, &mut quartic);
        assert_as_if_alone::<Quintic>(seed, &mut quintic);
    }
}

/// A tape with something wrong, or nothing.
fn spoiled(tape: &[u8], rng: &mut StdRng) -> Vec<u8> {
    let at = 4 * rng.random_range(0..tape.len() / 4);
    match rng.random_range(0..6) {
        0 => tape[..at].to_vec(),
        1 => [tape, &[0; 4]].concat(),
        2 => with_word(tape, at, P),
        3 => with_word(tape, at, P - 1),
        _ => tape.to_vec(),
    }
}

#[test]
fn whatever_is_wrong_with_some_tapes_every_lane_is_judged_as_if_alone() {
    let mut verdicts_seen = [0; 3];
    for seed in 0..600 {
        let rng = &mut rng(seed);
        let lanes = rng.random_range(1..=LANES);
        let cases = cases(rng, lanes);
        if cases[0].circuit.tape_elements(cases[0].copies) == 0 {
            continue;
        }
        let honest = prove::<Quartic>(&cases, &mut Scratch::new());
        let tapes: Vec<Vec<u8>> =
            honest.into_iter().map(|tape| spoiled(&tape.expect("a true statement"), rng)).collect();
        let alone: Vec<_> = cases.iter().zip(&tapes).map(|(case, tape)| case.verdict::<Quartic>(tape)).collect();
        for verdict in &alone {
            let which = match verdict {
                Ok(()) => 0,
                Err(Refusal::Witness(_)) => 1,
                Err(Refusal::Tape(_)) => 2,
            };
            verdicts_seen[which] += 1;
        }
        assert_eq!(verdicts::<Quartic>(&cases, &tapes), alone, "seed {seed}");
    }
    assert!(verdicts_seen.iter().all(|&seen| seen > 40), "{verdicts_seen:?}");
}

/// `Out = In_0 In_1 - In_2 In_3`, zero where the two pairs are equal.
fn zero_case(seed: u64) -> Case {
    let gate = |reads, coefficient| Gate { kind: GateKind::Product, output: 0, reads, coefficient };
    let gates = vec![gate([0, 1], F::ONE), gate([2, 3], F::NEG_ONE)];
    let template = Template { width: 4, tap_only: 0, layers: vec![TemplateLayer { outputs: 1, gates }] };
    let mut case = Case::new(template, Copies::new(3, 2).expect("in range"), &mut rng(seed));
    case.witness.chunks_exact_mut(4).for_each(|row| row.copy_within(0..2, 2));
    case.outputs = case.true_outputs();
    case
}

/// Instances whose outputs are zero by construction.
fn bind_zero(cases: &[Case]) -> Vec<Bound<'_, Quartic>> {
    let instance = |case| Instance { outputs: Outputs::Zero, ..Case::instance(case) };
    cases.iter().map(|case| instance(case).bind(&case.witness).expect("strong enough")).collect()
}

fn prove_bound(bounds: &[Bound<'_, Quartic>], run: &Trace<Packing>) -> Vec<Result<Vec<u8>, ProveError>> {
    lockstep::prove(&bounds.iter().collect::<Vec<_>>(), run, &mut Scratch::new())
}

#[test]
fn outputs_that_are_zero_by_construction_are_checked_lane_by_lane() {
    let mut cases: Vec<Case> = (0..LANES as u64).map(zero_case).collect();
    let tapes = prove_bound(&bind_zero(&cases), &run(&cases));
    let tapes: Vec<Vec<u8>> = tapes.into_iter().map(|tape| tape.expect("a true statement")).collect();
    let tapes: Vec<&[u8]> = tapes.iter().map(Vec::as_slice).collect();
    for (residual, case) in lockstep::verify(bind_zero(&cases), &tapes).into_iter().zip(&cases) {
        let _accepted: Accepted = residual.expect("well formed").discharge_witness(&case.layout).expect("honest");
    }
    let (last, others) = cases.split_last_mut().expect("a lane");
    last.witness[4] += F::ONE;
    let others = others.len();
    let mut tapes = prove_bound(&bind_zero(&cases), &run(&cases));
    assert_eq!(tapes.pop(), Some(Err(ProveError::WrongOutput { wire: 0, copy: 1 })));
    assert_eq!(tapes.iter().filter(|tape| tape.is_ok()).count(), others);
}

#[test]
fn the_copies_of_all_lanes_are_those_of_the_widest() {
    let copies = |real| Copies::new(real, 3).expect("in range");
    assert_eq!(widest([3, 7, 5].map(copies)), copies(7));
    assert_eq!(widest([8].map(copies)), copies(8));
}

#[test]
#[should_panic(expected = "copies in lock step must have one number of variables")]
fn lanes_with_different_numbers_of_variables_are_our_own_bug() {
    widest([Copies::one(), Copies::new(1, 1).expect("in range")]);
}

#[test]
#[should_panic(expected = "lock step takes at least one lane")]
fn no_lane_is_our_own_bug() {
    widest([]);
}

/// Two circuits that agree in everything but a coefficient.
fn two_circuits() -> [Case; 2] {
    let [one, mut other] = [zero_case(0), zero_case(0)];
    other.template.layers[0].gates[0].coefficient = F::TWO;
    let other = other.with_template(other.template.clone());
    [one, other]
}

#[test]
#[should_panic(expected = "instances in lock step must be about one circuit")]
fn a_prover_with_lanes_of_different_circuits_is_our_own_bug() {
    let cases = two_circuits();
    prove_bound(&bind_zero(&cases), &run(&cases[..1]));
}

#[test]
#[should_panic(expected = "instances in lock step must be about one circuit")]
fn a_verifier_with_lanes_of_different_circuits_is_our_own_bug() {
    let tape = [0; ELEMENT * (2 * 2 + 4)];
    lockstep::verify(bind_zero(&two_circuits()), &[&tape, &tape]);
}

/// Without lanes, two instances are one too many; both refusals speak of lock step.
#[test]
#[should_panic(expected = "lock step")]
fn public_outputs_beside_outputs_that_are_zero_by_construction_are_our_own_bug() {
    let cases = [zero_case(0), zero_case(1)];
    let [zero, _]: [Bound<'_, Quartic>; 2] = bind_zero(&cases).try_into().expect("two");
    let [_, public]: [Bound<'_, Quartic>; 2] = bind(&cases).try_into().expect("two");
    prove_bound(&[zero, public], &run(&cases[..1]));
}

#[test]
#[should_panic(expected = "the trace must be about the copies of all lanes")]
fn a_run_of_other_copies_than_the_widest_is_our_own_bug() {
    let case = zero_case(0);
    let narrower = Case { copies: Copies::new(2, 2).expect("in range"), ..case.clone() };
    let input = vec![Packing::ZERO; 4 * narrower.copies.rows()];
    prove_bound(&bind_zero(&[case]), &Trace::evaluate(&narrower.circuit, narrower.copies, input));
}

#[test]
#[should_panic(expected = "lock step reads one tape per bound instance")]
fn a_tape_too_few_is_our_own_bug() {
    lockstep::verify(bind_zero(&[zero_case(0)]), &[]);
}
