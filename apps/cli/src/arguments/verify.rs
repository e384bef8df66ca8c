use std::path::PathBuf;

use clap::Args;
use statesync_proof::{Absence, Statement};
use statesync_tree::{Anchor, Key, LeafState, ValueDigest};

use super::values::{self, Context};
use crate::commands::verify::{Claim, Evidence, Job, MEANS_NOTHING};
use crate::failure::{Advise, Blame, Failure, Fault};
use crate::records::{Label, Source, stored_value};

const EXAMPLES: &str = "\
The statement is yours: anchor, name and state never come from a proof. Give it as a file, or in words:
  a record has a value         --anchor A --name N --value V [--value V ..]   or --value-digest D
  a record is not there        --anchor A --name N --absent empty             or tombstone
  one record changed           --anchor OLD --new-anchor NEW --name N --old-state S --new-state S
where a state is empty, tombstone, or occupied:DIGEST. One of the files may be -, standard input.

Examples:
  statesync verify openssl.proof --statement openssl.json
  statesync verify openssl.proof --anchor keyed:5f.. --name openssl --value 3.0.22-1~deb12u2 --value 5cdf..
  statesync verify --opening openssl.opening --statement openssl.json";

/// The arguments of `verify`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The proof; - is standard input
    #[arg(required_unless_present = "opening", conflicts_with = "opening")]
    proof: Option<PathBuf>,
    /// Check a plain Merkle opening instead of a proof
    #[arg(long, value_name = "FILE", conflicts_with_all = ["request", "context"])]
    opening: Option<PathBuf>,
    /// The request that a detached proof was made for: it holds the path
    #[arg(long, value_name = "FILE")]
    request: Option<PathBuf>,
    /// Bytes that the proof must be bound to besides its statement: text, or hex:DIGITS
    #[arg(
        long,
        value_name = "TEXT|hex:DIGITS",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    context: Context,
    #[command(flatten)]
    statement: Words,
}

/// A statement: a file, or words.
#[derive(Args)]
#[command(next_help_heading = "Your statement")]
struct Words {
    /// The statement as a file of JSON
    #[arg(long, value_name = "FILE", conflicts_with_all = ["anchor", "name", "key", "value", "value_digest", "absent",
        "new_anchor", "old_state", "new_state"])]
    statement: Option<PathBuf>,
    /// The registry; for an update, as it was
    #[arg(long)]
    anchor: Option<Anchor>,
    /// The record's name, or its index in an array of slots
    #[arg(long, conflicts_with = "key", allow_hyphen_values = true)]
    name: Option<String>,
    /// The record's key, in hexadecimal: a value that goes with it is of a record without a name
    #[arg(long)]
    key: Option<Key>,
    /// The record has this value; once for each value column
    #[arg(long, conflicts_with_all = ["value_digest", "absent", "new_anchor"], allow_hyphen_values = true)]
    value: Vec<String>,
    /// The record has the value with this digest
    #[arg(long, value_name = "DIGEST", conflicts_with_all = ["absent", "new_anchor"])]
    value_digest: Option<ValueDigest>,
    /// The record is not there: never used, or deleted
    #[arg(long, value_parser = values::absence(), conflicts_with = "new_anchor")]
    absent: Option<Absence>,
    /// The registry after the update
    #[arg(long, value_name = "ANCHOR", requires_all = ["old_state", "new_state"])]
    new_anchor: Option<Anchor>,
    /// The record before the update
    #[arg(long, value_name = "STATE", requires = "new_anchor")]
    old_state: Option<LeafState>,
    /// The record after the update
    #[arg(long, value_name = "STATE", requires = "new_anchor")]
    new_state: Option<LeafState>,
}

impl Arguments {
    pub fn resolve(self) -> Result<Job, Failure> {
        let (context, request) = (self.context.0, self.request.map(Source::of));
        let evidence = match (self.proof, self.opening) {
            (Some(path), _) => Evidence::Proof { source: Source::of(path), context, request },
            (None, Some(path)) => Evidence::Opening(Source::of(path)),
            (None, None) => return Err(Failure::new(Fault::Usage, "there is no proof and no opening to check")),
        };
        Ok(Job { claim: self.statement.resolve()?, evidence })
    }
}

impl Words {
    fn resolve(self) -> Result<Claim, Failure> {
        if let Some(path) = self.statement {
            return Ok(Claim::File(Source::of(path)));
        }
        let incomplete = self.incomplete();
        let Some(anchor) = self.anchor else { return Err(incomplete) };
        let label = match (self.key, self.name) {
            (Some(key), _) => Label::Key(key),
            (None, Some(name)) => Label::Name(name.into_bytes()),
            (None, None) => return Err(incomplete),
        };
        let key = label.key(anchor.shape)?;
        let given = values::value_of(&self.value);
        let given = given.map(|value| ValueDigest::of(&stored_value(anchor.shape, &label, &value)));
        let value = self.value_digest.or(given);
        let statement = match (value, self.absent, self.new_anchor, self.old_state, self.new_state) {
            (Some(value), ..) => Statement::Membership { anchor, key, value },
            (_, Some(absence), ..) => Statement::NonMembership { anchor, key, absence },
            (_, _, Some(new_anchor), Some(old), Some(new)) => {
                Statement::Update { old_anchor: anchor, new_anchor, key, old, new }
            }
            _ => return Err(incomplete),
        };
        statement.check().blame(Fault::Usage, "the statement means nothing").next(MEANS_NOTHING)?;
        Ok(Claim::Stated(statement))
    }

    /// What is missing of a statement in words.
    fn incomplete(&self) -> Failure {
        let has_state = !self.value.is_empty() || self.value_digest.is_some();
        let parts = [
            (self.anchor.is_some(), "`--anchor`"),
            (self.name.is_some() || self.key.is_some(), "`--name` or `--key`"),
            (
                has_state || self.absent.is_some() || self.new_anchor.is_some(),
                "`--value`, `--value-digest`, `--absent` or `--new-anchor`",
            ),
        ];
        let missing: Vec<&str> = parts.iter().filter(|(given, _)| !given).map(|(_, part)| *part).collect();
        let message = format!("there is no complete statement to check: it lacks {}", missing.join(", and "));
        Failure::new(Fault::Usage, message).next("add that, or give it all as `--statement FILE`")
    }
}
