use std::path::PathBuf;

use clap::Args;
use statesync_tree::store::Version;

use super::record::Record;
use super::registry::Registry;
use super::values;
use crate::commands::{export, get, list};
use crate::failure::{Failure, Fault};
use crate::records::{Format, Layout, Source};
use crate::report::Target;

const TABLES: &str = "\
The table holds the records that are there, in the order of their names; what was deleted is not in it.
A value that was joined from several columns is taken apart again where `--columns` names them.

Examples:
  statesync export --columns package,version,sha256 --out packages.tsv
  statesync export --prefix lib --out lib.jsonl.gz
  statesync import lib.jsonl.gz --key name --value value --registry other";

/// The arguments of `get`.
#[derive(Args)]
pub struct Get {
    #[command(flatten)]
    record: Record,
    /// Look in this version, not in the newest
    #[arg(long, value_name = "VERSION", value_parser = values::version)]
    at: Option<Version>,
    /// Print the value alone, byte for byte
    #[arg(long, conflicts_with = "json")]
    raw: bool,
    #[command(flatten)]
    registry: Registry,
}

/// The arguments of `list`.
#[derive(Args)]
pub struct List {
    #[command(flatten)]
    records: Records,
    /// List what is left of deleted records too: their keys, or slots
    #[arg(long)]
    deleted: bool,
    #[command(flatten)]
    registry: Registry,
}

/// The arguments of `export`.
#[derive(Args)]
#[command(after_help = TABLES)]
pub struct Export {
    #[command(flatten)]
    records: Records,
    /// How the table is laid out; left out, what the name of the file says, or else jsonl
    #[arg(long, value_parser = values::format())]
    format: Option<Format>,
    /// The headings of a table of tsv or csv, that of the name first; left out, name,value
    #[arg(long, value_name = "NAME,COLUMN..", value_delimiter = ',')]
    columns: Option<Vec<String>>,
    /// Write all leaves as keys and states, those of deleted records too: what `replica init` takes
    #[arg(long, conflicts_with_all = ["prefix", "format", "columns"])]
    leaves: bool,
    /// Where the table goes, compressed if the name ends in .gz; left out or -, to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    registry: Registry,
}

/// Which records.
#[derive(Args)]
struct Records {
    /// Those alone whose names begin so
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true, allow_hyphen_values = true)]
    prefix: String,
    /// Those of this version, not of the newest
    #[arg(long, value_name = "VERSION", value_parser = values::version)]
    at: Option<Version>,
}

impl Get {
    pub fn resolve(self) -> Result<get::Job, Failure> {
        let label = self.record.resolve()?;
        Ok(get::Job { place: self.registry.resolve()?, label, at: self.at, raw: self.raw })
    }
}

impl List {
    pub fn resolve(self) -> Result<list::Job, Failure> {
        let Records { prefix, at } = self.records;
        let (place, deleted) = (self.registry.resolve()?, self.deleted);
        Ok(list::Job { place, prefix: prefix.into_bytes(), at, deleted })
    }
}

impl Export {
    pub fn resolve(self) -> Result<export::Job, Failure> {
        let Records { prefix, at } = self.records;
        let out = self.out.map_or(Target::Stdout, Target::of);
        let named = match &out {
            Target::File(path) => Some(Format::of(&Source::File(path.clone()))),
            Target::Stdout => None,
        };
        let format = self.format.or(named).unwrap_or(Format::JsonLines);
        if self.columns.is_some() && format == Format::JsonLines {
            let failure = Failure::new(Fault::Usage, "`--columns` is for tables, and jsonl has none");
            return Err(failure.next("add --format tsv or --format csv, or an --out file whose name ends so"));
        }
        let headings = self.columns.unwrap_or_else(|| ["name", "value"].map(str::to_owned).to_vec());
        let layout = Layout { format, headings };
        let records = export::What::Records { prefix: prefix.into_bytes(), layout };
        let what = if self.leaves { export::What::Leaves } else { records };
        Ok(export::Job { place: self.registry.resolve()?, at, what, out })
    }
}
