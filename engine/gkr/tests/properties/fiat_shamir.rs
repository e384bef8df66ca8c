//! What each challenge depends on, and that each is used.

use std::collections::HashSet;

use p3_field::{PrimeCharacteristicRing, PrimeField32};
use rand::RngExt;
use statesync_circuit::GateKind;
use statesync_gkr::{F, InputClaim, Outputs, Quartic, Quintic, reduce};
use statesync_transcript::{Event, Label, Recorder, TapeError, TapeReader, VerifierChannel, label};

use crate::case::{Case, ELEMENT};
use crate::template::{Gate, Template, TemplateLayer, element, elements, random_copies, rng};

/// Messages and challenges of a verifier's run, after the preamble.
fn events(case: &Case, tape: &[u8]) -> Vec<Event> {
    let mut channel = Recorder::new(TapeReader::new(case.transcript::<Quartic>(), tape));
    let outputs = Outputs::Columns(&case.outputs);
    let claim = reduce::verify::<F, Quartic>(&case.circuit, case.copies, outputs, &mut channel);
    assert!(claim.is_ok(), "a well-formed tape");
    channel.into_parts().1
}

fn honest_tape(case: &Case) -> Vec<u8> {
    case.prove::<Quartic>().expect("a true statement")
}

fn first_challenge(case: &Case) -> Quartic {
    case.transcript::<Quartic>().draw()
}

/// Cases whose tapes are read to the end whatever is on them.
fn cases(count: usize) -> impl Iterator<Item = Case> {
    (0..).map(Case::random).filter(|case| case.rejects_at_the_end_only() && case.copies.log() > 0).take(count)
}

#[test]
fn every_element_of_every_message_moves_every_later_challenge_and_no_earlier_one() {
    let mut changed_under = HashSet::<Label>::new();
    for case in cases(60) {
        let tape = honest_tape(&case);
        let honest = events(&case, &tape);
        for at in (0..tape.len()).step_by(ELEMENT) {
            let mut changed = tape.clone();
            changed[at] ^= 1;
            let events = events(&case, &changed);
            assert_eq!(events.len(), honest.len());
            let mut moved = false;
            for (event, before) in events.iter().zip(&honest) {
                match event {
                    Event::Message { label, .. } if event != before => {
                        assert!(!moved, "one message differs");
                        moved = true;
                        changed_under.insert(*label);
                    }
                    Event::Message { .. } => {}
                    Event::Challenge { .. } => assert_eq!(event != before, moved, "the element at byte {at}"),
                }
            }
            assert!(moved, "the element at byte {at} is in a message");
        }
    }
    assert_eq!(changed_under, HashSet::from([label::ROUND, label::OPENED]), "all messages there are");
}

#[test]
fn every_message_is_followed_at_once_by_its_challenge() {
    for case in cases(200) {
        let events = events(&case, &honest_tape(&case));
        let first = case.copies.log() + 1;
        assert!(events[..first].iter().all(|event| matches!(event, Event::Challenge { .. })), "point and alpha");
        let [messages, challenges] = [0, 1].map(|parity| events[first..].iter().skip(parity).step_by(2));
        assert!(messages.clone().all(|event| matches!(event, Event::Message { .. })));
        assert!(challenges.clone().all(|event| matches!(event, Event::Challenge { .. })));
        assert_eq!(messages.count(), challenges.count());
    }
}

#[test]
fn no_two_challenges_of_any_proofs_are_equal() {
    let mut seen = HashSet::new();
    let mut drawn = 0;
    let statements = [&b"one"[..], b"two"].map(<[u8]>::to_vec);
    for statement in statements {
        for case in cases(100) {
            let case = Case { statement: statement.clone(), ..case };
            for event in events(&case, &honest_tape(&case)) {
                if let Event::Challenge { element } = event {
                    seen.insert(element);
                    drawn += 1;
                }
            }
        }
    }
    assert_eq!(seen.len(), drawn);
}

#[test]
fn every_byte_of_the_preamble_moves_the_first_challenge_and_is_bound_to_the_proof() {
    let parts: [fn(&mut Case) -> &mut Vec<u8>; 4] =
        [|case| &mut case.application, |case| &mut case.context, |case| &mut case.statement, |case| &mut case.hints];
    for mut case in (0..10).map(dense_case).filter(|case| case.copies.log() > 0) {
        let (tape, first) = (honest_tape(&case), first_challenge(&case));
        for part in parts {
            for byte in 0..part(&mut case).len() {
                for bit in 0..8 {
                    let mut changed = case.clone();
                    part(&mut changed)[byte] ^= 1 << bit;
                    assert_ne!(first_challenge(&changed), first);
                    assert!(changed.verdict::<Quartic>(&tape).is_err());
                }
            }
            let mut longer = case.clone();
            part(&mut longer).push(0);
            assert_ne!(first_challenge(&longer), first);
            assert!(longer.verdict::<Quartic>(&tape).is_err());
        }
    }
}

