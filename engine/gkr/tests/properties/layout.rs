//! The circuit's input is what its layout reads from the witness and the public values.

use p3_field::PrimeCharacteristicRing;
use rand::RngExt;
use statesync_circuit::{Circuit, CircuitBuilder, Copies};
use statesync_gkr::{F, InputLayout, Instance, InstanceError, LayoutError, Outputs, Quartic, Source, reduce};
use statesync_transcript::TapeReader;

use crate::case::Case;
use crate::template::{elements, rng};

fn circuit(wires: usize) -> Circuit {
    let mut builder = CircuitBuilder::new(wires, 0);
    builder.layer(1);
    builder.build().expect("in range")
}

fn copies(real: usize, log: usize) -> Copies {
    Copies::new(real, log).expect("in range")
}

#[test]
fn every_wire_of_every_copy_reads_its_block() {
    let rng = &mut rng(70);
    for _ in 0..200 {
        let (block, blocks) = (rng.random_range(1..=4), rng.random_range(1..=3));
        let copies = copies(rng.random_range(1..=5), 3);
        let (witness_blocks, public_blocks) = (rng.random_range(1..=6), rng.random_range(1..=3));
        let (witness, public) = (elements(rng, witness_blocks * block), elements(rng, public_blocks * block));
        let source = |_| match rng.random_bool(0.7) {
            true => Source::Witness(rng.random_range(0..witness_blocks)),
            false => Source::Public(rng.random_range(0..public_blocks)),
        };
        let sources: Vec<Source> = (0..blocks * copies.rows()).map(source).collect();
        let circuit = circuit(block * blocks);
        let layout = InputLayout::new(&circuit, copies, block, sources.clone(), public.clone(), witness_blocks);
        let layout = layout.expect("every source exists");
        assert_eq!((layout.input_wires(), layout.witness_len()), (block * blocks, witness.len()));
        let columns = layout.gather(&witness);
        for c in 0..copies.rows() {
            for wire in 0..block * blocks {
                let expected = match sources[c * blocks + wire / block] {
                    Source::Witness(slot) => witness[slot * block + wire % block],
                    Source::Public(slot) => public[slot * block + wire % block],
                };
                assert_eq!(columns[wire * copies.rows() + c], expected, "wire {wire} of copy {c}");
            }
        }
    }
}

#[test]
fn a_proof_about_shared_and_public_blocks_binds_what_the_layout_reads() {
    let rng = &mut rng(71);
    for seed in 0..200 {
        let case = Case::random(seed);
        let blocks = case.copies.rows();
        // Some copies read one and the same block of the witness, some a public one.
        let sources = (0..blocks).map(|c| if c % 3 == 0 { Source::Public(0) } else { Source::Witness(c / 2) });
        let public = elements(rng, case.circuit.input_wires());
        let wires = case.circuit.input_wires();
        let layout = InputLayout::new(&case.circuit, case.copies, wires, sources, public, blocks);
        let mut case = Case { layout: layout.expect("every source exists"), ..case };
        case.outputs = case.true_outputs();
        let tape = case.prove::<Quartic>().expect("a true statement");
        assert_eq!(case.verdict::<Quartic>(&tape), Ok(()), "seed {seed}");
        case.outputs[0] += F::ONE;
        assert!(case.verdict::<Quartic>(&tape).is_err(), "seed {seed}");
    }
}

#[test]
fn a_layout_that_does_not_fit_its_circuit_is_refused_with_a_sentence() {
    let refusal = |block: usize, sources: &[Source], public: usize| -> LayoutError {
        let public = vec![F::ZERO; public];
        let layout = InputLayout::new(&circuit(4), copies(1, 1), block, sources.to_vec(), public, 3);
        layout.expect_err("it does not fit")
    };
    let [witness, public] = [Source::Witness(0), Source::Public(0)];
    for block in [0, 3, 8] {
        let error = refusal(block, &[witness; 4], 0);
        assert_eq!(error, LayoutError::Block { wires: 4, block });
        assert_eq!(error.to_string(), format!("an input of 4 wires is not made of whole blocks of {block}"));
    }
    for got in [0, 3, 5] {
        let error = refusal(2, &vec![witness; got], 0);
        assert_eq!(error, LayoutError::Sources { got, wanted: 4 });
        assert_eq!(error.to_string(), format!("the layout names {got} sources; 4 are needed"));
    }
    let error = refusal(2, &[witness, witness, Source::Witness(3), witness], 0);
    assert_eq!(error, LayoutError::OutOfRange { index: 2, source_block: Source::Witness(3) });
    assert_eq!(error.to_string(), "source 2 is Witness(3), which does not exist");
    let error = refusal(2, &[witness, public, witness, Source::Public(1)], 3);
    assert_eq!(error, LayoutError::OutOfRange { index: 3, source_block: Source::Public(1) });
    assert!(
        InputLayout::new(&circuit(4), copies(1, 1), 2, vec![witness, public, witness, public], vec![F::ZERO; 2], 1)
            .is_ok()
    );
}

#[test]
#[should_panic(expected = "the witness must fit the layout")]
fn a_witness_that_does_not_fit_is_our_own_bug() {
    InputLayout::direct(&circuit(4), Copies::one()).gather(&[F::ZERO; 3]);
}

#[test]
fn public_outputs_are_one_column_per_output_wire_or_nothing() {
    let case = Case::random(3);
    for length in [0, 1, case.outputs.len() - 1, case.outputs.len() + 1] {
        let outputs = vec![F::ZERO; length];
        let instance = Instance { outputs: Outputs::Columns(&outputs), ..case.instance() };
        let error = instance.bind::<Quartic>(&case.witness).expect_err("it does not fit");
        let (wires, rows) = (case.circuit.output_wires(), case.copies.rows());
        assert_eq!(error, InstanceError::OutputCount { got: length, wires, rows });
        let sentence = format!("{length} public output values do not fit {wires} output wires on {rows} copies");
        assert_eq!(error.to_string(), sentence);
    }
}

#[test]
#[should_panic(expected = "the public outputs must be one column per output wire")]
fn a_reduction_of_fewer_outputs_than_the_circuit_has_is_our_own_bug() {
    let case = Case::random(3);
    let tape = case.prove::<Quartic>().expect("a true statement");
    let mut channel = TapeReader::new(case.transcript::<Quartic>(), &tape);
    let fewer = Outputs::Columns(&case.outputs[case.copies.rows()..]);
    let _ = reduce::verify::<F, Quartic>(&case.circuit, case.copies, fewer, &mut channel);
}
