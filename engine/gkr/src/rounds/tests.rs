//! Every kernel against the sum over the whole cube, with padding spelled out.

use p3_field::ExtensionField;
use rand::distr::{Distribution, StandardUniform};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use statesync_circuit::{Copies, F};
use statesync_transcript::{Label, ProverChannel, label};

use super::products::{CHUNK, Chunk, Multiplier, ProductSum, product, square};
use super::{LayerColumns, Rounds, Scratch};
use crate::point::eq_table;
use crate::pullback::{CubeTerm, ProductTerm, Pullback};
use crate::{Quartic, Quintic};

const WIRES: usize = 8;
/// Wires that are cubed: a whole chunk and a rest.
const CUBED: [usize; 6] = [0, 2, 3, 4, 6, 7];

/// What a layer may add up.
#[derive(Clone, Copy, Debug)]
struct Parts {
    cubes: bool,
    products: bool,
    remainder: bool,
}

/// A layer's sumcheck on random columns that no two wires and no two copies share.
struct Sample<E> {
    pulled: Pullback<E>,
    nonlinear: Vec<F>,
    remainder: Option<Vec<E>>,
    copies: Copies,
    degree: usize,
    point: Vec<E>,
}

impl<E: ExtensionField<F>> Sample<E>
where
    StandardUniform: Distribution<E>,
{
    fn random(parts: Parts, copies: Copies, rng: &mut StdRng) -> Self {
        let cubes = CUBED.iter().filter(|_| parts.cubes);
        let products = [(0, 1), (5, 5), (7, 2)].iter().filter(|_| parts.products);
        let pulled = Pullback {
            constant: rng.random(),
            linear: Vec::new(),
            cubes: cubes.map(|&position| CubeTerm { position, weight: rng.random() }).collect(),
            products: products.map(|&(left, right)| ProductTerm { left, right, weight: rng.random() }).collect(),
        };
        Self {
            pulled,
            nonlinear: (0..WIRES * copies.rows()).map(|_| rng.random::<F>()).collect(),
            remainder: parts.remainder.then(|| (0..copies.rows()).map(|_| rng.random()).collect()),
            copies,
            degree: if parts.cubes { 3 } else { 2 },
            point: (0..copies.log()).map(|_| rng.random()).collect(),
        }
    }

    fn columns(&self) -> LayerColumns<'_, F, E> {
        LayerColumns {
            pulled: &self.pulled,
            nonlinear: &self.nonlinear,
            remainder: self.remainder.as_deref(),
            copies: self.copies,
            degree: self.degree,
        }
    }

    /// Multilinear extensions of the wires' columns and of the remainder, each as a sum over all copies.
    fn at(&self, point: &[E]) -> ([E; WIRES], E) {
        let rows = self.copies.rows();
        let weights = eq_of_all(point);
        // A copy beyond the real ones holds the padding row.
        let sum = |column: &dyn Fn(usize) -> E| -> E {
            weights.iter().enumerate().map(|(c, &weight)| weight * column(c.min(rows - 1))).sum()
        };
        let wires = core::array::from_fn(|wire| sum(&|row| E::from(self.nonlinear[wire * rows + row])));
        let remainder = self.remainder.as_ref();
        (wires, remainder.map_or(E::ZERO, |column| sum(&|row| column[row])))
    }

    /// `sum over c of eq(rest of the point, c) (N + remainder)(bound, x, c)`: the round polynomial at `x`.
    fn round_polynomial(&self, bound: &[E], x: E) -> E {
        let rest = &self.point[bound.len() + 1..];
        let summand = |(c, eq): (usize, E)| {
            let (wires, remainder) = self.at(&[bound, &[x], &bits(c, rest.len())].concat());
            let cubes = self.pulled.cubes.iter().map(|term| {
                let value = wires[term.position];
                term.weight * value * value * value
            });
            let products = self.pulled.products.iter().map(|term| term.weight * wires[term.left] * wires[term.right]);
            eq * (cubes.chain(products).sum::<E>() + remainder)
        };
        eq_of_all(rest).into_iter().enumerate().map(summand).sum()
    }

    /// Coefficients without the constant one fix the differences `t(x) - t(0)`; three of them fix the coefficients.
    fn assert_round(&self, bound: &[E], coefficients: [E; 3]) {
        let constant = self.round_polynomial(bound, E::ZERO);
        for x in [1, 2, 3].map(E::from_u32) {
            let [c1, c2, c3] = coefficients;
            let difference = c1 * x + c2 * x * x + c3 * x * x * x;
            assert_eq!(difference, self.round_polynomial(bound, x) - constant, "round {}", bound.len());
        }
    }

    /// Entries of a folded row: the wires, the cubed ones times three times their weight, the remainder.
    fn width(&self) -> usize {
        WIRES + self.pulled.cubes.len() + usize::from(self.remainder.is_some())
    }

    /// Folded rows hold the values at `(bound, c)`, the padding row those of every copy beyond the real ones.
    fn assert_folded(&self, scratch: &Scratch<E>, copies: Copies, bound: &[E]) {
        for c in 0..1 << copies.log() {
            let (wires, remainder) = self.at(&[bound, &bits(c, copies.log())].concat());
            let row = &scratch.rows[c.min(copies.rows() - 1) * self.width()..][..self.width()];
            let weighted = self.pulled.cubes.iter().map(|term| term.weight.double() + term.weight);
            let cubes = self.pulled.cubes.iter().zip(weighted).map(|(term, weight)| weight * wires[term.position]);
            let remainder = self.remainder.iter().map(|_| remainder);
            let expected: Vec<E> = wires.into_iter().chain(cubes).chain(remainder).collect();
            assert_eq!(row, expected, "copy {c}");
        }
    }
}

