//! The verifier's side of the reduction. The tape is a stranger's, so it returns errors and never panics.
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm
)]

use p3_field::{Algebra, PrimeCharacteristicRing};
use statesync_circuit::{Circuit, Copies, F, Layer};
use statesync_transcript::{Extension, VerifierChannel, label};

use crate::claim::{input_weights, powers};
use crate::pullback::Pullback;
use crate::{CopyPoint, InputClaim, Outputs, VerifyError};

/// Reads a proof that `circuit`, on `copies`, has the given outputs, and returns what it leaves to be checked.
///
/// Most of the soundness lies in that claim: where a tap or a linear gate is in the way, no well-formed tape is
/// refused here. Whole proofs go through [`verify`](crate::verify), whose residual cannot be dropped unseen.
///
/// # Panics
/// If `outputs` are not one column of `copies.rows()` values per output wire of the circuit.
pub fn verify<B, E>(
    circuit: &Circuit,
    copies: Copies,
    outputs: Outputs<'_, B>,
    channel: &mut impl VerifierChannel<E>,
) -> Result<InputClaim<E>, VerifyError>
where
    B: Algebra<F> + Copy,
    E: Extension<B>,
{
    let mut point = CopyPoint::new((0..copies.log()).map(|_| channel.draw()).collect());
    let alpha = channel.draw();
    let mut wires = powers(E::ONE, alpha, circuit.output_wires());
    let mut value = outputs.evaluate(&wires, &point, copies);
    let mut taps = vec![E::ZERO; circuit.input_wires()];
    let mut tapped = false;
    for (index, layer) in circuit.layers().iter().enumerate().rev() {
        // 1.
        let pulled = Pullback::new::<B>(layer, &wires, &mut taps);
        tapped |= !layer.taps().is_empty();
        // 2.
        value -= pulled.constant;
        if layer.is_linear() {
            wires = pulled.linear;
            continue;
        }
        // 3. The constant may leave the sum at once: `eq` adds up to 1.
        (point, value) = rounds(circuit.degree(), &point, value, channel)?;
        // 4.
        let mut opened = vec![E::ZERO; layer.nonlinear_wires().len()];
        channel.receive(label::OPENED, &mut opened)?;
        value -= pulled.nonlinear::<E>(|position| opened.get(position).copied().unwrap_or(E::ZERO));
        if layer.linear().is_empty() && !tapped && value != E::ZERO {
            return Err(VerifyError::NothingLeft { layer: index });
        }
        let gamma = channel.draw();
        // 5.
        (wires, value) = next_claim(layer, pulled.linear, value, gamma, &opened);
    }
    Ok(InputClaim { weights: input_weights(&wires, taps), point, value })
}

/// Step 3.
pub(super) fn rounds<E: PrimeCharacteristicRing + Copy>(
    degree: usize,
    point: &CopyPoint<E>,
    mut value: E,
    channel: &mut impl VerifierChannel<E>,
) -> Result<(CopyPoint<E>, E), VerifyError> {
    let mut bound = Vec::with_capacity(point.coordinates().len());
    let mut higher = vec![E::ZERO; degree];
    for &r in point.coordinates() {
        channel.receive(label::ROUND, &mut higher)?;
        let rho = channel.draw();
        let constant = value - r * higher.iter().copied().sum::<E>();
        value = higher.iter().rev().fold(E::ZERO, |sum, &coefficient| (sum + coefficient) * rho) + constant;
        bound.push(rho);
    }
    Ok((CopyPoint::new(bound), value))
}

fn next_claim<E: PrimeCharacteristicRing + Copy>(
    layer: &Layer,
    linear: Vec<E>,
    value: E,
    gamma: E,
    opened: &[E],
) -> (Vec<E>, E) {
    let (mut wires, mut value) = (linear, value);
    let weights = powers(gamma, gamma, opened.len());
    for ((&wire, &weight), &z) in layer.nonlinear_wires().iter().zip(&weights).zip(opened) {
        if let Some(slot) = wires.get_mut(wire as usize) {
            *slot += weight;
        }
        value += weight * z;
    }
    (wires, value)
}
