//! Proofs from a stranger.
//!
//! | file | holds |
//! |---|---|
//! | `specimen.rs` | true requests with their proofs, made once |
//! | `forms.rs` | the byte and JSON forms of statements and requests |
//! | `verdict.rs` | envelopes, and what a verifier makes of damaged ones |

mod forms;
mod specimen;
mod verdict;

pub use forms::{request, request_json, request_json_seeds, request_seeds, statement, statement_seeds};
pub use verdict::{edited, edited_seeds, envelope, envelope_seeds};
