use clap::Args;
use statesync_tree::Key;

use crate::failure::{Failure, Fault};
use crate::records::Label;

/// Which record.
#[derive(Args)]
pub struct Record {
    /// The record's name, or its index in an array of slots
    #[arg(required_unless_present = "raw_key", allow_negative_numbers = true)]
    name: Option<String>,
    /// The record of this key, in 62 hexadecimal digits, which has no name
    #[arg(long, value_name = "KEY")]
    raw_key: Option<Key>,
}

impl Record {
    /// The record; with `--raw-key`, the words after it are all something else's.
    pub fn resolve(self) -> Result<Label, Failure> {
        label(self.name, self.raw_key)
    }
}

/// What a record is called by one of two options.
pub fn label(name: Option<String>, raw_key: Option<Key>) -> Result<Label, Failure> {
    match (name, raw_key) {
        (Some(name), None) => Ok(Label::Name(name.into_bytes())),
        (None, Some(key)) => Ok(Label::Key(key)),
        _ => {
            let failure = Failure::new(Fault::Usage, "a record has a name or a bare key, not both");
            Err(failure.next("leave the name out, or `--raw-key`"))
        }
    }
}
