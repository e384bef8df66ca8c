//! The rows of a layer, folded round by round.

use core::ops::Range;

use p3_field::{Algebra, PrimeCharacteristicRing};
use statesync_circuit::{Copies, F};
use statesync_transcript::{Extension, ProverChannel};

use super::products::Multiplier;
use super::sums::{RoundSums, send};
use super::terms::{CubeChunks, Line, Pair, base_cubes, folded_cubes, products};
use crate::parallel::{add_up, for_each_row};
use crate::pullback::Pullback;

/// What one layer's sumcheck adds up: the template's terms, without the copies.
#[derive(Clone, Copy)]
pub(crate) struct Summand<'a, E> {
    pub(crate) pulled: &'a Pullback<E>,
    /// Number of nonlinear wires.
    pub(crate) wires: usize,
    /// Whether there is a linear part.
    pub(crate) remainder: bool,
    pub(crate) degree: usize,
}

impl<E> Summand<'_, E> {
    /// Entries of a folded row: the nonlinear wires, the cubed ones times three times their weight (which saves a
    /// product in every pair of every later round), the remainder.
    pub(super) fn width(&self) -> usize {
        self.wires + self.pulled.cubes.len() + usize::from(self.remainder)
    }
}

/// The columns of one layer's sumcheck.
pub(crate) struct LayerColumns<'a, B, E> {
    pub(crate) pulled: &'a Pullback<E>,
    /// One base column per nonlinear wire.
    pub(crate) nonlinear: &'a [B],
    /// `<linear, In(c)> + <taps, Input(c)>`, or `None` where that is zero for every copy.
    pub(crate) remainder: Option<&'a [E]>,
    pub(crate) copies: Copies,
    pub(crate) degree: usize,
}

impl<B, E> LayerColumns<'_, B, E> {
    pub(crate) fn summand(&self) -> Summand<'_, E> {
        let wires = self.nonlinear.len() / self.copies.rows();
        Summand { pulled: self.pulled, wires, remainder: self.remainder.is_some(), degree: self.degree }
    }
}

/// A prover's memory, reused from layer to layer and from proof to proof.
///
/// It grows to the largest layer: `3 / 4` rows for each copy, of one element per nonlinear wire, one per cubed wire, and
/// one.
pub struct Scratch<E> {
    /// Folded rows, one after the other.
    pub(super) rows: Vec<E>,
    /// Where the next fold goes.
    next: Vec<E>,
    pub(super) eq: Vec<E>,
    /// Three times the weight of each cube.
    weights: Vec<E>,
}

impl<E: PrimeCharacteristicRing + Copy> Default for Scratch<E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E: PrimeCharacteristicRing + Copy> Scratch<E> {
    /// No memory yet.
    pub fn new() -> Self {
        Self { rows: Vec::new(), next: Vec::new(), eq: Vec::new(), weights: Vec::new() }
    }

    /// Round 0 and its fold, from base columns. `eq` is the table over all variables but the first.
    pub(super) fn first_round<B>(
        &mut self,
        columns: &LayerColumns<'_, B, E>,
        eq: Vec<E>,
        channel: &mut impl ProverChannel<E>,
    ) -> E
    where
        B: Algebra<F> + Copy + Send + Sync,
        E: Extension<B>,
    {
        self.start(columns, eq);
        let rho = send::<B, E>(self.first_sums(columns), columns.degree, channel);
        self.first_fold(columns, rho);
        self.halve_eq();
        rho
    }

    /// `rounds` rounds on the folded rows of `copies`. Returns their challenges.
    pub(super) fn later_rounds<B>(
        &mut self,
        summand: Summand<'_, E>,
        copies: &mut Copies,
        rounds: usize,
        channel: &mut impl ProverChannel<E>,
    ) -> Vec<E>
    where
        B: Algebra<F> + Copy + Send + Sync,
        E: Extension<B>,
    {
        let round = |_| {
            let rho = send::<B, E>(self.sums::<B>(summand, *copies), summand.degree, channel);
            self.fold::<B>(summand.width(), *copies, rho);
            self.halve_eq();
            *copies = copies.halved();
            rho
        };
        (0..rounds).map(round).collect()
    }

    /// Takes over the table `eq` of the first round and the cubes' weights.
    pub(super) fn start<B>(&mut self, columns: &LayerColumns<'_, B, E>, eq: Vec<E>) {
        self.eq = eq;
        self.weights.clear();
        self.weights.extend(columns.pulled.cubes.iter().map(|term| term.weight.double() + term.weight));
    }

    /// Drops one variable of `eq`: it sums to 1 over each.
    pub(super) fn halve_eq(&mut self) {
        for c in 0..self.eq.len() / 2 {
            self.eq[c] = self.eq[2 * c] + self.eq[2 * c + 1];
        }
        self.eq.truncate(self.eq.len() / 2);
    }

