//! The built circuit.

use core::fmt;

use crate::Layer;

/// How a layer's claim is closed after its rounds over the copies: one setting per circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Close {
    /// Every nonlinear wire is opened: for layers that read few wires nonlinearly.
    Open,
    /// Two sumchecks over the wires, at `O(wires + gates)` for the prover: for wide layers.
    Sparse,
}

/// A checked circuit: the template that all copies run. Made by [`CircuitBuilder`](crate::CircuitBuilder) only.
#[derive(Clone, Debug)]
pub struct Circuit {
    input_wires: usize,
    layers: Vec<Layer>,
    close: Close,
    degree: usize,
    carries: Vec<bool>,
    digest: CircuitDigest,
}

/// SHA-256 of the circuit's canonical encoding: equal for equal templates, whatever order their gates came in.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CircuitDigest(pub [u8; 32]);

impl fmt::Debug for CircuitDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for CircuitDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Circuit {
    pub(crate) fn new(input_wires: usize, layers: Vec<Layer>, close: Close) -> Self {
        let degree = if layers.iter().any(|layer| !layer.cubes().is_empty()) { 3 } else { 2 };
        let digest = crate::digest::digest(input_wires, &layers, close);
        let carries = carries(&layers);
        Self { input_wires, layers, close, degree, carries, digest }
    }

    /// Wires of the circuit's input, tap-only ones (the last) included.
    pub fn input_wires(&self) -> usize {
        self.input_wires
    }

    /// The layers, from the input to the outputs.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// Wires of the last layer: the circuit's outputs.
    pub fn output_wires(&self) -> usize {
        self.layers.last().map_or(0, Layer::outputs)
    }

    /// How its layers are closed.
    pub fn close(&self) -> Close {
        self.close
    }

    /// Degree of every round polynomial without its `eq` factor: 3 if the circuit has a cube gate, else 2.
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// The canonical digest.
    pub fn digest(&self) -> CircuitDigest {
        self.digest
    }

    /// Whether a prover needs the combined output column of this layer: its linear gates make it part of the claim.
    ///
    /// Where every wire is nonlinear, the linear remainder is the tap column alone.
    pub fn carries(&self, layer: usize) -> bool {
        self.carries[layer]
    }
}

/// A layer needs its combined output column if it has linear gates and is nonlinear itself, or hands the column down
/// to one that needs it.
fn carries(layers: &[Layer]) -> Vec<bool> {
    let mut below = false;
    layers
        .iter()
        .map(|layer| {
            below = if layer.is_linear() { below } else { !layer.linear().is_empty() };
            below
        })
        .collect()
}
