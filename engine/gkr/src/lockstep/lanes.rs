//! Columns of single lanes, and of all of them.

#[cfg(feature = "prove")]
use p3_field::BasedVectorSpace;
use p3_field::{ExtensionField, PackedValue};
use statesync_circuit::{Circuit, Copies};
#[cfg(feature = "prove")]
use statesync_transcript::LANES;
use statesync_transcript::{Extension, Packing};

use crate::{Bound, F, Outputs};

/// An extension of the base field that has a packed form. Both of this crate's have one.
pub trait Lanes: ExtensionField<F, ExtensionPacking: Extension<Packing>> {}

impl<E: ExtensionField<F, ExtensionPacking: Extension<Packing>>> Lanes for E {}

/// One element of `E` per lane.
pub type Packed<E> = <E as ExtensionField<F>>::ExtensionPacking;

/// The packed element with these lanes.
#[cfg(feature = "prove")]
#[inline(always)]
pub(crate) fn from_lanes<E: Lanes>(lane: impl Fn(usize) -> E) -> Packed<E> {
    let lanes: [E; LANES] = core::array::from_fn(lane);
    Packed::<E>::from_basis_coefficients_fn(|i| Packing::from_fn(|l| lanes[l].as_basis_coefficients_slice()[i]))
}

/// The same element in every lane.
#[cfg(feature = "prove")]
#[inline(always)]
pub(crate) fn broadcast<E: Lanes>(value: E) -> Packed<E> {
    from_lanes(|_| value)
}

/// One lane of a packed element.
#[cfg(feature = "prove")]
#[inline(always)]
pub(crate) fn lane<E: Lanes>(packed: &Packed<E>, lane: usize) -> E {
    E::from_basis_coefficients_fn(|i| packed.as_basis_coefficients_slice()[i].as_slice()[lane])
}

/// The sum of all lanes.
#[cfg(feature = "prove")]
pub(crate) fn add_lanes<E: Lanes>(packed: &Packed<E>) -> E {
    (0..LANES).map(|l| lane::<E>(packed, l)).sum()
}

/// The copies of a run in lock step: as many real ones as the lane with the most has.
///
/// # Panics
/// If there is no lane, or lanes differ in the number of variables.
pub fn widest(lanes: impl IntoIterator<Item = Copies>) -> Copies {
    let wider = |a: Copies, b: Copies| {
        assert_eq!(a.log(), b.log(), "copies in lock step must have one number of variables");
        if a.real() < b.real() { b } else { a }
    };
    lanes.into_iter().reduce(wider).expect("lock step takes at least one lane")
}

/// The circuit of all lanes.
///
/// # Panics
/// If there is no lane, or lanes are about different circuits.
pub(super) fn circuit<'a, E>(bounds: &[&Bound<'a, E>]) -> &'a Circuit {
    let circuits = bounds.iter().map(|bound| bound.instance.circuit);
    let same = |a: &'a Circuit, b: &'a Circuit| {
        assert_eq!(a.digest(), b.digest(), "instances in lock step must be about one circuit");
        a
    };
    circuits.reduce(same).expect("lock step takes at least one lane")
}

/// The public outputs of all lanes, as columns of `copies`; `None` if they are zero by construction.
///
/// Rows beyond those of a lane are its padding; lanes beyond the last repeat it.
///
/// # Panics
/// If some lanes have public outputs and others none.
pub(super) fn outputs<E>(copies: Copies, bounds: &[&Bound<'_, E>]) -> Option<Vec<Packing>> {
    let lanes: Vec<(usize, &[F])> = bounds
        .iter()
        .filter_map(|bound| match bound.instance.outputs {
            Outputs::Zero => None,
            Outputs::Columns(values) => Some((bound.instance.copies.rows(), values)),
        })
        .collect();
    assert!(lanes.is_empty() || lanes.len() == bounds.len(), "outputs in lock step must be of one kind");
    let (rows, values) = lanes.first()?;
    let wires = values.len() / rows;
    let value = |lane: usize, wire: usize, row: usize| {
        let (rows, values) = lanes[lane.min(lanes.len() - 1)];
        values[wire * rows + row.min(rows - 1)]
    };
    let entries = (0..wires).flat_map(|wire| (0..copies.rows()).map(move |row| (wire, row)));
    Some(entries.map(|(wire, row)| Packing::from_fn(|lane| value(lane, wire, row))).collect())
}
