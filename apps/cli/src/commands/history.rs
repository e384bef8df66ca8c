//! `log`, `rollback`, `prune`: the versions of a registry.

use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Serialize;
use statesync_tree::store::Version;

use super::changed::{Changed, Row};
use crate::failure::Failure;
use crate::registry::{self, trouble};
use crate::report::{Columns, Count, Page, Report, Took};

/// Which versions are shown.
#[derive(Debug)]
pub struct Log {
    /// The registry.
    pub place: PathBuf,
    /// How many at most.
    pub limit: Option<usize>,
}

/// Which version becomes the newest.
#[derive(Debug)]
pub struct Rollback {
    /// The registry.
    pub place: PathBuf,
    /// The version.
    pub to: Version,
}

/// Which versions are forgotten.
#[derive(Debug)]
pub struct Prune {
    /// The registry.
    pub place: PathBuf,
    /// Which are kept.
    pub keep: Keep,
}

/// Versions that are kept; the newest always is.
#[derive(Clone, Copy, Debug)]
pub enum Keep {
    /// The last so many.
    Last(NonZeroUsize),
    /// Those that are younger.
    Younger(Duration),
    /// This one and later ones.
    From(Version),
}

/// The versions that are kept, the newest first.
#[derive(Debug, Serialize)]
pub struct Versions {
    versions: Vec<Row>,
    #[serde(skip)]
    kept: usize,
}

/// What is left after pruning.
#[derive(Debug, Serialize)]
pub struct Pruned {
    forgotten: usize,
    kept: usize,
    oldest_version: Version,
}

/// Lists the versions.
pub fn log(job: &Log) -> Result<Versions, Failure> {
    let rows = registry::open(&job.place)?.versions().map_err(trouble)?;
    let versions = rows.iter().rev().take(job.limit.unwrap_or(usize::MAX)).map(Row::from).collect();
    Ok(Versions { versions, kept: rows.len() })
}

/// Makes an older version the newest.
pub fn roll_back(job: &Rollback) -> Result<Changed, Failure> {
    let registry = registry::open(&job.place)?;
    let (row, took) = Took::timing(|| registry.roll_back(job.to));
    Ok(Changed::new(format!("version {} is the newest again", job.to), 0, &row.map_err(trouble)?, took))
}

/// Forgets versions.
pub fn prune(job: &Prune) -> Result<Pruned, Failure> {
    let registry = registry::open(&job.place)?;
    let forgotten = match job.keep {
        Keep::Last(count) => registry.keep_last(count),
        Keep::From(version) => registry.prune(version),
        Keep::Younger(age) => {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            registry.keep_since(now.saturating_sub(age).as_millis() as u64)
        }
    };
    let forgotten = forgotten.map_err(trouble)?;
    let left = registry.versions().map_err(trouble)?;
    let oldest_version = left.first().map_or(Version::FIRST, |row| row.version);
    Ok(Pruned { forgotten, kept: left.len(), oldest_version })
}

impl Report for Versions {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(format_args!("{} versions are kept", Count::of(self.kept)))?;
        let mut table = Columns::new(&[">version", "made", ">records", ">deleted", "anchor"]);
        for row in &self.versions {
            table.row([
                row.version.to_string(),
                row.time.to_string(),
                Count(row.active).to_string(),
                Count(row.tombstones).to_string(),
                row.anchor.to_string(),
            ]);
        }
        page.table(&table)
    }
}

impl Report for Pruned {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(format_args!("{} versions forgotten", Count::of(self.forgotten)))?;
        page.field("kept", format_args!("{}, from {} on", Count::of(self.kept), self.oldest_version))
    }

    fn done(&self) -> Option<String> {
        Some(format!("{} versions are forgotten", Count::of(self.forgotten)))
    }
}
