//! The commands, one file or folder each: a job in, a report out.
//!
//! | file | does |
//! |---|---|
//! | `job.rs` | [`Job`]: which command, with what; [`run`]: does it and prints what came of it |
//! | `demo/` | shows everything on Debian's package index |
//! | `prove.rs` | a table and a name -> a proof or a plain opening, in a file |
//! | `verify.rs` | a statement and a proof -> a verdict |
//! | `inspect/` | a proof field by field; a circuit layer by layer |

mod demo;
pub mod inspect;
mod job;
pub mod prove;
pub mod verify;

use job::prepared;
pub use job::{Job, run};
