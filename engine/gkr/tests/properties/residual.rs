//! A residual is discharged against the witness that was absorbed, read by the layout of its own circuit.

use p3_field::PrimeCharacteristicRing;
use statesync_circuit::{Circuit, CircuitBuilder, Copies, GateKind, Trace};
use statesync_gkr::{F, InputLayout, Quartic, Rejected, Residual, Source, prove_trace, verify};

use crate::case::Case;
use crate::template::{Gate, Template, TemplateLayer, rng};

/// `Out = In_0 In_1 + In_0`, with more input wires that nothing reads.
fn case(wires: usize, copies: Copies) -> Case {
    let gate = |kind| Gate { kind, output: 0, reads: [0, 1], coefficient: F::ONE };
    let gates = vec![gate(GateKind::Product), gate(GateKind::Linear)];
    let template = Template { width: wires, tap_only: 0, layers: vec![TemplateLayer { outputs: 1, gates }] };
    Case::new(template, copies, &mut rng(60))
}

fn residual<'a>(case: &'a Case, tape: &[u8]) -> Residual<'a, Quartic> {
    verify(case.instance().bind(&case.witness).expect("strong enough"), tape).expect("well formed")
}

fn copies(real: usize, log: usize) -> Copies {
    Copies::new(real, log).expect("in range")
}

fn circuit(wires: usize) -> Circuit {
    let mut builder = CircuitBuilder::new(wires, 0);
    builder.layer(1);
    builder.build().expect("in range")
}

fn rejected(residual: Residual<'_, Quartic>, layout: &InputLayout) -> bool {
    residual.discharge_witness(layout).is_err()
}

#[test]
fn a_layout_for_other_copies_is_rejected() {
    let case = case(4, copies(4, 2));
    let tape = case.prove::<Quartic>().expect("a true statement");
    // As many rows, and as large a witness: three copies and one of padding.
    let padded = InputLayout::direct(&case.circuit, copies(3, 2));
    assert_eq!(padded.witness_len(), case.layout.witness_len());
    assert!(rejected(residual(&case, &tape), &padded));
    assert!(rejected(residual(&case, &tape), &InputLayout::direct(&case.circuit, copies(8, 3))));
    assert!(!rejected(residual(&case, &tape), &case.layout));
}

#[test]
fn a_layout_for_a_witness_of_another_size_is_rejected() {
    let case = case(4, Copies::one());
    let tape = case.prove::<Quartic>().expect("a true statement");
    for witness_blocks in [1, 3] {
        let layout =
            InputLayout::new(&case.circuit, Copies::one(), 4, vec![Source::Witness(0)], Vec::new(), witness_blocks);
        let layout = layout.expect("it fits the circuit");
        assert_eq!(rejected(residual(&case, &tape), &layout), witness_blocks != 1);
    }
}

#[test]
fn a_layout_with_fewer_or_more_wires_is_rejected_even_if_the_others_have_no_weight() {
    let case = case(4, Copies::one());
    let tape = case.prove::<Quartic>().expect("a true statement");
    for wires in [2, 6] {
        // Wires 0 and 1 are read from the same place as before; no gate reads the others.
        let sources = (0..wires / 2).map(|block| Source::Witness(block % 2));
        let layout = InputLayout::new(&circuit(wires), Copies::one(), 2, sources, Vec::new(), 2).expect("it fits");
        assert_eq!((layout.input_wires(), layout.witness_len()), (wires, 4));
        assert!(rejected(residual(&case, &tape), &layout), "{wires} wires");
    }
}

#[test]
fn a_layout_that_reads_other_places_of_the_witness_is_rejected() {
    let case = case(4, Copies::one());
    let tape = case.prove::<Quartic>().expect("a true statement");
    let layout = |sources: Vec<Source>| {
        InputLayout::new(&case.circuit, Copies::one(), 2, sources, vec![F::ONE; 2], 2).expect("it fits")
    };
    assert!(!rejected(residual(&case, &tape), &layout(vec![Source::Witness(0), Source::Witness(1)])));
    assert!(rejected(residual(&case, &tape), &layout(vec![Source::Witness(1), Source::Witness(0)])));
    assert!(rejected(residual(&case, &tape), &layout(vec![Source::Public(0), Source::Witness(1)])));
}

#[test]
#[should_panic(expected = "the layout must be one for this circuit and these copies")]
fn a_prover_with_a_layout_for_other_copies_is_our_own_bug() {
    let case = case(4, copies(4, 2));
    let other = Case { layout: InputLayout::direct(&case.circuit, copies(3, 2)), ..case };
    let _ = other.prove::<Quartic>();
}

#[test]
#[should_panic(expected = "the run must be about the instance's copies")]
fn a_prover_with_a_run_of_other_copies_is_our_own_bug() {
    let case = case(4, copies(4, 2));
    let run = Trace::evaluate(&case.circuit, copies(3, 2), case.layout.gather(&case.witness));
    let _ = prove_trace(&case.instance().bind::<Quartic>(&case.witness).expect("strong enough"), &run);
}

#[test]
fn rejection_is_said_in_a_sentence() {
    let case = case(2, Copies::one());
    let mut tape = case.prove::<Quartic>().expect("a true statement");
    tape[0] ^= 1;
    let rejection: Rejected = residual(&case, &tape).discharge_witness(&case.layout).expect_err("a changed tape");
    assert_eq!(rejection.to_string(), "the witness does not meet the claim that the proof leaves about it");
}
