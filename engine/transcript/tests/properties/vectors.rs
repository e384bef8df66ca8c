//! `docs/vectors/transcript.json`, made by an independent implementation in Python. Cases T11, F07.

use p3_field::PrimeField32;
use serde_json::Value;
use statesync_transcript::{
    Extension, F, Label, ProverChannel, TapeError, TapeReader, TapeWriter, Transcript, VerifierChannel, label,
};

use crate::fixture::{E4, E5, Input, Parts, coordinates};

fn vectors() -> Value {
    let text = include_str!("../../../../docs/vectors/transcript.json");
    serde_json::from_str(text).expect("the vectors are JSON")
}

fn rows<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    let rows = value[key].as_array().expect("a list");
    assert!(!rows.is_empty(), "{key} has no rows");
    rows
}

fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().expect("a string")
}

fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

fn bytes(row: &Value, key: &str) -> Vec<u8> {
    let digit = |digit: &u8| (*digit as char).to_digit(16).expect("hex digits") as u8;
    let (pairs, odd) = text(row, key).as_bytes().as_chunks::<2>();
    assert!(odd.is_empty(), "{key} has an odd number of digits");
    pairs.iter().map(|[high, low]| digit(high) << 4 | digit(low)).collect()
}

fn bytes32(row: &Value, key: &str) -> [u8; 32] {
    bytes(row, key).try_into().expect("32 bytes")
}

fn words(value: &Value) -> Vec<u32> {
    value.as_array().expect("a list").iter().map(|word| number(word) as u32).collect()
}

fn elements<E: Extension<F>>(value: &Value) -> Vec<E> {
    let element = |row: &Value| {
        let words = words(row);
        assert!(words.len() == E::DIMENSION && words.iter().all(|word| *word < F::ORDER_U32));
        E::from_basis_coefficients_fn(|i| F::new(words[i]))
    };
    value.as_array().expect("a list").iter().map(element).collect()
}

fn labelled(code: usize) -> Label {
    let (label, _) =
        label::ALL.iter().find(|(label, _)| usize::from(label.code()) == code).expect("a label of the list");
    *label
}

fn parts(row: &Value) -> Parts {
    let base = |key: &str| words(&row[key]).into_iter().map(F::new).collect();
    Parts {
        degree: number(&row["degree"]) as u8,
        application: bytes(row, "application"),
        commitment: bytes(row, "commitment"),
        circuit: bytes32(row, "circuit"),
        context: bytes(row, "context"),
        statement: bytes(row, "statement"),
        outputs: base("outputs"),
        hints: bytes(row, "hints"),
        input: match text(row, "mode") {
            "witness" => Input::Witness(base("witness")),
            _ => Input::Commitment(bytes32(row, "commitment_root")),
        },
    }
}

fn started(file: &Value, name: &str) -> Transcript {
    let row = rows(file, "preambles").iter().find(|row| text(row, "name") == name).expect("a preamble of that name");
    parts(row).start()
}

#[test]
fn preambles_are_encoded_and_absorbed_as_in_the_vectors() {
    for row in rows(&vectors(), "preambles") {
        let parts = parts(row);
        assert_eq!(parts.header().encode(), bytes(row, "header"), "{}", text(row, "name"));
        assert_eq!(*parts.start().state(), bytes32(row, "state"), "{}", text(row, "name"));
    }
}

fn follow<E: Extension<F>>(start: Transcript, run: &Value) {
    let mut writer = TapeWriter::new(start.clone());
    let tape = bytes(run, "tape");
    let mut reader = TapeReader::new(start, &tape);
    for step in rows(run, "steps") {
        if let Some(challenge) = step.get("draw") {
            let wanted = words(challenge);
            let drawn: [E; 2] = [writer.draw(), reader.draw()];
            assert_eq!(drawn.map(|challenge| coordinates(&challenge)), [wanted.clone(), wanted]);
        } else {
            let (label, message) = (labelled(number(&step["send"])), elements::<E>(&step["elements"]));
            let mut received = vec![E::ZERO; message.len()];
            writer.send(label, &message);
            reader.receive(label, &mut received).expect("the tape is canonical and long enough");
            assert!(received == message, "the tape holds another message");
        }
        let states = [writer.transcript().state(), reader.transcript().state()];
        assert_eq!(states, [&bytes32(step, "state"); 2]);
    }
    reader.finish().expect("the tape is no longer than the messages");
    assert_eq!(writer.into_tape(), tape);
}

#[test]
fn states_challenges_and_tapes_are_those_of_the_vectors() {
    let file = vectors();
    for run in rows(&file, "runs") {
        let start = started(&file, text(run, "preamble"));
        match number(&run["degree"]) {
            4 => follow::<E4>(start, run),
            _ => follow::<E5>(start, run),
        }
    }
}

#[test]
fn noise_in_the_vectors_is_noticed() {
    let file = vectors();
    let run = &rows(&file, "runs")[0];
    for (step, key, other) in [(0, "draw", 1), (0, "state", 1), (3, "elements", 5), (3, "state", 5)] {
        let mut noisy = run.clone();
        noisy["steps"][step][key] = run["steps"][other][key].clone();
        let start = started(&file, text(run, "preamble"));
        std::panic::catch_unwind(|| follow::<E4>(start, &noisy)).expect_err(key);
    }
}

/// Reads a whole tape as one message.
fn read<E: Extension<F>>(tape: &[u8], elements: usize) -> Result<(), TapeError> {
    let mut reader = TapeReader::new(Parts::witness(E::DIMENSION).start(), tape);
    reader.receive(label::OPENED, &mut vec![E::ZERO; elements])?;
    reader.finish()
}

#[test]
fn tapes_that_the_vectors_refuse_are_refused_for_the_same_reason() {
    for row in rows(&vectors(), "tapes_refused") {
        let (tape, elements) = (bytes(row, "tape"), number(&row["elements"]));
        let refused = match number(&row["degree"]) {
            4 => read::<E4>(&tape, elements),
            _ => read::<E5>(&tape, elements),
        };
        let why = match refused.expect_err("the vectors refuse it") {
            TapeError::Short { .. } => "too short",
            TapeError::NotCanonical { .. } => "not canonical",
            TapeError::LeftOver { .. } => "too long",
        };
        assert_eq!(why, text(row, "why"), "{row}");
    }
}
