//! What a prover is asked: a statement, with the opening that shows it.
//!
//! | file | holds |
//! |---|---|
//! | `native.rs` | [`Request`], and the check that refuses a false claim before any proving |
//! | `bytes.rs` | the byte form |

mod bytes;
mod native;

pub use native::{Request, RequestError};
