//! `get`: a name -> what the registry holds for it.

use std::io;
use std::path::PathBuf;

use serde::Serialize;
use statesync_tree::store::Version;
use statesync_tree::{Anchor, Key, LeafState};

use crate::failure::{Failure, Fault};
use crate::records::{Label, Written, bare};
use crate::registry::{self, trouble};
use crate::report::{Output, Page, Report};

/// Which record, of which version.
#[derive(Debug)]
pub struct Job {
    /// The registry.
    pub place: PathBuf,
    /// The record.
    pub label: Label,
    /// The version; the newest, if none is given.
    pub at: Option<Version>,
    /// Whether the value alone is printed, byte for byte.
    pub raw: bool,
}

/// A record, and where it was found.
#[derive(Debug, Serialize)]
struct Found {
    version: Version,
    anchor: Anchor,
    key: Key,
    state: String,
    record: Written,
    #[serde(skip)]
    label: Label,
    #[serde(skip)]
    value: Option<Vec<u8>>,
}

/// Looks the record up. One that is not there is a refusal.
pub fn run(job: &Job, output: Output) -> Result<(), Failure> {
    let snapshot = registry::open_at(&job.place, job.at)?;
    let key = job.label.key(snapshot.shape())?;
    let state = snapshot.state(&key).map_err(trouble)?;
    if !matches!(state, LeafState::Occupied(_)) {
        let message = format!("`{}` is not registered in version {}: it is {state}", job.label, snapshot.version());
        let failure = Failure::new(Fault::Refused, message);
        return Err(failure.next("`statesync prove` makes a proof of that; `statesync log` lists other versions"));
    }
    let entry = registry::entry(&snapshot, &key)?;
    let (label, value) = match entry {
        Some(entry) => (entry.label, Some(entry.value)),
        None => (bare(snapshot.shape(), &key), None),
    };
    if job.raw {
        let unknown = || {
            let message = "the registry knows the digest of the value, and not the value";
            Failure::new(Fault::Refused, message).next("leave `--raw` out to see the digest")
        };
        return Output::bytes(value.as_deref().ok_or_else(unknown)?);
    }
    let record = Written::new(&label, value.as_deref());
    let (version, anchor) = (snapshot.version(), *snapshot.anchor());
    output.print(&Found { version, anchor, key, state: state.to_string(), record, label, value })
}

impl Report for Found {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(&self.label)?;
        match &self.value {
            Some(value) => page.field("value", String::from_utf8_lossy(value))?,
            None => page.field("value", "known by its digest alone")?,
        }
        page.field("key", self.key)?;
        page.field("state", &self.state)?;
        page.field("version", self.version)?;
        page.field("anchor", self.anchor)
    }
}
