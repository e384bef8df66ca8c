//! Every byte of the preamble and every element of every message moves the challenges after it, and none before.
//!
//! Cases T08 (each byte of what is public), T10 (each message), T11 (draws after draws).

use p3_field::PrimeCharacteristicRing;
use statesync_transcript::{Extension, F, Label, ProverChannel, TapeWriter, label};

use crate::fixture::{E4, E5, Input, Parts, coordinates, random, rng};

fn first_challenge(parts: &Parts) -> Vec<u32> {
    let mut transcript = parts.start();
    match parts.degree {
        4 => coordinates(&transcript.draw::<E4>()),
        _ => coordinates(&transcript.draw::<E5>()),
    }
}

/// What is changed, and the preamble with the change.
type Changes = Vec<(String, Parts)>;

fn changed_bytes(original: &Parts, name: &str, part: impl Fn(&mut Parts) -> &mut Vec<u8>) -> Changes {
    let change = |how: String, edit: &dyn Fn(&mut Vec<u8>)| {
        let mut parts = original.clone();
        edit(part(&mut parts));
        (format!("{name}: {how}"), parts)
    };
    let length = part(&mut original.clone()).len();
    let mut changes: Changes =
        (0..length).map(|i| change(format!("byte {i} flipped"), &|bytes| bytes[i] ^= 1)).collect();
    changes.push(change("a zero appended".into(), &|bytes| bytes.push(0)));
    changes.push(change("a zero prepended".into(), &|bytes| bytes.insert(0, 0)));
    changes
}

fn changed_elements(original: &Parts, name: &str, part: impl Fn(&mut Parts) -> &mut Vec<F>) -> Changes {
    let change = |how: String, edit: &dyn Fn(&mut Vec<F>)| {
        let mut parts = original.clone();
        edit(part(&mut parts));
        (format!("{name}: {how}"), parts)
    };
    let length = part(&mut original.clone()).len();
    let mut changes: Changes =
        (0..length).map(|i| change(format!("element {i} plus one"), &|elements| elements[i] += F::ONE)).collect();
    changes.push(change("a zero appended".into(), &|elements| elements.push(F::ZERO)));
    changes.push(change("the last dropped".into(), &|elements| elements.truncate(length - 1)));
    changes
}

/// All changes to one preamble, but those that would contradict its mode.
fn changes(original: &Parts) -> Changes {
    let mut all = changed_bytes(original, "application", |parts| &mut parts.application);
    all.extend(changed_bytes(original, "context", |parts| &mut parts.context));
    all.extend(changed_bytes(original, "statement", |parts| &mut parts.statement));
    all.extend(changed_bytes(original, "hints", |parts| &mut parts.hints));
    all.extend(changed_elements(original, "outputs", |parts| &mut parts.outputs));
    for i in 0..32 {
        let mut parts = original.clone();
        parts.circuit[i] ^= 0x80;
        all.push((format!("circuit: byte {i} flipped"), parts));
    }
    match original.input {
        Input::Witness(_) => all.extend(changed_elements(original, "witness", |parts| match &mut parts.input {
            Input::Witness(witness) => witness,
            Input::Commitment(_) => unreachable!("a preamble in witness mode"),
        })),
        Input::Commitment(root) => {
            all.extend(changed_bytes(original, "commitment parameters", |parts| &mut parts.commitment));
            for i in 0..32 {
                let mut root = root;
                root[i] ^= 1;
                all.push((
                    format!("root: byte {i} flipped"),
                    Parts { input: Input::Commitment(root), ..original.clone() },
                ));
            }
        }
    }
    let other_degree = Parts { degree: 9 - original.degree, ..original.clone() };
    all.push(("degree".into(), other_degree));
    all.push(("outputs: none".into(), Parts { outputs: Vec::new(), ..original.clone() }));
    all
}

#[test]
fn every_byte_of_every_part_of_the_preamble_moves_the_first_challenge() {
    for original in [Parts::witness(4), Parts::witness(5), Parts::commitment(4), Parts::commitment(5)] {
        let honest = first_challenge(&original);
        for (change, parts) in changes(&original) {
            let moved = first_challenge(&parts);
            assert_ne!(moved[..4], honest[..4], "{change}");
        }
    }
}

#[test]
fn bytes_cannot_move_from_one_part_of_the_preamble_to_the_next() {
    let original = Parts::commitment(4);
    let honest = first_challenge(&original);
    let shift = |edit: fn(&mut Parts)| {
        let mut parts = original.clone();
        edit(&mut parts);
        assert_ne!(first_challenge(&parts), honest);
    };
    shift(|parts| parts.commitment.insert(0, parts.application.pop().expect("not empty")));
    shift(|parts| parts.statement.insert(0, parts.context.pop().expect("not empty")));
    shift(|parts| parts.hints.insert(0, parts.statement.pop().expect("not empty")));
    shift(|parts| core::mem::swap(&mut parts.statement, &mut parts.hints));
}

