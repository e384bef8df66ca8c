//! What the house promises about its own shape, read from manifests and sources.
//!
//! | file | holds |
//! |---|---|
//! | `workspace.rs` | packages and source files, as data |
//! | `arrows.rs` | which package may depend on which |
//! | `rules.rs` | pins, lints, sizes |
//! | `readers.rs` | what a file that reads a stranger's bytes may not do |

mod arrows;
mod readers;
mod rules;
mod workspace;
