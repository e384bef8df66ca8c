use std::path::PathBuf;

use clap::Args;
use statesync_proof::Kind;
use statesync_tree::Key;

use super::values;
use crate::commands::inspect::Job;
use crate::failure::{Failure, Fault};

/// The arguments of `inspect`.
#[derive(Args)]
pub struct Arguments {
    /// The proof
    #[arg(required_unless_present = "circuit", conflicts_with_all = ["circuit", "depth"])]
    proof: Option<PathBuf>,
    /// Show the circuit behind proofs of this kind instead
    #[arg(long, value_name = "KIND", value_parser = values::kind(), requires = "depth")]
    circuit: Option<Kind>,
    /// Levels of the path that the circuit is for
    #[arg(long, value_parser = clap::value_parser!(u16).range(0..=Key::BITS as i64), requires = "circuit")]
    depth: Option<u16>,
}

impl Arguments {
    pub fn resolve(self) -> Result<Job, Failure> {
        match (self.circuit, self.depth, self.proof) {
            (Some(kind), Some(depth), _) => Ok(Job::Circuit { kind, depth: usize::from(depth) }),
            (_, _, Some(path)) => Ok(Job::Proof(path)),
            (_, _, None) => Err(Failure::new(Fault::Usage, "there is no proof and no circuit to show")),
        }
    }
}
