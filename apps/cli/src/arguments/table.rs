use std::path::PathBuf;

use clap::Args;
use statesync_tree::{Depth, Shape};

use super::values;
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
    #[arg(long, value_name = "DEPTH", value_parser = values::depth)]
    slots: Option<Depth>,
}

impl Arguments {
    pub fn resolve(self) -> Table {
        let shape = self.slots.map_or(Shape::Keyed, Shape::Slots);
        Table { path: self.tsv, columns: Columns { key: self.key, values: self.value }, shape }
    }
}
