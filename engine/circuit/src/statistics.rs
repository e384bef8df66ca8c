//! Sizes of a circuit and of its proofs.

use crate::{Circuit, Close, Copies};

/// What one layer holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerStatistics {
    /// Wires read.
    pub inputs: usize,
    /// Wires made.
    pub outputs: usize,
    /// Wires read nonlinearly: opened in the proof.
    pub opened: usize,
    /// Constant gates.
    pub constants: usize,
    /// Linear gates.
    pub linear: usize,
    /// Product gates.
    pub products: usize,
    /// Cube gates.
    pub cubes: usize,
    /// Taps.
    pub taps: usize,
}

/// Sizes of a circuit, from the input to the outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Wires of the circuit's input.
    pub input_wires: usize,
    /// Every layer.
    pub layers: Vec<LayerStatistics>,
    /// Layers that are not linear: those that a proof speaks about.
    pub nonlinear_layers: usize,
    /// Degree of the round polynomials.
    pub degree: usize,
}

impl Circuit {
    /// Counts the circuit's gates.
    pub fn statistics(&self) -> Statistics {
        let layers: Vec<_> = self
            .layers()
            .iter()
            .map(|layer| LayerStatistics {
                inputs: layer.inputs(),
                outputs: layer.outputs(),
                opened: layer.nonlinear_wires().len(),
                constants: layer.constants().len(),
                linear: layer.linear().len(),
                products: layer.products().len(),
                cubes: layer.cubes().len(),
                taps: layer.taps().len(),
            })
            .collect();
        Statistics {
            input_wires: self.input_wires(),
            nonlinear_layers: layers.iter().filter(|layer| layer.opened > 0).count(),
            layers,
            degree: self.degree(),
        }
    }

    /// Rounds of sumcheck in a proof about `copies`.
    pub fn rounds(&self, copies: Copies) -> usize {
        self.layers().iter().filter(|layer| !layer.is_linear()).count() * copies.log()
    }

    /// Extension elements on the tape of a proof about `copies`.
    ///
    /// A round over the copies sends `degree`. An open close sends one for each nonlinear wire. A sparse close of a
    /// layer that reads `2^m` wires sends `m D` and one or two values, `D` = 4 with cubes in the circuit, else 2; with
    /// products `2 m + 1` more; and one if a tap has come before.
    pub fn tape_elements(&self, copies: Copies) -> usize {
        let closes: usize = match self.close() {
            Close::Open => self.layers().iter().map(|layer| layer.nonlinear_wires().len()).sum(),
            Close::Sparse => {
                let mut tapped = false;
                let layers = self.layers().iter().rev();
                let sizes = layers.map(|layer| {
                    tapped |= !layer.taps().is_empty();
                    let m = layer.input_bits();
                    let products = if layer.products().is_empty() { 0 } else { 2 * m + 2 };
                    usize::from(tapped) + m * self.sparse_degree() + 1 + products
                });
                sizes.sum()
            }
        };
        self.rounds(copies) * self.degree() + closes
    }

    /// Degree of the rounds over wires in a sparse close: 4 if the circuit has a cube gate, else 2.
    pub fn sparse_degree(&self) -> usize {
        if self.degree() == 3 { 4 } else { 2 }
    }
}
