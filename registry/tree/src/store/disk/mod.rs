//! A store on disk: one [redb](https://docs.rs/redb) database in a folder.
//!
//! ```text
//! buckets      prefix              -> digest, leaves
//! values       key                 -> value bytes
//! versions     number              -> parent, anchor, counts, time
//! held_before  number, first key   -> what the keys held that the version changed
//! meta         "format", "head"    -> format version; shape, highest version, commits
//! ```
//!
//! A commit is one write transaction in two phases: data and the new root of the database are
//! synced before the one byte that makes it the current root is written, and that is synced before
//! the call returns. What the allocator needs is written along (quick-repair), so that opening
//! after a crash does not walk the file.
//!
//! | file | holds |
//! |---|---|
//! | `folder.rs` | the folder: one process at a time, and how many commits it has acknowledged |
//! | `open.rs` | making, opening, checking and compacting a store |
//! | `write.rs` | a commit as a write transaction |
//! | `view.rs` | [`DiskView`]: a read transaction |
//! | `tables.rs` | the tables |
//! | `wire/` | their rows as bytes |
//! | `failure.rs` | errors and panics of the database as errors of a store |

mod failure;
mod folder;
mod open;
mod tables;
mod view;
mod wire;
mod write;

pub use open::DiskStore;
pub use view::DiskView;

/// The longest value that a store takes, in bytes.
pub const MAX_VALUE_BYTES: usize = 1 << 24;
