//! The commands, one file or folder each: a job in, a report out.
//!
//! | file | does |
//! |---|---|
//! | `job.rs` | [`Job`]: which command, with what; [`run`]: does it and prints what came of it |
//! | `demo/` | shows everything on Debian's package index |
//! | `init.rs` | a folder -> an empty registry |
//! | `import.rs` | a table -> its records, in one version |
//! | `change.rs` | `put`, `delete`, `restore`, `apply`: operations -> the next version |
//! | `changed.rs` | [`changed::Changed`]: the version that a command made |
//! | `get.rs`, `list.rs`, `export.rs` | records of a version |
//! | `status.rs` | where a registry stands |
//! | `history.rs` | `log`, `rollback`, `prune`: its versions |
//! | `diff.rs` | two versions -> the changes between them |
//! | `doctor.rs` | everything computed anew, and compared |
//! | `prove/` | a registry and a name -> a proof or a plain opening, in a file; or many |
//! | `verify.rs` | a statement and a proof -> a verdict |
//! | `sync/` | two versions -> one proof of all changes between them; anchors, a list and a proof -> a verdict |
//! | `replica/` | leaves, kept up to date by verified sync proofs |
//! | `inspect/` | a proof field by field; a circuit layer by layer |

pub mod change;
mod changed;
pub mod demo;
pub mod diff;
pub mod doctor;
pub mod export;
pub mod get;
pub mod history;
pub mod import;
pub mod init;
pub mod inspect;
mod job;
pub mod list;
pub mod prove;
pub mod replica;
pub mod status;
pub mod sync;
pub mod verify;

use job::prepared;
pub use job::{Job, run};
