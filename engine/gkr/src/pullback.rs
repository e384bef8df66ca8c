//! The weights of a layer's outputs, pulled back through its template to what the layer reads.
//!
//! ```text
//! <w, Out> = constant + <linear, In> + <taps, Input> + N(In)
//! N(z) = sum_s cubes[s] z_s^3 + sum_{s,t} products[s,t] z_s z_t
//! ```
//!
//! Both sides compute this from the template and the weights; no message is sent.

use p3_field::{Algebra, PrimeCharacteristicRing};
use statesync_circuit::{Column, Columns, F, Layer};
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
        let total: E = weights.iter().copied().sum();
        let mut linear = vec![E::ZERO; layer.inputs()];
        for (wire, weight) in pull::<B, E>(layer.linear_columns(), weights, total) {
            linear[wire as usize] = weight;
        }
        for run in layer.taps().chunk_by(|a, b| a.input == b.input) {
            taps[run[0].input as usize] += run.iter().map(|gate| weigh(gate.output, gate.coefficient)).sum::<E>();
        }
        let wires = layer.nonlinear_wires();
        let position = |wire: u32| wires.partition_point(|&other| other < wire);
        let cubes = pull::<B, E>(layer.cube_columns(), weights, total);
        let cubes = cubes.map(|(wire, weight)| CubeTerm { position: position(wire), weight });
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

/// The weight of each input that `columns` reads: `total`, the sum of `weights`, times the background, and corrections.
fn pull<'a, B, E>(columns: &'a Columns, weights: &'a [E], total: E) -> impl Iterator<Item = (u32, E)> + 'a
where
    B: Algebra<F> + Copy,
    E: Extension<B>,
{
    let common = total * B::from(columns.background());
    columns.columns().iter().map(move |column| (column.input, common + corrections::<B, E>(column, weights)))
}

/// Corrections per dot product in the base algebra.
const CHUNK: usize = 4;

/// `sum_j weights[j] correction_j`.
fn corrections<B, E>(column: &Column, weights: &[E]) -> E
where
    B: Algebra<F> + Copy,
    E: Extension<B>,
{
    let (chunks, rest) = column.corrections.as_chunks::<CHUNK>();
    let coordinates = |output: u32| weights[output as usize].as_basis_coefficients_slice();
    let rest = rest.iter().map(|&(output, difference)| weights[output as usize] * B::from(difference));
    let mut sum: E = rest.sum();
    for &[(a, da), (b, db), (c, dc), (d, dd)] in chunks {
        let [a, b, c, d] = [a, b, c, d].map(coordinates);
        sum += E::from_basis_coefficients_fn(|i| B::mixed_dot_product(&[a[i], b[i], c[i], d[i]], &[da, db, dc, dd]));
    }
    sum
}

#[cfg(test)]
mod tests;
