use std::path::PathBuf;

use clap::Args;

use super::registry::Registry;
use super::values;
use crate::commands::import::Job;
use crate::failure::Failure;
use crate::records::{Columns, Format, Source, Table};

const EXAMPLES: &str = "\
All records of the table become one version, or none does; those that the table does not name stay.
Values of several columns are joined with tabs.

Examples:
  statesync import packages.tsv.gz --key package --value version,sha256
  statesync import accounts.csv --key account --value balance
  curl -s https://example.org/packages.jsonl | statesync import - --format jsonl --key name --value version";

/// The arguments of `import`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The table, plain or gzip; - is standard input
    file: PathBuf,
    /// The column that names the record, or holds its index in an array of slots
    #[arg(long, value_name = "COLUMN")]
    key: String,
    /// The columns of the record's value, which are joined with tabs
    #[arg(long, value_name = "COLUMN[,COLUMN..]", value_delimiter = ',', required = true)]
    value: Vec<String>,
    /// How the table is laid out; left out, what the name of the file says, or else tsv
    #[arg(long, value_parser = values::format())]
    format: Option<Format>,
    #[command(flatten)]
    registry: Registry,
}

impl Arguments {
    pub fn resolve(self) -> Result<Job, Failure> {
        let source = Source::of(self.file);
        let format = self.format.unwrap_or_else(|| Format::of(&source));
        let columns = Columns { key: self.key, values: self.value };
        Ok(Job { place: self.registry.resolve()?, table: Table { source, format, columns } })
    }
}
