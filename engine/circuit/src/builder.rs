//! From gates to a checked circuit.

use crate::layer::Gates;
use crate::{Circuit, Close, Constant, Cube, F, Layer, Linear, Product, Tap};

/// Most wires of one layer or of the circuit's input.
pub const MAX_WIRES: usize = 1 << 20;
/// Most layers of a circuit.
pub const MAX_LAYERS: usize = 1 << 12;
/// Most gates of one layer, counted as they are added.
pub const MAX_GATES: usize = 1 << 24;
/// Most wires of one layer that may be read nonlinearly: each costs one element of the proof.
pub const MAX_OPENED: usize = 64;

/// The kinds of gate, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GateKind {
    /// [`Constant`]
    Constant,
    /// [`Linear`]
    Linear,
    /// [`Product`]
    Product,
    /// [`Cube`]
    Cube,
    /// [`Tap`]
    Tap,
}

/// Why a circuit cannot be built. Layers count from the input, 0 first; gates of one kind in the order they were added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// A circuit must compute something.
    #[error("the circuit has no layers")]
    NoLayers,
    /// More than [`MAX_LAYERS`].
    #[error("the circuit has {layers} layers; at most {MAX_LAYERS} are allowed")]
    TooManyLayers {
        /// How many there are.
        layers: usize,
    },
    /// The input has no wire that the first layer can read, or more than [`MAX_WIRES`], tap-only ones included.
    #[error("the first layer reads {read} of {wires} input wires; it must read at least 1 of at most {MAX_WIRES}")]
    InputWidth {
        /// How many wires the first layer reads.
        read: usize,
        /// How many there are.
        wires: usize,
    },
    /// A layer without outputs, or with more than [`MAX_WIRES`].
    #[error("layer {layer} has {wires} output wires; it must have 1 to {MAX_WIRES}")]
    LayerWidth {
        /// Which layer.
        layer: usize,
        /// How many outputs it has.
        wires: usize,
    },
    /// More than [`MAX_GATES`].
    #[error("layer {layer} has {gates} gates; at most {MAX_GATES} are allowed")]
    TooManyGates {
        /// Which layer.
        layer: usize,
        /// How many gates it has.
        gates: usize,
    },
    /// A gate writes a wire that the layer does not have.
    #[error("layer {layer}, {kind:?} gate {gate}: output wire {wire} is out of range, the layer has {wires}")]
    OutputOutOfRange {
        /// Which layer.
        layer: usize,
        /// Kind of the gate.
        kind: GateKind,
        /// Which gate of that kind.
        gate: usize,
        /// The wire it names.
        wire: usize,
        /// How many there are.
        wires: usize,
    },
    /// A gate reads a wire that the layer before it, or for a tap the circuit's input, does not have.
    #[error("layer {layer}, {kind:?} gate {gate}: input wire {wire} is out of range, there are {wires}")]
    InputOutOfRange {
        /// Which layer.
        layer: usize,
        /// Kind of the gate.
        kind: GateKind,
        /// Which gate of that kind.
        gate: usize,
        /// The wire it names.
        wire: usize,
        /// How many there are.
        wires: usize,
    },
    /// More wires read nonlinearly than a proof may open.
    #[error(
        "layer {layer} reads {wires} wires nonlinearly; at most {MAX_OPENED} can be opened: close the circuit sparsely"
    )]
    TooManyOpened {
        /// Which layer.
        layer: usize,
        /// How many it reads.
        wires: usize,
    },
}

/// Collects layers, input first.
#[derive(Clone, Debug)]
pub struct CircuitBuilder {
    width: usize,
    tap_only: usize,
    close: Close,
    layers: Vec<LayerBuilder>,
}

/// Collects the gates of one layer. Wires are given as `usize` and checked by [`CircuitBuilder::build`].
#[derive(Clone, Debug)]
pub struct LayerBuilder {
    outputs: usize,
    gates: Gates,
}

impl CircuitBuilder {
    /// A circuit whose input has `width` wires that the first layer reads, then `tap_only` wires that only taps read.
    pub fn new(width: usize, tap_only: usize) -> Self {
        Self { width, tap_only, close: Close::Open, layers: Vec::new() }
    }

    /// Closes layers by sumchecks over their wires, so that they may be wide: see [`Close::Sparse`].
    pub fn sparse(mut self) -> Self {
        self.close = Close::Sparse;
        self
    }

    /// Adds a layer of `outputs` wires and returns it for its gates.
    pub fn layer(&mut self, outputs: usize) -> &mut LayerBuilder {
        self.layers.push(LayerBuilder { outputs, gates: Gates::default() });
        let last = self.layers.len() - 1;
        &mut self.layers[last]
    }

