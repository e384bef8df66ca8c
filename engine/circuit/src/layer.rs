//! One layer: its gates in canonical order.

use p3_field::PrimeCharacteristicRing;

use crate::{Columns, Constant, Cube, F, Linear, Product, Tap};

/// A layer of a built circuit.
///
/// Gates are sorted by the wires they read, then by the output; gates with the same wires are merged and zero
/// coefficients dropped. So one function written in two orders is one layer, with one digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    inputs: usize,
    outputs: usize,
    constants: Vec<Constant>,
    linear: Vec<Linear>,
    products: Vec<Product>,
    cubes: Vec<Cube>,
    taps: Vec<Tap>,
    nonlinear_wires: Vec<u32>,
    linear_columns: Columns,
    cube_columns: Columns,
}

/// The gates of a layer as they were added.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gates {
    pub(crate) constants: Vec<Constant>,
    pub(crate) linear: Vec<Linear>,
    pub(crate) products: Vec<Product>,
    pub(crate) cubes: Vec<Cube>,
    pub(crate) taps: Vec<Tap>,
}

impl Layer {
    pub(crate) fn new(inputs: usize, outputs: usize, gates: Gates) -> Self {
        let products = gates
            .products
            .into_iter()
            .map(|g| Product { left: g.left.min(g.right), right: g.left.max(g.right), ..g })
            .collect();
        let constants = merge(gates.constants, |g| (g.output, 0, 0), |g| &mut g.value);
        let linear = merge(gates.linear, |g| (g.input, 0, g.output), |g| &mut g.coefficient);
        let products = merge(products, |g| (g.left, g.right, g.output), |g| &mut g.coefficient);
        let cubes = merge(gates.cubes, |g| (g.input, 0, g.output), |g| &mut g.coefficient);
        let taps = merge(gates.taps, |g| (g.input, 0, g.output), |g| &mut g.coefficient);
        let mut nonlinear_wires: Vec<u32> = cubes.iter().map(|g| g.input).collect();
        nonlinear_wires.extend(products.iter().flat_map(|g| [g.left, g.right]));
        nonlinear_wires.sort_unstable();
        nonlinear_wires.dedup();
        let entries: Vec<_> = linear.iter().map(|g| (g.input, g.output, g.coefficient)).collect();
        let linear_columns = Columns::new(&entries, outputs);
        let entries: Vec<_> = cubes.iter().map(|g| (g.input, g.output, g.coefficient)).collect();
        let cube_columns = Columns::new(&entries, outputs);
        Self {
            inputs,
            outputs,
            constants,
            linear,
            products,
            cubes,
            taps,
            nonlinear_wires,
            linear_columns,
            cube_columns,
        }
    }

    /// Number of wires read: the width of the layer before, or of the circuit's input without its tap-only wires.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Bits of a wire's index in a sparse close: the inputs are padded to a power of two with wires that are zero.
    pub fn input_bits(&self) -> usize {
        self.inputs.next_power_of_two().trailing_zeros() as usize
    }

    /// Number of wires made.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// Constants, ascending by output.
    pub fn constants(&self) -> &[Constant] {
        &self.constants
    }

    /// Linear gates, ascending by (input, output).
    pub fn linear(&self) -> &[Linear] {
        &self.linear
    }

    /// Product gates, ascending by (left, right, output).
    pub fn products(&self) -> &[Product] {
        &self.products
    }

    /// Cube gates, ascending by (input, output).
    pub fn cubes(&self) -> &[Cube] {
        &self.cubes
    }

    /// Taps, ascending by (input, output).
    pub fn taps(&self) -> &[Tap] {
        &self.taps
    }

    /// The wires that a product or cube gate reads, ascending. Empty for a linear layer.
    pub fn nonlinear_wires(&self) -> &[u32] {
        &self.nonlinear_wires
    }

    /// The linear gates as a matrix.
    pub fn linear_columns(&self) -> &Columns {
        &self.linear_columns
    }

    /// The cube gates as a matrix, from the cubes of the inputs.
    pub fn cube_columns(&self) -> &Columns {
        &self.cube_columns
    }

    /// Whether the layer has no product and no cube gate, so that it costs a proof nothing.
    pub fn is_linear(&self) -> bool {
        self.nonlinear_wires.is_empty()
    }
}

/// Sorts by `key`, adds up what has the same key, drops zeros.
fn merge<G: Copy>(mut gates: Vec<G>, key: impl Fn(&G) -> (u32, u32, u32), value: impl Fn(&mut G) -> &mut F) -> Vec<G> {
    gates.sort_by_key(&key);
    gates.dedup_by(|later, first| {
        let same = key(later) == key(first);
        if same {
            *value(first) += *value(later);
        }
        same
    });
    gates.retain_mut(|gate| *value(gate) != F::ZERO);
    gates
}
