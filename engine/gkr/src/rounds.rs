//! The prover's kernels: the sumcheck of one layer over its copies.
//!
//! In round `i` the columns hold the values at `(rho_0, .., rho_{i-1}, c_i, c_{i+1}, ..)`; a pair of neighbours is the
//! line `lo + X (hi - lo)` in `X = c_i`. With `d = hi - lo`, a column that is cubed with weight `w` adds to the round
//! polynomial, without its `eq` factor,
//!
//! ```text
//! w (lo + X d)^3 = .. + 3 w lo^2 d X + 3 w lo d^2 X^2 + w d^3 X^3
//! ```
//!
//! and a product `w (a + X d)(b + X e) = .. + w (a e + b d) X + w d e X^2`. Constant terms are never computed. Two
//! padding copies have `d = 0` and add nothing, so only the pairs with a real copy are visited.

use p3_field::{Algebra, PrimeCharacteristicRing};
use statesync_circuit::Copies;
use statesync_transcript::{Extension, ProverChannel, label};

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

/// Memory that is reused from layer to layer.
pub(crate) struct Scratch<E> {
    /// One column per nonlinear wire.
    values: Vec<E>,
    /// For each cubed wire its column times its weight: it saves a product in every pair of every later round.
    weighted: Vec<E>,
    remainder: Vec<E>,
    eq: Vec<E>,
}

/// `c_1, c_2, c_3` of a round, still without the factor 3 of the cubes' binomials in `square` terms.
struct RoundSums<E> {
    cubes: [E; 3],
    others: [E; 2],
}

impl<E: PrimeCharacteristicRing + Copy> Scratch<E> {
    pub(crate) fn new() -> Self {
        Self { values: Vec::new(), weighted: Vec::new(), remainder: Vec::new(), eq: Vec::new() }
    }

    /// Runs all rounds. Returns the new point's coordinates and the opened values.
    pub(crate) fn run<B>(
        &mut self,
        columns: &LayerColumns<'_, B, E>,
        point: &[E],
        channel: &mut impl ProverChannel<E>,
    ) -> (Vec<E>, Vec<E>)
    where
        B: PrimeCharacteristicRing + Copy,
        E: Extension<B>,
    {
        let rows = columns.copies.rows();
        let Some((_, rest)) = point.split_first() else {
            return (Vec::new(), columns.nonlinear.iter().map(|&value| E::from(value)).collect());
        };
        self.eq = eq_table(rest, 1 << rest.len());
        let sums = self.first_sums(columns);
        let mut rho = send(sums, columns.degree, channel);
        let mut bound = vec![rho];
        self.first_fold(columns, rho);
        let mut copies = columns.copies.halved();
        while copies.log() > 0 {
            for c in 0..self.eq.len() / 2 {
                self.eq[c] = self.eq[2 * c] + self.eq[2 * c + 1];
            }
            self.eq.truncate(self.eq.len() / 2);
            let sums = self.sums(columns, copies);
            rho = send(sums, columns.degree, channel);
            bound.push(rho);
            let stride = rows;
            for column in [&mut self.values, &mut self.weighted, &mut self.remainder] {
                column.chunks_exact_mut(stride).for_each(|column| fold(column, copies, rho));
            }
            copies = copies.halved();
        }
        (bound, self.values.iter().step_by(rows).copied().collect())
    }

