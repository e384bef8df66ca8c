use std::path::PathBuf;

use clap::Args;
use statesync_proof::{Form, Kind};
use statesync_tree::LeafState;

use super::values::{self, Context};
use crate::commands::prove::{Artefact, Asked, Job};
use crate::failure::{Failure, Fault};

const EXAMPLES: &str = "\
Examples:
  statesync prove --tsv packages.tsv.gz --key package --value version,sha256 --name openssl \\
      --out openssl.proof --statement-out openssl.json
  statesync verify openssl.proof --statement openssl.json

  statesync prove update --to 9.9 --to 00ff --tsv packages.tsv.gz --key package --value version,sha256 \\
      --name openssl --form detached --out update.proof --statement-out update.json --request-out update.request
  statesync verify update.proof --statement update.json --request update.request";

/// The arguments of `prove`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// What to prove; left out, it is what is true of the name
    #[arg(value_parser = values::kind())]
    kind: Option<Kind>,
    #[command(flatten)]
    table: super::table::Arguments,
    /// The record to prove something about: its name, or its index in an array of slots
    #[arg(long)]
    name: String,
    /// Prove an update to this value; once for each value column
    #[arg(long, value_name = "VALUE", conflicts_with = "delete")]
    to: Vec<String>,
    /// Prove the update that deletes the record
    #[arg(long)]
    delete: bool,
    /// Whether the digests of the path travel with the proof, or with the request
    #[arg(long, value_parser = values::form(), default_value = "inline")]
    form: Form,
    /// Bytes that the proof is bound to besides its statement: text, or hex:DIGITS
    #[arg(long, value_name = "TEXT|hex:DIGITS", default_value = "", hide_default_value = true)]
    context: Context,
    /// Write a plain Merkle opening instead of a proof: smaller, and faster to check
    #[arg(long, conflicts_with_all = ["form", "context", "request_out"])]
    opening: bool,
    /// Where the proof or opening goes
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Where the statement goes, as JSON
    #[arg(long, value_name = "FILE")]
    statement_out: Option<PathBuf>,
    /// Where the request goes, which the checker of a detached proof needs
    #[arg(long, value_name = "FILE", required_if_eq("form", "detached"))]
    request_out: Option<PathBuf>,
}

impl Arguments {
    pub fn resolve(self) -> Result<Job, Failure> {
        let asked = self.asked()?;
        let artefact = if self.opening {
            Artefact::Opening
        } else {
            Artefact::Proof { form: self.form, context: self.context.0, request_out: self.request_out }
        };
        let (name, out, statement_out) = (self.name, self.out, self.statement_out);
        Ok(Job { table: self.table.resolve(), name, asked, artefact, out, statement_out })
    }

    fn asked(&self) -> Result<Asked, Failure> {
        let change =
            if self.delete { Some(LeafState::Tombstone) } else { values::digest_of(&self.to).map(LeafState::Occupied) };
        match (self.kind, change) {
            (None | Some(Kind::Update), Some(new)) => Ok(Asked::Change(new)),
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
