//! The rows of a layer, folded round by round.

use p3_field::{Algebra, PrimeCharacteristicRing};
use statesync_circuit::{Copies, F};
use statesync_transcript::{Extension, ProverChannel, label};

use super::products::{Multiplier, product};
use super::terms::{CubeChunks, Line, Pair, base_cubes, folded_cubes, products};
use crate::point::eq_table;
use crate::pullback::Pullback;

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
    fn wires(&self) -> usize {
        self.nonlinear.len() / self.copies.rows()
    }

    /// Entries of a folded row: the nonlinear wires, the cubed ones times three times their weight (which saves a
    /// product in every pair of every later round), the remainder.
    fn width(&self) -> usize {
        self.wires() + self.pulled.cubes.len() + usize::from(self.remainder.is_some())
    }
}

/// A prover's memory, reused from layer to layer and from proof to proof.
///
/// It grows to the largest layer: `rows / 2` rows of one element per nonlinear wire, one per cubed wire, and one.
pub struct Scratch<E> {
    /// Folded rows, one after the other.
    pub(super) rows: Vec<E>,
    pub(super) eq: Vec<E>,
    /// Three times the weight of each cube.
    weights: Vec<E>,
}

impl<E: PrimeCharacteristicRing + Copy> Default for Scratch<E> {
    fn default() -> Self {
        Self::new()
    }
}

/// `c_1`, `c_2`, `3 c_3` of a round.
pub(super) struct RoundSums<E>([E; 3]);

impl<E: PrimeCharacteristicRing + Copy> Scratch<E> {
    /// No memory yet.
    pub fn new() -> Self {
        Self { rows: Vec::new(), eq: Vec::new(), weights: Vec::new() }
    }

    /// Runs all rounds. Returns the new point's coordinates and the opened values.
    pub(crate) fn run<B>(
        &mut self,
        columns: &LayerColumns<'_, B, E>,
        point: &[E],
        channel: &mut impl ProverChannel<E>,
    ) -> (Vec<E>, Vec<E>)
    where
        B: Algebra<F> + Copy,
        E: Extension<B>,
    {
        let Some((_, rest)) = point.split_first() else {
            return (Vec::new(), columns.nonlinear.iter().map(|&value| E::from(value)).collect());
        };
        self.start(columns, rest);
        let mut rho = send::<B, E>(self.first_sums(columns), columns.degree, channel);
        let mut bound = vec![rho];
        self.first_fold(columns, rho);
        let mut copies = columns.copies.halved();
        while copies.log() > 0 {
            self.halve_eq();
            rho = send::<B, E>(self.sums::<B>(columns, copies), columns.degree, channel);
            bound.push(rho);
            self.fold::<B>(columns.width(), copies, rho);
            copies = copies.halved();
        }
        (bound, self.rows[..columns.wires()].to_vec())
    }

    /// Makes what the first round needs: `eq` over all variables but its own, and the cubes' weights.
    pub(super) fn start<B>(&mut self, columns: &LayerColumns<'_, B, E>, rest: &[E]) {
        self.eq = eq_table(rest, 1 << rest.len());
        self.weights.clear();
        self.weights.extend(columns.pulled.cubes.iter().map(|term| term.weight.double() + term.weight));
    }

    /// Drops one variable of `eq`: it sums to 1 over each.
    fn halve_eq(&mut self) {
        for c in 0..self.eq.len() / 2 {
            self.eq[c] = self.eq[2 * c] + self.eq[2 * c + 1];
        }
        self.eq.truncate(self.eq.len() / 2);
    }

