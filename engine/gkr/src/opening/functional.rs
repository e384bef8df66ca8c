//! The residual claim as a functional of the witness.
//!
//! Copy `c` reads block `b` of its input from the witness slot `s(c, b)`, or from a public one. With `W_b(y)` the
//! weights of block `b` at the low coordinates of `y`,
//!
//! ```text
//! phi~(y) = sum_c eq(r, c) sum_b eq(y_slot, s(c, b)) W_b(y)       W_b(y) = sum_j w[8 b + j] eq(y_low, j)
//! ```
//!
//! Both `eq` are products of two tables of about the square root of their size, which stay in cache; `W_b` is
//! multiplied into the lower table of the slots. With rows `c = (h, l)` and slots `s = (h', l')`,
//!
//! ```text
//! phi~(y) = sum_h eq_h sum_h' eq'_h' sum_l eq_l (sum of lower_b[l'] over what copy (h, l) reads in h')
//! ```
//!
//! A copy costs one product for each `h'` that it reads in. Neighbours mostly read neighbours, so that is one or two, and
//! few `h'` occur for one `h`; whatever is read, there are at most two products a block.

use p3_field::{Field, PrimeCharacteristicRing};

use crate::layout::{CompactSource, Source};
use crate::point::eq_table;
use crate::{InputClaim, InputLayout, Quintic};

type E = Quintic;

/// `eq(point, i)` as a product of two tables. Coordinate 0 is the least significant bit of `i`.
struct SplitEq {
    low: Vec<E>,
    high: Vec<E>,
    low_bits: usize,
}

impl SplitEq {
    fn new(coordinates: &[E]) -> Self {
        let low_bits = coordinates.len() / 2;
        let (low, high) = coordinates.split_at(low_bits);
        Self { low: eq_table(low, 1 << low.len()), high: eq_table(high, 1 << high.len()), low_bits }
    }

    fn split(&self, index: usize) -> [usize; 2] {
        [index & ((1 << self.low_bits) - 1), index >> self.low_bits]
    }

    fn at(&self, index: usize) -> E {
        let [low, high] = self.split(index);
        self.low[low] * self.high[high]
    }

    /// The sum of all values from `start` on: 1 less those before.
    fn from(&self, start: usize) -> E {
        if start == self.low.len() * self.high.len() {
            return E::ZERO;
        }
        let [low, high] = self.split(start);
        let whole: E = self.high[..high].iter().copied().sum();
        let part: E = self.low[..low].iter().copied().sum();
        E::ONE - whole - self.high[high] * part
    }
}

/// The weights of the rows: `eq` for a copy, the sum over all padding copies for the last row.
pub(super) struct RowWeights {
    eq: SplitEq,
    real: usize,
    padding: E,
}

impl RowWeights {
    pub(super) fn new(claim: &InputClaim<E>, layout: &InputLayout) -> Self {
        let eq = SplitEq::new(claim.point.coordinates());
        let real = layout.copies().real();
        let padding = eq.from(real);
        Self { eq, real, padding }
    }

    pub(super) fn at(&self, row: usize) -> E {
        if row < self.real { self.eq.at(row) } else { self.padding }
    }
}

impl InputLayout {
    /// Whether an element's index is its slot's bits, then bits within the slot, which the tables here need.
    pub(crate) fn is_tensor(&self) -> bool {
        self.block_wires().is_power_of_two()
    }

    /// What public blocks add to the functional: `sum_c eq(r, c) sum_i w_i Input_i(c)` over them.
    pub(crate) fn public_part(&self, claim: &InputClaim<E>) -> E {
        let weights = RowWeights::new(claim, self);
        let block = self.block_wires();
        let mut sum = E::ZERO;
        for (row, sources) in self.rows().enumerate() {
            let mut inner = E::ZERO;
            let mut public = false;
            for (source, wires) in sources.iter().zip(claim.weights.chunks_exact(block)) {
                if let Some(values) = self.public_block(source.get()) {
                    inner += wires.iter().zip(values).map(|(&weight, &value)| weight * value).sum::<E>();
                    public = true;
                }
            }
            if public {
                sum += weights.at(row) * inner;
            }
        }
        sum
    }

    /// `phi~(y)`; `y` has the most significant bit of a witness index first.
    pub(crate) fn weights_at(&self, claim: &InputClaim<E>, y: &[E]) -> E {
        let rows = RowWeights::new(claim, self);
        let mut coordinates: Vec<E> = y.iter().rev().copied().collect();
        let block = self.block_wires();
        let slot_coordinates = coordinates.split_off(block.trailing_zeros() as usize);
        let within = eq_table(&coordinates, block);
        let slots = SplitEq::new(&slot_coordinates);
        let mut sum = SlotSum::new(&slots, claim.weights.chunks_exact(block), &within);
        let mut copies = self.rows().take(rows.real);
        let mut total = E::ZERO;
        for &high in &rows.eq.high {
            for (&low, sources) in rows.eq.low.iter().zip(copies.by_ref()) {
                sum.add(low, sources);
            }
            total += high * sum.take();
        }
        self.rows().skip(rows.real).for_each(|sources| sum.add(rows.padding, sources));
        total + sum.take()
    }
}

