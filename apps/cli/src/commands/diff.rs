//! `diff`: two versions -> the changes that lead from one to the other, as `apply` reads them.

use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use statesync_tree::store::Version;
use statesync_tree::{Action, LeafState, StateChange};

use crate::failure::{Failure, Fault};
use crate::records::{Change, Label, bare};
use crate::registry::{self, DiskSnapshot, trouble};
use crate::report::{Count, Output, Page, Report, Target};

/// Which versions, and where the changes go.
#[derive(Debug)]
pub struct Job {
    /// The registry.
    pub place: PathBuf,
    /// The older version.
    pub from: Version,
    /// The newer version; the newest, if none is given.
    pub to: Option<Version>,
    /// Where they go.
    pub out: Target,
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
    job.out.check(output)?;
    let [old, new] = registry::two_versions(&job.place, job.from, job.to)?;
    let (from, to) = (old.version(), new.version());
    let mut changes = Vec::new();
    for change in old.changes_until(&new).map_err(trouble)? {
        changes.extend(operations(&old, &new, &change)?);
    }
    let text: String = changes.iter().map(Change::line).collect();
    let difference = |out: &Path| Difference { from, to, changes: changes.len(), out: out.into() };
    job.out.take(&job.out.packed(text.as_bytes()), output, difference)
}

/// The operations that lead from what a key held to what it holds.
fn operations(old: &DiskSnapshot, new: &DiskSnapshot, change: &StateChange) -> Result<Vec<Change>, Failure> {
    let key = &change.key;
    let unnamed = bare(new.shape(), key);
    let delete = |label: Label| Change { action: Action::Delete, label, value: None };
    Ok(match (change.old, change.new) {
        // It came and went in between. Its value is gone, and the tombstone does not depend on it.
        (LeafState::Empty, LeafState::Tombstone) => {
            let insert = Change { action: Action::Insert, label: unnamed.clone(), value: Some(Vec::new()) };
            vec![insert, delete(unnamed)]
        }
        (_, LeafState::Tombstone) => {
            let held = registry::entry(old, key)?;
            vec![delete(held.map_or(unnamed, |entry| entry.label))]
        }
        (before, LeafState::Occupied(digest)) => {
            let action = match before {
                LeafState::Empty => Action::Insert,
                LeafState::Occupied(_) => Action::Replace,
                LeafState::Tombstone => Action::Restore,
            };
            let Some(entry) = registry::entry(new, key)? else {
                let message = format!("the value of {unnamed} is known by its digest alone, {digest}");
                return Err(
                    Failure::new(Fault::Refused, message).next("`statesync export --leaves` writes digests too")
                );
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