    /// Checks every wire and size and puts the gates in canonical order.
    pub fn build(self) -> Result<Circuit, BuildError> {
        let input_wires = self.width.saturating_add(self.tap_only);
        if self.width == 0 || input_wires > MAX_WIRES {
            return Err(BuildError::InputWidth { read: self.width, wires: input_wires });
        }
        if self.layers.is_empty() {
            return Err(BuildError::NoLayers);
        }
        if self.layers.len() > MAX_LAYERS {
            return Err(BuildError::TooManyLayers { layers: self.layers.len() });
        }
        let mut layers = Vec::with_capacity(self.layers.len());
        let mut inputs = self.width;
        for (layer, builder) in self.layers.into_iter().enumerate() {
            builder.check(layer, inputs, input_wires)?;
            let built = Layer::new(inputs, builder.outputs, builder.gates);
            let wires = built.nonlinear_wires().len();
            if self.close == Close::Open && wires > MAX_OPENED {
                return Err(BuildError::TooManyOpened { layer, wires });
            }
            inputs = built.outputs();
            layers.push(built);
        }
        Ok(Circuit::new(input_wires, layers, self.close))
    }
}

impl LayerBuilder {
    /// Adds `Out[output] += value`.
    pub fn constant(&mut self, output: usize, value: F) -> &mut Self {
        self.gates.constants.push(Constant { output: index(output), value });
        self
    }

    /// Adds `Out[output] += coefficient * In[input]`.
    pub fn linear(&mut self, output: usize, input: usize, coefficient: F) -> &mut Self {
        self.gates.linear.push(Linear { output: index(output), input: index(input), coefficient });
        self
    }

    /// Adds `Out[output] += coefficient * In[left] * In[right]`.
    pub fn product(&mut self, output: usize, left: usize, right: usize, coefficient: F) -> &mut Self {
        self.gates.products.push(Product {
            output: index(output),
            left: index(left),
            right: index(right),
            coefficient,
        });
        self
    }

    /// Adds `Out[output] += coefficient * In[input]^3`.
    pub fn cube(&mut self, output: usize, input: usize, coefficient: F) -> &mut Self {
        self.gates.cubes.push(Cube { output: index(output), input: index(input), coefficient });
        self
    }

    /// Adds `Out[output] += coefficient * Input[input]`, reading the circuit's input.
    pub fn tap(&mut self, output: usize, input: usize, coefficient: F) -> &mut Self {
        self.gates.taps.push(Tap { output: index(output), input: index(input), coefficient });
        self
    }

    /// Fuses a step of cubes, a matrix and an addition of constants:
    ///
    /// ```text
    /// Out_j = constants[j] + sum_x matrix[j][x] * (x < cubed ? In_x^3 : In_x)
    /// ```
    ///
    /// A round of Poseidon2 [GKS23, section 5], from the inputs of its power map to those of the next, is this one
    /// layer: `cubed` is the full width in an external round, 1 in an internal one. `cubed = 0` is an affine map.
    pub fn cubes_then_matrix<const N: usize>(&mut self, cubed: usize, matrix: &[[F; N]], constants: &[F]) -> &mut Self {
        for (j, row) in matrix.iter().enumerate() {
            for (x, &coefficient) in row.iter().enumerate() {
                if x < cubed {
                    self.cube(j, x, coefficient);
                } else {
                    self.linear(j, x, coefficient);
                }
            }
        }
        for (j, &value) in constants.iter().enumerate() {
            self.constant(j, value);
        }
        self
    }

    fn check(&self, layer: usize, inputs: usize, input_wires: usize) -> Result<(), BuildError> {
        let gates = &self.gates;
        if self.outputs == 0 || self.outputs > MAX_WIRES {
            return Err(BuildError::LayerWidth { layer, wires: self.outputs });
        }
        let total =
            gates.constants.len() + gates.linear.len() + gates.products.len() + gates.cubes.len() + gates.taps.len();
        if total > MAX_GATES {
            return Err(BuildError::TooManyGates { layer, gates: total });
        }
        let range = Range { layer, outputs: self.outputs };
        range.check(GateKind::Constant, inputs, gates.constants.iter().map(|g| (g.output, [0; 2])))?;
        range.check(GateKind::Linear, inputs, gates.linear.iter().map(|g| (g.output, [g.input; 2])))?;
        range.check(GateKind::Product, inputs, gates.products.iter().map(|g| (g.output, [g.left, g.right])))?;
        range.check(GateKind::Cube, inputs, gates.cubes.iter().map(|g| (g.output, [g.input; 2])))?;
        range.check(GateKind::Tap, input_wires, gates.taps.iter().map(|g| (g.output, [g.input; 2])))
    }
}

struct Range {
    layer: usize,
    outputs: usize,
}

impl Range {
    fn check(
        &self,
        kind: GateKind,
        inputs: usize,
        gates: impl Iterator<Item = (u32, [u32; 2])>,
    ) -> Result<(), BuildError> {
        for (gate, (output, read)) in gates.enumerate() {
            let Self { layer, outputs } = *self;
            if output as usize >= outputs {
                return Err(BuildError::OutputOutOfRange { layer, kind, gate, wire: output as usize, wires: outputs });
            }
            for wire in read.map(|wire| wire as usize) {
                if wire >= inputs {
                    return Err(BuildError::InputOutOfRange { layer, kind, gate, wire, wires: inputs });
                }
            }
        }
        Ok(())
    }
}

/// Wires are stored in 32 bits; one that does not fit becomes `u32::MAX`, which no layer has, and is refused by name.
fn index(wire: usize) -> u32 {
    u32::try_from(wire).unwrap_or(u32::MAX)
}
