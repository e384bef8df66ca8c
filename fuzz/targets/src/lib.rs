//! What the fuzzers run, as plain functions, so that libFuzzer and the ordinary tests share them.
//!
//! A target takes any bytes and must come back: it may refuse them, it may not panic, and it may not
//! allocate more than its allowance. What it accepts must obey its laws, such as `encode(decode(b)) = b`.
//!
//! | file | holds |
//! |---|---|
//! | `target.rs` | [`Target`], [`Outcome`], the list [`TARGETS`] |
//! | `opening.rs` | Merkle openings: byte form, JSON form, check against an anchor |
//! | `forms.rs` | the text and byte forms of keys, digests, anchors |
//! | `proof/` | statements, requests and proofs: forms, and verdicts on damaged ones |
//! | `sync.rs` | the same of sync statements and sync proofs |
//!
//! A new target is a function, a row in [`TARGETS`], four lines in `fuzz/Cargo.toml`, and a wrapper of two lines in
//! `fuzz/fuzz_targets/`; `cargo run -p statesync-fuzz-targets --example seeds` then writes its first corpus.

mod forms;
mod opening;
mod proof;
mod sync;
mod target;

pub use target::{Outcome, TARGETS, Target, run};
