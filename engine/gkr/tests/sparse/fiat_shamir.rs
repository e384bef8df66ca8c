//! What each challenge depends on, and that each is used.

use std::collections::HashSet;

use p3_field::PrimeCharacteristicRing;
use statesync_circuit::{Copies, Trace};
use statesync_gkr::wiring::Table;
use statesync_gkr::{InputClaim, Outputs, Quartic, VerifyError, reduce};
use statesync_transcript::{
    Event, Label, ProverChannel, Recorder, TapeError, TapeReader, TapeWriter, VerifierChannel, label,
};

use crate::wide::{Case, rng};

/// Sends one element plus 1 instead of itself. The prover looks at nothing that it sent, so it goes on to the end.
struct Tampering {
    channel: Recorder<TapeWriter>,
    until: Option<usize>,
}

impl ProverChannel<Quartic> for Tampering {
    fn send(&mut self, label: Label, elements: &[Quartic]) {
        let mut elements = elements.to_vec();
        if let Some(element) = self.until.and_then(|until| elements.get_mut(until)) {
            *element += Quartic::ONE;
        }
        self.until = self.until.and_then(|until| until.checked_sub(elements.len()));
        self.channel.send(label, &elements);
    }

    fn draw(&mut self) -> Quartic {
        self.channel.draw()
    }
}

/// Messages and challenges of a prover's run, with one element changed.
fn events(case: &Case, changed: Option<usize>) -> Vec<Event> {
    let channel = Recorder::new(TapeWriter::new(case.transcript()));
    let mut channel = Tampering { channel, until: changed };
    let trace = Trace::evaluate(&case.circuit, case.copies, case.layout.gather(&case.witness));
    reduce::sparse::prove::<Quartic>(&case.circuit, &trace, &mut channel);
    channel.channel.into_parts().1
}

fn elements(events: &[Event]) -> impl Iterator<Item = Label> {
    events.iter().flat_map(|event| match event {
        Event::Message { label, elements } => vec![*label; elements.len()],
        Event::Challenge { .. } => Vec::new(),
    })
}

/// Case T01. Prover and verifier absorb in one order, or no proof would be accepted.
#[test]
fn every_element_of_every_message_moves_every_later_challenge_and_no_earlier_one() {
    let mut followed = HashSet::new();
    for case in (0..30).map(Case::random) {
        let honest = events(&case, None);
        for (at, label) in elements(&honest).enumerate() {
            let mut sent = 0;
            let mut moved = false;
            for (event, before) in events(&case, Some(at)).iter().zip(&honest) {
                match event {
                    Event::Message { elements, .. } => {
                        moved |= (sent..sent + elements.len()).contains(&at);
                        sent += elements.len();
                    }
                    Event::Challenge { .. } => {
                        assert_eq!(event != before, moved, "element {at}, {label:?}");
                        followed.extend(moved.then_some(label));
                    }
                }
            }
            assert!(moved, "element {at} is sent");
        }
    }
    let all = [
        label::ROUND,
        label::TAP_VALUE,
        label::FIRST_ROUND,
        label::FIRST_VALUES,
        label::SECOND_ROUND,
        label::SECOND_VALUE,
    ];
    assert_eq!(followed, HashSet::from(all), "all messages there are");
}

/// A verifier's channel that adds 1 to one challenge on its way out of the transcript.
struct Bent<'a> {
    channel: TapeReader<'a>,
    until: Option<usize>,
    drawn: usize,
}

impl VerifierChannel<Quartic> for Bent<'_> {
    fn receive(&mut self, label: Label, into: &mut [Quartic]) -> Result<(), TapeError> {
        self.channel.receive(label, into)
    }

    fn draw(&mut self) -> Quartic {
        let challenge: Quartic = self.channel.draw();
        self.drawn += 1;
        if self.until.is_some_and(|until| until + 1 == self.drawn) { challenge + Quartic::ONE } else { challenge }
    }
}

/// What the verifier makes of a tape if one challenge is bent, and how many it drew.
fn claim(case: &Case, tape: &[u8], bent: Option<usize>) -> (Result<InputClaim<Quartic>, VerifyError>, usize) {
    let mut channel = Bent { channel: TapeReader::new(case.transcript(), tape), until: bent, drawn: 0 };
    let outputs = Outputs::Columns(&case.outputs);
    let claim = reduce::sparse::verify(&Table(&case.circuit), case.copies, outputs, &mut channel);
    (claim, channel.drawn)
}

/// Case T15. One copy: the first coordinate of a layer's point of copies cancels on an honest tape.
#[test]
fn every_challenge_that_is_drawn_is_used() {
    for seed in 0..60 {
        let case = Case::new(crate::wide::regular(1 << (2 + seed % 5)), Copies::one(), &mut rng(seed));
        let tape = case.prove::<Quartic>().unwrap();
        let (honest, drawn) = claim(&case, &tape, None);
        assert!(honest.is_ok());
        for challenge in 0..drawn {
            assert_ne!(claim(&case, &tape, Some(challenge)).0, honest, "seed {seed}, challenge {challenge} of {drawn}");
        }
    }
}
