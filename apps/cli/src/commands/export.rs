//! `export`: the records of a version -> a table that can be imported.

use std::io;
use std::path::PathBuf;

use serde::Serialize;
use statesync_tree::Anchor;
use statesync_tree::store::Version;

use crate::failure::{Failure, Fault};
use crate::files;
use crate::records::{self, Layout};
use crate::registry::{self, Contents};
use crate::report::{Bytes, Count, Output, Page, Progress, Report};

/// Which records, of which version, and how they are written.
#[derive(Debug)]
pub struct Job {
    /// The registry.
    pub place: PathBuf,
    /// What their names begin with.
    pub prefix: Vec<u8>,
    /// The version; the newest, if none is given.
    pub at: Option<Version>,
    /// The table.
    pub layout: Layout,
    /// Where it goes; to standard output, if nowhere.
    pub out: Option<PathBuf>,
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
    if output == Output::Machines && job.out.is_none() {
        let failure = Failure::new(Fault::Usage, "standard output is for the table or for the JSON object, not both");
        return Err(failure.next("add `--out FILE`, or take `--format jsonl` without `--json`"));
    }
    let snapshot = registry::open_at(&job.place, job.at)?;
    let counts = snapshot.counts();
    let progress = Progress::over("reading", counts.active + counts.tombstones);
    let contents = Contents::read(&snapshot, &job.prefix, || progress.step())?;
    drop(progress);
    if let Some(label) = contents.digests.first() {
        let message = format!("the registry knows the digest of the value of `{label}`, and not the value");
        return Err(Failure::new(Fault::Refused, message).next("export a `--prefix` without it"));
    }
    let table = records::export(&contents.entries, &job.layout)?;
    let Some(out) = &job.out else {
        return Output::bytes(&table);
    };
    files::write(out, &table)?;
    output.print(&Exported {
        version: snapshot.version(),
        anchor: *snapshot.anchor(),
        records: contents.entries.len(),
        bytes: table.len(),
        out: out.clone(),
    })
}

impl Report for Exported {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let (records, bytes) = (Count::of(self.records), Bytes(self.bytes));
        page.heading(format_args!("{}: {records} records, {bytes}", self.out.display()))?;
        page.field("version", self.version)?;
        page.field("anchor", self.anchor)
    }
}