/// `sum eq(y_slot, s) W_b(y) weight` over the reads that are added, gathered by the higher halves of their slots.
struct SlotSum<'a> {
    slots: &'a SplitEq,
    /// The lower table of the slots times `W_b`, for each block.
    lower: Vec<Vec<E>>,
    /// The sum for each higher half, and which are not zero.
    sums: Vec<E>,
    touched: Vec<usize>,
    /// What one copy reads in each higher half.
    reads: Vec<(usize, E)>,
}

impl<'a> SlotSum<'a> {
    fn new<'w>(slots: &'a SplitEq, blocks: impl Iterator<Item = &'w [E]>, within: &[E]) -> Self {
        let lower = |wires: &[E]| -> Vec<E> {
            let weight: E = wires.iter().zip(within).map(|(&wire, &eq)| wire * eq).sum();
            slots.low.iter().map(|&eq| weight * eq).collect()
        };
        let sums = E::zero_vec(slots.high.len());
        Self { slots, lower: blocks.map(lower).collect(), sums, touched: Vec::new(), reads: Vec::new() }
    }

    /// Adds `weight` times what a copy reads from the witness.
    fn add(&mut self, weight: E, sources: &[CompactSource]) {
        for (source, lower) in sources.iter().zip(&self.lower) {
            let Source::Witness(slot) = source.get() else { continue };
            let [low, high] = self.slots.split(slot);
            match self.reads.iter_mut().find(|(half, _)| *half == high) {
                Some((_, sum)) => *sum += lower[low],
                None => self.reads.push((high, lower[low])),
            }
        }
        for (half, sum) in self.reads.drain(..) {
            if self.sums[half].is_zero() {
                self.touched.push(half);
            }
            self.sums[half] += weight * sum;
        }
    }

    /// The sum since the last call.
    fn take(&mut self) -> E {
        let Self { slots, sums, touched, .. } = self;
        touched.drain(..).map(|half| core::mem::take(&mut sums[half]) * slots.high[half]).sum()
    }
}

#[cfg(all(test, feature = "prove"))]
mod tests {
    use p3_field::BasedVectorSpace;
    use statesync_circuit::{CircuitBuilder, Copies};
    use statesync_transcript::LANES;

    use super::*;
    use crate::lockstep::lane;
    use crate::{CopyPoint, F};

    fn element(seed: u64) -> E {
        E::from_basis_coefficients_fn(|i| F::from_u64((seed * 77 + i as u64 + 1).pow(4)))
    }

    fn layout(real: usize, log: usize) -> InputLayout {
        let mut builder = CircuitBuilder::new(8, 4);
        builder.layer(1).linear(0, 0, F::ONE);
        let circuit = builder.build().unwrap();
        let copies = Copies::new(real, log).unwrap();
        let slots = 2 * copies.rows();
        let sources = (0..3 * copies.rows())
            .map(|i| if i % 5 == 2 { Source::Public(i % 2) } else { Source::Witness((7 * i) % slots) });
        let public = (0..8).map(F::from_u64).collect();
        InputLayout::new(&circuit, copies, 4, sources, public, slots).unwrap()
    }

    #[test]
    fn the_functional_is_the_claim_that_the_columns_give() {
        for (real, log) in [(1, 0), (1, 3), (2, 1), (5, 3), (11, 4), (16, 4)] {
            let layout = layout(real, log);
            let claim = InputClaim {
                weights: (0..12).map(element).collect(),
                point: CopyPoint::new((0..log as u64).map(|i| element(50 + i)).collect()),
                value: E::ZERO,
            };
            let witness: Vec<F> = (0..layout.witness_len() as u64).map(|i| F::from_u64(i * i + 3)).collect();
            let rows = claim.point.row_weights(layout.copies());
            let columns = layout.gather(&witness);
            let direct: E = columns
                .chunks_exact(rows.len())
                .zip(&claim.weights)
                .map(|(column, &weight)| weight * column.iter().zip(&rows).map(|(&v, &eq)| eq * v).sum::<E>())
                .sum();
            let vectors = layout.witness_weights(&claim);
            let weights: Vec<E> = vectors.iter().flat_map(|vector| (0..LANES).map(|l| lane::<E>(vector, l))).collect();
            let weights = &weights[..witness.len()];
            let inner: E = weights.iter().zip(&witness).map(|(&weight, &value)| weight * value).sum();
            assert_eq!(layout.public_part(&claim) + inner, direct, "{real} of 2^{log} copies");

            let variables = witness.len().next_power_of_two().trailing_zeros() as usize;
            let y: Vec<E> = (0..variables as u64).map(|i| element(90 + i)).collect();
            let reversed: Vec<E> = y.iter().rev().copied().collect();
            let eq = eq_table(&reversed, 1 << variables);
            let evaluated: E = weights.iter().zip(&eq).map(|(&weight, &eq)| weight * eq).sum();
            assert_eq!(layout.weights_at(&claim, &y), evaluated, "{real} of 2^{log} copies");
        }
    }
}
