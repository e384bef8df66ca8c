use std::path::PathBuf;

use clap::Args;
use statesync_tree::store::MAX_VALUE_BYTES;
use statesync_tree::{Action, Key};

use super::record::label;
use super::registry::Registry;
use super::sync::Strength;
use super::values;
use crate::commands::change::{Changes, Job, Proving};
use crate::failure::{Failure, Fault};
use crate::files;
use crate::records::{Change, Source, joined};

const VALUES: &str = "\
Several values are the columns of one, and are joined with tabs, as `import` joins columns.

Examples:
  statesync put openssl 3.0.22 5cdf..
  statesync put motd --file motd.txt
  statesync put --raw-key 00..01 some-value
  statesync put --registry packages -- -n \"a name or value that begins with - and is no number\"";

const FILE_FORM: &str = "\
A line of the file is an operation (insert, replace, restore, put or delete), a tab and a name, and but for
delete a tab and the value:
  put     openssl  3.0.22
  delete  cowsay
or the same as a JSON object, which takes any bytes:
  {\"op\":\"put\",\"name\":\"openssl\",\"value\":\"3.0.22\"}
  {\"op\":\"delete\",\"name\":\"cowsay\"}
with `slot` (a number) or `key` (62 hexadecimal digits) for `name`, and `name_hex`, `value_hex` for bytes that
are no text. All operations are carried out in their order, as one version, or none is; a file without any
makes a version too, equal to the one before.

  insert  takes a record that was never there     replace, delete  one that is there
  restore takes one that was deleted              put              any";

/// The arguments of `put` and `restore`.
#[derive(Args)]
#[command(after_help = VALUES)]
pub struct Valued {
    /// The name of the record, or its index in an array of slots; then its value
    #[arg(value_name = "NAME VALUE", required_unless_present = "raw_key", allow_negative_numbers = true)]
    words: Vec<String>,
    /// Take the value from a file, byte for byte; - is standard input
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// The record of this key, in 62 hexadecimal digits, which has no name: then all words are its value
    #[arg(long, value_name = "KEY")]
    raw_key: Option<Key>,
    #[command(flatten)]
    registry: Registry,
}

/// The arguments of `delete`.
#[derive(Args)]
pub struct Delete {
    /// The names of the records, or their indices in an array of slots: all are deleted, or none
    #[arg(required_unless_present = "raw_key", allow_negative_numbers = true)]
    names: Vec<String>,
    /// The record of this key, in 62 hexadecimal digits, which has no name
    #[arg(long, value_name = "KEY")]
    raw_key: Option<Key>,
    #[command(flatten)]
    registry: Registry,
}

/// The arguments of `apply`.
#[derive(Args)]
#[command(after_help = FILE_FORM)]
pub struct Apply {
    /// The file of changes, plain or gzip, as `diff` writes it; - is standard input
    file: PathBuf,
    /// Print the anchor that the changes would lead to, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Write a proof that these changes, and nothing else, lead to the new version
    #[arg(long, value_name = "FILE", value_parser = values::file(), conflicts_with = "dry_run")]
    proof: Option<PathBuf>,
    /// Write the list of changes that the checker of the proof needs; compressed if the name ends in .gz
    #[arg(long, value_name = "FILE", value_parser = values::file(), requires = "proof")]
    changes_out: Option<PathBuf>,
    #[command(flatten)]
    strength: Strength,
    #[command(flatten)]
    registry: Registry,
}

impl Valued {
    pub fn resolve(self, action: Action) -> Result<Job, Failure> {
        let mut words = self.words;
        let name = (self.raw_key.is_none() && !words.is_empty()).then(|| words.remove(0));
        let label = label(name, self.raw_key)?;
        let value = match (self.file, words.is_empty()) {
            (Some(file), true) => files::read_at_most(&Source::of(file), MAX_VALUE_BYTES as u64)?,
            (None, false) => joined(words.iter().map(String::as_bytes)),
            (Some(_), false) => {
                let failure = Failure::new(Fault::Usage, "the value is given twice: as words, and as `--file`");
                return Err(failure.next("leave one of the two out"));
            }
            (None, true) => {
                let failure = Failure::new(Fault::Usage, format_args!("there is no value to {action}"));
                return Err(failure.next(format!("statesync {action} NAME VALUE, or --file FILE")));
            }
        };
        let changes = Changes::Given(vec![Change { action, label, value: Some(value) }]);
        Ok(Job { place: self.registry.resolve()?, changes, dry_run: false, proof: None })
    }
}

impl Delete {
    pub fn resolve(self) -> Result<Job, Failure> {
        let delete = |name, key| Ok(Change { action: Action::Delete, label: label(name, key)?, value: None });
        let named = self.names.into_iter().map(|name| delete(Some(name), None));
        let bare = self.raw_key.into_iter().map(|key| delete(None, Some(key)));
        let changes = named.chain(bare).collect::<Result<_, Failure>>()?;
        Ok(Job { place: self.registry.resolve()?, changes: Changes::Given(changes), dry_run: false, proof: None })
    }
}

impl Apply {
    pub fn resolve(self) -> Result<Job, Failure> {
        let changes = Changes::File(Source::of(self.file));
        let (profile, changes_out) = (self.strength.resolve(), self.changes_out);
        let proof = self.proof.map(|out| Proving { profile, out, changes_out });
        Ok(Job { place: self.registry.resolve()?, changes, dry_run: self.dry_run, proof })
    }
}
