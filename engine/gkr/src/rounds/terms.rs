//! What one pair of rows adds to a round polynomial.
//!
//! The pair spans lines `lo + X d`, `d = hi - lo`. A wire that is cubed with weight `w`, and a product, give
//!
//! ```text
//! w (lo + X d)^3       = .. + 3 w lo^2 d X + 3 w lo d^2 X^2 + w d^3 X^3
//! w (a + X d)(b + X e) = .. + w (a e + b d) X + w d e X^2
//! ```
//!
//! Constant terms are never computed. The coefficients of `X^3` are kept three times too large: then all weights are
//! `3 w`.

use p3_field::{Algebra, PrimeCharacteristicRing};
use statesync_transcript::Extension;

use super::products::{CHUNK, Chunk, ProductSum, product, square};
use crate::pullback::{CubeTerm, Pullback};

/// Two neighbouring rows or columns, as lines.
#[derive(Clone, Copy)]
pub(super) struct Pair<'a, V> {
    pub(super) lo: &'a [V],
    pub(super) hi: &'a [V],
}

/// `lo + X d`.
#[derive(Clone, Copy)]
pub(super) struct Line<V> {
    pub(super) lo: V,
    pub(super) d: V,
}

impl<V: PrimeCharacteristicRing + Copy> Pair<'_, V> {
    #[inline(always)]
    pub(super) fn line(&self, at: usize) -> Line<V> {
        let lo = self.lo[at];
        Line { lo, d: self.hi[at] - lo }
    }
}

/// `3 w lo^2 d`, `3 w lo d^2`, `3 w d^3`, summed over the cubed wires. `line` gives a wire's line, `weights` are `3 w`.
#[inline(always)]
pub(super) fn base_cubes<B, E>(terms: &[CubeTerm<E>], weights: &[E], line: impl Fn(usize) -> Line<B>) -> [E; 3]
where
    B: PrimeCharacteristicRing + Copy,
    E: Extension<B>,
{
    let (chunks, rest) = terms.as_chunks::<CHUNK>();
    let (weight_chunks, weights_rest) = weights.as_chunks::<CHUNK>();
    let mut sums = [E::ZERO; 3];
    for (terms, weights) in chunks.iter().zip(weight_chunks) {
        let mut powers = [[B::ZERO; CHUNK]; 3];
        for (j, term) in terms.iter().enumerate() {
            let cube = cube(line(term.position));
            for k in 0..3 {
                powers[k][j] = cube[k];
            }
        }
        for (sum, powers) in sums.iter_mut().zip(&powers) {
            *sum += <E as Algebra<B>>::mixed_dot_product(weights, powers);
        }
    }
    for (term, &weight) in rest.iter().zip(weights_rest) {
        let powers = cube(line(term.position));
        for (sum, power) in sums.iter_mut().zip(powers) {
            *sum += weight * power;
        }
    }
    sums
}

#[inline(always)]
fn cube<V: PrimeCharacteristicRing + Copy>(Line { lo, d }: Line<V>) -> [V; 3] {
    let d2 = d.square();
    [lo.square() * d, lo * d2, d * d2]
}

/// Room for the factors of a chunk of cubed wires.
pub(super) struct CubeChunks<B, const D: usize> {
    lo2: Chunk<B, D>,
    d2: Chunk<B, D>,
    weighted_lo: Chunk<B, D>,
    weighted_d: Chunk<B, D>,
}

impl<B: PrimeCharacteristicRing + Copy, const D: usize> CubeChunks<B, D> {
    pub(super) const EMPTY: Self =
        Self { lo2: Chunk::ZERO, d2: Chunk::ZERO, weighted_lo: Chunk::ZERO, weighted_d: Chunk::ZERO };
}

/// The same on folded rows, where entry `wires + i` is the `i`-th cubed wire times its weight `3 w`.
#[inline(always)]
pub(super) fn folded_cubes<B, E, const D: usize>(
    terms: &[CubeTerm<E>],
    wires: usize,
    pair: Pair<'_, E>,
    CubeChunks { lo2, d2, weighted_lo, weighted_d }: &mut CubeChunks<B, D>,
) -> [E; 3]
where
    B: PrimeCharacteristicRing + Copy,
    E: Extension<B>,
{
    let (chunks, rest) = terms.as_chunks::<CHUNK>();
    let mut sums = [ProductSum::<B>::ZERO; 3];
    for (chunk, terms) in chunks.iter().enumerate() {
        for (j, term) in terms.iter().enumerate() {
            let line = pair.line(term.position);
            let weighted = pair.line(wires + chunk * CHUNK + j);
            lo2.set(j, square::<B, E>(line.lo));
            d2.set(j, square::<B, E>(line.d));
            weighted_lo.set(j, weighted.lo);
            weighted_d.set(j, weighted.d);
        }
        sums[0].add(lo2, weighted_d);
        sums[1].add(d2, weighted_lo);
        sums[2].add(d2, weighted_d);
    }
    let mut sums = if chunks.is_empty() { [E::ZERO; 3] } else { sums.map(|sum| sum.reduce()) };
    for (index, term) in rest.iter().enumerate() {
        let line = pair.line(term.position);
        let weighted = pair.line(wires + chunks.len() * CHUNK + index);
        let (lo2, d2) = (square::<B, E>(line.lo), square::<B, E>(line.d));
        sums[0] += product::<B, E>(lo2, weighted.d);
        sums[1] += product::<B, E>(d2, weighted.lo);
        sums[2] += product::<B, E>(d2, weighted.d);
    }
    sums
}

/// `w (a e + b d)` and `w d e`, summed over the products.
#[inline(always)]
pub(super) fn products<V, E>(pulled: &Pullback<E>, line: impl Fn(usize) -> Line<V>) -> [E; 2]
where
    V: PrimeCharacteristicRing + Copy,
    E: Algebra<V> + Copy,
{
    let mut sums = [E::ZERO; 2];
    for term in &pulled.products {
        let (a, b) = (line(term.left), line(term.right));
        sums[0] += term.weight * (a.lo * b.d + b.lo * a.d);
        sums[1] += term.weight * (a.d * b.d);
    }
    sums
}
