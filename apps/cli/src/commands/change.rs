//! `put`, `delete`, `restore`, `apply`: operations -> the next version, or what it would be.

use std::io;
use std::path::PathBuf;

use serde::Serialize;
use statesync_tree::{Anchor, Operation, RegistryError};

use super::changed::commit;
use crate::failure::{Failure, Fault};
use crate::records::{Change, ChangesFile, Source};
use crate::registry::{self, Disk, trouble};
use crate::report::{Count, Output, Page, Report};

/// What is changed, and in which registry.
#[derive(Debug)]
pub struct Job {
    /// The registry.
    pub place: PathBuf,
    /// The operations.
    pub changes: Changes,
    /// Whether the next version is only computed, and not made.
    pub dry_run: bool,
}

/// Operations.
#[derive(Debug)]
pub enum Changes {
    /// From the arguments.
    Given(Vec<Change>),
    /// From a file.
    File(Source),
}

/// Operations, each with the line that it is on, 0 for one from the arguments.
type Lines = Vec<(u64, Change)>;

/// The version that the operations would make.
#[derive(Debug, Serialize)]
struct Preview {
    dry_run: bool,
    operations: usize,
    anchor: Anchor,
    active: u64,
    tombstones: u64,
}

/// Carries out the operations, all or none.
pub fn run(job: &Job, output: Output) -> Result<(), Failure> {
    let (file, changes) = job.changes.read()?;
    let registry = registry::open(&job.place)?;
    let shape = registry.snapshot().shape();
    let place = |at: usize| place(file.as_deref(), &changes, at);
    let operation = |(at, (_, change)): (usize, &(u64, Change))| {
        change.operation(shape).map_err(|failure| failure.about(place(at)))
    };
    let operations: Vec<Operation> = changes.iter().enumerate().map(operation).collect::<Result<_, Failure>>()?;
    if job.dry_run {
        return output.print(&preview(&registry, &operations, place)?);
    }
    // Whether the batch can be carried out is said about the lines of the file, not about keys.
    check(&registry, &operations, place)?;
    output.print(&commit(&registry, summary(&changes), &operations)?)
}

impl Changes {
    /// The operations with their lines, and the file that they are from.
    fn read(&self) -> Result<(Option<String>, Lines), Failure> {
        match self {
            Self::Given(changes) => Ok((None, changes.iter().map(|change| (0, change.clone())).collect())),
            Self::File(source) => Ok((Some(source.name()), ChangesFile::read(source)?.0)),
        }
    }
}

/// Where an operation was written.
fn place(file: Option<&str>, changes: &[(u64, Change)], at: usize) -> String {
    let (line, change) = &changes[at];
    match file {
        Some(file) => format!("{file}: line {line}: {} `{}`", change.action, change.label),
        None => format!("{} `{}`", change.action, change.label),
    }
}

fn check(registry: &Disk, operations: &[Operation], place: impl Fn(usize) -> String) -> Result<(), Failure> {
    preview(registry, operations, place).map(drop)
}

fn preview(registry: &Disk, operations: &[Operation], place: impl Fn(usize) -> String) -> Result<Preview, Failure> {
    let outcome = registry.preview(operations).map_err(|error| match error {
        RegistryError::Refused { position, ref reason, .. } => {
            let message = format!("{}: {reason}; nothing was changed", place(position));
            let failure = Failure::new(Fault::Refused, message);
            match trouble(error).advice() {
                Some(advice) => failure.next(advice),
                None => failure,
            }
        }
        other => trouble(other),
    })?;
    let (active, tombstones) = (outcome.counts.active, outcome.counts.tombstones);
    Ok(Preview { dry_run: true, operations: operations.len(), anchor: outcome.anchor, active, tombstones })
}

fn summary(changes: &[(u64, Change)]) -> String {
    match changes {
        [(_, change)] => format!("{} `{}`: done", change.action, change.label),
        _ => format!("{} operations carried out", Count::of(changes.len())),
    }
}

impl Report for Preview {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(format_args!(
            "{} operations would lead to this; nothing was changed",
            Count::of(self.operations)
        ))?;
        page.field("anchor", self.anchor)?;
        page.field("records", format_args!("{}, and {} deleted", Count(self.active), Count(self.tombstones)))
    }
}
