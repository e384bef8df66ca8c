//! Weights of wires as sums of scaled tensors.
//!
//! ```text
//! w[j] = sum_i scale_i prod_b factors_i[b][j_b]
//! ```
//!
//! Powers `alpha^j` and `eq(p, j)` are such tensors, with one pair of factors per bit. In a sparse circuit weights stay
//! so: after a layer they are at most two tensors, whatever its width.

use p3_field::PrimeCharacteristicRing;

/// `scale * prod_b factors[b][j_b]`, bit 0 the least significant of the wire's index `j`.
#[derive(Clone, Debug)]
pub struct Tensor<E> {
    pub(crate) scale: E,
    pub(crate) factors: Vec<[E; 2]>,
}

/// A sum of tensors over the same bits.
#[derive(Clone, Debug)]
pub struct Weights<E>(pub(crate) Vec<Tensor<E>>);

/// Weights that are looked up at one product per tensor, from two tables of square-root size.
pub(crate) struct Lookup<E> {
    low_bits: usize,
    tables: Vec<[Vec<E>; 2]>,
}

impl<E: PrimeCharacteristicRing + Copy> Tensor<E> {
    /// `j -> base^j` on `bits` bits.
    pub fn powers(base: E, bits: usize) -> Self {
        let squares = core::iter::successors(Some(base), |power| Some(power.square()));
        Self { scale: E::ONE, factors: squares.take(bits).map(|square| [E::ONE, square]).collect() }
    }

    /// `j -> scale * eq(point, j)`. Coordinate 0 of `point` is the **most** significant bit of `j`.
    pub fn eq(scale: E, point: &[E]) -> Self {
        Self { scale, factors: point.iter().rev().map(|&r| [E::ONE - r, r]).collect() }
    }
}

impl<E: PrimeCharacteristicRing + Copy> Weights<E> {
    /// A sum of tensors.
    ///
    /// # Panics
    /// If they differ in their number of bits.
    pub fn new(tensors: Vec<Tensor<E>>) -> Self {
        let same = tensors.windows(2).all(|pair| pair[0].factors.len() == pair[1].factors.len());
        assert!(same, "tensors of one sum have the same bits");
        Self(tensors)
    }

    /// The first `length` weights.
    pub fn expand(&self, length: usize) -> Vec<E> {
        let mut sum = vec![E::ZERO; length];
        for Tensor { scale, factors } in &self.0 {
            for (sum, value) in sum.iter_mut().zip(expand(*scale, factors, length)) {
                *sum += value;
            }
        }
        sum
    }

    pub(crate) fn lookup(&self) -> Lookup<E> {
        let bits = self.0.first().map_or(0, |tensor| tensor.factors.len());
        let low_bits = bits / 2;
        let tables = self.0.iter().map(|Tensor { scale, factors }| {
            let (low, high) = factors.split_at(low_bits);
            [expand(E::ONE, low, 1 << low.len()), expand(*scale, high, 1 << high.len())]
        });
        Lookup { low_bits, tables: tables.collect() }
    }
}

impl<E: PrimeCharacteristicRing + Copy> Lookup<E> {
    /// `w[j]`. Zero past the last weight.
    #[inline]
    pub(crate) fn at(&self, j: u32) -> E {
        let j = j as usize;
        let (high, low) = (j >> self.low_bits, j & ((1 << self.low_bits) - 1));
        let term = |[lows, highs]: &[Vec<E>; 2]| Some(*lows.get(low)? * *highs.get(high)?);
        self.tables.iter().filter_map(term).sum()
    }
}

/// The first `length` values of one tensor.
fn expand<E: PrimeCharacteristicRing + Copy>(scale: E, factors: &[[E; 2]], length: usize) -> Vec<E> {
    let mut values = Vec::with_capacity(length);
    values.push(scale);
    for &[zero, one] in factors {
        for j in 0..values.len() {
            let value = values[j];
            if values.len() < length {
                values.push(value * one);
            }
            values[j] = value * zero;
        }
    }
    values
}
