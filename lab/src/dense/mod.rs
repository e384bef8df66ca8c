//! The dense reference: what a sparse close computes, by plain double loops over stored tables of all pairs of wires.
//!
//! For a layer that reads `n = 2^m` wires it stores, over all pairs `(x, y)`,
//!
//! ```text
//! lines[x][y] = [y = 0] sum_j w[j] a_{j,x}       left[x][y]  = I[x]
//! pairs[x][y] = sum_j w[j] b_{j,x,y}             right[x][y] = I[y]
//! cubes[x][y] = [y = 0] sum_j w[j] d_{j,x}
//! sum_{x,y} lines left + pairs left right + cubes left^3 = v
//! ```
//!
//! and binds first all bits of `x`, then all bits of `y`: messages, order and labels are those of
//! [`statesync_gkr::reduce::sparse`], and so are the proofs, byte for byte. It stores the tables that a layer needs:
//! `left` and one for each kind of gate, and `right` with products. That is 2 (linear), 3 (product; linear and cube) or
//! 4 (linear and product) tables, of `16 n^2` bytes each over the extension of degree 4. It exists to measure what the
//! sparse form saves; one copy only.
//!
//! | file | holds |
//! |---|---|
//! | `tables.rs` | the tables and their rounds |
//! | `prove.rs` | the driver, step by step that of the sparse close |

mod prove;
mod tables;

pub use prove::prove;
