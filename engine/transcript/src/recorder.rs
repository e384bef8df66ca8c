//! A channel that keeps a list of what passed through it, for tests and audits.

use p3_field::PrimeField32;

use crate::{Extension, F, Label, ProverChannel, TapeError, VerifierChannel};

/// Something that passed through a channel. Elements are lists of canonical coordinates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A message was absorbed.
    Message {
        /// What it was sent as.
        label: Label,
        /// Its elements.
        elements: Vec<Vec<u32>>,
    },
    /// A challenge was drawn.
    Challenge {
        /// Its coordinates.
        element: Vec<u32>,
    },
}

/// Wraps the channel of one proof and records every message and challenge. It changes nothing.
pub struct Recorder<C> {
    channel: C,
    events: Vec<Event>,
}

impl<C> Recorder<C> {
    /// Wraps `channel`. What passed through it before is not recorded.
    pub fn new(channel: C) -> Self {
        Self { channel, events: Vec::new() }
    }

    /// What passed so far, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The wrapped channel and everything that was recorded.
    pub fn into_parts(self) -> (C, Vec<Event>) {
        (self.channel, self.events)
    }

    fn record_message<E: Extension<F>>(&mut self, label: Label, elements: &[E]) {
        self.events.push(Event::Message { label, elements: elements.iter().map(coordinates).collect() });
    }

    fn record_challenge<E: Extension<F>>(&mut self, challenge: E) -> E {
        self.events.push(Event::Challenge { element: coordinates(&challenge) });
        challenge
    }
}

impl<E: Extension<F>, C: ProverChannel<E>> ProverChannel<E> for Recorder<C> {
    fn send(&mut self, label: Label, elements: &[E]) {
        self.channel.send(label, elements);
        self.record_message(label, elements);
    }

    fn draw(&mut self) -> E {
        let challenge = self.channel.draw();
        self.record_challenge(challenge)
    }
}

impl<E: Extension<F>, C: VerifierChannel<E>> VerifierChannel<E> for Recorder<C> {
    fn receive(&mut self, label: Label, into: &mut [E]) -> Result<(), TapeError> {
        self.channel.receive(label, into)?;
        self.record_message(label, into);
        Ok(())
    }

    fn draw(&mut self) -> E {
        let challenge = self.channel.draw();
        self.record_challenge(challenge)
    }
}

fn coordinates<E: Extension<F>>(element: &E) -> Vec<u32> {
    element.as_basis_coefficients_slice().iter().map(F::as_canonical_u32).collect()
}
