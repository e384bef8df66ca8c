//! Partial trees: skeletons of real trees, and every skeleton that is none.
//!
//! | file | holds |
//! |---|---|
//! | `model.rs` | trees as sorted maps, keys of few bits, every allowed change |
//! | `equality.rs` | both roots of a partial tree are those of the trees, exhaustively and at random |
//! | `refusals.rs` | every malformed skeleton by its own error; the bytes |
//! | `attacks.rs` | what a weaker rule would let through |

mod attacks;
mod equality;
mod model;
mod refusals;
