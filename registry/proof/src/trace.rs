//! A run that is kept: the columns that a prover needs.

use statesync_circuit::{Circuit, Copies, Trace};

use crate::circuit::BLOCK;
use crate::run::{Value, Watch};

/// The columns of a run, filled row by row.
pub(crate) struct TraceColumns<'a, V> {
    circuit: &'a Circuit,
    copies: Copies,
    input: Vec<V>,
    nonlinear: Vec<Vec<V>>,
    outputs: Vec<V>,
}

impl<'a, V: Value> TraceColumns<'a, V> {
    pub(crate) fn new(circuit: &'a Circuit, copies: Copies) -> Self {
        let columns = |wires: usize| vec![V::ZERO; wires * copies.rows()];
        Self {
            circuit,
            copies,
            input: columns(circuit.input_wires()),
            nonlinear: circuit.layers().iter().map(|layer| columns(layer.nonlinear_wires().len())).collect(),
            outputs: columns(circuit.output_wires()),
        }
    }

    pub(crate) fn into_trace(self) -> Trace<V> {
        Trace::from_columns(self.circuit, self.copies, self.input, self.nonlinear, self.outputs)
    }
}

impl<V: Value> Watch<V> for TraceColumns<'_, V> {
    #[inline(always)]
    fn nonlinear(&mut self, row: usize, layer: usize, wires: &[V]) {
        put(&mut self.nonlinear[layer], self.copies.rows(), row, wires);
    }

    #[inline(always)]
    fn copy(&mut self, row: usize, [left, right, out]: [&[V; BLOCK]; 3], digest: &[V; BLOCK]) {
        let rows = self.copies.rows();
        for (block, values) in [left, right, out].into_iter().enumerate() {
            put(&mut self.input[block * BLOCK * rows..], rows, row, values);
        }
        let outputs: [V; BLOCK] = core::array::from_fn(|i| digest[i] - out[i]);
        put(&mut self.outputs, rows, row, &outputs);
    }
}

fn put<V: Copy>(columns: &mut [V], rows: usize, row: usize, values: &[V]) {
    columns[row..].iter_mut().step_by(rows).zip(values).for_each(|(place, &value)| *place = value);
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};
    use statesync_gkr::{F, InputLayout};
    use statesync_transcript::Packing;

    use super::*;
    use crate::circuit::node_circuit;
    use crate::run::run;

    fn assert_gates_give_the_same<V: Value + PartialEq>(copies: Copies, rng: &mut StdRng) {
        let circuit = node_circuit().unwrap();
        let layouts: Vec<_> = (0..V::WIDTH)
            .map(|_| {
                InputLayout::new(
                    &circuit,
                    copies,
                    BLOCK,
                    (0..3 * copies.rows()).map(statesync_gkr::Source::Public),
                    (0..3 * copies.rows() * BLOCK).map(|_| rng.random()).collect(),
                    0,
                )
                .unwrap()
            })
            .collect();
        let mut columns = TraceColumns::<V>::new(&circuit, copies);
        run(copies, &layouts.iter().collect::<Vec<_>>(), &mut vec![Vec::new(); V::WIDTH], &mut columns);
        let trace = columns.into_trace();
        let inputs: Vec<Vec<F>> = layouts.iter().map(|layout| layout.gather(&[])).collect();
        let input = (0..inputs[0].len()).map(|i| V::from_fn(|lane| inputs[lane][i])).collect();
        let expected = Trace::evaluate(&circuit, copies, input);
        assert!(trace.input() == expected.input() && trace.outputs() == expected.outputs());
        for layer in 0..circuit.layers().len() {
            assert!(trace.kept(layer) == expected.kept(layer), "layer {layer}");
        }
    }

    #[test]
    fn the_run_is_what_the_gates_compute_in_one_lane_and_in_all() {
        let rng = &mut StdRng::seed_from_u64(1);
        for (real, log) in [(1, 0), (1, 1), (3, 2), (8, 3), (24, 5)] {
            let copies = Copies::new(real, log).unwrap();
            assert_gates_give_the_same::<F>(copies, rng);
            assert_gates_give_the_same::<Packing>(copies, rng);
        }
    }
}
