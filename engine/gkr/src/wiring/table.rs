use p3_field::Algebra;
use statesync_circuit::{Circuit, F};

use super::Wiring;
use crate::Weights;

/// The wiring as the gate list has it: one pass over the gates of a kind, at a look-up per wire.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a>(pub &'a Circuit);

impl Wiring for Table<'_> {
    fn circuit(&self) -> &Circuit {
        self.0
    }

    fn constant<E: Algebra<F> + Copy>(&self, layer: usize, w: &Weights<E>) -> E {
        let w = w.lookup();
        self.0.layers()[layer].constants().iter().map(|gate| w.at(gate.output) * gate.value).sum()
    }

    fn linear<E: Algebra<F> + Copy>(&self, layer: usize, w: &Weights<E>, p: &Weights<E>) -> E {
        let (w, p) = (w.lookup(), p.lookup());
        let gates = self.0.layers()[layer].linear().iter();
        gates.map(|gate| w.at(gate.output) * p.at(gate.input) * gate.coefficient).sum()
    }

    fn cubes<E: Algebra<F> + Copy>(&self, layer: usize, w: &Weights<E>, p: &Weights<E>) -> E {
        let (w, p) = (w.lookup(), p.lookup());
        let gates = self.0.layers()[layer].cubes().iter();
        gates.map(|gate| w.at(gate.output) * p.at(gate.input) * gate.coefficient).sum()
    }

    fn products<E: Algebra<F> + Copy>(&self, layer: usize, w: &Weights<E>, p: &Weights<E>, q: &Weights<E>) -> E {
        let (w, p, q) = (w.lookup(), p.lookup(), q.lookup());
        let gates = self.0.layers()[layer].products().iter();
        gates.map(|gate| w.at(gate.output) * p.at(gate.left) * q.at(gate.right) * gate.coefficient).sum()
    }
}
