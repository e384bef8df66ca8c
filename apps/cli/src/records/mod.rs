//! Records as they are written: on the command line, in tables, in files of changes, and in a registry.
//!
//! | file | holds |
//! |---|---|
//! | `label.rs` | [`Label`]: what a record is called: a name, a slot, or a bare key |
//! | `stored.rs` | the bytes that a registry holds for a record: its name, so that it can be listed, and its value |
//! | `written.rs` | [`Written`]: a record as one JSON object |
//! | `table.rs` | [`Table`]: a file of records; [`Columns`]: which of its columns are meant |
//! | `delimited.rs` | tables of separated columns: TSV and CSV |
//! | `objects.rs` | tables of JSON objects, one on each line |
//! | `export.rs` | records -> a table |
//! | `changes.rs` | [`ChangesFile`]: operations, one on each line |
//! | `states.rs` | [`StatesFile`]: what records were and what they are, one on each line |
//! | `lines.rs` | texts line by line, and the longest line that is read |

mod changes;
mod delimited;
mod export;
mod label;
mod lines;
mod objects;
mod states;
mod stored;
mod table;
mod written;

pub use changes::{Change, ChangesFile};
pub use export::{Layout, export};
pub use label::Label;
pub use lines::read_lines;
pub use states::{Held, Stated, StatesFile};
pub use stored::{Entry, bare, stored_value};
pub use table::{Columns, Format, Record, Source, Table, joined, read, separated};
pub use written::{Written, digits, from_digits};
