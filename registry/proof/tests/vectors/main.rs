//! The vectors in `docs/vectors/`.
//!
//! | file | holds |
//! |---|---|
//! | `proofs.rs` | proofs of each kind, and changed ones with the reason why each is refused |
//! | `hashes.rs` | the circuit, on the node hashes and permutations that the native hash is checked with |

#[path = "../common/mod.rs"]
mod common;

mod hashes;
mod proofs;

use std::path::PathBuf;

/// A file of vectors.
fn file(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../docs/vectors", name].iter().collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Vec<u8> {
    assert!(text.len().is_multiple_of(2));
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}
