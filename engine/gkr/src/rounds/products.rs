//! Sums of products of extension elements, with fewer products and reductions in the base algebra.
//!
//! A product of polynomials `a`, `b` of degree below `D` has the coefficients `c_m = sum_{i+l=m} a_i b_l`. Karatsuba's
//! identity [KO62] gives both terms of a pair `i < l` by one product:
//!
//! ```text
//! a_i b_l + a_l b_i = (a_i + a_l) (b_i + b_l) - a_i b_i - a_l b_l
//! ```
//!
//! so `D (D + 1) / 2` products do. In a sum over many `(a, b)` each of them is a dot product, which reduces mod p once
//! for [`CHUNK`] terms, and everything after it is done once for the whole sum.

use p3_field::PrimeCharacteristicRing;
use statesync_transcript::Extension;

/// Terms per dot product in the base algebra.
pub(crate) const CHUNK: usize = 4;
/// Largest degree of an extension.
const MAX_DEGREE: usize = 5;
const MAX_PARTS: usize = MAX_DEGREE * (MAX_DEGREE + 1) / 2;

/// `CHUNK` elements of an extension of degree `D`: coordinate `i` of element `j` is at `[i][j]`.
pub(crate) struct Chunk<B, const D: usize>([[B; CHUNK]; D]);

impl<B: PrimeCharacteristicRing + Copy, const D: usize> Chunk<B, D> {
    pub(crate) const ZERO: Self = Self([[B::ZERO; CHUNK]; D]);

    /// Puts `value` in the place of element `j`. Chunks are filled in place: they are too large to be moved about.
    #[inline(always)]
    pub(crate) fn set<E: Extension<B>>(&mut self, j: usize, value: E) {
        let coordinates = value.as_basis_coefficients_slice();
        self.0.iter_mut().zip(coordinates).for_each(|(row, &coordinate)| row[j] = coordinate);
    }

    /// The sums of coordinates `i` and `l`.
    #[inline(always)]
    fn pair(&self, i: usize, l: usize) -> [B; CHUNK] {
        let (low, high) = (&self.0[i], &self.0[l]);
        [low[0] + high[0], low[1] + high[1], low[2] + high[2], low[3] + high[3]]
    }
}

/// A sum of products, part by part: the products of coordinates `i`, then those of the sums for each pair `i < l`.
pub(crate) struct ProductSum<B>([B; MAX_PARTS]);

impl<B: PrimeCharacteristicRing + Copy> ProductSum<B> {
    pub(crate) const ZERO: Self = Self([B::ZERO; MAX_PARTS]);

    /// Adds `sum_j a_j b_j`.
    #[inline(always)]
    pub(crate) fn add<const D: usize>(&mut self, a: &Chunk<B, D>, b: &Chunk<B, D>) {
        let mut next = D;
        for i in 0..D {
            self.0[i] += B::dot_product(&a.0[i], &b.0[i]);
            for l in i + 1..D {
                self.0[next] += B::dot_product(&a.pair(i, l), &b.pair(i, l));
                next += 1;
            }
        }
    }

    /// The sum, reduced by the extension's modulus: `X^4 = 3`, or `X^5 = 1 - X^2`.
    #[inline(always)]
    pub(crate) fn reduce<E: Extension<B>>(&self) -> E {
        let mut c = [B::ZERO; 2 * MAX_DEGREE - 1];
        let mut next = E::DIMENSION;
        for i in 0..E::DIMENSION {
            c[2 * i] += self.0[i];
            for l in i + 1..E::DIMENSION {
                c[i + l] += self.0[next] - self.0[i] - self.0[l];
                next += 1;
            }
        }
        let reduced = match E::DIMENSION {
            4 => [c[0] + triple(c[4]), c[1] + triple(c[5]), c[2] + triple(c[6]), c[3], B::ZERO],
            _ => [c[0] + c[5] - c[8], c[1] + c[6], c[2] - c[5] + c[7] + c[8], c[3] - c[6] + c[8], c[4] - c[7]],
        };
        E::from_basis_coefficients_fn(|i| reduced[i])
    }
}

