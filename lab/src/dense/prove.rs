//! The driver, with the step numbers of [`statesync_gkr::reduce::sparse`].

use p3_field::ExtensionField;
use statesync_circuit::{Circuit, Copies, Trace};
use statesync_gkr::{F, Tensor, Weights};
use statesync_transcript::{ProverChannel, label};

use super::tables::Tables;

/// The claim before a layer, without its value.
struct Claim<E> {
    wires: Vec<E>,
    taps: Option<Vec<E>>,
}

/// Sends the messages of a proof about the run `trace` of `circuit`. Returns the most bytes that its tables held.
///
/// # Panics
/// If the run has more than one copy.
pub fn prove<E: ExtensionField<F>>(circuit: &Circuit, trace: &Trace<F>, channel: &mut impl ProverChannel<E>) -> usize {
    assert_eq!(trace.copies(), Copies::one(), "the dense reference is about one copy");
    let alpha = channel.draw();
    let outputs = circuit.output_wires();
    let bits = outputs.next_power_of_two().ilog2() as usize;
    let wires = Weights::new(vec![Tensor::powers(alpha, bits)]).expand(outputs);
    let mut claim = Claim { wires, taps: None };
    let layers = (0..circuit.layers().len()).rev();
    layers.map(|index| close(circuit, trace, index, &mut claim, channel)).max().unwrap_or(0)
}

fn close<E: ExtensionField<F>>(
    circuit: &Circuit,
    trace: &Trace<F>,
    index: usize,
    claim: &mut Claim<E>,
    channel: &mut impl ProverChannel<E>,
) -> usize {
    let layer = &circuit.layers()[index];
    // 1.
    for gate in layer.taps() {
        let taps = claim.taps.get_or_insert_with(|| vec![E::ZERO; circuit.input_wires()]);
        taps[gate.input as usize] += claim.wires[gate.output as usize] * gate.coefficient;
    }
    // 4.
    if let Some(taps) = &claim.taps {
        let e: E = taps.iter().zip(trace.input()).map(|(&tap, &value)| tap * value).sum();
        channel.send(label::TAP_VALUE, &[e]);
    }
    // 5.
    let mut tables = Tables::new(layer, &claim.wires, trace.kept(index));
    let bytes = tables.bytes();
    let p = tables.bind_left(label::FIRST_ROUND, circuit.sparse_degree(), channel);
    // 6. and 7.
    let z = tables.left[0];
    let q = if layer.products().is_empty() {
        channel.send(label::FIRST_VALUES, &[z]);
        None
    } else {
        let h: E = tables.pairs.iter().zip(&tables.right).map(|(&pair, &value)| pair * value).sum();
        channel.send(label::FIRST_VALUES, &[z, h]);
        let q = tables.bind_right(label::SECOND_ROUND, channel);
        channel.send(label::SECOND_VALUE, &[tables.right[0]]);
        Some(q)
    };
    // 8.
    let gamma = if q.is_some() || claim.taps.is_some() { channel.draw() } else { E::ZERO };
    let mut tensors = vec![Tensor::eq(E::ONE, &p)];
    tensors.extend(q.map(|q| Tensor::eq(gamma, &q)));
    claim.wires = Weights::new(tensors).expand(layer.inputs());
    claim.taps.iter_mut().flatten().for_each(|tap| *tap *= gamma.square());
    bytes
}
