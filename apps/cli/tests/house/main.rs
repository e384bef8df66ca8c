//! What the house promises about its own shape, read from manifests and sources.
//!
//! | file | holds |
//! |---|---|
//! | `workspace.rs` | packages and source files, as data |
//! | `arrows.rs` | which package may depend on which |
//! | `rules.rs` | pins, lints, sizes, what a verifier may not do |

mod arrows;
mod rules;
mod workspace;
