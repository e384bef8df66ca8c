//! `put`, `delete`, `restore`, `apply`: operations -> the next version, or what it would be.

use std::io;
use std::path::PathBuf;

use serde::Serialize;
use statesync_proof::Profile;
use statesync_proof::sync::SyncStatement;
use statesync_tree::store::{DiskStore, VersionRow};
use statesync_tree::{Anchor, Operation, Outcome, RegistryError, Staged};

use super::changed::Changed;
use super::sync::{self, Figures, Proved, proved};
use crate::failure::{Failure, Fault};
use crate::files::{self, Unnamed};
use crate::records::{Change, ChangesFile, Source};
use crate::registry::{self, Disk, trouble};
use crate::report::{Count, Output, Page, Progress, Report, Took};

/// What is changed, and in which registry.
#[derive(Debug)]
pub struct Job {
    /// The registry.
    pub place: PathBuf,
    /// The operations.
    pub changes: Changes,
    /// Whether the next version is only computed, and not made.
    pub dry_run: bool,
    /// The proof that it is to have.
    pub proof: Option<Proving>,
}

/// A sync proof of the version that is made.
#[derive(Debug)]
pub struct Proving {
    /// Strength of the proof.
    pub profile: Profile,
    /// Where the proof goes.
    pub out: PathBuf,
    /// Where the list of changes goes.
    pub changes_out: Option<PathBuf>,
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
    // Whether the batch can be carried out is said about the lines of the file, not about keys.
    let refused = |error| refused(error, place);
    if job.dry_run {
        let outcome = registry.preview(&operations).map_err(refused)?;
        return output.print(&Preview::new(operations.len(), &outcome));
    }
    let _progress = Progress::of(format!("hashing and writing {} operations", Count::of(operations.len())));
    let (made, took) = Took::timing(|| match &job.proof {
        None => Ok((registry.apply(&operations).map_err(refused)?, None)),
        Some(proving) => {
            let (row, figures) = proving.commit(&registry, registry.stage(&operations).map_err(refused)?)?;
            Ok::<_, Failure>((row, Some(figures)))
        }
    });
    let (row, figures) = made?;
    output.print(&Changed::new(summary(&changes), operations.len(), &row, took).with_proof(figures))
}

impl Proving {
    /// Proves a staged batch and writes the proof, then commits the batch, then gives the proof its name.
    ///
    /// All that is likely to fail comes before the commit, and nothing is changed then; and no file of that name is a
    /// proof of a version that was never made. What can be lost is the proof of one that was: `sync prove` makes it
    /// again.
    fn commit(&self, registry: &Disk, staged: Staged<'_, DiskStore>) -> Result<(VersionRow, Figures), Failure> {
        let before = staged.base().clone();
        let (old_anchor, new_anchor) = (*before.anchor(), staged.outcome().anchor);
        let statement = SyncStatement { old_anchor, new_anchor, changes: staged.changes() };
        let unchanged = |failure: Failure| failure.about("nothing was changed");
        let Proved { bytes, figures } = proved(&before, &statement, self.profile).map_err(unchanged)?;
        let proof = Unnamed::write(&self.out, &bytes).map_err(unchanged)?;
        let row = staged.commit().map_err(trouble)?;
        let (from, to) = (before.version(), row.version);
        let lost = |failure: Failure| {
            failure
                .about(format_args!("version {to} was made, and its proof or list was not"))
                .next(format!("make them: statesync sync prove --from {from} --to {to} --out FILE --changes-out FILE"))
        };
        proof.name().map_err(lost)?;
        if let Some(path) = &self.changes_out {
            let list = sync::list(&before, &registry.snapshot(), &statement.changes);
            list.and_then(|list| files::write_text(path, &list)).map_err(lost)?;
        }
        Ok((row, figures))
    }
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

/// A refusal, about the place that the operation was written at.
fn refused(error: RegistryError, place: impl Fn(usize) -> String) -> Failure {
    let RegistryError::Refused { position, ref reason, .. } = error else { return trouble(error) };
    let failure = Failure::new(Fault::Refused, format_args!("{}: {reason}; nothing was changed", place(position)));
    match trouble(error).advice() {
        Some(advice) => failure.next(advice),
        None => failure,
    }
}

impl Preview {
    fn new(operations: usize, outcome: &Outcome) -> Self {
        let (active, tombstones) = (outcome.counts.active, outcome.counts.tombstones);
        Self { dry_run: true, operations, anchor: outcome.anchor, active, tombstones }
    }
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
