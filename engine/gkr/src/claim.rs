//! The claim that is left, and what its weights are made of.

use p3_field::PrimeCharacteristicRing;

use crate::CopyPoint;

/// "`sum_i weights[i] * Input~_i(point) = value`": one linear functional of the circuit's input.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a claim is an obligation: it holds of nothing until it is checked against the circuit's input"]
pub struct InputClaim<E> {
    /// One weight per input wire of the circuit.
    pub weights: Vec<E>,
    /// The point of the copies' cube.
    pub point: CopyPoint<E>,
    /// What the functional is said to be.
    pub value: E,
}

/// `1, base, .., base^(count-1)`, times `first`.
pub(crate) fn powers<E: PrimeCharacteristicRing + Copy>(first: E, base: E, count: usize) -> Vec<E> {
    core::iter::successors(Some(first), |&power| Some(power * base)).take(count).collect()
}

/// Adds the tap weights to those of the first layer's inputs, which are the first wires of the circuit's input.
pub(crate) fn input_weights<E: PrimeCharacteristicRing + Copy>(wires: &[E], mut taps: Vec<E>) -> Vec<E> {
    taps.iter_mut().zip(wires).for_each(|(tap, &wire)| *tap += wire);
    taps
}
