use p3_field::Algebra;
use statesync_circuit::{Circuit, F};

use super::{Gates, Wiring};
use crate::Weights;

/// The wiring with regular families of gates in closed form.
///
/// Derivation puts every gate in exactly one family or in the residue, after checking its indices and coefficient, so
/// the values are those of [`Table`](super::Table) for any weights. An audit compares the two gate by gate, through
/// [`Gates::expand`].
#[derive(Clone, Debug)]
pub struct Derived<'a> {
    circuit: &'a Circuit,
    layers: Vec<LayerGates>,
}

/// One layer's gates.
#[derive(Clone, Debug)]
pub struct LayerGates {
    /// On (output).
    pub constants: Gates<1>,
    /// On (output, input).
    pub linear: Gates<2>,
    /// On (output, input).
    pub cubes: Gates<2>,
    /// On (output, left, right).
    pub products: Gates<3>,
}

impl<'a> Derived<'a> {
    /// Finds the families of every layer of `circuit`.
    pub fn new(circuit: &'a Circuit) -> Self {
        let layers = circuit.layers().iter().map(|layer| LayerGates {
            constants: Gates::derive(layer.constants().iter().map(|gate| ([gate.output], gate.value))),
            linear: Gates::derive(layer.linear().iter().map(|gate| ([gate.output, gate.input], gate.coefficient))),
            cubes: Gates::derive(layer.cubes().iter().map(|gate| ([gate.output, gate.input], gate.coefficient))),
            products: Gates::derive(
                layer.products().iter().map(|gate| ([gate.output, gate.left, gate.right], gate.coefficient)),
            ),
        });
        Self { circuit, layers: layers.collect() }
    }

    /// The families and residue of each layer, from the input.
    pub fn layers(&self) -> &[LayerGates] {
        &self.layers
    }
}

impl Wiring for Derived<'_> {
    fn circuit(&self) -> &Circuit {
        self.circuit
    }

    fn constant<E: Algebra<F> + Copy>(&self, layer: usize, w: &Weights<E>) -> E {
        self.layers[layer].constants.evaluate([w])
    }

    fn linear<E: Algebra<F> + Copy>(&self, layer: usize, w: &Weights<E>, p: &Weights<E>) -> E {
        self.layers[layer].linear.evaluate([w, p])
    }

    fn cubes<E: Algebra<F> + Copy>(&self, layer: usize, w: &Weights<E>, p: &Weights<E>) -> E {
        self.layers[layer].cubes.evaluate([w, p])
    }

    fn products<E: Algebra<F> + Copy>(&self, layer: usize, w: &Weights<E>, p: &Weights<E>, q: &Weights<E>) -> E {
        self.layers[layer].products.evaluate([w, p, q])
    }
}
