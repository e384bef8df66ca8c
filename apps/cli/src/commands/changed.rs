use std::io;

use serde::Serialize;
use statesync_tree::store::{Version, VersionRow};
use statesync_tree::{Anchor, MAX_OPERATIONS, Operation};

use super::sync::Figures;
use crate::failure::Failure;
use crate::registry::{Disk, trouble};
use crate::report::{Count, Moment, Page, Progress, Report, Took};

/// A version, as a command made it.
#[derive(Debug, Serialize)]
pub struct Changed {
    /// What was done, for people.
    what: String,
    operations: usize,
    #[serde(flatten)]
    row: Row,
    took_us: Took,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Figures>,
}

/// What there is to say about a version.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Row {
    pub version: Version,
    pub anchor: Anchor,
    pub active: u64,
    pub tombstones: u64,
    #[serde(rename = "time_ms")]
    pub time: Moment,
}

impl From<&VersionRow> for Row {
    fn from(row: &VersionRow) -> Self {
        let (active, tombstones) = (row.counts.active, row.counts.tombstones);
        Self { version: row.version, anchor: row.anchor, active, tombstones, time: Moment(row.time) }
    }
}

impl Changed {
    /// What was done, and the version that it led to.
    pub fn new(what: impl Into<String>, operations: usize, row: &VersionRow, took_us: Took) -> Self {
        Self { what: what.into(), operations, row: row.into(), took_us, proof: None }
    }

    /// The same, with the proof that the version has.
    pub fn with_proof(self, proof: Option<Figures>) -> Self {
        Self { proof, ..self }
    }
}

/// Carries out operations, all or none, as one version. More than a transaction takes are refused.
fn commit(registry: &Disk, what: impl Into<String>, operations: &[Operation]) -> Result<Changed, Failure> {
    let count = operations.len();
    let _progress = Progress::of(format!("hashing and writing {} operations", Count::of(count)));
    let (row, took) = Took::timing(|| registry.apply(operations));
    Ok(Changed::new(what, count, &row.map_err(trouble)?, took))
}

/// Carries out operations in as few versions as transactions allow: one, up to [`MAX_OPERATIONS`].
pub fn commit_in_parts(registry: &Disk, what: &str, operations: &[Operation]) -> Result<Changed, Failure> {
    let (changed, took_us) = Took::timing(|| {
        let mut parts = operations.chunks(MAX_OPERATIONS);
        let mut last = commit(registry, what, parts.next().unwrap_or_default())?;
        for part in parts {
            last = commit(registry, what, part)?;
        }
        Ok(last)
    });
    Ok(Changed { operations: operations.len(), took_us, ..changed? })
}

impl Report for Changed {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(format_args!("{}, in {}", self.what, self.took_us))?;
        self.row.write(page)?;
        match &self.proof {
            Some(proof) => proof.write(page),
            None => Ok(()),
        }
    }

    fn done(&self) -> Option<String> {
        Some(format!("version {} is the newest now", self.row.version))
    }
}

impl Row {
    /// Version, anchor and counts, as fields.
    pub fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.field("version", self.version)?;
        page.field("anchor", self.anchor)?;
        page.field("records", format_args!("{}, and {} deleted", Count(self.active), Count(self.tombstones)))
    }
}
