//! Layers of a circuit, alike ones together.

use std::fmt;

use serde::Serialize;
use statesync_circuit::LayerStatistics;

/// Gates by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Gates {
    pub constants: usize,
    pub linear: usize,
    pub products: usize,
    pub cubes: usize,
    pub taps: usize,
}

/// Layers that follow each other and are alike.
#[derive(Debug, Serialize)]
pub struct Run {
    /// Number of the first, from the input.
    pub first: usize,
    /// Number of the last.
    pub last: usize,
    /// Wires that each reads.
    pub inputs: usize,
    /// Wires that each makes.
    pub outputs: usize,
    /// Wires that each reads nonlinearly, and a proof opens.
    pub opened: usize,
    /// Gates of each.
    pub gates: Gates,
}

/// The layers, from the input.
pub fn runs(layers: &[LayerStatistics]) -> Vec<Run> {
    let mut first = 0;
    let alike = layers.chunk_by(|above, below| above == below);
    let run = |alike: &[LayerStatistics]| {
        let layer = &alike[0];
        let run = Run {
            first,
            last: first + alike.len() - 1,
            inputs: layer.inputs,
            outputs: layer.outputs,
            opened: layer.opened,
            gates: Gates::of(layer),
        };
        first += alike.len();
        run
    };
    alike.map(run).collect()
}

impl Run {
    /// `4`, or `5-23`.
    pub fn name(&self) -> String {
        if self.first == self.last { self.first.to_string() } else { format!("{}-{}", self.first, self.last) }
    }
}

impl Gates {
    /// The gates of one layer.
    pub fn of(layer: &LayerStatistics) -> Self {
        Self {
            constants: layer.constants,
            linear: layer.linear,
            products: layer.products,
            cubes: layer.cubes,
            taps: layer.taps,
        }
    }

    /// The gates of all layers.
    pub fn of_all(layers: &[LayerStatistics]) -> Self {
        layers.iter().map(Self::of).fold(Self::default(), |all, more| Self {
            constants: all.constants + more.constants,
            linear: all.linear + more.linear,
            products: all.products + more.products,
            cubes: all.cubes + more.cubes,
            taps: all.taps + more.taps,
        })
    }
}

impl fmt::Display for Gates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { constants, linear, products, cubes, taps } = self;
        write!(f, "{cubes} cubes, {products} products, {linear} linear gates, {constants} constants, {taps} taps")
    }
}
