//! What a sparse close needs of a layer's gates, at the points that it ends in.
//!
//! ```text
//! constant = sum w[j] const_j              linear(p)     = sum w[j] a_{j,x} eq(p, x)
//! cubes(p) = sum w[j] d_{j,x} eq(p, x)     products(p,q) = sum w[j] b_{j,x,y} eq(p, x) eq(q, y)
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `table.rs` | [`Table`]: walks the gate list; the reference |
//! | `derived.rs` | [`Derived`]: closed forms of regular families, and all other gates as they are |
//! | `gates.rs` | [`Gates`]: the gates of one kind, sorted into families and residue |
//! | `family.rs` | [`Family`]: gates whose indices and coefficients are arithmetic in one counter |

mod derived;
mod family;
mod gates;
mod table;

pub use derived::{Derived, LayerGates};
pub use family::{Family, Stride};
pub use gates::Gates;
pub use table::Table;

use p3_field::Algebra;
use statesync_circuit::{Circuit, F};

use crate::Weights;

/// Evaluates the wiring of a circuit's layers, `layer` counted from the input.
pub trait Wiring {
    /// The circuit whose wiring this is.
    fn circuit(&self) -> &Circuit;

    /// `sum_j w[j] const_j`.
    fn constant<E: Algebra<F> + Copy>(&self, layer: usize, w: &Weights<E>) -> E;

    /// `sum_{j,x} w[j] a_{j,x} p[x]`.
    fn linear<E: Algebra<F> + Copy>(&self, layer: usize, w: &Weights<E>, p: &Weights<E>) -> E;

    /// `sum_{j,x} w[j] d_{j,x} p[x]`.
    fn cubes<E: Algebra<F> + Copy>(&self, layer: usize, w: &Weights<E>, p: &Weights<E>) -> E;

    /// `sum_{j,x,y} w[j] b_{j,x,y} p[x] q[y]`.
    fn products<E: Algebra<F> + Copy>(&self, layer: usize, w: &Weights<E>, p: &Weights<E>, q: &Weights<E>) -> E;
}
