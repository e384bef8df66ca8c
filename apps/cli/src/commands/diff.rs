//! `diff`: two versions -> the changes that lead from one to the other, as `apply` reads them.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

use serde::Serialize;
use statesync_tree::store::{DiskStore, Store, StoreView, Version};
use statesync_tree::{Action, Key, LeafState, Registry, RegistryError};

use crate::failure::{Failure, Fault};
use crate::files;
use crate::records::{Change, Entry, Label, bare};
use crate::registry::{self, DiskSnapshot, trouble};
use crate::report::{Count, Output, Page, Report};

/// Which versions, and where the changes go.
#[derive(Debug)]
pub struct Job {
    /// The registry.
    pub place: PathBuf,
    /// The older version.
    pub from: Version,
    /// The newer version; the newest, if none is given.
    pub to: Option<Version>,
    /// The file of changes; standard output, if there is none.
    pub out: Option<PathBuf>,
}

/// What was written to a file.
#[derive(Debug, Serialize)]
struct Difference {
    from: Version,
    to: Version,
    changes: usize,
    out: PathBuf,
}

/// Writes the changes.
pub fn run(job: &Job, output: Output) -> Result<(), Failure> {
    if output == Output::Machines && job.out.is_none() {
        let failure = Failure::new(Fault::Usage, "the changes are lines of JSON already, not one object");
        return Err(failure.next("leave `--json` out, or add `--out FILE` for the lines"));
    }
    let store = DiskStore::open(&job.place).map_err(RegistryError::from).map_err(trouble)?;
    let view = store.view().map_err(RegistryError::from).map_err(trouble)?;
    let registry = Registry::open(store).map_err(trouble)?;
    let (old, new) = (registry::version_of(&registry, Some(job.from))?, registry::version_of(&registry, job.to)?);
    let (from, to) = (old.version(), new.version());
    if from > to {
        let failure = Failure::new(Fault::Usage, format_args!("version {from} is newer than version {to}"));
        return Err(failure.next("changes lead from older to newer; `statesync rollback` leads back"));
    }
    let mut touched = BTreeSet::new();
    let rows = registry.versions().map_err(trouble)?;
    for row in rows.iter().filter(|row| row.version > from && row.version <= to) {
        let held = view.held_before(row.version).map_err(RegistryError::from).map_err(trouble)?;
        touched.extend(held.into_iter().map(|(key, _)| key));
    }
    let mut changes = Vec::new();
    for key in touched {
        changes.extend(changes_of(&old, &new, &key)?);
    }
    let text: String = changes.iter().map(Change::line).collect();
    let Some(out) = &job.out else {
        return Output::bytes(text.as_bytes());
    };
    files::write(out, text.as_bytes())?;
    output.print(&Difference { from, to, changes: changes.len(), out: out.clone() })
}

/// The operations that lead from what a key held to what it holds.
fn changes_of(old: &DiskSnapshot, new: &DiskSnapshot, key: &Key) -> Result<Vec<Change>, Failure> {
    let read = |snapshot: &DiskSnapshot| -> Result<(LeafState, Option<Entry>), Failure> {
        Ok((snapshot.state(key).map_err(trouble)?, registry::entry(snapshot, key)?))
    };
    let ((before, held), (after, holds)) = (read(old)?, read(new)?);
    let unnamed = bare(new.shape(), key);
    let label = |entry: Option<Entry>| entry.map_or(unnamed.clone(), |entry| entry.label);
    let delete = |label: Label| Change { action: Action::Delete, label, value: None };
    if before == after {
        return Ok(Vec::new());
    }
    Ok(match (before, after) {
        // It came and went in between. Its value is gone, and the tombstone does not depend on it.
        (LeafState::Empty, LeafState::Tombstone) => {
            let insert = Change { action: Action::Insert, label: unnamed.clone(), value: Some(Vec::new()) };
            vec![insert, delete(unnamed)]
        }
        (_, LeafState::Tombstone) => vec![delete(label(held))],
        (before, LeafState::Occupied(digest)) => {
            let action = match before {
                LeafState::Empty => Action::Insert,
                LeafState::Occupied(_) => Action::Replace,
                LeafState::Tombstone => Action::Restore,
            };
            let Some(entry) = holds else {
                let message = format!("the value of {unnamed} is known by its digest alone, {digest}");
                return Err(Failure::new(Fault::Refused, message));
            };
            vec![Change { action, label: entry.label, value: Some(entry.value) }]
        }
        (_, LeafState::Empty) => Vec::new(),
    })
}

impl Report for Difference {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let (out, changes) = (self.out.display(), Count::of(self.changes));
        page.heading(format_args!("{out}: {changes} operations lead from version {} to {}", self.from, self.to))
    }
}