    /// Round 0, on base columns.
    pub(super) fn first_sums<B>(&self, columns: &LayerColumns<'_, B, E>) -> RoundSums<E>
    where
        B: PrimeCharacteristicRing + Copy,
        E: Extension<B>,
    {
        let rows = columns.copies.rows();
        let mut sums = RoundSums([E::ZERO; 3]);
        for (c, &eq) in self.eq[..columns.copies.halved().real()].iter().enumerate() {
            let line = |position: usize| line(columns.nonlinear, position * rows, 2 * c);
            let mut terms = base_cubes(&columns.pulled.cubes, &self.weights, line);
            add(&mut terms, products(columns.pulled, line));
            if let Some(remainder) = columns.remainder {
                terms[0] += self::line(remainder, 0, 2 * c).d;
            }
            sums.add::<B>(eq, terms);
        }
        sums
    }

    /// A later round, on folded rows.
    pub(super) fn sums<B>(&self, columns: &LayerColumns<'_, B, E>, copies: Copies) -> RoundSums<E>
    where
        B: PrimeCharacteristicRing + Copy,
        E: Extension<B>,
    {
        match E::DIMENSION {
            4 => self.sums_of_degree::<B, 4>(columns, copies),
            _ => self.sums_of_degree::<B, 5>(columns, copies),
        }
    }

    fn sums_of_degree<B, const D: usize>(&self, columns: &LayerColumns<'_, B, E>, copies: Copies) -> RoundSums<E>
    where
        B: PrimeCharacteristicRing + Copy,
        E: Extension<B>,
    {
        let (wires, width) = (columns.wires(), columns.width());
        let mut sums = RoundSums([E::ZERO; 3]);
        let mut chunks = CubeChunks::EMPTY;
        for (&eq, pair) in self.eq[..copies.halved().real()].iter().zip(self.rows.chunks_exact(2 * width)) {
            let (lo, hi) = pair.split_at(width);
            let pair = Pair { lo, hi };
            let mut terms = folded_cubes::<B, E, D>(&columns.pulled.cubes, wires, pair, &mut chunks);
            add(&mut terms, products::<E, E>(columns.pulled, |position| pair.line(position)));
            if columns.remainder.is_some() {
                terms[0] += pair.line(width - 1).d;
            }
            sums.add::<B>(eq, terms);
        }
        sums
    }

    /// Binds coordinate 0: base columns become extension rows.
    pub(super) fn first_fold<B>(&mut self, columns: &LayerColumns<'_, B, E>, rho: E)
    where
        B: PrimeCharacteristicRing + Copy,
        E: Extension<B>,
    {
        let (rows, last) = (columns.copies.rows(), columns.copies.rows() - 1);
        let factor = Multiplier::<B>::new(rho);
        let slopes: Vec<E> = self.weights.iter().map(|&weight| weight * rho).collect();
        let (wires, width) = (columns.wires(), columns.width());
        self.reserve(columns.copies.halved().rows() * width);
        for (c, row) in self.rows.chunks_exact_mut(width).take(columns.copies.halved().rows()).enumerate() {
            let (lo, hi) = ((2 * c).min(last), (2 * c + 1).min(last));
            let line = |position: usize| {
                let column = &columns.nonlinear[position * rows..][..rows];
                Line { lo: column[lo], d: column[hi] - column[lo] }
            };
            for (wire, entry) in row[..wires].iter_mut().enumerate() {
                let Line { lo, d } = line(wire);
                *entry = rho * d + lo;
            }
            for (i, term) in columns.pulled.cubes.iter().enumerate() {
                let Line { lo, d } = line(term.position);
                row[wires + i] = <E as Algebra<B>>::mixed_dot_product(&[self.weights[i], slopes[i]], &[lo, d]);
            }
            if let Some(remainder) = columns.remainder {
                row[width - 1] = remainder[lo] + factor.times(remainder[hi] - remainder[lo]);
            }
        }
    }

    /// Grows the rows to `length` elements. What they hold is overwritten, so nothing is ever cleared.
    fn reserve(&mut self, length: usize) {
        if self.rows.len() < length {
            self.rows.resize(length, E::ZERO);
        }
    }

    /// Binds the lowest coordinate that is left: `new[c] = lo + rho (hi - lo)`.
    pub(super) fn fold<B>(&mut self, width: usize, copies: Copies, rho: E)
    where
        B: PrimeCharacteristicRing + Copy,
        E: Extension<B>,
    {
        let halved = copies.halved();
        let factor = Multiplier::<B>::new(rho);
        for c in 0..halved.real() {
            let at = c * width;
            for i in 0..width {
                let (lo, hi) = (self.rows[2 * at + i], self.rows[2 * at + width + i]);
                self.rows[at + i] = lo + factor.times(hi - lo);
            }
        }
        if halved.is_padded() {
            self.rows.copy_within(copies.real() * width..(copies.real() + 1) * width, halved.real() * width);
        }
    }
}

/// Rows `row` and `row + 1` of the column that begins at `start`.
#[inline(always)]
fn line<V: PrimeCharacteristicRing + Copy>(columns: &[V], start: usize, row: usize) -> Line<V> {
    let lo = columns[start + row];
    Line { lo, d: columns[start + row + 1] - lo }
}

#[inline(always)]
fn add<E: PrimeCharacteristicRing + Copy>(terms: &mut [E; 3], products: [E; 2]) {
    terms[0] += products[0];
    terms[1] += products[1];
}

impl<E: PrimeCharacteristicRing + Copy> RoundSums<E> {
    #[inline(always)]
    fn add<B>(&mut self, eq: E, terms: [E; 3])
    where
        B: PrimeCharacteristicRing + Copy,
        E: Extension<B>,
    {
        for (sum, term) in self.0.iter_mut().zip(terms) {
            *sum += product::<B, E>(eq, term);
        }
    }

    /// `c_1, c_2, c_3`.
    pub(super) fn coefficients<B>(self) -> [E; 3]
    where
        B: Algebra<F>,
        E: Extension<B>,
    {
        let [c1, c2, c3] = self.0;
        [c1, c2, c3 * B::from(THIRD)]
    }
}

/// `1 / 3`.
const THIRD: F = F::new(710_235_478);

/// Sends a round's message and draws its challenge.
fn send<B, E>(sums: RoundSums<E>, degree: usize, channel: &mut impl ProverChannel<E>) -> E
where
    B: Algebra<F>,
    E: Extension<B>,
{
    channel.send(label::ROUND, &sums.coefficients::<B>()[..degree]);
    channel.draw()
}
