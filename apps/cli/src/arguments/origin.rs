use std::path::PathBuf;

use clap::Args;
use statesync_tree::store::Version;
use statesync_tree::{Depth, Shape};

use super::registry::Registry;
use super::values;
use crate::commands::prove::Origin;
use crate::failure::Failure;
use crate::records::{Columns, Format, Source, Table};

/// A registry, or a table to build one from.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    registry: Registry,
    /// Prove something about this version of the registry, not about the newest
    #[arg(long, value_name = "VERSION", value_parser = values::version, conflicts_with = "tsv")]
    at: Option<Version>,
    /// Build the registry in memory from a table, plain or gzip, in place of opening one; - is standard input
    #[arg(long, value_name = "FILE", requires = "key", requires = "value")]
    tsv: Option<PathBuf>,
    /// The column of the table that names the record
    #[arg(long, value_name = "COLUMN", requires = "tsv")]
    key: Option<String>,
    /// The columns of the record's value, which are joined with tabs
    #[arg(long, value_name = "COLUMN[,COLUMN..]", value_delimiter = ',', requires = "tsv")]
    value: Vec<String>,
    /// Build an array of 2^DEPTH slots, whose indices the key column holds; else a tree of hashed names
    #[arg(long, value_name = "DEPTH", value_parser = values::depth, requires = "tsv")]
    slots: Option<Depth>,
}

impl Arguments {
    pub fn resolve(self) -> Result<Origin, Failure> {
        let (Some(file), Some(key)) = (self.tsv, self.key) else {
            return Ok(Origin::Disk { place: self.registry.resolve()?, at: self.at });
        };
        let source = Source::of(file);
        let format = Format::of(&source);
        let columns = Columns { key, values: self.value };
        let shape = self.slots.map_or(Shape::Keyed, Shape::Slots);
        Ok(Origin::Table { table: Table { source, format, columns }, shape })
    }
}
