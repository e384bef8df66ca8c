//! Registries, on disk and in memory, and what is true of them.
//!
//! | file | holds |
//! |---|---|
//! | `disk.rs` | the registry in a folder: made, opened, a version of it |
//! | `memory.rs` | a registry in memory, from a table |
//! | `contents.rs` | its records, with their names |
//! | `trouble.rs` | why a registry does not do it, and what to do then |

mod contents;
mod disk;
mod memory;
mod trouble;

pub use contents::{Contents, entry, true_statement};
pub use disk::{Disk, DiskSnapshot, create, open, open_at, open_store, two_versions};
pub use memory::publish;
pub use trouble::{DAMAGED, REPAIR, trouble};
