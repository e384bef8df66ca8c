//! However the lanes are used, a proof is byte for byte the one that is made without them.

use p3_field::PackedValue;
use rand::RngExt;
use rand::rngs::StdRng;
use statesync_circuit::{Circuit, CircuitBuilder, Copies, Trace};
use statesync_gkr::lockstep::{self, Lanes, widest};
use statesync_gkr::{
    Bound, F, InputLayout, Instance, Outputs, ProveError, Quartic, Quintic, Scratch, VerifyError, prove, prove_trace,
    vectors, verify,
};
use statesync_transcript::{LANES, Packing};

use crate::poseidon2;
use crate::template::{Template, rng};

/// A true statement about public outputs.
struct True {
    circuit: Circuit,
    layout: InputLayout,
    witness: Vec<F>,
    outputs: Vec<F>,
}

impl True {
    fn random(circuit: Circuit, copies: Copies, rng: &mut StdRng) -> Self {
        let layout = InputLayout::direct(&circuit, copies);
        let witness: Vec<F> = (0..layout.witness_len()).map(|_| rng.random()).collect();
        let outputs = Trace::evaluate(&circuit, copies, layout.gather(&witness)).outputs().to_vec();
        Self { circuit, layout, witness, outputs }
    }

    fn bind<E: Lanes>(&self) -> Bound<'_, E> {
        let instance = Instance {
            circuit: &self.circuit,
            copies: self.layout.copies(),
            outputs: Outputs::Columns(&self.outputs),
            application: b"lanes",
            context: b"",
            statement: b"",
            hints: b"",
        };
        instance.bind(&self.witness).expect("strong enough")
    }

    fn alone<E: Lanes>(&self) -> Vec<u8> {
        prove(&self.bind::<E>(), &self.layout).expect("true")
    }

    fn assert_wires_as_lanes<E: Lanes>(&self) {
        let copies = self.layout.copies();
        let trace = Trace::evaluate(&self.circuit, copies, self.layout.gather(&self.witness));
        assert_eq!(prove_trace(&self.bind::<E>(), &trace), Ok(self.alone::<E>()));
    }

    fn assert_copies_as_lanes<E: Lanes>(&self) {
        let Some(copies) = vectors::vectors(self.layout.copies()) else { return };
        let trace = Trace::evaluate(&self.circuit, copies, vectors::gather(&self.layout, &self.witness));
        assert!(vectors::prove(&self.bind::<E>(), &trace) == Ok(self.alone::<E>()), "{:?}", self.layout.copies());
    }
}

/// `width` wires, all of them cubed in every layer; the last layer has a tap, for a linear part that is carried.
fn cubes(width: usize, rng: &mut StdRng) -> Circuit {
    let mut builder = CircuitBuilder::new(width, 1);
    for last in [false, false, true] {
        let layer = builder.layer(width);
        for wire in 0..width {
            layer.cube(wire, wire, rng.random()).cube(wire, (wire + 1) % width, rng.random());
            layer.constant(wire, rng.random());
            if last {
                layer.tap(wire, width, rng.random());
            }
        }
    }
    builder.build().expect("wires are in range")
}

#[test]
fn wires_as_lanes_give_the_same_proof() {
    let rng = &mut rng(60);
    for width in [1, LANES, 2 * LANES, LANES + 1] {
        let width = width.min(64);
        for (real, log) in [(1, 0), (1, 1), (2, 1), (3, 2), (9, 4), (24, 5), (32, 5)] {
            let copies = Copies::new(real, log).expect("in range");
            let case = True::random(cubes(width, rng), copies, rng);
            case.assert_wires_as_lanes::<Quartic>();
            case.assert_wires_as_lanes::<Quintic>();
        }
    }
    let copies = Copies::new(5, 3).expect("in range");
    True::random(poseidon2::compression(), copies, rng).assert_wires_as_lanes::<Quartic>();
}

#[test]
fn copies_as_lanes_give_the_same_proof() {
    let rng = &mut rng(61);
    for log in 1..=12 {
        let circuits = (0..if log < 9 { 8 } else { 2 })
            .map(|_| Template::random(rng).build().expect("in range"))
            .collect::<Vec<_>>();
        for circuit in circuits {
            for real in [1 << log, rng.random_range(1..=1 << log)] {
                let copies = Copies::new(real, log).expect("in range");
                let case = True::random(circuit.clone(), copies, rng);
                case.assert_copies_as_lanes::<Quartic>();
                case.assert_copies_as_lanes::<Quintic>();
            }
        }
    }
}