    /// Round 0, on base values.
    fn first_sums<B>(&self, columns: &LayerColumns<'_, B, E>) -> RoundSums<E>
    where
        B: PrimeCharacteristicRing + Copy,
        E: Extension<B>,
    {
        let rows = columns.copies.rows();
        let pair = |position: usize, i: usize| Line::new(columns.nonlinear, position * rows + 2 * i);
        let mut sums = RoundSums::new();
        for (i, &eq) in self.eq[..columns.copies.halved().real()].iter().enumerate() {
            let mut cubes = [E::ZERO; 3];
            for term in &columns.pulled.cubes {
                let Line { lo, d } = pair(term.position, i);
                let (lo2, d2) = (lo.square(), d.square());
                cubes[0] += term.weight * (lo2 * d);
                cubes[1] += term.weight * (d2 * lo);
                cubes[2] += term.weight * (d2 * d);
            }
            let mut others = product_terms(columns.pulled, |position| pair(position, i));
            if let Some(remainder) = columns.remainder {
                others[0] += remainder[2 * i + 1] - remainder[2 * i];
            }
            sums.add(eq, cubes, others);
        }
        sums
    }

    /// A later round, on folded values.
    fn sums<B>(&self, columns: &LayerColumns<'_, B, E>, copies: Copies) -> RoundSums<E> {
        let rows = columns.copies.rows();
        let pair = |position: usize, i: usize| Line::new(&self.values, position * rows + 2 * i);
        let mut sums = RoundSums::new();
        for (i, &eq) in self.eq[..copies.halved().real()].iter().enumerate() {
            let mut cubes = [E::ZERO; 3];
            for (index, term) in columns.pulled.cubes.iter().enumerate() {
                let Line { lo, d } = pair(term.position, i);
                let weighted = Line::new(&self.weighted, index * rows + 2 * i);
                let (lo2, d2) = (lo.square(), d.square());
                cubes[0] += lo2 * weighted.d;
                cubes[1] += d2 * weighted.lo;
                cubes[2] += d2 * weighted.d;
            }
            let mut others = product_terms(columns.pulled, |position| pair(position, i));
            if !self.remainder.is_empty() {
                others[0] += Line::new(&self.remainder, 2 * i).d;
            }
            sums.add(eq, cubes, others);
        }
        sums
    }

    /// Binds coordinate 0: base columns become extension columns.
    fn first_fold<B>(&mut self, columns: &LayerColumns<'_, B, E>, rho: E)
    where
        B: PrimeCharacteristicRing + Copy,
        E: Extension<B>,
    {
        let (copies, rows) = (columns.copies, columns.copies.rows());
        self.values.clear();
        for column in columns.nonlinear.chunks_exact(rows) {
            let start = self.values.len();
            let pairs = column.chunks_exact(2).take(copies.halved().real());
            self.values.extend(pairs.map(|pair| rho * (pair[1] - pair[0]) + pair[0]));
            if copies.halved().is_padded() {
                self.values.push(E::from(column[copies.real()]));
            }
            self.values.resize(start + rows, E::ZERO);
        }
        self.weighted.clear();
        for term in &columns.pulled.cubes {
            let column = &self.values[term.position * rows..][..rows];
            self.weighted.extend(column.iter().map(|&value| term.weight * value));
        }
        self.remainder.clear();
        if let Some(remainder) = columns.remainder {
            self.remainder.extend_from_slice(remainder);
            fold(&mut self.remainder, copies, rho);
        }
    }
}

/// `lo + X d`: two neighbours of a column as a line.
struct Line<V> {
    lo: V,
    d: V,
}

impl<V: PrimeCharacteristicRing + Copy> Line<V> {
    #[inline(always)]
    fn new(column: &[V], at: usize) -> Self {
        let lo = column[at];
        Self { lo, d: column[at + 1] - lo }
    }
}

#[inline(always)]
fn product_terms<V, E>(pulled: &Pullback<E>, line: impl Fn(usize) -> Line<V>) -> [E; 2]
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

impl<E: PrimeCharacteristicRing + Copy> RoundSums<E> {
    fn new() -> Self {
        Self { cubes: [E::ZERO; 3], others: [E::ZERO; 2] }
    }

    #[inline(always)]
    fn add(&mut self, eq: E, cubes: [E; 3], others: [E; 2]) {
        let [c1, c2, c3] = cubes;
        self.cubes[0] += eq * c1;
        self.cubes[1] += eq * c2;
        self.cubes[2] += eq * c3;
        let [c1, c2] = others;
        self.others[0] += eq * c1;
        self.others[1] += eq * c2;
    }

    fn coefficients(self) -> [E; 3] {
        let [c1, c2, c3] = self.cubes;
        [c1.double() + c1 + self.others[0], c2.double() + c2 + self.others[1], c3]
    }
}

/// Sends a round's message and draws its challenge.
fn send<E: PrimeCharacteristicRing + Copy>(
    sums: RoundSums<E>,
    degree: usize,
    channel: &mut impl ProverChannel<E>,
) -> E {
    channel.send(label::ROUND, &sums.coefficients()[..degree]);
    channel.draw()
}

/// Binds the lowest coordinate of a column in place: `new[i] = lo + rho (hi - lo)`.
fn fold<E: PrimeCharacteristicRing + Copy>(column: &mut [E], copies: Copies, rho: E) {
    let halved = copies.halved();
    for i in 0..halved.real() {
        let Line { lo, d } = Line::new(column, 2 * i);
        column[i] = lo + rho * d;
    }
    if halved.is_padded() {
        column[halved.real()] = column[copies.real()];
    }
}

#[cfg(test)]
mod tests;
