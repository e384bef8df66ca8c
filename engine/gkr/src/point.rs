//! Points of the copies' cube.

use p3_field::PrimeCharacteristicRing;
use statesync_circuit::Copies;

/// A point `(r_0, .., r_{k-1})` of the cube of copies. Coordinate 0 belongs to the least significant bit of a copy's
/// number and is bound in round 0; see [`Copies`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CopyPoint<E>(Vec<E>);

impl<E: PrimeCharacteristicRing + Copy> CopyPoint<E> {
    /// A point with the given coordinates.
    pub fn new(coordinates: Vec<E>) -> Self {
        Self(coordinates)
    }

    /// Its coordinates, 0 first.
    pub fn coordinates(&self) -> &[E] {
        &self.0
    }

    /// `eq(r, c)` for each stored row `c`: the real copies, then the sum over all padding copies.
    ///
    /// `eq(r, c) = prod_i (r_i c_i + (1 - r_i) (1 - c_i))`, and the sum over all `c` is 1. So for a column `V` that is
    /// stored with its padding, `V~(r)` is the inner product with these weights.
    ///
    /// # Panics
    /// If there are not as many coordinates as `copies` have bits.
    pub fn row_weights(&self, copies: Copies) -> Vec<E> {
        assert_eq!(self.0.len(), copies.log(), "a point of the copies has a coordinate for each of their bits");
        let mut weights = eq_table(&self.0, copies.real());
        if copies.is_padded() {
            let real: E = weights.iter().copied().sum();
            weights.push(E::ONE - real);
        }
        weights
    }
}

/// The first `length` entries of the table `c -> eq(coordinates, c)`, coordinate 0 least significant.
pub(crate) fn eq_table<E: PrimeCharacteristicRing + Copy>(coordinates: &[E], length: usize) -> Vec<E> {
    let mut table = Vec::with_capacity(length);
    table.push(E::ONE);
    for &r in coordinates {
        for c in 0..table.len() {
            let high = table[c] * r;
            table[c] -= high;
            if table.len() < length {
                table.push(high);
            }
        }
    }
    table
}
