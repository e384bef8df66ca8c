//! A run gives what the formula of a layer gives, copy by copy.

use p3_field::{Algebra, Field, PackedValue};
use statesync_circuit::{Circuit, CircuitBuilder, Copies, F, Trace};

use crate::template::{Template, elements, random_copies, rng};

type Packing = <F as Field>::Packing;

/// Row `c` of columns of `rows` values each.
fn row<V: Copy>(columns: &[V], rows: usize, c: usize) -> Vec<V> {
    columns.iter().skip(c).step_by(rows).copied().collect()
}

/// Compares a run with the naive one; `read` takes the run's values to those of one instance.
fn assert_naive<V: Algebra<F> + Copy>(template: &Template, trace: &Trace<V>, read: impl Fn(V) -> F) {
    let circuit = template.build().expect("random templates are in range");
    let rows = trace.copies().rows();
    for c in 0..rows {
        let row = |columns: &[V]| -> Vec<F> { row(columns, rows, c).into_iter().map(&read).collect() };
        let values = template.run(&row(trace.input()));
        assert_eq!(row(trace.outputs()), values[template.layers.len()], "outputs of copy {c}");
        for (index, layer) in circuit.layers().iter().enumerate() {
            let opened = layer.nonlinear_wires().iter().map(|&wire| values[index][wire as usize]);
            assert_eq!(row(trace.kept(index)), opened.collect::<Vec<F>>(), "layer {index} of copy {c}");
        }
    }
}

#[test]
fn scalar_runs_give_what_the_formula_gives() {
    let rng = &mut rng(10);
    for _ in 0..1_000 {
        let template = Template::random(rng);
        let copies = random_copies(rng);
        let input = elements(rng, (template.width + template.tap_only) * copies.rows());
        let trace = Trace::evaluate(&template.build().expect("in range"), copies, input.clone());
        assert_eq!((trace.copies(), trace.input()), (copies, &input[..]));
        assert_naive(&template, &trace, |value| value);
    }
}

#[test]
fn every_lane_of_a_packed_run_gives_what_the_formula_gives_for_its_own_input() {
    let rng = &mut rng(11);
    for _ in 0..200 {
        let template = Template::random(rng);
        let copies = random_copies(rng);
        let length = (template.width + template.tap_only) * copies.rows();
        let inputs: Vec<Vec<F>> = (0..Packing::WIDTH).map(|_| elements(rng, length)).collect();
        let packed = (0..length).map(|at| Packing::from_fn(|lane| inputs[lane][at])).collect();
        let trace = Trace::evaluate(&template.build().expect("in range"), copies, packed);
        for lane in 0..Packing::WIDTH {
            assert_naive(&template, &trace, |value: Packing| value.as_slice()[lane]);
        }
    }
}

fn identity() -> Circuit {
    let mut builder = CircuitBuilder::new(2, 1);
    builder.layer(1).linear(0, 0, F::new(1));
    builder.build().expect("in range")
}

#[test]
#[should_panic(expected = "the input must hold one column per input wire")]
fn an_input_without_its_tap_only_column_is_our_own_bug() {
    Trace::evaluate(&identity(), Copies::one(), vec![F::new(1); 2]);
}

/// A run put together from columns of the given lengths: input, first layer, second layer, outputs.
fn from_lengths([input, first, second, outputs]: [usize; 4]) -> Trace<F> {
    let mut builder = CircuitBuilder::new(2, 1);
    builder.layer(1).product(0, 0, 1, F::new(1));
    builder.layer(1).linear(0, 0, F::new(1));
    let circuit = builder.build().expect("in range");
    let copies = Copies::new(3, 2).expect("in range");
    let zeros = |length| vec![F::new(0); length];
    Trace::from_columns(&circuit, copies, zeros(input), vec![zeros(first), zeros(second)], zeros(outputs))
}

#[test]
fn a_run_can_be_put_together_from_its_columns() {
    let rng = &mut rng(12);
    for _ in 0..100 {
        let circuit = Template::random(rng).build().expect("in range");
        let copies = random_copies(rng);
        let run = Trace::evaluate(&circuit, copies, elements(rng, circuit.input_wires() * copies.rows()));
        let nonlinear = (0..circuit.layers().len()).map(|layer| run.kept(layer).to_vec()).collect();
        let (input, outputs) = (run.input().to_vec(), run.outputs().to_vec());
        let again = Trace::from_columns(&circuit, copies, input, nonlinear, outputs);
        assert_eq!(format!("{again:?}"), format!("{run:?}"));
    }
    assert_eq!(from_lengths([12, 8, 0, 4]).outputs().len(), 4);
}

#[test]
#[should_panic(expected = "the input must hold one column per input wire")]
fn a_run_without_an_input_column_is_our_own_bug() {
    from_lengths([8, 8, 0, 4]);
}

#[test]
#[should_panic(expected = "every layer must have one column per nonlinear wire")]
fn a_run_without_a_nonlinear_column_is_our_own_bug() {
    from_lengths([12, 4, 0, 4]);
}

#[test]
#[should_panic(expected = "the outputs must hold one column per wire")]
fn a_run_with_too_many_outputs_is_our_own_bug() {
    from_lengths([12, 8, 0, 8]);
}
