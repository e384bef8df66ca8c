//! All rounds of one layer, in the three ways in which lanes are used.

use p3_field::{Algebra, PackedValue, PrimeCharacteristicRing};
use statesync_circuit::{Copies, F};
use statesync_transcript::{Extension, LANES, Packing, ProverChannel};

use super::channels::{FirstLane, LaneSum};
use super::rows::{LayerColumns, Scratch, Summand};
use crate::lockstep::{Lanes, Packed, broadcast, from_lanes, lane};
use crate::point::eq_table;
use crate::pullback::{CubeTerm, ProductTerm, Pullback};
use crate::vectors;

/// How the sumchecks of a proof are run.
pub(crate) trait Rounds<B, E> {
    /// Variables of the copies, `copies` of which are columns.
    fn variables(&self, copies: Copies) -> usize;

    /// Runs all rounds from the claim's `point`. Returns the new point's coordinates and the opened values.
    fn run(
        &mut self,
        columns: &LayerColumns<'_, B, E>,
        point: &[E],
        channel: &mut impl ProverChannel<E>,
    ) -> (Vec<E>, Vec<E>);
}

/// One proof without lanes, or one per lane.
impl<B, E> Rounds<B, E> for Scratch<E>
where
    B: Algebra<F> + Copy + Send + Sync,
    E: Extension<B>,
{
    fn variables(&self, copies: Copies) -> usize {
        copies.log()
    }

    fn run(
        &mut self,
        columns: &LayerColumns<'_, B, E>,
        point: &[E],
        channel: &mut impl ProverChannel<E>,
    ) -> (Vec<E>, Vec<E>) {
        let Some((_, rest)) = point.split_first() else {
            return (Vec::new(), columns.nonlinear.iter().map(|&value| E::from(value)).collect());
        };
        let mut bound = vec![self.first_round(columns, eq_table(rest, 1 << rest.len()), channel)];
        let mut left = columns.copies.halved();
        bound.extend(self.later_rounds::<B>(columns.summand(), &mut left, rest.len(), channel));
        (bound, self.rows[..columns.summand().wires].to_vec())
    }
}

/// One proof, in which the wires of a layer are the lanes where all of them are cubed, and nothing else is.
pub(crate) struct WireLanes<E: Lanes> {
    alone: Scratch<E>,
    packed: Scratch<Packed<E>>,
}

impl<E: Lanes> WireLanes<E> {
    pub(crate) fn new() -> Self {
        Self { alone: Scratch::new(), packed: Scratch::new() }
    }
}

impl<E: Lanes> Rounds<F, E> for WireLanes<E> {
    fn variables(&self, copies: Copies) -> usize {
        copies.log()
    }

    fn run(
        &mut self,
        columns: &LayerColumns<'_, F, E>,
        point: &[E],
        channel: &mut impl ProverChannel<E>,
    ) -> (Vec<E>, Vec<E>) {
        let (pulled, wires) = (columns.pulled, columns.summand().wires);
        if LANES == 1 || !wires.is_multiple_of(LANES) || pulled.cubes.len() != wires || !pulled.products.is_empty() {
            return self.alone.run(columns, point, channel);
        }
        let rows = columns.copies.rows();
        let cubes = pulled.cubes.chunks_exact(LANES).enumerate();
        let cubes = cubes.map(|(position, terms)| CubeTerm { position, weight: from_lanes::<E>(|l| terms[l].weight) });
        let packed_pulled =
            Pullback { constant: Packed::<E>::ZERO, linear: Vec::new(), cubes: cubes.collect(), products: Vec::new() };
        let entries = (0..wires / LANES).flat_map(|chunk| (0..rows).map(move |row| (chunk * LANES, row)));
        let nonlinear: Vec<Packing> =
            entries.map(|(first, row)| Packing::from_fn(|l| columns.nonlinear[(first + l) * rows + row])).collect();
        // The sum over lanes must have the remainder once.
        let first_lane = |&value: &E| from_lanes::<E>(|l| if l == 0 { value } else { E::ZERO });
        let remainder: Option<Vec<Packed<E>>> =
            columns.remainder.map(|remainder| remainder.iter().map(first_lane).collect());
        let packed = LayerColumns {
            pulled: &packed_pulled,
            nonlinear: &nonlinear,
            remainder: remainder.as_deref(),
            copies: columns.copies,
            degree: columns.degree,
        };
        let point: Vec<Packed<E>> = point.iter().copied().map(broadcast::<E>).collect();
        let (bound, opened) = self.packed.run(&packed, &point, &mut LaneSum::new(channel));
        let opened = opened.iter().flat_map(|packed| (0..LANES).map(move |l| lane::<E>(packed, l)));
        (bound.iter().map(|packed| lane::<E>(packed, 0)).collect(), opened.collect())
    }
}

