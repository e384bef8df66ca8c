//! The prover's side of the sparse close.

use p3_field::ExtensionField;
use statesync_circuit::{Circuit, Copies, F, Layer, Trace};
use statesync_transcript::{ProverChannel, label};

use super::tables::Phase;
use super::verify::pull_back_taps;
use crate::pullback::Pullback;
use crate::rounds::{LayerColumns, Rounds, Scratch};
use crate::weights::Lookup;
use crate::{CopyPoint, Tensor, Weights};

/// The claim before a layer, without its value, which a prover does not need.
struct Claim<E> {
    wires: Weights<E>,
    taps: Option<Vec<E>>,
    point: CopyPoint<E>,
}

/// Sends the messages of a proof that the run `trace` of `circuit` has the outputs that it has. Nothing is checked.
pub fn prove<E: ExtensionField<F>>(circuit: &Circuit, trace: &Trace<F>, channel: &mut impl ProverChannel<E>) {
    let copies = trace.copies();
    let point = CopyPoint::new((0..copies.log()).map(|_| channel.draw()).collect());
    let alpha = channel.draw();
    let bits = circuit.output_wires().next_power_of_two().ilog2() as usize;
    let mut claim = Claim { wires: Weights::new(vec![Tensor::powers(alpha, bits)]), taps: None, point };
    for (index, layer) in circuit.layers().iter().enumerate().rev() {
        // 1.
        pull_back_taps(layer, circuit.input_wires(), &claim.wires, &mut claim.taps);
        // 2. and 3.
        if !layer.is_linear() && copies.log() > 0 {
            claim.point = copy_rounds(circuit, trace, index, &claim, channel);
        }
        close(circuit, trace, index, &mut claim, channel);
    }
}

fn close<E: ExtensionField<F>>(
    circuit: &Circuit,
    trace: &Trace<F>,
    index: usize,
    claim: &mut Claim<E>,
    channel: &mut impl ProverChannel<E>,
) {
    let layer = &circuit.layers()[index];
    let rows = claim.point.row_weights(trace.copies());
    // 4.
    let e = claim.taps.as_ref().map(|taps| {
        let columns = trace.input().chunks_exact(rows.len());
        let e: E = columns.zip(taps).map(|(column, &tap)| tap * evaluate(column, &rows)).sum();
        channel.send(label::TAP_VALUE, &[e]);
        e
    });
    // 5. and 6.
    let weights = claim.wires.lookup();
    let values = || wires(layer, trace.kept(index), &rows);
    let mut first = first_phase(layer, &weights, values());
    let p = first.rounds(label::FIRST_ROUND, circuit.sparse_degree(), channel);
    let at_p = Weights::new(vec![Tensor::eq(E::ONE, &p)]);
    let (z, lookup) = (first.values[0], at_p.lookup());
    // 7.
    let second = if layer.products().is_empty() {
        channel.send(label::FIRST_VALUES, &[z]);
        None
    } else {
        let linear: E = layer.linear().iter().map(|g| weights.at(g.output) * lookup.at(g.input) * g.coefficient).sum();
        channel.send(label::FIRST_VALUES, &[z, first.factor[0] - linear]);
        drop(first);
        let mut second = Phase { values: values(), factor: products(layer, &weights, &lookup), cubes: Vec::new() };
        let q = second.rounds(label::SECOND_ROUND, 2, channel);
        channel.send(label::SECOND_VALUE, &[second.values[0]]);
        Some(q)
    };
    // 8.
    let gamma = if second.is_some() || e.is_some() { channel.draw() } else { E::ZERO };
    let mut tensors = vec![Tensor::eq(E::ONE, &p)];
    tensors.extend(second.map(|q| Tensor::eq(gamma, &q)));
    claim.wires = Weights::new(tensors);
    claim.taps.iter_mut().flatten().for_each(|tap| *tap *= gamma.square());
}

