use std::path::PathBuf;

use clap::Args;
use statesync_proof::{Form, Kind};
use statesync_tree::Key;

use super::origin;
use super::record::label;
use super::values::{self, Context};
use crate::commands;
use crate::commands::prove::{Artefact, Asked, Job, Many, Question};
use crate::failure::{Failure, Fault};
use crate::records::Source;
use crate::report::Target;

const EXAMPLES: &str = "\
Examples:
  statesync prove --name openssl --out openssl.proof --statement-out openssl.json
  statesync verify openssl.proof --statement openssl.json

  statesync prove update --to 9.9 --to 00ff --name openssl --form detached \\
      --out update.proof --statement-out update.json --request-out update.request
  statesync verify update.proof --statement update.json --request update.request

Many at once: a line of the file of requests is a name, or a kind, a tab and a name: membership, non-membership,
delete, or with another tab and the new value, update. The folder gets for line 7 the files 000007.proof,
000007.json (the statement) and, for a detached proof, 000007.request. Those of an earlier run are removed.
  statesync prove --requests names.txt --out-dir proofs";

/// The arguments of `prove`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// What to prove; left out, it is what is true of the name
    #[arg(value_parser = values::kind())]
    kind: Option<Kind>,
    #[command(flatten)]
    origin: origin::Arguments,
    /// The record to prove something about: its name, or its index in an array of slots
    #[arg(long, required_unless_present_any = ["raw_key", "requests"], allow_hyphen_values = true)]
    name: Option<String>,
    /// The record of this key, in 62 hexadecimal digits, which has no name
    #[arg(long, value_name = "KEY", conflicts_with = "name")]
    raw_key: Option<Key>,
    /// Prove what every line of this file asks for; - is standard input
    #[arg(long, value_name = "FILE", requires = "out_dir", conflicts_with_all = ["kind", "name", "raw_key", "to",
        "delete", "out", "statement_out", "request_out"])]
    requests: Option<PathBuf>,
    /// The folder where many proofs go; it is made if it is not there
    #[arg(long, value_name = "DIR", requires = "requests")]
    out_dir: Option<PathBuf>,
    /// Prove an update to this value; once for each value column
    #[arg(long, value_name = "VALUE", conflicts_with = "delete", allow_hyphen_values = true)]
    to: Vec<String>,
    /// Prove the update that deletes the record
    #[arg(long)]
    delete: bool,
    /// Whether the digests of the path travel with the proof, or with the request
    #[arg(long, value_parser = values::form(), default_value = "inline")]
    form: Form,
    /// Bytes that the proof is bound to besides its statement: text, or hex:DIGITS
    #[arg(
        long,
        value_name = "TEXT|hex:DIGITS",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    context: Context,
    /// Write a plain Merkle opening instead of a proof: smaller, and faster to check
    #[arg(long, conflicts_with_all = ["form", "context", "request_out"])]
    opening: bool,
    /// Where the proof or opening goes; - is standard output, and then nothing else is printed
    #[arg(long, value_name = "FILE", required_unless_present = "requests")]
    out: Option<PathBuf>,
    /// Where the statement goes, as JSON
    #[arg(long, value_name = "FILE", value_parser = values::file())]
    statement_out: Option<PathBuf>,
    /// Where the request goes, which the checker of a detached proof needs
    #[arg(long, value_name = "FILE", value_parser = values::file())]
    request_out: Option<PathBuf>,
}

impl Arguments {
    pub fn resolve(self) -> Result<commands::Job, Failure> {
        let asked = self.asked()?;
        let artefact =
            if self.opening { Artefact::Opening } else { Artefact::Proof { form: self.form, context: self.context.0 } };
        let origin = self.origin.resolve()?;
        match (self.requests, self.out_dir, self.out) {
            (Some(requests), Some(out), _) => {
                let requests = Source::of(requests);
                Ok(commands::Job::ProveMany(Many { origin, requests, artefact, out }))
            }
            (_, _, Some(out)) => {
                if self.form == Form::Detached && self.request_out.is_none() {
                    let failure = Failure::new(Fault::Usage, "the checker of a detached proof needs its request");
                    return Err(failure.next("add `--request-out <FILE>`, or leave `--form detached` out"));
                }
                let question = Question { label: label(self.name, self.raw_key)?, asked };
                let (statement_out, request_out) = (self.statement_out, self.request_out);
                Ok(commands::Job::Prove(Job {
                    origin,
                    question,
                    artefact,
                    out: Target::of(out),
                    statement_out,
                    request_out,
                }))
            }
            _ => Err(Failure::new(Fault::Usage, "nothing says where the proof goes").next("add `--out FILE`")),
        }
    }

    fn asked(&self) -> Result<Asked, Failure> {
        let change = if self.delete { Some(Asked::Deletion) } else { values::value_of(&self.to).map(Asked::Change) };
        match (self.kind, change) {
            (None | Some(Kind::Update), Some(change)) => Ok(change),
            (None, None) => Ok(Asked::WhatIsTrue),
            (Some(Kind::Membership), None) => Ok(Asked::Present),
            (Some(Kind::NonMembership), None) => Ok(Asked::Absent),
            (Some(Kind::Update), None) => {
                let failure = Failure::new(Fault::Usage, "an update is to something");
                Err(failure.next("add `--to VALUE`, once for each value column, or `--delete`"))
            }
            (Some(kind), Some(_)) => {
                let failure = Failure::new(Fault::Usage, format_args!("`--to` and `--delete` do not go with {kind}"));
                Err(failure.next("leave them out, or ask for `update`"))
            }
        }
    }
}
