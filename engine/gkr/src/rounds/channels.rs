//! Between one proof and kernels that run it in lanes.

use core::marker::PhantomData;

use statesync_transcript::{LANES, Label, ProverChannel, label};

use crate::lockstep::{Lanes, Packed, broadcast, from_lanes, lane};

/// The channel of one proof, for a prover whose lanes each hold a part of it.
///
/// Round polynomials are the sums of those of the lanes; all else is the same in every lane.
pub(crate) struct LaneSum<'c, C, E> {
    channel: &'c mut C,
    extension: PhantomData<E>,
}

impl<'c, C, E> LaneSum<'c, C, E> {
    pub(crate) fn new(channel: &'c mut C) -> Self {
        Self { channel, extension: PhantomData }
    }
}

impl<E: Lanes, C: ProverChannel<E>> ProverChannel<Packed<E>> for LaneSum<'_, C, E> {
    fn send(&mut self, label: Label, elements: &[Packed<E>]) {
        let lanes = if label == label::ROUND { LANES } else { 1 };
        let sum = |packed: &Packed<E>| (0..lanes).map(|l| lane::<E>(packed, l)).sum();
        self.channel.send(label, &elements.iter().map(sum).collect::<Vec<E>>());
    }

    fn draw(&mut self) -> Packed<E> {
        broadcast::<E>(self.channel.draw())
    }
}

/// A channel of lanes, for a prover that has put all of them together: the first lane carries its messages.
pub(crate) struct FirstLane<'c, C> {
    channel: &'c mut C,
}

impl<'c, C> FirstLane<'c, C> {
    pub(crate) fn new(channel: &'c mut C) -> Self {
        Self { channel }
    }
}

impl<E: Lanes, C: ProverChannel<Packed<E>>> ProverChannel<E> for FirstLane<'_, C> {
    fn send(&mut self, label: Label, elements: &[E]) {
        let first = |&value: &E| from_lanes::<E>(|l| if l == 0 { value } else { E::ZERO });
        self.channel.send(label, &elements.iter().map(first).collect::<Vec<_>>());
    }

    fn draw(&mut self) -> E {
        lane::<E>(&self.channel.draw(), 0)
    }
}
