//! `import`: a table -> its records, in one version.

use std::path::PathBuf;

use statesync_tree::Operation;

use super::changed::{Changed, commit_in_parts};
use crate::failure::Failure;
use crate::records::{Label, Record, Table, stored_value};
use crate::registry;
use crate::report::{Count, Progress};

/// What is imported, and into which registry.
#[derive(Debug)]
pub struct Job {
    /// The registry.
    pub place: PathBuf,
    /// The records.
    pub table: Table,
}

/// Puts every record of the table; those that the table does not name stay.
pub fn run(job: &Job) -> Result<Changed, Failure> {
    let registry = registry::open(&job.place)?;
    let shape = registry.snapshot().shape();
    let source = job.table.source.name();
    let progress = Progress::of(format!("reading {source}"));
    let records = job.table.read()?;
    drop(progress);
    let put = |record: Record| {
        let label = Label::Name(record.name);
        let value = stored_value(shape, &label, &record.value);
        Ok(Operation::put(label.key(shape)?, value))
    };
    let operations: Vec<Operation> =
        records.into_iter().map(put).collect::<Result<_, Failure>>().map_err(|failure| failure.about(&source))?;
    let what = format!("{} records imported from {source}", Count::of(operations.len()));
    commit_in_parts(&registry, &what, &operations)
}
