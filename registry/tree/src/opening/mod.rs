//! Openings: one answer about one key at one root, checked without a tree.
//!
//! ```text
//! terminal digest at depth d  --sibling d-1-->  node at d-1  ..  --sibling 0-->  root
//! ```
//!
//! The chain of digests is determined by root and key, so at one root a key has exactly one answer.
//! For a root that was not reached by verified changes that is all: such a tree may hide leaves in
//! wrong places, where they read as absent.
//!
//! | file | holds |
//! |---|---|
//! | `terminal.rs` | [`Terminal`]: where the descent ends; the terminal rule |
//! | `path.rs` | [`climb`]: from a terminal digest to the root |
//! | `check.rs` | [`Opening`]: siblings and terminal; root, check, update |
//! | `wire.rs` | the byte form |
//! | `error.rs` | [`OpeningError`] |

mod check;
mod error;
mod path;
mod terminal;
mod wire;

pub use check::{Opening, Update};
pub use error::OpeningError;
pub use path::climb;
pub use terminal::Terminal;
