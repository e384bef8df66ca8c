//! A run gives what the formula of a layer gives, copy by copy.

use p3_field::{Algebra, Field, PackedValue};
use statesync_circuit::{Circuit, Copies, F, Trace};

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
    let mut builder = statesync_circuit::CircuitBuilder::new(2, 1);
    builder.layer(1).linear(0, 0, F::new(1));
    builder.build().expect("in range")
}

#[test]
#[should_panic(expected = "the input must hold one column per input wire")]
fn an_input_without_its_tap_only_column_is_our_own_bug() {
    Trace::evaluate(&identity(), Copies::one(), vec![F::new(1); 2]);
}
