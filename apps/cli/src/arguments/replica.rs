use std::path::PathBuf;

use clap::{Args, Subcommand};
use statesync_tree::Anchor;

use super::sync::Strength;
use crate::commands::replica::{Apply, Init, Job};
use crate::records::Source;

const EXAMPLES: &str = "\
Examples:
  statesync export --leaves --at 3 --out all.leaves
  statesync replica init copy --anchor keyed:02.. --leaves all.leaves
  statesync replica apply copy week.proof --changes week.jsonl --to keyed:44..
  statesync replica root copy";

/// The commands of `replica`.
#[derive(Subcommand)]
#[command(after_help = EXAMPLES)]
pub enum Replica {
    /// Make a replica in a folder: of all leaves at an anchor, or of an empty registry
    Init(Start),
    /// Take a list of changes, if its proof shows that it leads from where the replica is to an anchor
    Apply(Taken),
    /// Compute the root of all leaves, to show that it is the anchor's
    Root(Place),
    /// Show where a replica stands
    Status(Place),
}

/// Which replica.
#[derive(Args)]
pub struct Place {
    /// The folder of the replica
    dir: PathBuf,
}

/// The arguments of `replica init`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Start {
    #[command(flatten)]
    place: Place,
    /// The registry that it begins as
    #[arg(long)]
    anchor: Anchor,
    /// All leaves of it, as `export --leaves` writes them, plain or gzip; - is standard input
    #[arg(long, value_name = "FILE")]
    leaves: Option<PathBuf>,
}

/// The arguments of `replica apply`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Taken {
    #[command(flatten)]
    place: Place,
    /// The proof; - is standard input
    proof: PathBuf,
    /// The list of changes, as `sync verify` takes it; - is standard input
    #[arg(long, value_name = "FILE")]
    changes: PathBuf,
    /// The registry that the changes lead to
    #[arg(long, value_name = "ANCHOR")]
    to: Anchor,
    #[command(flatten)]
    strength: Strength,
}

impl Replica {
    pub fn resolve(self) -> Job {
        match self {
            Self::Init(Start { place, anchor, leaves }) => {
                Job::Init(Init { place: place.dir, anchor, leaves: leaves.map(Source::of) })
            }
            Self::Apply(Taken { place, proof, changes, to, strength }) => {
                let (changes, proof) = (Source::of(changes), Source::of(proof));
                Job::Apply(Apply { place: place.dir, to, changes, proof, least: strength.resolve() })
            }
            Self::Root(place) => Job::Root(place.dir),
            Self::Status(place) => Job::Status(place.dir),
        }
    }
}