/// `I(x)`, `linear(x) + H(x)` and `K(x)`.
fn first_phase<E: ExtensionField<F>>(layer: &Layer, weights: &Lookup<E>, values: Vec<E>) -> Phase<E> {
    let mut factor = vec![E::ZERO; values.len()];
    for gate in layer.linear() {
        factor[gate.input as usize] += weights.at(gate.output) * gate.coefficient;
    }
    for gate in layer.products() {
        factor[gate.left as usize] += weights.at(gate.output) * values[gate.right as usize] * gate.coefficient;
    }
    let mut cubes = if layer.cubes().is_empty() { Vec::new() } else { vec![E::ZERO; values.len()] };
    for gate in layer.cubes() {
        cubes[gate.input as usize] += weights.at(gate.output) * gate.coefficient;
    }
    Phase { values, factor, cubes }
}

/// `y -> P~(p, y)`.
fn products<E: ExtensionField<F>>(layer: &Layer, weights: &Lookup<E>, at_p: &Lookup<E>) -> Vec<E> {
    let mut table = vec![E::ZERO; 1 << layer.input_bits()];
    for gate in layer.products() {
        table[gate.right as usize] += weights.at(gate.output) * at_p.at(gate.left) * gate.coefficient;
    }
    table
}

/// `I(x) = In~_x(r')` for every wire, padded with zeros.
fn wires<E: ExtensionField<F>>(layer: &Layer, columns: &[F], rows: &[E]) -> Vec<E> {
    let mut values = Vec::with_capacity(1 << layer.input_bits());
    values.extend(columns.chunks_exact(rows.len()).map(|column| evaluate(column, rows)));
    values.resize(1 << layer.input_bits(), E::ZERO);
    values
}

fn evaluate<E: ExtensionField<F>>(column: &[F], rows: &[E]) -> E {
    column.iter().zip(rows).map(|(&value, &eq)| eq * value).sum()
}

/// The sumcheck over the copies, by the kernels that open circuits use.
fn copy_rounds<E: ExtensionField<F>>(
    circuit: &Circuit,
    trace: &Trace<F>,
    index: usize,
    claim: &Claim<E>,
    channel: &mut impl ProverChannel<E>,
) -> CopyPoint<E> {
    let (layer, copies) = (&circuit.layers()[index], trace.copies());
    // The taps have been pulled back already: these go nowhere.
    let mut taps = vec![E::ZERO; circuit.input_wires()];
    let pulled = Pullback::new::<F>(layer, &claim.wires.expand(layer.outputs()), &mut taps);
    let remainder = remainder(trace, index, &pulled.linear, claim.taps.as_deref());
    let nonlinear = layer.nonlinear_wires().iter();
    let nonlinear: Vec<F> =
        nonlinear.flat_map(|&wire| column(trace.kept(index), copies, wire as usize)).copied().collect();
    let columns = LayerColumns {
        pulled: &pulled,
        nonlinear: &nonlinear,
        remainder: Some(&remainder),
        copies,
        degree: circuit.degree(),
    };
    CopyPoint::new(Scratch::new().run(&columns, claim.point.coordinates(), channel).0)
}

/// `<linear, In(c)> + <taps, Input(c)>` for every row.
fn remainder<E: ExtensionField<F>>(trace: &Trace<F>, index: usize, linear: &[E], taps: Option<&[E]>) -> Vec<E> {
    let rows = trace.copies().rows();
    let mut sum = vec![E::ZERO; rows];
    let wires = linear.iter().zip(trace.kept(index).chunks_exact(rows));
    let inputs = taps.unwrap_or_default().iter().zip(trace.input().chunks_exact(rows));
    for (&weight, column) in wires.chain(inputs) {
        sum.iter_mut().zip(column).for_each(|(sum, &value)| *sum += weight * value);
    }
    sum
}

fn column(columns: &[F], copies: Copies, wire: usize) -> &[F] {
    &columns[wire * copies.rows()..][..copies.rows()]
}