/// `prod_i (r_i c_i + (1 - r_i) (1 - c_i))` for every `c`, bit 0 of `c` with coordinate 0.
fn eq_of_all<E: ExtensionField<F>>(point: &[E]) -> Vec<E> {
    let Some((&r, higher)) = point.split_first() else { return vec![E::ONE] };
    eq_of_all(higher).into_iter().flat_map(|eq| [(E::ONE - r) * eq, r * eq]).collect()
}

fn bits<E: ExtensionField<F>>(c: usize, log: usize) -> Vec<E> {
    (0..log).map(|i| E::from_usize(c >> i & 1)).collect()
}

/// Every number of real copies up to 16, the edges and a few between above.
fn copies(log: usize, rng: &mut StdRng) -> Vec<Copies> {
    let most = 1 << log;
    let mut real =
        if log <= 4 { (1..=most).collect() } else { vec![1, most / 2 + 1, most - 1, most, rng.random_range(2..most)] };
    real.dedup();
    real.into_iter().map(|real| Copies::new(real, log).expect("in range")).collect()
}

/// Samples of 1 to `most` variables, with each part alone and all together; small ones with every pair of parts too.
fn samples<E: ExtensionField<F>>(most: usize) -> impl Iterator<Item = Sample<E>>
where
    StandardUniform: Distribution<E>,
{
    (1..=most).flat_map(|log| {
        let rng = &mut StdRng::seed_from_u64(log as u64);
        let copies = copies(log, rng);
        let parts: &[u32] = if log <= 4 { &[1, 2, 3, 4, 5, 6, 7] } else { &[1, 2, 4, 7] };
        let all = parts.iter().flat_map(|parts| copies.iter().map(move |&copies| (parts, copies)));
        let samples = all.map(|(parts, copies)| {
            let parts = Parts { cubes: parts & 1 != 0, products: parts & 2 != 0, remainder: parts & 4 != 0 };
            Sample::random(parts, copies, rng)
        });
        samples.collect::<Vec<_>>()
    })
}

fn assert_kernels<E: ExtensionField<F>>(most: usize)
where
    StandardUniform: Distribution<E>,
{
    let rng = &mut StdRng::seed_from_u64(100);
    for sample in samples::<E>(most) {
        let columns = sample.columns();
        let mut scratch = Scratch::new();
        scratch.start(&columns, eq_table(&sample.point[1..], 1 << (sample.point.len() - 1)));
        sample.assert_round(&[], scratch.first_sums(&columns).coefficients::<F>());
        let mut bound: Vec<E> = vec![rng.random()];
        scratch.first_fold(&columns, bound[0]);
        let mut copies = sample.copies.halved();
        sample.assert_folded(&scratch, copies, &bound);
        while copies.log() > 0 {
            scratch.eq = eq_table(&sample.point[bound.len() + 1..], 1 << (copies.log() - 1));
            sample.assert_round(&bound, scratch.sums::<F>(columns.summand(), copies).coefficients::<F>());
            let rho = rng.random();
            scratch.fold::<F>(sample.width(), copies, rho);
            bound.push(rho);
            copies = copies.halved();
            sample.assert_folded(&scratch, copies, &bound);
        }
    }
}

