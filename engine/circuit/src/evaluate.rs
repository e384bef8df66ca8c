//! Evaluation: from the circuit's input to what a prover keeps.

use p3_field::Algebra;

use crate::{Circuit, Close, Copies, F, Layer};

/// The values of a run that a prover needs, column by column: wire `x`, copy `c` is at `x * rows + c`.
///
/// `V` is the base field, or a packed vector of it that runs one instance per lane.
#[derive(Clone, Debug)]
pub struct Trace<V> {
    copies: Copies,
    input: Vec<V>,
    /// Per layer what its close needs: the nonlinear wires, or for a sparse close all wires.
    kept: Vec<Vec<V>>,
    outputs: Vec<V>,
}

impl<V: Algebra<F> + Copy> Trace<V> {
    /// Runs `circuit` on `input`, one column of `copies.rows()` values per input wire.
    ///
    /// # Panics
    /// If `input` does not hold `circuit.input_wires()` columns.
    pub fn evaluate(circuit: &Circuit, copies: Copies, input: Vec<V>) -> Self {
        let rows = copies.rows();
        assert_eq!(input.len(), circuit.input_wires() * rows, "the input must hold one column per input wire");
        let mut kept = Vec::with_capacity(circuit.layers().len());
        let mut values = input[..circuit.layers()[0].inputs() * rows].to_vec();
        for layer in circuit.layers() {
            let next = evaluate_layer(layer, rows, &values, &input);
            kept.push(match circuit.close() {
                Close::Open => columns(&values, rows, layer.nonlinear_wires()),
                Close::Sparse => values,
            });
            values = next;
        }
        Self { copies, input, kept, outputs: values }
    }

    /// A run of an open circuit that the application has computed itself, faster than gate by gate: its own tests answer
    /// for that.
    ///
    /// `nonlinear` holds, for each layer, the columns of its [`nonlinear_wires`](Layer::nonlinear_wires).
    ///
    /// # Panics
    /// If the input, the outputs, or a layer has not one column of `copies.rows()` values per wire.
    pub fn from_columns(
        circuit: &Circuit,
        copies: Copies,
        input: Vec<V>,
        nonlinear: Vec<Vec<V>>,
        outputs: Vec<V>,
    ) -> Self {
        let rows = copies.rows();
        assert_eq!(input.len(), circuit.input_wires() * rows, "the input must hold one column per input wire");
        assert_eq!(outputs.len(), circuit.output_wires() * rows, "the outputs must hold one column per wire");
        let wanted = circuit.layers().iter().map(|layer| layer.nonlinear_wires().len() * rows);
        assert!(wanted.eq(nonlinear.iter().map(Vec::len)), "every layer must have one column per nonlinear wire");
        Self { copies, input, kept: nonlinear, outputs }
    }

    /// The copies this run is about.
    pub fn copies(&self) -> Copies {
        self.copies
    }

    /// Columns of the circuit's input.
    pub fn input(&self) -> &[V] {
        &self.input
    }

    /// Columns of what the close of layer `layer` needs: its [`nonlinear_wires`](Layer::nonlinear_wires) in their order
    /// in an open circuit, all wires that it reads in a sparse one.
    pub fn kept(&self, layer: usize) -> &[V] {
        &self.kept[layer]
    }

    /// Columns of the circuit's outputs.
    pub fn outputs(&self) -> &[V] {
        &self.outputs
    }
}

/// The columns of some wires, one after another.
fn columns<V: Copy>(values: &[V], rows: usize, wires: &[u32]) -> Vec<V> {
    wires.iter().flat_map(|&wire| column(values, rows, wire)).copied().collect()
}

fn column<V>(values: &[V], rows: usize, wire: u32) -> &[V] {
    &values[wire as usize * rows..][..rows]
}

fn evaluate_layer<V: Algebra<F> + Copy>(layer: &Layer, rows: usize, values: &[V], input: &[V]) -> Vec<V> {
    let mut outputs = vec![V::ZERO; layer.outputs() * rows];
    for gate in layer.constants() {
        add(&mut outputs, rows, gate.output, |_| V::from(gate.value));
    }
    for gate in layer.linear() {
        let read = column(values, rows, gate.input);
        add(&mut outputs, rows, gate.output, |c| read[c] * gate.coefficient);
    }
    for gate in layer.products() {
        let (left, right) = (column(values, rows, gate.left), column(values, rows, gate.right));
        add(&mut outputs, rows, gate.output, |c| left[c] * right[c] * gate.coefficient);
    }
    for gate in layer.cubes() {
        let read = column(values, rows, gate.input);
        add(&mut outputs, rows, gate.output, |c| read[c].cube() * gate.coefficient);
    }
    for gate in layer.taps() {
        let read = column(input, rows, gate.input);
        add(&mut outputs, rows, gate.output, |c| read[c] * gate.coefficient);
    }
    outputs
}

fn add<V: Algebra<F>>(outputs: &mut [V], rows: usize, wire: u32, term: impl Fn(usize) -> V) {
    let column = &mut outputs[wire as usize * rows..][..rows];
    column.iter_mut().enumerate().for_each(|(c, value)| *value += term(c));
}
