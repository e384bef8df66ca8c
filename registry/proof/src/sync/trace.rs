//! The run of all copies, from what they read: the columns that the engine's prover needs.

use p3_field::PrimeCharacteristicRing;
use statesync_circuit::{Circuit, Copies, Trace};
use statesync_gkr::vectors::for_each_task;
use statesync_transcript::Packing;

use crate::circuit::BLOCK;
use crate::run::hash;

/// What `copies` of the template compute on `input`, a column of vectors per wire.
pub(super) fn trace(circuit: &Circuit, copies: Copies, input: Vec<Packing>) -> Trace<Packing> {
    let rows = copies.rows();
    let columns = |wires: usize| Packing::zero_vec(wires * rows);
    let mut nonlinear: Vec<_> = circuit.layers().iter().map(|layer| columns(layer.nonlinear_wires().len())).collect();
    let mut outputs = columns(circuit.output_wires());
    let written = nonlinear.iter_mut().chain([&mut outputs]).flat_map(|layer| layer.chunks_exact_mut(rows));
    for_each_task(written, |first, columns| {
        for i in 0..columns[0].len() {
            let read = |block: usize| -> [Packing; BLOCK] {
                core::array::from_fn(|j| input[(BLOCK * block + j) * rows + first + i])
            };
            let [left, right, out] = [0, 1, 2].map(read);
            let mut columns = columns.iter_mut();
            let mut put = |wires: &[Packing]| {
                wires.iter().zip(columns.by_ref()).for_each(|(&value, column)| column[i] = value);
            };
            let digest = hash(&left, &right, |_, wires| put(wires));
            put(&core::array::from_fn::<_, BLOCK, _>(|j| digest[j] - out[j]));
        }
    });
    Trace::from_columns(circuit, copies, input, nonlinear, outputs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::node_circuit;

    #[test]
    fn the_run_is_what_the_gates_compute() {
        let circuit = node_circuit().unwrap();
        for (real, log) in [(1, 0), (3, 2), (100, 7), (128, 7)] {
            let copies = Copies::new(real, log).unwrap();
            let input = 0..circuit.input_wires() * copies.rows();
            let input: Vec<Packing> = input.map(|i| Packing::from_u64((i as u64 + 7).pow(5))).collect();
            let (run, gates) = (trace(&circuit, copies, input.clone()), Trace::evaluate(&circuit, copies, input));
            assert!(run.input() == gates.input() && run.outputs() == gates.outputs());
            assert!((0..circuit.layers().len()).all(|layer| run.kept(layer) == gates.kept(layer)));
        }
    }
}
