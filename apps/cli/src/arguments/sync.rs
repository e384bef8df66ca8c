use std::path::PathBuf;

use clap::{Args, Subcommand};
use statesync_proof::Profile;
use statesync_tree::Anchor;
use statesync_tree::store::Version;

use super::registry::Registry;
use super::values;
use crate::commands::sync::{Chain, Job, Prove, Verify};
use crate::failure::Failure;
use crate::records::Source;
use crate::report::Target;

const LIST: &str = "\
The list is the checker's own. A line is what a record was and what it is:
  {\"name\":\"openssl\",\"old\":\"3.0.20\",\"new\":\"3.0.22\"}
  {\"name\":\"left-pad\",\"old_state\":\"empty\",\"new\":\"1.3.0\"}
with `slot` (a number) or `key` (62 hexadecimal digits) for `name`; `name_hex`, `old_hex`, `new_hex` for bytes
that are no text; and `old_state`, `new_state` for states: empty, tombstone, or occupied:DIGEST. A record that
was only read is the same before and after. The order of lines matters only for those about one record.

Examples:
  statesync sync prove --from 3 --to 7 --out week.proof --changes-out week.jsonl
  statesync sync verify week.proof --from keyed:02.. --to keyed:44.. --changes week.jsonl";

/// The commands of `sync`.
#[derive(Subcommand)]
pub enum Sync {
    /// Prove the changes between two versions, netted, in one proof
    Prove(Between),
    /// Check a proof that your own list of changes, and nothing else, leads from one anchor to another
    Verify(Step),
    /// Check proofs that follow each other, from the first anchor to the last
    VerifyChain(Steps),
}

/// How strong a proof is.
#[derive(Args)]
pub struct Strength {
    /// Bits of security of the proof, at least; more make it larger
    #[arg(long, value_name = "BITS", value_parser = values::profile(), default_value = "100")]
    security: Profile,
}

/// The arguments of `sync prove`.
#[derive(Args)]
#[command(after_help = LIST)]
pub struct Between {
    /// The older version
    #[arg(long, value_name = "VERSION", value_parser = values::version)]
    from: Version,
    /// The newer version; left out, the newest of all
    #[arg(long, value_name = "VERSION", value_parser = values::version)]
    to: Option<Version>,
    /// Where the proof goes; - is standard output, and then nothing else is printed
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Where the list of changes goes, which the checker needs; compressed if the name ends in .gz
    #[arg(long, value_name = "FILE", value_parser = values::file())]
    changes_out: Option<PathBuf>,
    #[command(flatten)]
    strength: Strength,
    #[command(flatten)]
    registry: Registry,
}

/// The arguments of `sync verify`.
#[derive(Args)]
#[command(after_help = LIST)]
pub struct Step {
    /// The proof; - is standard input
    proof: PathBuf,
    /// The registry before
    #[arg(long, value_name = "ANCHOR")]
    from: Anchor,
    /// The registry after
    #[arg(long, value_name = "ANCHOR")]
    to: Anchor,
    /// Your list of changes, plain or gzip; - is standard input
    #[arg(long, value_name = "FILE")]
    changes: PathBuf,
    #[command(flatten)]
    strength: Strength,
}

/// The arguments of `sync verify-chain`.
#[derive(Args)]
pub struct Steps {
    /// The proofs, the oldest first
    #[arg(required = true)]
    proofs: Vec<PathBuf>,
    /// The registry before the first step, between each two, and after the last
    #[arg(long = "anchor", value_name = "ANCHOR", required = true)]
    anchors: Vec<Anchor>,
    /// Your list of changes of each step
    #[arg(long, value_name = "FILE", required = true)]
    changes: Vec<PathBuf>,
    #[command(flatten)]
    strength: Strength,
}

impl Strength {
    pub fn resolve(self) -> Profile {
        self.security
    }
}

impl Sync {
    pub fn resolve(self) -> Result<Job, Failure> {
        Ok(match self {
            Self::Prove(Between { from, to, out, changes_out, strength, registry }) => {
                let (place, profile) = (registry.resolve()?, strength.resolve());
                Job::Prove(Prove { place, from, to, profile, out: Target::of(out), changes_out })
            }
            Self::Verify(Step { proof, from, to, changes, strength }) => {
                let (changes, proof) = (Source::of(changes), Source::of(proof));
                Job::Verify(Verify { from, to, changes, proof, least: strength.resolve() })
            }
            Self::VerifyChain(Steps { proofs, anchors, changes, strength }) => {
                let [changes, proofs] = [changes, proofs].map(|files| files.into_iter().map(Source::of).collect());
                Job::Chain(Chain { anchors, changes, proofs, least: strength.resolve() })
            }
        })
    }
}