#[test]
fn a_witness_and_a_commitment_of_the_same_bytes_give_different_challenges() {
    let witness = Parts { input: Input::Witness(vec![F::ZERO; 8]), ..Parts::witness(4) };
    let commitment = Parts { input: Input::Commitment([0; 32]), ..Parts::witness(4) };
    assert_ne!(first_challenge(&witness), first_challenge(&commitment));
}

/// One message of a run.
type Message<E> = (Label, Vec<E>);

/// A run with one message of every label, of several sizes.
fn run<E: Extension<F>>() -> Vec<Message<E>> {
    let mut rng = rng(1);
    let sizes = [1, 3, 2, 5, 16];
    let message = |(i, (label, _)): (usize, &(Label, &str))| {
        (*label, (0..sizes[i % sizes.len()]).map(|_| random(&mut rng)).collect())
    };
    label::ALL.iter().enumerate().map(message).collect()
}

/// The challenge after each message.
fn challenges<E: Extension<F>>(run: &[Message<E>]) -> Vec<E> {
    let mut channel = TapeWriter::new(Parts::witness(E::DIMENSION).start());
    let mut after = |(label, elements): &Message<E>| {
        channel.send(*label, elements);
        channel.draw()
    };
    run.iter().map(&mut after).collect()
}

fn assert_moves_from<E: Extension<F>>(honest: &[E], changed: &[Message<E>], from: usize, what: &str) {
    for (i, (honest, moved)) in honest.iter().zip(challenges(changed)).enumerate() {
        assert_eq!(*honest != moved, i >= from, "{what} {from}, challenge {i}");
    }
}

fn every_change_moves_exactly_the_later_challenges<E: Extension<F>>() {
    let run = run::<E>();
    let honest = challenges(&run);
    for (k, (label, elements)) in run.iter().enumerate() {
        for i in 0..elements.len() {
            for coordinate in 0..E::DIMENSION {
                let mut changed = run.clone();
                changed[k].1[i] += E::ith_basis_element(coordinate).expect("a coordinate");
                assert_moves_from(&honest, &changed, k, "an element of message");
            }
        }
        for (other, _) in label::ALL.iter().filter(|(other, _)| other != label) {
            let mut changed = run.clone();
            changed[k].0 = *other;
            assert_moves_from(&honest, &changed, k, "the label of message");
        }
        let mut longer = run.clone();
        longer[k].1.push(E::ZERO);
        assert_moves_from(&honest, &longer, k, "a zero after message");
    }
}

#[test]
fn every_label_and_every_coordinate_of_every_element_moves_exactly_the_later_challenges() {
    every_change_moves_exactly_the_later_challenges::<E4>();
    every_change_moves_exactly_the_later_challenges::<E5>();
}

fn a_split_message_is_another_message<E: Extension<F>>() {
    let mut rng = rng(2);
    let elements: Vec<E> = (0..4).map(|_| random(&mut rng)).collect();
    let challenge = |parts: &[&[E]]| {
        let mut channel = TapeWriter::new(Parts::witness(E::DIMENSION).start());
        parts.iter().for_each(|part| channel.send(label::OPENED, part));
        let challenge: E = channel.draw();
        (challenge, channel.into_tape())
    };
    let (whole, tape) = challenge(&[&elements]);
    for parts in [[&elements[..1], &elements[1..]], [&elements[..], &[]], [&[], &elements[..]]] {
        let (split, same_tape) = challenge(&parts);
        assert_eq!(same_tape, tape);
        assert!(split != whole, "a message split in two gives the same challenge");
    }
}

#[test]
fn where_a_message_ends_moves_the_challenges_though_the_tape_is_the_same() {
    a_split_message_is_another_message::<E4>();
    a_split_message_is_another_message::<E5>();
}

fn draws_differ<E: Extension<F>>() {
    let mut channel = TapeWriter::new(Parts::witness(E::DIMENSION).start());
    let mut draws: Vec<E> = (0..50).map(|_| channel.draw()).collect();
    channel.send(label::ROUND, &[] as &[E]);
    draws.extend((0..50).map(|_| -> E { channel.draw() }));
    for (i, draw) in draws.iter().enumerate() {
        let coordinates = coordinates(draw);
        assert!(!draws[..i].contains(draw), "draw {i} repeats an earlier one");
        assert!((1..coordinates.len()).all(|k| !coordinates[..k].contains(&coordinates[k])), "draw {i}");
    }
}

#[test]
fn draws_with_nothing_absorbed_between_them_differ() {
    draws_differ::<E4>();
    draws_differ::<E5>();
}
