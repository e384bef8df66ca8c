//! The labels and what passes under them.

use p3_field::PrimeCharacteristicRing;
use statesync_transcript::{
    Event, ProverChannel, Recorder, TapeError, TapeReader, TapeWriter, Transcript, VerifierChannel, label,
};

use crate::fixture::{E5, Parts, coordinates, random, rng};

/// A change of this list is a change of the format: every proof made before it is refused after it.
const LABELS: &[(u16, &str)] = &[
    (1, "bytes: protocol, format, mode, application, circuit digest, context"),
    (2, "bytes: what is claimed, as the application encodes it"),
    (3, "base elements as bytes: the public outputs of the circuit, absent when all are zero"),
    (4, "bytes: what the prover chose beside the witness"),
    (5, "base elements as bytes: the whole witness, opened in the clear"),
    (6, "32 bytes: the commitment to the witness"),
    (16, "copy sumcheck: c_1..c_d of one round polynomial"),
    (17, "open close: z_s for every wire that a nonlinear gate reads"),
    (32, "sparse close: e, the value of the taps at the new copy point"),
    (33, "sparse close, over x: c_0, c_2..c_D of one round polynomial"),
    (34, "sparse close, over x: z and, with product gates, h"),
    (35, "sparse close, over y: c_0, c_2 of one round polynomial"),
    (36, "sparse close, over y: z'"),
    (48, "opening a commitment: c_0, c_2 of one round polynomial over the witness"),
    (49, "opening a commitment: the witness polynomial at the point of the rounds"),
];

#[test]
fn the_labels_are_the_ones_that_were_reviewed() {
    let labels: Vec<(u16, &str)> = label::ALL.iter().map(|(label, what)| (label.code(), *what)).collect();
    assert_eq!(labels, LABELS);
}

#[test]
fn labels_ascend_and_leave_the_bytes_of_a_draw_alone() {
    assert!(label::ALL.is_sorted_by(|(before, _), (after, _)| before.code() < after.code()));
    assert!(label::ALL.iter().all(|(label, _)| label.code() < 0xfe00));
}

fn start() -> Transcript {
    Parts::commitment(5).start()
}

#[test]
fn a_recorder_lists_what_passed_and_changes_nothing() {
    let mut rng = rng(6);
    let elements: Vec<E5> = (0..3).map(|_| random(&mut rng)).collect();
    let mut plain = TapeWriter::new(start());
    plain.send(label::ROUND, &elements);
    let challenge: E5 = plain.draw();

    let mut writer = Recorder::new(TapeWriter::new(start()));
    writer.send(label::ROUND, &elements);
    assert!(challenge == writer.draw());
    let events = [
        Event::Message { label: label::ROUND, elements: elements.iter().map(coordinates).collect() },
        Event::Challenge { element: coordinates(&challenge) },
    ];
    assert_eq!(writer.events(), events);
    let (writer, written) = writer.into_parts();
    let tape = writer.into_tape();
    assert_eq!(tape, plain.into_tape());

    let mut reader = Recorder::new(TapeReader::new(start(), &tape));
    let mut received = [E5::ZERO; 3];
    reader.receive(label::ROUND, &mut received).expect("an honest tape");
    assert!(challenge == reader.draw());
    let (reader, read) = reader.into_parts();
    reader.finish().expect("everything was read");
    assert_eq!(read, written);
}

#[test]
fn a_recorder_does_not_list_a_message_that_was_refused() {
    let mut reader = Recorder::new(TapeReader::new(start(), &[]));
    let refused = reader.receive(label::ROUND, &mut [E5::ZERO]);
    assert_eq!(refused, Err(TapeError::Short { wanted: 20, left: 0 }));
    assert!(reader.events().is_empty());
}
