//! Rounds are compressed: a round polynomial is sent without the coefficient that the running claim fixes, so every
//! message fits every claim and no round can reject. What a round lets pass, the end must catch.

use p3_field::PrimeCharacteristicRing;
use statesync_gkr::{F, Quartic, reduce};
use statesync_transcript::{Label, ProverChannel, TapeWriter, label};

use crate::case::{Case, Refusal};

/// Adds 1 to one element of one message, and lets the prover go on from there with the challenges that it then gets.
struct Meddler {
    channel: TapeWriter,
    label: Label,
    /// Messages under `label` that still pass unchanged.
    pass: usize,
    element: usize,
    done: bool,
}

impl ProverChannel<Quartic> for Meddler {
    fn send(&mut self, label: Label, elements: &[Quartic]) {
        let mut elements = elements.to_vec();
        if label == self.label && !self.done {
            if self.pass == 0 {
                self.done = true;
                elements[self.element] += Quartic::ONE;
            } else {
                self.pass -= 1;
            }
        }
        self.channel.send(label, &elements);
    }

    fn draw(&mut self) -> Quartic {
        self.channel.draw()
    }
}

/// The tape of a prover who is off by one in one element of message number `message` under `label`, if there is one.
fn meddled(case: &Case, label: Label, message: usize, element: usize) -> Vec<u8> {
    let channel = TapeWriter::new(case.transcript::<Quartic>());
    let mut meddler = Meddler { channel, label, pass: message, element, done: false };
    reduce::prove::<F, Quartic>(&case.circuit, &case.trace(), &mut meddler);
    assert!(meddler.done, "there is such a message");
    meddler.channel.into_tape()
}

/// Where nothing but the residual can reject, it must; elsewhere the layer without a linear part may come first.
fn assert_caught(case: &Case, tape: &[u8], place: &str) {
    let verdict = case.verdict::<Quartic>(tape);
    if case.rejects_at_the_end_only() {
        assert!(matches!(verdict, Err(Refusal::Witness(_))), "{place}: {verdict:?}");
    } else {
        assert!(verdict.is_err(), "{place}");
    }
}

#[test]
fn a_claim_that_is_off_by_one_in_any_round_passes_the_round_and_is_caught_at_the_end() {
    let mut rounds = [0; 2];
    for seed in 0..300 {
        let case = Case::random(seed);
        for round in 0..case.circuit.rounds(case.copies) {
            for coefficient in 0..case.circuit.degree() {
                let tape = meddled(&case, label::ROUND, round, coefficient);
                assert_caught(&case, &tape, &format!("seed {seed}, round {round}, coefficient {coefficient}"));
            }
            rounds[usize::from(case.rejects_at_the_end_only())] += 1;
        }
    }
    assert!(rounds.iter().all(|&rounds| rounds > 200), "{rounds:?} rounds of both sorts");
}

#[test]
fn a_value_that_is_opened_off_by_one_is_caught_at_the_end() {
    for seed in 0..300 {
        let case = Case::random(seed);
        let opened = case.circuit.layers().iter().rev().map(|layer| layer.nonlinear_wires().len());
        for (message, opened) in opened.filter(|&opened| opened > 0).enumerate() {
            for wire in 0..opened {
                let tape = meddled(&case, label::OPENED, message, wire);
                assert_caught(&case, &tape, &format!("seed {seed}, opening {message}, wire {wire}"));
            }
        }
    }
}