#[test]
fn every_output_and_every_witness_element_moves_the_first_challenge_and_is_bound_to_the_proof() {
    let parts: [fn(&mut Case) -> &mut Vec<F>; 2] = [|case| &mut case.outputs, |case| &mut case.witness];
    for mut case in cases(60).filter(|case| case.circuit.rounds(case.copies) > 0) {
        let (tape, first) = (honest_tape(&case), first_challenge(&case));
        for (part, name) in parts.into_iter().zip(["output", "witness"]) {
            for at in 0..part(&mut case).len() {
                let mut changed = case.clone();
                part(&mut changed)[at] += F::ONE;
                assert_ne!(first_challenge(&changed), first, "{name} {at}");
                // A witness element that no gate reads leaves the statement true, and an all-zero tape honest.
                let still_honest = changed.prove::<Quartic>().is_ok_and(|own| own == tape);
                assert_eq!(changed.verdict::<Quartic>(&tape).is_ok(), still_honest, "{name} {at}");
            }
        }
    }
}

#[test]
fn a_byte_that_moves_from_one_part_to_the_next_moves_the_first_challenge() {
    let mut case = Case::random(0);
    let first = first_challenge(&case);
    let byte = case.statement.pop().expect("a statement");
    case.hints.insert(0, byte);
    assert_ne!(first_challenge(&case), first);
}

#[test]
fn outputs_that_are_zero_by_construction_and_outputs_that_are_zero_are_two_statements() {
    let mut case = cases(1).next().expect("one");
    case.outputs.fill(F::ZERO);
    let tape = case.careless_tape::<Quartic>();
    let by_construction = statesync_gkr::Instance { outputs: Outputs::Zero, ..case.instance() };
    let bound = by_construction.bind::<Quartic>(&case.witness).expect("strong enough");
    let residual = statesync_gkr::verify(bound, &tape).expect("well formed");
    assert!(residual.discharge_witness(&case.layout).is_err());
}

#[test]
fn a_proof_over_one_extension_is_none_over_the_other() {
    for case in cases(20).filter(|case| case.circuit.tape_elements(case.copies) > 0) {
        assert!(case.verdict::<Quintic>(&honest_tape(&case)).is_err());
    }
}

#[test]
fn as_many_challenges_are_drawn_as_the_protocol_has() {
    for seed in 0..500 {
        let case = Case::random(seed);
        let challenge = |event: &&Event| matches!(event, Event::Challenge { .. });
        let drawn = events(&case, &honest_tape(&case)).iter().filter(challenge).count();
        let layers = case.circuit.layers().iter().filter(|layer| !layer.is_linear()).count();
        let log = case.copies.log();
        assert_eq!(drawn, (log + 1) + layers * (log + 1), "point and alpha, then rounds and gamma of each layer");
    }
}

/// A verifier's channel that adds 1 to one challenge on its way out of the transcript.
struct Bent<'a> {
    channel: TapeReader<'a>,
    until: Option<usize>,
}

impl VerifierChannel<Quartic> for Bent<'_> {
    fn receive(&mut self, label: Label, into: &mut [Quartic]) -> Result<(), TapeError> {
        self.channel.receive(label, into)
    }

    fn draw(&mut self) -> Quartic {
        let challenge: Quartic = self.channel.draw();
        let bend = self.until == Some(0);
        self.until = self.until.and_then(|until| until.checked_sub(1));
        if bend { challenge + Quartic::ONE } else { challenge }
    }
}

fn claim(case: &Case, tape: &[u8], bent: Option<usize>) -> InputClaim<Quartic> {
    let mut channel = Bent { channel: TapeReader::new(case.transcript::<Quartic>(), tape), until: bent };
    let outputs = Outputs::Columns(&case.outputs);
    reduce::verify::<F, Quartic>(&case.circuit, case.copies, outputs, &mut channel).expect("a well-formed tape")
}

/// Every output of every layer has a gate of every kind, and there are two outputs at least: where a layer has no
/// weight, or alpha weighs one output only, a challenge may rightly come to nothing.
fn dense_case(seed: u64) -> Case {
    let rng = &mut rng(seed);
    let mut template = Template { width: 3, tap_only: 1, layers: Vec::new() };
    for _ in 0..rng.random_range(1..=4) {
        let outputs = 3;
        let kinds = [GateKind::Constant, GateKind::Linear, GateKind::Product, GateKind::Cube, GateKind::Tap];
        let gates = (0..outputs).flat_map(|output| kinds.map(|kind| (output, kind))).map(|(output, kind)| Gate {
            kind,
            output,
            reads: [rng.random_range(0..3), rng.random_range(0..3)],
            coefficient: element(rng),
        });
        template.layers.push(TemplateLayer { outputs, gates: gates.collect() });
    }
    Case::new(template, random_copies(rng), rng)
}

/// On an honest tape the first coordinate of a layer's point cancels: the round polynomial without its `eq` factor
/// does not depend on it, and both sides of its equation move alike. So the tapes here are noise.
#[test]
fn every_challenge_that_is_drawn_is_used() {
    for seed in 0..200 {
        let case = dense_case(seed);
        let noise = elements(&mut rng(seed), 4 * case.circuit.tape_elements(case.copies));
        let tape: Vec<u8> = noise.iter().flat_map(|word| word.as_canonical_u32().to_le_bytes()).collect();
        let honest = claim(&case, &tape, None);
        let drawn = (case.copies.log() + 1) * (1 + case.circuit.layers().len());
        for challenge in 0..drawn {
            assert_ne!(claim(&case, &tape, Some(challenge)), honest, "seed {seed}, challenge {challenge} of {drawn}");
        }
        assert_eq!(claim(&case, &tape, Some(drawn)), honest, "there are no more");
    }
}
