//! What can be asked of the program.

use std::io;

use serde::Serialize;
use statesync_proof::{Kind, PreparedCircuit};
use statesync_tree::Shape;

use super::{demo, inspect, prove, verify};
use crate::failure::{Blame, Failure, Fault};
use crate::report::{Output, Page, Report};

/// What is to be done.
#[derive(Debug)]
pub enum Job {
    /// To show what was asked of the arguments themselves: help, or the version.
    Explain(String),
    /// `demo`
    Demo,
    /// `prove`
    Prove(prove::Job),
    /// `verify`
    Verify(verify::Job),
    /// `inspect`
    Inspect(inspect::Job),
}

/// Does it, and prints what came of it.
pub fn run(job: &Job, output: Output) -> Result<(), Failure> {
    match job {
        Job::Explain(text) => Output::People.print(&Explanation(text)),
        Job::Demo => demo::run(output),
        Job::Prove(job) => output.print(&prove::run(job)?),
        Job::Verify(job) => output.print(&verify::run(job)?),
        Job::Inspect(inspect::Job::Proof(path)) => output.print(&inspect::proof(path)?),
        Job::Inspect(inspect::Job::Circuit { kind, depth }) => output.print(&inspect::circuit(*kind, *depth)?),
    }
}

/// The circuit of a kind and shape. It is the program's own: that it can be made is no matter of arguments.
pub(super) fn prepared(kind: Kind, shape: Shape) -> Result<PreparedCircuit, Failure> {
    PreparedCircuit::new(kind, shape).blame(Fault::Usage, "the circuit cannot be made")
}

/// Help, as it was rendered.
#[derive(Serialize)]
struct Explanation<'a>(&'a str);

impl Report for Explanation<'_> {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.text(self.0)
    }
}
