//! `export`: the records of a version -> a table that can be imported.

use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use statesync_tree::store::Version;
use statesync_tree::{Anchor, Prefix};

use crate::failure::{Blame, Failure, Fault};
use crate::records::{self, Layout};
use crate::registry::{self, Contents, DiskSnapshot, trouble};
use crate::report::{Bytes, Count, Output, Page, Progress, Report, Target};

/// Which records, of which version, and how they are written.
#[derive(Debug)]
pub struct Job {
    /// The registry.
    pub place: PathBuf,
    /// The version; the newest, if none is given.
    pub at: Option<Version>,
    /// What is written.
    pub what: What,
    /// Where it goes.
    pub out: Target,
}

/// What is written.
#[derive(Debug)]
pub enum What {
    /// Records with their names and values.
    Records {
        /// What the names begin with.
        prefix: Vec<u8>,
        /// The table.
        layout: Layout,
    },
    /// All leaves, those of deleted records too: what a replica begins with.
    Leaves,
}

/// What was written to a file.
#[derive(Debug, Serialize)]
struct Exported {
    version: Version,
    anchor: Anchor,
    records: usize,
    bytes: usize,
    out: PathBuf,
}

/// Writes the records, all or, if one of them does not fit the table, none.
pub fn run(job: &Job, output: Output) -> Result<(), Failure> {
    job.out.check(output)?;
    let snapshot = registry::open_at(&job.place, job.at)?;
    let (records, table) = match &job.what {
        What::Records { prefix, layout } => table(&snapshot, prefix, layout)?,
        What::Leaves => leaves(&snapshot)?,
    };
    let (version, anchor) = (snapshot.version(), *snapshot.anchor());
    let table = job.out.packed(&table);
    let exported = |out: &Path| Exported { version, anchor, records, bytes: table.len(), out: out.into() };
    job.out.take(&table, output, exported)
}

/// Records as a table, and how many there are.
fn table(snapshot: &DiskSnapshot, prefix: &[u8], layout: &Layout) -> Result<(usize, Vec<u8>), Failure> {
    let counts = snapshot.counts();
    let progress = Progress::over("reading", counts.active + counts.tombstones);
    let contents = Contents::read(snapshot, prefix, || progress.step())?;
    if let Some(label) = contents.digests.first() {
        let message = format!("the registry knows the digest of the value of `{label}`, and not the value");
        return Err(Failure::new(Fault::Refused, message).next("export a `--prefix` without it"));
    }
    Ok((contents.entries.len(), records::export(&contents.entries, layout)?))
}

/// Leaves as lines of JSON, and how many there are.
fn leaves(snapshot: &DiskSnapshot) -> Result<(usize, Vec<u8>), Failure> {
    let mut lines = Vec::new();
    let mut count = 0;
    for leaf in snapshot.leaves(Prefix::ROOT) {
        serde_json::to_writer(&mut lines, &leaf.map_err(trouble)?).blame(Fault::Io, "a leaf as JSON")?;
        lines.push(b'\n');
        count += 1;
    }
    Ok((count, lines))
}

impl Report for Exported {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let (records, bytes) = (Count::of(self.records), Bytes(self.bytes));
        page.heading(format_args!("{}: {records} records, {bytes}", self.out.display()))?;
        page.field("version", self.version)?;
        page.field("anchor", self.anchor)
    }
}
