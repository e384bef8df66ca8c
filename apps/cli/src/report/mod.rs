//! What commands say, on standard output for people or machines, and on standard error.
//!
//! | file | holds |
//! |---|---|
//! | `output.rs` | [`Report`]: one result, and [`Output`]: for whom it is |
//! | `target.rs` | [`Target`]: where a result goes, to a file or to standard output |
//! | `page.rs` | [`Page`]: headings, fields and notes, in colour on a terminal |
//! | `columns.rs` | [`Columns`]: an aligned table |
//! | `progress.rs` | [`Progress`]: how far long work is, on a terminal |
//! | `figures.rs` | numbers, sizes and times as people read them |

mod columns;
mod figures;
mod output;
mod page;
mod progress;
mod target;

pub use columns::Columns;
pub use figures::{Bits, Bytes, Count, Moment, Took, shortened};
pub use output::{Output, Report};
pub use page::Page;
pub use progress::Progress;
pub use target::Target;
