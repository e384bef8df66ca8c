//! A tape is as long as the circuit says, canonical, and whole.

use p3_field::PrimeCharacteristicRing;
use statesync_circuit::{Copies, GateKind};
use statesync_gkr::{F, Quartic, VerifyError};
use statesync_transcript::TapeError;

use crate::case::{Case, ELEMENT, P, Refusal, with_word};
use crate::template::{Gate, Template, TemplateLayer, rng};

fn refused_as(error: TapeError) -> Result<(), Refusal> {
    Err(Refusal::Tape(VerifyError::Tape(error)))
}

/// Cases whose tapes are not empty, with the tapes.
fn cases(count: usize) -> impl Iterator<Item = (Case, Vec<u8>)> {
    let all = (0..).map(Case::random).map(|case| {
        let tape = case.prove::<Quartic>().expect("a true statement");
        (case, tape)
    });
    all.filter(|(_, tape)| !tape.is_empty()).take(count)
}

#[test]
fn a_shorter_tape_is_refused_at_every_length() {
    for (case, tape) in cases(50) {
        for left in 0..tape.len() {
            let error = TapeError::Short { wanted: tape.len(), left };
            assert_eq!(case.verdict::<Quartic>(&tape[..left]), refused_as(error));
        }
    }
}

#[test]
fn a_longer_tape_is_refused_at_every_length() {
    for (case, tape) in cases(50) {
        let twice = [&tape[..], &tape[..], &[0; 64]].concat();
        for length in tape.len() + 1..=twice.len() {
            let error = TapeError::LeftOver { bytes: length - tape.len() };
            assert_eq!(case.verdict::<Quartic>(&twice[..length]), refused_as(error));
        }
    }
}

#[test]
fn a_tape_of_another_length_is_refused_before_anything_on_it_is_read() {
    let (case, tape) = cases(1).next().expect("one");
    let not_canonical = with_word(&tape, 0, P);
    let longer = [&not_canonical[..], &[0]].concat();
    assert_eq!(case.verdict::<Quartic>(&longer), refused_as(TapeError::LeftOver { bytes: 1 }));
    let left = tape.len() - 1;
    let error = TapeError::Short { wanted: tape.len(), left };
    assert_eq!(case.verdict::<Quartic>(&not_canonical[..left]), refused_as(error));
}

#[test]
fn every_coordinate_that_is_not_below_p_is_refused_by_its_place() {
    for (case, tape) in cases(50) {
        for position in (0..tape.len()).step_by(4) {
            for word in [P, P + 1, 2 * P - 1, 1 << 31, u32::MAX] {
                let changed = with_word(&tape, position, word);
                assert_eq!(
                    case.verdict::<Quartic>(&changed),
                    refused_as(TapeError::NotCanonical { position, word }),
                    "the same class is another encoding"
                );
            }
            let largest = case.verdict::<Quartic>(&with_word(&tape, position, P - 1));
            assert!(!matches!(largest, Err(Refusal::Tape(VerifyError::Tape(_)))), "p - 1 is canonical");
        }
    }
}

#[test]
fn what_is_wrong_with_a_tape_is_said_in_a_sentence() {
    assert_eq!(
        VerifyError::Tape(TapeError::LeftOver { bytes: 3 }).to_string(),
        "the proof's bytes do not fit the protocol: the tape is too long: 3 bytes are left over"
    );
}

/// The bytes of each nonlinear layer's messages, from the outputs: rounds and opened values.
fn layers(case: &Case) -> Vec<usize> {
    let opened = case.circuit.layers().iter().rev().map(|layer| layer.nonlinear_wires().len());
    let rounds = case.copies.log() * case.circuit.degree();
    opened.filter(|&opened| opened > 0).map(|opened| ELEMENT * (rounds + opened)).collect()
}

#[test]
fn a_tape_with_a_layer_dropped_or_doubled_is_refused() {
    for (case, tape) in cases(200) {
        let mut start = 0;
        for bytes in layers(&case) {
            let (before, layer, after) = (&tape[..start], &tape[start..start + bytes], &tape[start + bytes..]);
            let error = TapeError::Short { wanted: tape.len(), left: tape.len() - bytes };
            assert_eq!(case.verdict::<Quartic>(&[before, after].concat()), refused_as(error));
            let doubled = [before, layer, layer, after].concat();
            assert_eq!(case.verdict::<Quartic>(&doubled), refused_as(TapeError::LeftOver { bytes }));
            start += bytes;
        }
        assert_eq!(start, tape.len());
        let none = TapeError::Short { wanted: tape.len(), left: 0 };
        assert_eq!(case.verdict::<Quartic>(&[]), refused_as(none));
    }
}

#[test]
fn a_tape_for_a_circuit_with_one_layer_more_or_less_is_refused() {
    for (case, tape) in cases(300).filter(|(case, _)| case.template.layers.len() > 1) {
        let mut shorter = case.clone();
        shorter.template.layers.pop();
        let mut doubled = case.clone();
        let last = doubled.template.layers.pop().expect("a layer");
        doubled.template.layers.extend([last.clone(), last]);
        for mut changed in [shorter, doubled] {
            // The doubled layer may read wires that its twin does not make.
            let Ok(circuit) = changed.template.build() else { continue };
            changed.circuit = circuit;
            changed.outputs = changed.true_outputs();
            let own = changed.prove::<Quartic>().expect("a true statement");
            assert!(changed.verdict::<Quartic>(&tape).is_err() || own == tape);
            assert!(case.verdict::<Quartic>(&own).is_err() || own == tape);
        }
    }
}

/// The tape that repeats one element.
fn constant_tape(length: usize, coordinate: u8) -> Vec<u8> {
    let element = [coordinate, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    element.into_iter().cycle().take(length).collect()
}

#[test]
fn all_zero_and_all_one_tapes_are_refused() {
    let mut refused = 0;
    for (case, tape) in cases(1_000) {
        for coordinate in [0, 1] {
            let trivial = constant_tape(tape.len(), coordinate);
            assert_eq!(case.verdict::<Quartic>(&trivial).is_ok(), trivial == tape);
            refused += usize::from(trivial != tape);
        }
    }
    assert!(refused > 1_900, "{refused} of 2000 trivial tapes are not the honest ones");
}

#[test]
fn a_false_statement_of_zeros_with_an_all_zero_tape_is_refused() {
    for (case, tape) in cases(1_000).filter(|(case, _)| case.outputs.iter().any(|&output| output != F::ZERO)) {
        let zeros = Case { outputs: vec![F::ZERO; case.outputs.len()], ..case };
        assert!(zeros.verdict::<Quartic>(&constant_tape(tape.len(), 0)).is_err());
        assert!(zeros.verdict::<Quartic>(&constant_tape(tape.len(), 1)).is_err());
    }
}

#[test]
fn an_all_zero_tape_for_an_all_zero_witness_proves_no_output_that_is_not_zero_there() {
    let gate = |kind| Gate { kind, output: 0, reads: [0, 1], coefficient: F::ONE };
    let layer = TemplateLayer { outputs: 1, gates: vec![gate(GateKind::Product), gate(GateKind::Constant)] };
    let template = Template { width: 2, tap_only: 0, layers: vec![layer] };
    let mut zeros = Case::new(template, Copies::new(4, 2).expect("in range"), &mut rng(31));
    zeros.witness.fill(F::ZERO);
    zeros.outputs.fill(F::ZERO);
    let length = ELEMENT * zeros.circuit.tape_elements(zeros.copies);
    assert!(zeros.verdict::<Quartic>(&constant_tape(length, 0)).is_err());
}