#[test]
fn sums_and_folds_of_every_round_are_those_over_the_whole_cube() {
    assert_kernels::<Quartic>(8);
    assert_kernels::<Quintic>(5);
}

/// Answers with challenges that were drawn up beforehand.
struct Scripted<E> {
    challenges: Vec<E>,
    messages: Vec<Vec<E>>,
}

impl<E: ExtensionField<F>> ProverChannel<E> for Scripted<E> {
    fn send(&mut self, label: Label, elements: &[E]) {
        assert_eq!(label, label::ROUND);
        self.messages.push(elements.to_vec());
    }

    fn draw(&mut self) -> E {
        self.challenges[self.messages.len() - 1]
    }
}

fn assert_runs<E: ExtensionField<F>>(most: usize)
where
    StandardUniform: Distribution<E>,
{
    let rng = &mut StdRng::seed_from_u64(101);
    // One scratch for all layers, as in a proof: nothing of a longer layer may be left in a shorter one.
    let mut scratch = Scratch::new();
    let mut samples: Vec<Sample<E>> = samples(most).collect();
    samples.shuffle(rng);
    for sample in samples {
        let challenges: Vec<E> = sample.point.iter().map(|_| rng.random()).collect();
        let mut channel = Scripted { challenges: challenges.clone(), messages: Vec::new() };
        let (bound, opened) = scratch.run(&sample.columns(), &sample.point, &mut channel);
        assert_eq!(bound, challenges);
        assert_eq!(opened, sample.at(&challenges).0);
        assert_eq!(channel.messages.len(), sample.point.len());
        for (round, message) in channel.messages.iter().enumerate() {
            assert_eq!(message.len(), sample.degree);
            let coefficient = |i: usize| message.get(i).copied().unwrap_or_default();
            sample.assert_round(&challenges[..round], [0, 1, 2].map(coefficient));
        }
    }
}

#[test]
fn a_run_sends_every_round_and_opens_the_columns_at_the_point_of_its_challenges() {
    assert_runs::<Quartic>(6);
    assert_runs::<Quintic>(5);
}

#[test]
fn one_copy_has_no_rounds_and_opens_its_own_values() {
    let rng = &mut StdRng::seed_from_u64(102);
    let parts = Parts { cubes: true, products: true, remainder: true };
    let sample = Sample::<Quartic>::random(parts, Copies::one(), rng);
    let mut channel = Scripted { challenges: Vec::new(), messages: Vec::new() };
    let (bound, opened) = Scratch::new().run(&sample.columns(), &[], &mut channel);
    assert_eq!((bound.len(), channel.messages.len()), (0, 0));
    assert_eq!(opened, sample.nonlinear.iter().map(|&value| Quartic::from(value)).collect::<Vec<_>>());
}

/// Products part by part, and products in which the modulus is written out, are those of the extension.
fn assert_products<E: ExtensionField<F>>(rng: &mut StdRng)
where
    StandardUniform: Distribution<E>,
{
    for _ in 0..200 {
        let [a, b]: [[E; CHUNK]; 2] = core::array::from_fn(|_| core::array::from_fn(|_| rng.random()));
        assert_eq!(product::<F, E>(a[0], b[0]), a[0] * b[0]);
        assert_eq!(square::<F, E>(a[0]), a[0] * a[0]);
        assert_eq!(Multiplier::<F>::new(a[0]).times(b[0]), a[0] * b[0]);
        let expected: E = a.iter().zip(&b).map(|(&a, &b)| a * b).sum();
        let sum = match E::DIMENSION {
            4 => sum_of_products::<E, 4>(&a, &b),
            _ => sum_of_products::<E, 5>(&a, &b),
        };
        assert_eq!(sum, expected + expected);
    }
}

/// Twice the sum of products, added in two steps.
fn sum_of_products<E: ExtensionField<F>, const D: usize>(a: &[E; CHUNK], b: &[E; CHUNK]) -> E {
    let [mut left, mut right] = [Chunk::<F, D>::ZERO; 2];
    for j in 0..CHUNK {
        left.set(j, a[j]);
        right.set(j, b[j]);
    }
    let mut sum = ProductSum::ZERO;
    sum.add(&left, &right);
    sum.add(&right, &left);
    sum.reduce()
}

#[test]
fn products_are_those_of_both_extensions() {
    let rng = &mut StdRng::seed_from_u64(103);
    assert_products::<Quartic>(rng);
    assert_products::<Quintic>(rng);
}