    /// Round 0, on base columns.
    pub(super) fn first_sums<B>(&self, columns: &LayerColumns<'_, B, E>) -> RoundSums<E>
    where
        B: PrimeCharacteristicRing + Copy + Send + Sync,
        E: Extension<B>,
    {
        let rows = columns.copies.rows();
        let sum = |pairs: Range<usize>| {
            let mut sums = RoundSums::ZERO;
            for c in pairs {
                let line = |position: usize| line(columns.nonlinear, position * rows, 2 * c);
                let cubes = base_cubes(&columns.pulled.cubes, &self.weights, line);
                let products = products(columns.pulled, line);
                let remainder = columns.remainder.map(|remainder| self::line(remainder, 0, 2 * c).d);
                sums.add::<B>(self.eq[c], cubes, products, remainder);
            }
            sums
        };
        add_up(columns.copies.halved().real(), sum, RoundSums::plus)
    }

    /// A later round, on folded rows.
    pub(super) fn sums<B>(&self, summand: Summand<'_, E>, copies: Copies) -> RoundSums<E>
    where
        B: PrimeCharacteristicRing + Copy + Send + Sync,
        E: Extension<B>,
    {
        let sum = |pairs: Range<usize>| match E::DIMENSION {
            4 => self.sums_of_pairs::<B, 4>(summand, pairs),
            _ => self.sums_of_pairs::<B, 5>(summand, pairs),
        };
        add_up(copies.halved().real(), sum, RoundSums::plus)
    }

    fn sums_of_pairs<B, const D: usize>(&self, summand: Summand<'_, E>, pairs: Range<usize>) -> RoundSums<E>
    where
        B: PrimeCharacteristicRing + Copy,
        E: Extension<B>,
    {
        let width = summand.width();
        let mut sums = RoundSums::ZERO;
        let mut chunks = CubeChunks::EMPTY;
        for c in pairs {
            let (lo, hi) = self.rows[2 * c * width..][..2 * width].split_at(width);
            let pair = Pair { lo, hi };
            let cubes = folded_cubes::<B, E, D>(&summand.pulled.cubes, summand.wires, pair, &mut chunks);
            let products = products::<E, E>(summand.pulled, |position| pair.line(position));
            let remainder = summand.remainder.then(|| pair.line(width - 1).d);
            sums.add::<B>(self.eq[c], cubes, products, remainder);
        }
        sums
    }

    /// Binds coordinate 0: base columns become extension rows.
    pub(super) fn first_fold<B>(&mut self, columns: &LayerColumns<'_, B, E>, rho: E)
    where
        B: PrimeCharacteristicRing + Copy + Send + Sync,
        E: Extension<B>,
    {
        let (rows, last) = (columns.copies.rows(), columns.copies.rows() - 1);
        let (summand, weights) = (columns.summand(), &self.weights);
        let (wires, width) = (summand.wires, summand.width());
        let factor = Multiplier::<B>::new(rho);
        let slopes: Vec<E> = weights.iter().map(|&weight| factor.times(weight)).collect();
        let folded = first(&mut self.rows, columns.copies.halved().rows() * width);
        for_each_row(folded, width, |c, row| {
            let (lo, hi) = ((2 * c).min(last), (2 * c + 1).min(last));
            let line = |position: usize| {
                let column = &columns.nonlinear[position * rows..][..rows];
                Line { lo: column[lo], d: column[hi] - column[lo] }
            };
            let (values, weighted) = row.split_at_mut(wires);
            for (wire, value) in values.iter_mut().enumerate() {
                let Line { lo, d } = line(wire);
                *value = rho * d + lo;
            }
            for (i, term) in columns.pulled.cubes.iter().enumerate() {
                let Line { lo, d } = line(term.position);
                weighted[i] = <E as Algebra<B>>::mixed_dot_product(&[weights[i], slopes[i]], &[lo, d]);
            }
            if let Some(remainder) = columns.remainder {
                row[width - 1] = remainder[lo] + factor.times(remainder[hi] - remainder[lo]);
            }
        });
    }

    /// Binds the lowest coordinate that is left: `new[c] = lo + rho (hi - lo)`.
    pub(super) fn fold<B>(&mut self, width: usize, copies: Copies, rho: E)
    where
        B: PrimeCharacteristicRing + Copy + Send + Sync,
        E: Extension<B>,
    {
        let factor = Multiplier::<B>::new(rho);
        let (rows, last) = (&self.rows, copies.rows() - 1);
        for_each_row(first(&mut self.next, copies.halved().rows() * width), width, |c, row| {
            // The row behind the real ones is padding, twice the same.
            let (lo, hi) = ((2 * c).min(last) * width, (2 * c + 1).min(last) * width);
            let (lo, hi) = (&rows[lo..][..width], &rows[hi..][..width]);
            for ((value, &lo), &hi) in row.iter_mut().zip(lo).zip(hi) {
                *value = lo + factor.times(hi - lo);
            }
        });
        core::mem::swap(&mut self.rows, &mut self.next);
    }
}

/// Rows `row` and `row + 1` of the column that begins at `start`.
#[inline(always)]
fn line<V: PrimeCharacteristicRing + Copy>(columns: &[V], start: usize, row: usize) -> Line<V> {
    let lo = columns[start + row];
    Line { lo, d: columns[start + row + 1] - lo }
}

/// The first `count` elements. What they hold is to be overwritten, so memory is cleared only when it grows.
fn first<E: PrimeCharacteristicRing + Copy>(rows: &mut Vec<E>, count: usize) -> &mut [E] {
    if rows.len() < count {
        rows.resize(count, E::ZERO);
    }
    &mut rows[..count]
}
