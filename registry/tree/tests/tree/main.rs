//! What the tree promises, against a naive model of it.
//!
//! | file | holds |
//! |---|---|
//! | `naive.rs` | the model: a map of leaves, and section 3 as a plain recursion |
//! | `model.rs` | random batches, rollbacks, prunings and reopenings beside the model, for any store |
//! | `conformance.rs` | what every store does; one line runs it all for a backend |
//! | `memory.rs`, `disk.rs` | that line for the store in memory, and for the one on disk |
//! | `small.rs` | small trees exhaustively |
//! | `batches.rs` | preconditions, order, atomicity |
//! | `versions.rs` | history: reading, rolling back, pruning |
//! | `openings.rs` | forged and misused openings |
//! | `long.rs` | keys chosen to share their bits; paths up to 248 levels |
//! | `damage.rs` | a store that answers wrongly |
//! | `threads.rs` | any number of threads, readers beside a writer |
//! | `forms.rs` | bytes, text and JSON of every type |
//!
//! Names like M08 or R45 in comments are of the list of faults that these tests are built against.
//! Faults that have no test here because they cannot occur:
//!
//! - M03 (a path bit that is not 0 or 1): bits come from the key and are `bool`.
//! - R25 (an index as one field element, where i and i + p alias): a key enters the leaf hash as
//!   nine limbs of at most 30 bits, and the path as bits.
//! - R50 (leaves left over in a proof of many): an opening is about one key and has one terminal.
//! - R33, P01 to P07: of the store on disk; `tests/disk/` and the bench `disk`.

mod batches;
mod conformance;
mod damage;
mod disk;
mod forms;
mod long;
mod memory;
mod model;
mod naive;
mod openings;
mod small;
mod threads;
mod versions;
