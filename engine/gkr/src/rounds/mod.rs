//! The prover's kernels: the sumcheck of one layer over its copies.
//!
//! In round `i` row `c` holds the values at `(rho_0, .., rho_{i-1}, c)`; rows `2c` and `2c + 1` are a pair, two points
//! of a line in the variable that the round is about. A round sums what the pairs add to its polynomial, each with its
//! `eq`, and the challenge folds each pair to one row. Two padding copies are one point and add nothing, so only the
//! pairs with a real copy are visited.
//!
//! | file | holds |
//! |---|---|
//! | `products.rs` | sums of products in the extension |
//! | `terms.rs`    | what one pair adds to a round polynomial |
//! | `sums.rs`     | the sums of a round, and its message |
//! | `rows.rs`     | the rows of a layer, folded round by round |
//! | `layer.rs`    | all rounds of a layer, and what the lanes are: proofs, wires or copies |
//! | `channels.rs` | one proof's channel for kernels that run it in lanes |

mod channels;
mod layer;
mod products;
mod rows;
mod sums;
mod terms;
#[cfg(test)]
mod tests;

pub(crate) use channels::LaneSum;
pub(crate) use layer::{CopyLanes, Rounds, WireLanes};
pub(crate) use rows::LayerColumns;
pub use rows::Scratch;
