//! The weights of a layer's outputs, pulled back through its template to what the layer reads.
//!
//! ```text
//! <w, Out> = constant + <linear, In> + <taps, Input> + N(In)
//! N(z) = sum_s cubes[s] z_s^3 + sum_{s,t} products[s,t] z_s z_t
//! ```
//!
//! Both sides compute this from the template and the weights; no message is sent.

use p3_field::{Algebra, PrimeCharacteristicRing};
use statesync_circuit::{F, Layer};
use statesync_transcript::Extension;

/// A layer's weights, seen from its input. Positions are those in the layer's list of nonlinear wires.
pub(crate) struct Pullback<E> {
    pub(crate) constant: E,
    /// One weight per input wire of the layer.
    pub(crate) linear: Vec<E>,
    pub(crate) cubes: Vec<CubeTerm<E>>,
    pub(crate) products: Vec<ProductTerm<E>>,
}

pub(crate) struct CubeTerm<E> {
    pub(crate) position: usize,
    pub(crate) weight: E,
}

pub(crate) struct ProductTerm<E> {
    pub(crate) left: usize,
    pub(crate) right: usize,
    pub(crate) weight: E,
}

impl<E: PrimeCharacteristicRing + Copy> Pullback<E> {
    /// Pulls `weights`, one per output of `layer`, back; the layer's taps are added to `taps`.
    pub(crate) fn new<B>(layer: &Layer, weights: &[E], taps: &mut [E]) -> Self
    where
        B: Algebra<F> + Copy,
        E: Extension<B>,
    {
        let weigh = |output: u32, coefficient: F| weights[output as usize] * B::from(coefficient);
        let constant = layer.constants().iter().map(|gate| weigh(gate.output, gate.value)).sum();
        let mut linear = vec![E::ZERO; layer.inputs()];
        for run in layer.linear().chunk_by(|a, b| a.input == b.input) {
            linear[run[0].input as usize] = run.iter().map(|gate| weigh(gate.output, gate.coefficient)).sum();
        }
        for run in layer.taps().chunk_by(|a, b| a.input == b.input) {
            taps[run[0].input as usize] += run.iter().map(|gate| weigh(gate.output, gate.coefficient)).sum::<E>();
        }
        let wires = layer.nonlinear_wires();
        let position = |wire: u32| wires.partition_point(|&other| other < wire);
        let cubes = layer.cubes().chunk_by(|a, b| a.input == b.input);
        let cubes = cubes.map(|run| CubeTerm {
            position: position(run[0].input),
            weight: run.iter().map(|gate| weigh(gate.output, gate.coefficient)).sum(),
        });
        let products = layer.products().chunk_by(|a, b| (a.left, a.right) == (b.left, b.right));
        let products = products.map(|run| ProductTerm {
            left: position(run[0].left),
            right: position(run[0].right),
            weight: run.iter().map(|gate| weigh(gate.output, gate.coefficient)).sum(),
        });
        Self { constant, linear, cubes: cubes.collect(), products: products.collect() }
    }

    /// `N(z)`, where `z(s)` is the value of the wire at position `s`.
    pub(crate) fn nonlinear<V>(&self, z: impl Fn(usize) -> V) -> E
    where
        V: PrimeCharacteristicRing + Copy,
        E: Algebra<V>,
    {
        let cubes = self.cubes.iter().map(|term| term.weight * z(term.position).cube());
        let products = self.products.iter().map(|term| term.weight * (z(term.left) * z(term.right)));
        cubes.chain(products).sum()
    }
}

#[cfg(test)]
mod tests;
