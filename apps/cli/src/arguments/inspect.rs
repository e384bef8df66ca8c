use std::path::PathBuf;

use clap::Args;
use statesync_proof::Kind;
use statesync_tree::{Anchor, Key};

use super::values;
use crate::commands::inspect::{Job, Statement};
use crate::failure::{Failure, Fault};
use crate::records::Source;

/// The arguments of `inspect`.
#[derive(Args)]
pub struct Arguments {
    /// The proof, request or opening; - is standard input
    #[arg(required_unless_present = "circuit", conflicts_with_all = ["circuit", "depth"])]
    proof: Option<PathBuf>,
    /// A sync proof is of changes from this anchor: with its statement, copies and security are shown
    #[arg(long, value_name = "ANCHOR", requires_all = ["to", "changes"])]
    from: Option<Anchor>,
    /// To this anchor
    #[arg(long, value_name = "ANCHOR", requires = "from")]
    to: Option<Anchor>,
    /// And of this list
    #[arg(long, value_name = "FILE", requires = "from")]
    changes: Option<PathBuf>,
    /// Show the circuit behind proofs of this kind instead
    #[arg(long, value_name = "KIND", value_parser = values::kind(), requires = "depth")]
    circuit: Option<Kind>,
    /// Levels of the path that the circuit is for
    #[arg(long, value_parser = clap::value_parser!(u16).range(0..=Key::BITS as i64), requires = "circuit")]
    depth: Option<u16>,
}

impl Arguments {
    pub fn resolve(self) -> Result<Job, Failure> {
        let statement = match (self.from, self.to, self.changes) {
            (Some(from), Some(to), Some(changes)) => Some(Statement { from, to, changes: Source::of(changes) }),
            _ => None,
        };
        match (self.circuit, self.depth, self.proof) {
            (Some(kind), Some(depth), _) => Ok(Job::Circuit { kind, depth: usize::from(depth) }),
            (_, _, Some(path)) => Ok(Job::Proof { source: Source::of(path), statement }),
            (_, _, None) => Err(Failure::new(Fault::Usage, "there is no proof and no circuit to show")),
        }
    }
}
