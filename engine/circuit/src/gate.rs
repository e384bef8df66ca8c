//! The gate kinds of a template. Indices are wires of the layer's output, its input, or the circuit's input.

use crate::F;

/// `Out[output] += value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constant {
    /// Wire of the layer's output.
    pub output: u32,
    /// What is added.
    pub value: F,
}

/// `Out[output] += coefficient * In[input]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Linear {
    /// Wire of the layer's output.
    pub output: u32,
    /// Wire of the layer's input.
    pub input: u32,
    /// Factor of the wire.
    pub coefficient: F,
}

/// `Out[output] += coefficient * In[left] * In[right]`, with `left <= right` in a built layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// Wire of the layer's output.
    pub output: u32,
    /// First factor, a wire of the layer's input.
    pub left: u32,
    /// Second factor; may be the same wire.
    pub right: u32,
    /// Factor of the product.
    pub coefficient: F,
}

/// `Out[output] += coefficient * In[input]^3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cube {
    /// Wire of the layer's output.
    pub output: u32,
    /// Wire of the layer's input.
    pub input: u32,
    /// Factor of the cube.
    pub coefficient: F,
}

/// `Out[output] += coefficient * Input[input]`: reads the circuit's input from any layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tap {
    /// Wire of the layer's output.
    pub output: u32,
    /// Wire of the circuit's input.
    pub input: u32,
    /// Factor of the wire.
    pub coefficient: F,
}
