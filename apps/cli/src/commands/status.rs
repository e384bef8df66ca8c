//! `status`: what a registry is, and where it stands.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use statesync_tree::store::Version;

use super::changed::Row;
use crate::failure::{Blame, Failure, Fault};
use crate::registry::{self, trouble};
use crate::report::{Bytes, Count, Page, Report};

/// Which registry.
#[derive(Debug)]
pub struct Job {
    /// The registry.
    pub place: PathBuf,
}

/// What it is.
#[derive(Debug, Serialize)]
pub struct Status {
    place: PathBuf,
    shape: String,
    #[serde(flatten)]
    newest: Row,
    versions_kept: usize,
    oldest_version: Version,
    bytes_on_disk: usize,
}

/// Opens the registry, which checks its bucket digests against the root.
pub fn run(job: &Job) -> Result<Status, Failure> {
    let registry = registry::open(&job.place)?;
    let newest = registry.snapshot();
    let versions = registry.versions().map_err(trouble)?;
    Ok(Status {
        place: job.place.clone(),
        shape: newest.shape().to_string(),
        newest: newest.row().into(),
        versions_kept: versions.len(),
        oldest_version: versions.first().map_or(newest.version(), |row| row.version),
        bytes_on_disk: size(&job.place)?,
    })
}

/// Bytes of the files of a folder.
fn size(place: &Path) -> Result<usize, Failure> {
    let sizes = || {
        let mut bytes = 0;
        for entry in fs::read_dir(place)? {
            bytes += entry?.metadata()?.len();
        }
        Ok::<u64, io::Error>(bytes)
    };
    let bytes = sizes().blame(Fault::Io, format_args!("cannot read {}", place.display()))?;
    Ok(bytes as usize)
}

impl Report for Status {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(format_args!("{}: {}", self.place.display(), self.shape))?;
        self.newest.write(page)?;
        page.field("made", self.newest.time)?;
        let kept = Count::of(self.versions_kept);
        page.field("history", format_args!("{kept} versions kept, from {} on", self.oldest_version))?;
        page.field("on disk", Bytes(self.bytes_on_disk))
    }
}
