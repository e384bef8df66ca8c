//! The prover's side of the sparse close.

use p3_field::{Algebra, ExtensionField, PrimeCharacteristicRing};
use statesync_circuit::{Circuit, Copies, F, Layer, Trace};
use statesync_transcript::{ProverChannel, label};

use super::tables::Factors;
use super::verify::pull_back_taps;
use crate::pullback::Pullback;
use crate::rounds::{LayerColumns, Rounds, Scratch};
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
    // 5. to 7. One copy's values are in the base field.
    let columns = trace.kept(index).chunks_exact(rows.len());
    let weights = claim.wires.expand(layer.outputs());
    let degree = circuit.sparse_degree();
    let Points { p, q } = if rows.len() == 1 {
        phases(layer, weights, padded(layer, columns.map(|column| column[0])), degree, channel)
    } else {
        phases(layer, weights, padded(layer, columns.map(|column| evaluate(column, &rows))), degree, channel)
    };
    // 8.
    let gamma = if q.is_some() || e.is_some() { channel.draw() } else { E::ZERO };
    let mut tensors = vec![Tensor::eq(E::ONE, &p)];
    tensors.extend(q.map(|q| Tensor::eq(gamma, &q)));
    claim.wires = Weights::new(tensors);
    claim.taps.iter_mut().flatten().for_each(|tap| *tap *= gamma.square());
}

/// Where the two phases evaluate the wires: the second only where the layer has products.
struct Points<E> {
    p: Vec<E>,
    q: Option<Vec<E>>,
}

/// Steps 5 to 7 on `I(x) = values[x]`, with the weights of the layer's outputs.
fn phases<V: PrimeCharacteristicRing + Copy, E: ExtensionField<F> + Algebra<V>>(
    layer: &Layer,
    weights: Vec<E>,
    values: Vec<V>,
    degree: usize,
    channel: &mut impl ProverChannel<E>,
) -> Points<E> {
    // 5.
    let (p, z) = first_phase(layer, &weights, &values).rounds(&values, label::FIRST_ROUND, degree, channel);
    // 6.
    if layer.products().is_empty() {
        channel.send(label::FIRST_VALUES, &[z]);
        return Points { p, q: None };
    }
    let factor = products(layer, &weights, &p);
    drop(weights);
    let h = factor.iter().zip(&values).map(|(&factor, &value)| factor * value).sum();
    channel.send(label::FIRST_VALUES, &[z, h]);
    // 7.
    let (q, z) = Factors { linear: factor, cubes: Vec::new() }.rounds(&values, label::SECOND_ROUND, 2, channel);
    channel.send(label::SECOND_VALUE, &[z]);
    Points { p, q: Some(q) }
}

/// `linear(x) + H(x)` and `K(x)`.
fn first_phase<V: PrimeCharacteristicRing + Copy, E: ExtensionField<F> + Algebra<V>>(
    layer: &Layer,
    weights: &[E],
    values: &[V],
) -> Factors<E> {
    let mut linear = vec![E::ZERO; values.len()];
    for gate in layer.linear() {
        linear[gate.input as usize] += weights[gate.output as usize] * gate.coefficient;
    }
    for gate in layer.products() {
        let value = values[gate.right as usize];
        linear[gate.left as usize] += weights[gate.output as usize] * value * gate.coefficient;
    }
    let mut cubes = if layer.cubes().is_empty() { Vec::new() } else { vec![E::ZERO; values.len()] };
    for gate in layer.cubes() {
        cubes[gate.input as usize] += weights[gate.output as usize] * gate.coefficient;
    }
    Factors { linear, cubes }
}

/// `y -> P~(p, y)`.
fn products<E: ExtensionField<F>>(layer: &Layer, weights: &[E], p: &[E]) -> Vec<E> {
    let at_p = Weights::new(vec![Tensor::eq(E::ONE, p)]).lookup();
    let mut table = vec![E::ZERO; 1 << layer.input_bits()];
    for gate in layer.products() {
        table[gate.right as usize] += weights[gate.output as usize] * at_p.at(gate.left) * gate.coefficient;
    }
    table
}

/// `I(x)` for every wire, padded with zeros.
fn padded<V: PrimeCharacteristicRing + Copy>(layer: &Layer, wires: impl Iterator<Item = V>) -> Vec<V> {
    let mut values = Vec::with_capacity(1 << layer.input_bits());
    values.extend(wires);
    values.resize(1 << layer.input_bits(), V::ZERO);
    values
}

/// `In~_x(r')` of one wire `x`, from its column.
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