/// One proof about many copies in [`vectors`](crate::vectors). The low bits of a copy's number are bound in lanes; the
/// lanes themselves and the segments last, without them. Challenges are the same in every lane.
pub(crate) struct CopyLanes<E: Lanes> {
    packed: Scratch<Packed<E>>,
    alone: Scratch<E>,
}

impl<E: Lanes> CopyLanes<E> {
    pub(crate) fn new() -> Self {
        Self { packed: Scratch::new(), alone: Scratch::new() }
    }
}

impl<E: Lanes> Rounds<Packing, Packed<E>> for CopyLanes<E> {
    fn variables(&self, vectors: Copies) -> usize {
        vectors.log() + LANES.ilog2() as usize
    }

    fn run(
        &mut self,
        columns: &LayerColumns<'_, Packing, Packed<E>>,
        point: &[Packed<E>],
        channel: &mut impl ProverChannel<Packed<E>>,
    ) -> (Vec<Packed<E>>, Vec<Packed<E>>) {
        let (summand, vectors) = (columns.summand(), columns.copies);
        let in_lanes = vectors::log_segment(vectors.log());
        let (low, high) = point.split_at(in_lanes);
        let high: Vec<E> = high.iter().map(|packed| lane::<E>(packed, 0)).collect();
        let eq = eq_of_vectors(&low[1..], &high);
        let mut bound = vec![self.packed.first_round(columns, eq, channel)];
        let mut left = vectors.halved();
        bound.extend(self.packed.later_rounds::<Packing>(summand, &mut left, in_lanes - 1, channel));
        let rows = self.packed.rows[..left.rows() * summand.width()].chunks_exact(summand.width());
        self.alone.rows.clear();
        for row in rows {
            self.alone.rows.extend((0..LANES).flat_map(|l| row.iter().map(move |packed| lane::<E>(packed, l))));
        }
        let pulled = in_every_lane(columns.pulled);
        let summand =
            Summand { pulled: &pulled, wires: summand.wires, remainder: summand.remainder, degree: summand.degree };
        if let Some((_, rest)) = high.split_first() {
            self.alone.eq = eq_table(rest, 1 << rest.len());
            let mut copies =
                Copies::new(left.real() * LANES, high.len()).expect("segments are bits of a copy's number");
            let channel = &mut FirstLane::new(channel);
            let challenges = self.alone.later_rounds::<F>(summand, &mut copies, high.len(), channel);
            bound.extend(challenges.into_iter().map(broadcast::<E>));
        }
        let opened = self.alone.rows[..summand.wires].iter().copied().map(broadcast::<E>).collect();
        (bound, opened)
    }
}

/// The table of `eq` over all variables of the vectors but the first, whose lanes have their own factors; `high` are the
/// coordinates of the lanes, then of the segments.
fn eq_of_vectors<E: Lanes>(low: &[Packed<E>], high: &[E]) -> Vec<Packed<E>> {
    let within = eq_table(low, 1 << low.len());
    let high = eq_table(high, 1 << high.len());
    let segments = high.chunks_exact(LANES).map(|lanes| from_lanes::<E>(|l| lanes[l]));
    segments.flat_map(|lanes| within.iter().map(move |&eq| eq * lanes)).collect()
}

/// The terms of one lane, for weights that are the same in every lane.
fn in_every_lane<E: Lanes>(pulled: &Pullback<Packed<E>>) -> Pullback<E> {
    let cube = |term: &CubeTerm<Packed<E>>| CubeTerm { position: term.position, weight: lane::<E>(&term.weight, 0) };
    let product = |term: &ProductTerm<Packed<E>>| ProductTerm {
        left: term.left,
        right: term.right,
        weight: lane::<E>(&term.weight, 0),
    };
    Pullback {
        constant: lane::<E>(&pulled.constant, 0),
        linear: Vec::new(),
        cubes: pulled.cubes.iter().map(cube).collect(),
        products: pulled.products.iter().map(product).collect(),
    }
}