#[test]
fn copies_as_lanes_refuse_a_wrong_output_by_its_place() {
    let rng = &mut rng(62);
    let copies = Copies::new(100, 7).expect("in range");
    let mut case = True::random(cubes(2, rng), copies, rng);
    case.outputs[copies.rows() + 77] += F::new(1);
    let Some(packed) = vectors::vectors(copies) else { panic!("enough copies for lanes") };
    let trace = Trace::evaluate(&case.circuit, packed, vectors::gather(&case.layout, &case.witness));
    let wrong = Err(ProveError::WrongOutput { wire: 1, copy: 77 });
    assert_eq!(vectors::prove(&case.bind::<Quartic>(), &trace), wrong);
    assert_eq!(prove(&case.bind::<Quartic>(), &case.layout), wrong);
}

/// Statements of one circuit whose numbers of real copies differ, but not their variables.
fn lanes(log: usize, count: usize, rng: &mut StdRng) -> Vec<True> {
    let circuit = cubes(3, rng);
    let mut copies = || Copies::new(rng.random_range(1..=1 << log), log).expect("in range");
    let copies: Vec<Copies> = (0..count).map(|_| copies()).collect();
    copies.into_iter().map(|copies| True::random(circuit.clone(), copies, rng)).collect()
}

fn common_trace(cases: &[True]) -> Trace<Packing> {
    let copies = widest(cases.iter().map(|case| case.layout.copies()));
    let columns: Vec<Vec<F>> = cases.iter().map(|case| case.layout.gather(&case.witness)).collect();
    let value = |lane: usize, wire: usize, row: usize| {
        let lane = lane.min(cases.len() - 1);
        let rows = cases[lane].layout.copies().rows();
        columns[lane][wire * rows + row.min(rows - 1)]
    };
    let wires = cases[0].circuit.input_wires();
    let entries = (0..wires).flat_map(|wire| (0..copies.rows()).map(move |row| (wire, row)));
    let input = entries.map(|(wire, row)| Packing::from_fn(|lane| value(lane, wire, row))).collect();
    Trace::evaluate(&cases[0].circuit, copies, input)
}

#[test]
fn lanes_of_different_numbers_of_copies_prove_and_verify_as_alone_and_fail_alone() {
    let rng = &mut rng(63);
    let mut scratch = Scratch::new();
    for log in 0..=5 {
        for count in 1..=LANES {
            let mut cases = lanes(log, count, rng);
            let trace = common_trace(&cases);
            let wrong = rng.random_range(0..2 * count);
            if let Some(case) = cases.get_mut(wrong) {
                case.outputs[0] += F::new(1);
            }
            let bounds: Vec<_> = cases.iter().map(True::bind::<Quartic>).collect();
            let tapes = lockstep::prove(&bounds.iter().collect::<Vec<_>>(), &trace, &mut scratch);
            for (lane, (case, tape)) in cases.iter().zip(&tapes).enumerate() {
                assert_eq!(*tape, prove(&case.bind::<Quartic>(), &case.layout));
                assert_eq!(tape.is_err(), lane == wrong);
            }
            let mut tapes: Vec<Vec<u8>> = tapes.into_iter().map(Result::unwrap_or_default).collect();
            let cut = rng.random_range(0..count);
            tapes[cut].pop();
            let tapes: Vec<&[u8]> = tapes.iter().map(Vec::as_slice).collect();
            let residuals = lockstep::verify(bounds, &tapes);
            for (lane, (residual, case)) in residuals.into_iter().zip(&cases).enumerate() {
                let alone = verify(case.bind::<Quartic>(), tapes[lane]);
                match (residual, alone) {
                    (Ok(residual), Ok(alone)) => {
                        assert!(residual.discharge_witness(&case.layout).is_ok());
                        assert!(alone.discharge_witness(&case.layout).is_ok());
                    }
                    (residual, alone) => {
                        assert!(lane == cut || lane == wrong);
                        let error: VerifyError = residual.expect_err("refused in lock step");
                        assert_eq!(error, alone.expect_err("refused alone"));
                    }
                }
            }
        }
    }
}
