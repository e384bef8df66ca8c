//! Forgeries that work on a weaker scheme, kept to show that they fail here.
//!
//! Each is built twice: against a variant without one rule, made in the test, where it succeeds; and against the
//! verifier as it is, where it fails. A rule whose attack succeeds nowhere would guard nothing.
//!
//! | file | the rule | what is forged without it |
//! |---|---|---|
//! | `unabsorbed.rs` | the whole witness is absorbed | a leaf that is not there, under a real root, by linear algebra |
//! | `preimage.rs` | the node hash adds its input | children of any digest, by one call of the inverse |
//! | `erasure.rs` | no leaf of a keyed tree becomes Empty | a root under which neighbours read as absent |
//! | `splitting.rs` | the other leaf is hashed by the verifier | an insert that hides the leaf beside it |
//! | `rootless.rs` | a path without levels is closed natively | anything at all, at any root |
//! | `misfits.rs` | hints fit key, state and path | a present key as absent, inner nodes as leaves, aliased slots |
//! | `alternatives.rs` | a copy has one output | a second new root for one change |
//!
//! | file | holds |
//! |---|---|
//! | `paths.rs` | the copies, wiring and witness of a path, written again; a prover that does not check its claim |
//! | `linear.rs` | linear equations over the field |

#[path = "../common/mod.rs"]
mod common;

mod alternatives;
mod erasure;
mod linear;
mod misfits;
mod paths;
mod preimage;
mod rootless;
mod splitting;
mod unabsorbed;