/// `a b`. Where the modulus is `X^4 = 3`, the reduction takes additions alone.
#[inline(always)]
pub(crate) fn product<B, E>(a: E, b: E) -> E
where
    B: PrimeCharacteristicRing + Copy,
    E: Extension<B>,
{
    match (a.as_basis_coefficients_slice(), b.as_basis_coefficients_slice()) {
        (&[a0, a1, a2, a3], &[b0, b1, b2, b3]) => {
            let a = [a0, a1, a2, a3];
            let [t1, t2, t3] = [b1, b2, b3].map(triple);
            let coordinates = [
                B::dot_product(&a, &[b0, t3, t2, t1]),
                B::dot_product(&a, &[b1, b0, t3, t2]),
                B::dot_product(&a, &[b2, b1, b0, t3]),
                B::dot_product(&a, &[b3, b2, b1, b0]),
            ];
            E::from_basis_coefficients_fn(|i| coordinates[i])
        }
        _ => a * b,
    }
}

/// `a^2`, as [`product`].
#[inline(always)]
pub(crate) fn square<B, E>(a: E) -> E
where
    B: PrimeCharacteristicRing + Copy,
    E: Extension<B>,
{
    match a.as_basis_coefficients_slice() {
        &[a0, a1, a2, a3] => {
            let (d0, d1, t2, t3) = (a0.double(), a1.double(), triple(a2), triple(a3));
            let coordinates = [
                B::dot_product(&[a0, d1, t2], &[a0, t3, a2]),
                B::dot_product(&[d0, t2.double()], &[a1, a3]),
                B::dot_product(&[d0, a1, t3], &[a2, a1, a3]),
                B::dot_product(&[d0, d1], &[a3, a2]),
            ];
            E::from_basis_coefficients_fn(|i| coordinates[i])
        }
        _ => a.square(),
    }
}

#[inline(always)]
fn triple<B: PrimeCharacteristicRing + Copy>(value: B) -> B {
    value.double() + value
}

/// Multiplication by one fixed element, as a matrix over the base algebra.
pub(crate) struct Multiplier<B>([[B; MAX_DEGREE]; MAX_DEGREE]);

impl<B: PrimeCharacteristicRing + Copy> Multiplier<B> {
    /// Column `i` is `factor X^i`.
    pub(crate) fn new<E: Extension<B>>(factor: E) -> Self {
        let mut matrix = [[B::ZERO; MAX_DEGREE]; MAX_DEGREE];
        let mut column = [B::ZERO; MAX_DEGREE];
        column[..E::DIMENSION].copy_from_slice(factor.as_basis_coefficients_slice());
        for i in 0..E::DIMENSION {
            for (row, coordinate) in matrix.iter_mut().zip(column) {
                row[i] = coordinate;
            }
            let [c0, c1, c2, c3, c4] = column;
            column = match E::DIMENSION {
                4 => [triple(c3), c0, c1, c2, B::ZERO],
                _ => [c4, c0, c1 - c4, c2, c3],
            };
        }
        Self(matrix)
    }

    #[inline(always)]
    pub(crate) fn times<E: Extension<B>>(&self, value: E) -> E {
        // Coordinates first: p3's constructor does not inline a closure as large as a dot product.
        match *value.as_basis_coefficients_slice() {
            [v0, v1, v2, v3] => {
                let row = |&[m0, m1, m2, m3, _]: &[B; MAX_DEGREE]| B::dot_product(&[m0, m1, m2, m3], &[v0, v1, v2, v3]);
                let [r0, r1, r2, r3, _] = &self.0;
                let coordinates = [row(r0), row(r1), row(r2), row(r3)];
                E::from_basis_coefficients_fn(|i| coordinates[i])
            }
            [v0, v1, v2, v3, v4] => {
                let row = |row: &[B; MAX_DEGREE]| B::dot_product(row, &[v0, v1, v2, v3, v4]);
                let [r0, r1, r2, r3, r4] = &self.0;
                let coordinates = [row(r0), row(r1), row(r2), row(r3), row(r4)];
                E::from_basis_coefficients_fn(|i| coordinates[i])
            }
            _ => unreachable!("extensions have degree 4 or 5"),
        }
    }
}
