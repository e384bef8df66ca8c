//! The verifier's side of the sparse close. The tape is a stranger's, so it returns errors and never panics.
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm
)]

use p3_field::ExtensionField;
use statesync_circuit::{Copies, F, Layer};
use statesync_transcript::{Label, VerifierChannel, label};

use crate::claim::input_weights;
use crate::reduce::verify::rounds as copy_rounds;
use crate::wiring::Wiring;
use crate::{CopyPoint, InputClaim, Outputs, Tensor, VerifyError, Weights};

/// The claim before a layer: `sum_j wires[j] Out~_j(point) + <taps, Input~(point)> = value`.
struct Claim<E> {
    wires: Weights<E>,
    /// `None` as long as no tap has come.
    taps: Option<Vec<E>>,
    point: CopyPoint<E>,
    value: E,
}

/// Reads a proof that the circuit of `wiring`, on `copies`, has the given outputs, and returns what it leaves to be
/// checked.
///
/// # Panics
/// If `outputs` are not one column of `copies.rows()` values per output wire of the circuit.
pub fn verify<E: ExtensionField<F>>(
    wiring: &impl Wiring,
    copies: Copies,
    outputs: Outputs<'_, F>,
    channel: &mut impl VerifierChannel<E>,
) -> Result<InputClaim<E>, VerifyError> {
    let circuit = wiring.circuit();
    let point = CopyPoint::new((0..copies.log()).map(|_| channel.draw()).collect());
    let alpha = channel.draw();
    let bits = circuit.output_wires().next_power_of_two().ilog2() as usize;
    let wires = Weights::new(vec![Tensor::powers(alpha, bits)]);
    let value = outputs.evaluate(&wires.expand(circuit.output_wires()), &point, copies);
    let mut claim = Claim { wires, taps: None, point, value };
    for (index, layer) in circuit.layers().iter().enumerate().rev() {
        // 1.
        let constant = wiring.constant(index, &claim.wires);
        pull_back_taps(layer, circuit.input_wires(), &claim.wires, &mut claim.taps);
        // 2. and 3.
        if !layer.is_linear() {
            (claim.point, claim.value) = copy_rounds(circuit.degree(), &claim.point, claim.value, channel)?;
        }
        claim.value -= constant;
        close(wiring, index, &mut claim, channel)?;
    }
    let inputs = circuit.layers().first().map_or(0, Layer::inputs);
    let taps = claim.taps.unwrap_or_else(|| vec![E::ZERO; circuit.input_wires()]);
    let weights = input_weights(&claim.wires.expand(inputs), taps);
    Ok(InputClaim { weights, point: claim.point, value: claim.value })
}

fn close<E: ExtensionField<F>>(
    wiring: &impl Wiring,
    index: usize,
    claim: &mut Claim<E>,
    channel: &mut impl VerifierChannel<E>,
) -> Result<(), VerifyError> {
    let circuit = wiring.circuit();
    let Some(layer) = circuit.layers().get(index) else { return Ok(()) };
    let bits = layer.input_bits();
    // 4.
    let e = match &claim.taps {
        None => E::ZERO,
        Some(_) => one(label::TAP_VALUE, channel)?,
    };
    // 5.
    let (p, value) = rounds(label::FIRST_ROUND, bits, circuit.sparse_degree(), claim.value - e, channel)?;
    let at_p = Weights::new(vec![Tensor::eq(E::ONE, &p)]);
    // 6.
    let has_products = !layer.products().is_empty();
    let mut sent = [E::ZERO; 2];
    let [z, h] = if has_products {
        channel.receive(label::FIRST_VALUES, &mut sent)?;
        sent
    } else {
        [one(label::FIRST_VALUES, channel)?, E::ZERO]
    };
    let linear = wiring.linear(index, &claim.wires, &at_p);
    let cubes = wiring.cubes(index, &claim.wires, &at_p);
    if value != z * (linear + h) + cubes * z.cube() {
        return Err(VerifyError::FirstPhase { layer: index });
    }
    // 7.
    let second = if has_products {
        let (q, value) = rounds(label::SECOND_ROUND, bits, 2, h, channel)?;
        let at_q = Weights::new(vec![Tensor::eq(E::ONE, &q)]);
        let z = one(label::SECOND_VALUE, channel)?;
        if value != wiring.products(index, &claim.wires, &at_p, &at_q) * z {
            return Err(VerifyError::SecondPhase { layer: index });
        }
        Some((q, z))
    } else {
        None
    };
    // 8.
    let gamma = if second.is_some() || claim.taps.is_some() { channel.draw() } else { E::ZERO };
    let mut tensors = vec![Tensor::eq(E::ONE, &p)];
    claim.value = z + gamma.square() * e;
    if let Some((q, z)) = second {
        tensors.push(Tensor::eq(gamma, &q));
        claim.value += gamma * z;
    }
    claim.wires = Weights::new(tensors);
    claim.taps.iter_mut().flatten().for_each(|tap| *tap *= gamma.square());
    Ok(())
}

/// `bits` rounds of a sumcheck whose round polynomial `s` has `s(0) + s(1) = value`.
fn rounds<E: ExtensionField<F>>(
    label: Label,
    bits: usize,
    degree: usize,
    mut value: E,
    channel: &mut impl VerifierChannel<E>,
) -> Result<(Vec<E>, E), VerifyError> {
    let mut point = Vec::with_capacity(bits);
    let mut sent = vec![E::ZERO; degree];
    for _ in 0..bits {
        channel.receive(label, &mut sent)?;
        let rho: E = channel.draw();
        let (&constant, higher) = sent.split_first().unwrap_or((&E::ZERO, &[]));
        let linear = value - constant.double() - higher.iter().copied().sum::<E>();
        let tail = higher.iter().rev().fold(E::ZERO, |sum, &coefficient| (sum + coefficient) * rho);
        value = ((tail + linear) * rho) + constant;
        point.push(rho);
    }
    Ok((point, value))
}

fn one<E: ExtensionField<F>>(label: Label, channel: &mut impl VerifierChannel<E>) -> Result<E, VerifyError> {
    let mut element = [E::ZERO];
    channel.receive(label, &mut element)?;
    let [element] = element;
    Ok(element)
}

/// Adds a layer's taps to the weights of the circuit's input, which exist from the first tap on.
pub(super) fn pull_back_taps<E: ExtensionField<F>>(
    layer: &Layer,
    input_wires: usize,
    wires: &Weights<E>,
    taps: &mut Option<Vec<E>>,
) {
    if layer.taps().is_empty() {
        return;
    }
    let wires = wires.lookup();
    let taps = taps.get_or_insert_with(|| vec![E::ZERO; input_wires]);
    for gate in layer.taps() {
        if let Some(tap) = taps.get_mut(gate.input as usize) {
            *tap += wires.at(gate.output) * gate.coefficient;
        }
    }
}
