//! What can be asked of the program.

use std::io;

use serde::Serialize;
use statesync_proof::{Kind, PreparedCircuit};
use statesync_tree::Shape;

use super::{
    change, demo, diff, doctor, export, get, history, import, init, inspect, list, prove, replica, status, sync, verify,
};
use crate::failure::{Blame, Failure, Fault};
use crate::report::{Output, Page, Report};

/// What is to be done.
#[derive(Debug)]
pub enum Job {
    /// To show what was asked of the arguments themselves: help, the version, completions, a page of the manual.
    Explain(String),
    /// `demo`
    Demo(demo::Job),
    /// `init`
    Init(init::Job),
    /// `import`
    Import(import::Job),
    /// `put`, `delete`, `restore`, `apply`
    Change(change::Job),
    /// `get`
    Get(get::Job),
    /// `list`
    List(list::Job),
    /// `export`
    Export(export::Job),
    /// `status`
    Status(status::Job),
    /// `log`
    Log(history::Log),
    /// `diff`
    Diff(diff::Job),
    /// `rollback`
    Rollback(history::Rollback),
    /// `prune`
    Prune(history::Prune),
    /// `doctor`
    Doctor(doctor::Job),
    /// `prove`
    Prove(prove::Job),
    /// `prove --requests`
    ProveMany(prove::Many),
    /// `verify`
    Verify(verify::Job),
    /// `sync`
    Sync(sync::Job),
    /// `replica`
    Replica(replica::Job),
    /// `inspect`
    Inspect(inspect::Job),
}

/// Does it, and prints what came of it.
pub fn run(job: &Job, output: Output) -> Result<(), Failure> {
    match job {
        Job::Explain(text) => Output::People.print(&Explanation(text)),
        Job::Demo(job) => demo::run(job, output),
        Job::Init(job) => output.print(&init::run(job)?),
        Job::Import(job) => output.print(&import::run(job)?),
        Job::Change(job) => change::run(job, output),
        Job::Get(job) => get::run(job, output),
        Job::List(job) => output.print(&list::run(job)?),
        Job::Export(job) => export::run(job, output),
        Job::Status(job) => output.print(&status::run(job)?),
        Job::Log(job) => output.print(&history::log(job)?),
        Job::Diff(job) => diff::run(job, output),
        Job::Rollback(job) => output.print(&history::roll_back(job)?),
        Job::Prune(job) => output.print(&history::prune(job)?),
        Job::Doctor(job) => doctor::run(job, output),
        Job::Prove(job) => prove::run(job, output),
        Job::ProveMany(job) => prove::run_many(job, output),
        Job::Verify(job) => output.print(&verify::run(job)?),
        Job::Sync(sync::Job::Prove(job)) => sync::prove(job, output),
        Job::Sync(sync::Job::Verify(job)) => output.print(&sync::verify(job)?),
        Job::Sync(sync::Job::Chain(job)) => output.print(&sync::verify_chain(job)?),
        Job::Replica(replica::Job::Init(job)) => output.print(&replica::init(job)?),
        Job::Replica(replica::Job::Apply(job)) => output.print(&replica::apply(job)?),
        Job::Replica(replica::Job::Root(place)) => output.print(&replica::root(place)?),
        Job::Replica(replica::Job::Status(place)) => output.print(&replica::status(place)?),
        Job::Inspect(inspect::Job::Proof { source, statement }) => {
            output.print(&inspect::proof(source, statement.as_ref())?)
        }
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
