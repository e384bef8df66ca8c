//! What the verifier knows of the circuit's outputs.

use p3_field::{Algebra, PrimeCharacteristicRing};
use statesync_circuit::{Circuit, Copies};

use crate::CopyPoint;

/// The public outputs of every copy.
#[derive(Clone, Copy, Debug)]
pub enum Outputs<'a, V> {
    /// All zero, by construction of the circuit: nothing to absorb.
    Zero,
    /// One column of `copies.rows()` values per output wire: wire `j`, copy `c` at `j * rows + c`.
    Columns(&'a [V]),
}

impl<'a, V> Outputs<'a, V> {
    /// What is absorbed: nothing for outputs that are zero by construction.
    pub(crate) fn values(&self) -> &'a [V] {
        match self {
            Self::Zero => &[],
            Self::Columns(values) => values,
        }
    }

    pub(crate) fn fit(&self, circuit: &Circuit, copies: Copies) -> bool {
        match self {
            Self::Zero => true,
            Self::Columns(values) => values.len() == circuit.output_wires() * copies.rows(),
        }
    }
}

impl<V: Copy> Outputs<'_, V> {
    /// `sum_j weights[j] Out~_j(point)`.
    ///
    /// # Panics
    /// If there is not one column for each weight: an output without a weight would be claimed by nobody.
    pub(crate) fn evaluate<E>(&self, weights: &[E], point: &CopyPoint<E>, copies: Copies) -> E
    where
        V: PrimeCharacteristicRing,
        E: Algebra<V> + Copy,
    {
        let Self::Columns(values) = self else { return E::ZERO };
        assert_eq!(
            values.len(),
            weights.len() * copies.rows(),
            "the public outputs must be one column per output wire"
        );
        let rows = point.row_weights(copies);
        let columns = values.chunks_exact(copies.rows());
        let evaluations = columns.map(|column| column.iter().zip(&rows).map(|(&v, &eq)| eq * v).sum::<E>());
        evaluations.zip(weights).map(|(value, &weight)| value * weight).sum()
    }
}
