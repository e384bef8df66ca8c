//! The store on disk when things go wrong: after each fault the last acknowledged version, or the
//! one in flight, and nothing else.
//!
//! | file | holds |
//! |---|---|
//! | `history.rs` | versions whose contents follow from their number, and whether a registry holds them |
//! | `simulated.rs` | a disk in memory that loses power, fails once, or fills up |
//! | `kill.rs` | processes that are killed while they write |
//! | `power.rs` | every write, read and sync that fails; again during recovery |
//! | `full.rs` | disks without space left |
//! | `flips.rs` | bytes that changed |
//! | `folder.rs` | folders that are in use, empty, foreign, newer, older |
//! | `doctor.rs` | everything that a doctor can find |
//! | `beside.rs` | readers beside a writer; versions forgotten by count and age; space given back |
//!
//! Names like P01 are of the list of faults that these tests are built against.

mod beside;
mod doctor;
mod flips;
mod folder;
mod full;
mod history;
mod kill;
mod power;
mod simulated;
