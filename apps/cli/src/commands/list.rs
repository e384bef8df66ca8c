//! `list`: the records of a version, for people and for machines.

use std::io;
use std::path::PathBuf;

use serde::Serialize;
use statesync_tree::Anchor;
use statesync_tree::store::Version;

use crate::failure::Failure;
use crate::records::{Label, Written, separated};
use crate::registry::{self, Contents};
use crate::report::{Columns, Count, Page, Progress, Report};

/// Which records, of which version.
#[derive(Debug)]
pub struct Job {
    /// The registry.
    pub place: PathBuf,
    /// What their names begin with.
    pub prefix: Vec<u8>,
    /// The version; the newest, if none is given.
    pub at: Option<Version>,
    /// Whether what is left of deleted records is listed too.
    pub deleted: bool,
}

/// Records.
#[derive(Debug, Serialize)]
pub struct Listing {
    version: Version,
    anchor: Anchor,
    records: Vec<Written>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deleted: Option<Vec<Written>>,
    #[serde(skip)]
    contents: Contents,
}

/// Reads the records.
pub fn run(job: &Job) -> Result<Listing, Failure> {
    let snapshot = registry::open_at(&job.place, job.at)?;
    let counts = snapshot.counts();
    let progress = Progress::over("reading", counts.active + counts.tombstones);
    let contents = Contents::read(&snapshot, &job.prefix, || progress.step())?;
    let bare = |label: &Label| Written::new(label, None);
    let valued = contents.entries.iter().map(|entry| Written::new(&entry.label, Some(&entry.value)));
    let records = valued.chain(contents.digests.iter().map(bare)).collect();
    let deleted = job.deleted.then(|| contents.deleted.iter().map(bare).collect());
    Ok(Listing { version: snapshot.version(), anchor: *snapshot.anchor(), records, deleted, contents })
}

impl Report for Listing {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let count = Count::of(self.records.len());
        page.heading(format_args!("{count} records of version {}, {}", self.version, self.anchor))?;
        if !self.records.is_empty() {
            page.table(&self.table())?;
        }
        if let Some(deleted) = &self.deleted {
            page.blank()?;
            page.heading(format_args!("{} deleted", Count::of(deleted.len())))?;
            self.contents.deleted.iter().try_for_each(|label| page.note(&label.to_string()))?;
        }
        Ok(())
    }
}

impl Listing {
    fn table(&self) -> Columns {
        let entries = &self.contents.entries;
        let width = entries.iter().map(|entry| separated(&entry.value).count()).max().unwrap_or(1);
        let headings: Vec<&str> = ["name", "value"].into_iter().chain(std::iter::repeat_n("", width - 1)).collect();
        let mut table = Columns::new(&headings);
        for entry in entries {
            let cells = separated(&entry.value).map(|cell| String::from_utf8_lossy(cell).into_owned());
            table.row([entry.label.to_string()].into_iter().chain(cells));
        }
        for label in &self.contents.digests {
            table.row([label.to_string(), "known by its digest alone".into()]);
        }
        table
    }
}
