//! What may be typed, and what it means.
//!
//! Raw arguments are resolved once, here; commands get jobs, in which nothing is left to interpret.
//!
//! | file | holds |
//! |---|---|
//! | `program.rs` | the commands, and [`read`]: words -> a job |
//! | `prove.rs`, `verify.rs`, `inspect.rs` | the arguments of these commands |
//! | `table.rs` | a table of records: file, columns, shape |
//! | `values.rs` | how single values are written: contexts, kinds, forms, values of records |

mod inspect;
mod program;
mod prove;
mod table;
mod values;
mod verify;

pub use program::read;
