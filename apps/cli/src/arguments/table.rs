use std::path::PathBuf;

use clap::Args;
use statesync_tree::{Depth, Shape};

use crate::failure::{Blame, Failure, Fault};
use crate::records::{Columns, Table};

/// A table of records.
#[derive(Args)]
pub struct Arguments {
    /// The records: a table of tab-separated columns with a line of headings, plain or gzip
    #[arg(long, value_name = "FILE")]
    tsv: PathBuf,
    /// The column that names the record
    #[arg(long, value_name = "COLUMN")]
    key: String,
    /// The columns of the record's value, which are joined with tabs
    #[arg(long, value_name = "COLUMN[,COLUMN..]", value_delimiter = ',', required = true)]
    value: Vec<String>,
    /// Build an array of 2^DEPTH slots, whose indices the key column holds; else a tree of hashed names
    #[arg(long, value_name = "DEPTH")]
    slots: Option<u64>,
}

impl Arguments {
    pub fn resolve(self) -> Result<Table, Failure> {
        let shape = match self.slots {
            None => Shape::Keyed,
            Some(depth) => Shape::Slots(Depth::new(depth).blame(Fault::Usage, "--slots")?),
        };
        Ok(Table { path: self.tsv, columns: Columns { key: self.key, values: self.value }, shape })
    }
}
