use std::io;
use std::path::PathBuf;

use serde::Serialize;
use statesync_proof::sync::SyncStatement;
use statesync_tree::Anchor;
use statesync_tree::store::Version;

use super::job::Prove;
use super::list::list;
use super::proving::{Figures, Proved, proved};
use crate::failure::Failure;
use crate::files;
use crate::registry::{self, trouble};
use crate::report::{Count, Output, Page, Progress, Report};

/// A proof of what lies between two versions.
#[derive(Debug, Serialize)]
struct Made {
    from: Version,
    to: Version,
    old_anchor: Anchor,
    new_anchor: Anchor,
    #[serde(flatten)]
    figures: Figures,
    out: PathBuf,
    #[serde(skip_serializing_if = "Option::is_none")]
    changes_out: Option<PathBuf>,
}

/// Nets the changes of all versions in between, and proves them.
pub fn prove(job: &Prove, output: Output) -> Result<(), Failure> {
    job.out.check(output)?;
    let [old, new] = registry::two_versions(&job.place, job.from, job.to)?;
    let (from, to) = (old.version(), new.version());
    let progress = Progress::of(format!("proving the changes from version {from} to {to}"));
    let changes = old.changes_until(&new).map_err(trouble)?;
    let statement = SyncStatement { old_anchor: *old.anchor(), new_anchor: *new.anchor(), changes };
    let Proved { bytes, figures } = proved(&old, &statement, job.profile)?;
    if let Some(path) = &job.changes_out {
        files::write_text(path, &list(&old, &new, &statement.changes)?)?;
    }
    drop(progress);
    let SyncStatement { old_anchor, new_anchor, .. } = statement;
    let changes_out = job.changes_out.clone();
    job.out.take(&bytes, output, |out| Made { from, to, old_anchor, new_anchor, figures, out: out.into(), changes_out })
}

impl Report for Made {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let (out, changes) = (self.out.display(), Count::of(self.figures.changes));
        page.heading(format_args!("{out}: {changes} changes lead from version {} to {}", self.from, self.to))?;
        page.field("old anchor", self.old_anchor)?;
        page.field("new anchor", self.new_anchor)?;
        self.figures.write(page)?;
        let list = self.changes_out.as_ref().map_or("FILE".into(), |path| path.display().to_string());
        page.field("check it", format_args!("statesync sync verify {out} --from OLD --to NEW --changes {list}"))
    }
}
