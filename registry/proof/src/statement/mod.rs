//! What is claimed. Roots, key and states are the caller's own: nothing that decides the verdict comes with a proof.
//!
//! | file | holds |
//! |---|---|
//! | `kind.rs` | [`Kind`] |
//! | `claim.rs` | [`Statement`] and what makes one well formed |
//! | `bytes.rs` | the canonical bytes, which are absorbed |

mod bytes;
mod claim;
mod kind;

pub use claim::{Absence, Statement, StatementError};
pub use kind::Kind;
