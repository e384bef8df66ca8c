//! Wide circuits of regular shape.

use clap::ValueEnum;
use p3_field::PrimeCharacteristicRing;
use statesync_circuit::{BuildError, Circuit, CircuitBuilder};
use statesync_gkr::F;

/// What the gates of a wide circuit are. All families have two layers of one width, a power of two, and one copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Family {
    /// `Out_j = a_j In_j + In_j In_k`
    Mixed,
    /// `Out_j = a_j In_j + 2 In_k`
    Linear,
    /// `Out_j = a_j In_j In_k`
    Product,
    /// `Out_j = a_j + 2 In_k + In_j^3`
    Cube,
}

impl Family {
    /// Every family.
    pub const ALL: [Self; 4] = [Self::Mixed, Self::Linear, Self::Product, Self::Cube];

    /// Its name on the command line and in rows.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mixed => "mixed",
            Self::Linear => "linear",
            Self::Product => "product",
            Self::Cube => "cube",
        }
    }

    /// The circuit of `width` wires, closed sparsely. Wire `j` meets wire `k = j + width / 2`, modulo the width.
    ///
    /// # Errors
    /// [`BuildError`] for a width of 0 or above the circuit's limits.
    pub fn circuit(self, width: usize) -> Result<Circuit, BuildError> {
        let mut builder = CircuitBuilder::new(width, 0).sparse();
        for index in 0..2 {
            let layer = builder.layer(width);
            for j in 0..width {
                let (k, a) = ((j + width / 2) % width, F::from_usize(3 + index + 5 * j));
                match self {
                    Self::Mixed => layer.linear(j, j, a).product(j, j, k, F::ONE),
                    Self::Linear => layer.linear(j, j, a).linear(j, k, F::TWO),
                    Self::Product => layer.product(j, j, k, a),
                    Self::Cube => layer.constant(j, a).linear(j, k, F::TWO).cube(j, j, F::ONE),
                };
            }
        }
        builder.build()
    }

    /// Elements that the sparse close keeps at once for a layer of `width` wires: their weights, their factors, half
    /// as many values after the first round and, with cubes, a factor of those.
    pub fn sparse_elements(self, width: usize) -> usize {
        let cubes = if self == Self::Cube { width } else { 0 };
        2 * width + width / 2 + cubes
    }
}
