//! What may be typed, and what it means.
//!
//! Raw arguments are resolved once, here; commands get jobs, in which nothing is left to interpret.
//!
//! | file | holds |
//! |---|---|
//! | `program.rs` | the commands, and [`read`]: words -> a job |
//! | `registry.rs`, `record.rs` | which registry, which record: the same for every command |
//! | `upkeep.rs` | the arguments of `init`, `status`, `doctor`, `demo` |
//! | `import.rs` | of `import` |
//! | `change.rs` | of `put`, `delete`, `restore`, `apply` |
//! | `contents.rs` | of `get`, `list`, `export` |
//! | `history.rs` | of `log`, `diff`, `rollback`, `prune` |
//! | `prove.rs`, `origin.rs` | of `prove`; a registry, or a table to build one from |
//! | `verify.rs`, `inspect.rs` | of these |
//! | `sync.rs`, `replica.rs` | of the commands of these |
//! | `shell.rs` | completions and the manual, from what `program.rs` says |
//! | `values.rs` | how single values are written: contexts, kinds, forms, values of records |

mod change;
mod contents;
mod history;
mod import;
mod inspect;
mod origin;
mod program;
mod prove;
mod record;
mod registry;
mod replica;
mod shell;
mod sync;
mod upkeep;
mod values;
mod verify;

pub use program::read;
