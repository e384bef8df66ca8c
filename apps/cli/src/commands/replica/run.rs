use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use statesync_proof::sync::{Replica, ReplicaError};
use statesync_tree::store::Counts;
use statesync_tree::{Anchor, Digest, Leaf, LeafState};

use super::folder::{Folder, damaged};
use super::job::{Apply, Init};
use crate::commands::sync::{self, Checked};
use crate::failure::{Advise, Blame, Failure, Fault};
use crate::records::{Source, read_lines};
use crate::report::{Count, Page, Report, Took};

/// Where a replica stands.
#[derive(Debug, Serialize)]
pub struct Standing {
    #[serde(skip)]
    what: String,
    place: PathBuf,
    anchor: Anchor,
    active: u64,
    tombstones: u64,
    /// Proofs that it has taken.
    proofs: u64,
    /// The last of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<Checked>,
}

/// The root of the leaves.
#[derive(Debug, Serialize)]
pub struct Rooted {
    place: PathBuf,
    anchor: Anchor,
    root: Digest,
    agrees: bool,
    took_us: Took,
}

impl Standing {
    fn new(what: &str, place: &Path, replica: &Replica) -> Self {
        let counted = |counts: Counts, leaf: Leaf| counts.after(&LeafState::Empty, &leaf.state.into());
        let Counts { active, tombstones } = replica.leaves().fold(Counts::default(), counted);
        let (anchor, proofs) = (*replica.anchor(), replica.proofs());
        Self { what: what.into(), place: place.into(), anchor, active, tombstones, proofs, checked: None }
    }
}

/// Makes a replica of the leaves of an anchor, whoever they are from: they give its root, or are refused.
pub fn init(job: &Init) -> Result<Standing, Failure> {
    let leaves = job.leaves.as_ref().map_or_else(|| Ok(Vec::new()), read_leaves)?;
    let replica = Replica::new(job.anchor, &leaves).map_err(|error| {
        let failure = Failure::of(Fault::Refused, error).about("the leaves are not those of the anchor");
        match job.leaves {
            Some(_) => failure.next("`statesync export --leaves --at VERSION` writes those of a version"),
            None => {
                failure.next("add `--leaves FILE`: without it a replica begins with the anchor of an empty registry")
            }
        }
    })?;
    Folder::make(&job.place, &replica)?;
    Ok(Standing::new("is a replica", &job.place, &replica))
}

/// Takes a list of changes, if it is proved to lead from the replica's anchor to the one given.
pub fn apply(job: &Apply) -> Result<Standing, Failure> {
    let folder = Folder::take(&job.place)?;
    let mut replica = folder.read()?;
    let statement = sync::claim(*replica.anchor(), job.to, &job.changes)?;
    let (verified, checked) = sync::accept(&sync::circuit()?, &statement, job.least, &job.proof)
        .map_err(|failure| failure.about(format_args!("the replica stays at {}", replica.anchor())))
        .next("a replica takes lists in their order, each with its proof and the anchor that it leads to")?;
    replica.apply(verified).map_err(|error| damaged(Failure::of(Fault::Io, error)))?;
    folder.write(&replica)?;
    let standing = Standing::new("is up to date", &job.place, &replica);
    Ok(Standing { checked: Some(checked), ..standing })
}

/// Hashes all leaves, to show that the root is the anchor's.
pub fn root(place: &Path) -> Result<Rooted, Failure> {
    let replica = Folder::take(place)?.read()?;
    let (root, took_us) = Took::timing(|| replica.root());
    let root = root.map_err(|error| damaged(Failure::of(Fault::Io, error)))?;
    let anchor = *replica.anchor();
    if root != anchor.root {
        let error = ReplicaError::Root { anchored: anchor.root, found: root };
        return Err(damaged(Failure::of(Fault::Io, error).about("the replica is damaged")));
    }
    Ok(Rooted { place: place.into(), anchor, root, agrees: true, took_us })
}

/// Says where a replica stands.
pub fn status(place: &Path) -> Result<Standing, Failure> {
    let replica = Folder::take(place)?.read()?;
    Ok(Standing::new("is a replica", place, &replica))
}

fn read_leaves(source: &Source) -> Result<Vec<Leaf>, Failure> {
    let leaf = |line: &[u8]| serde_json::from_slice(line).blame(Fault::Usage, "not a leaf");
    let leaves = read_lines(source, leaf)
        .or_next("a line is {\"key\":..,\"state\":..}, as `statesync export --leaves` writes it")?;
    Ok(leaves.into_iter().map(|(_, leaf)| leaf).collect())
}

impl Report for Standing {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(format_args!("{} {}", self.place.display(), self.what))?;
        page.field("anchor", self.anchor)?;
        page.field("records", format_args!("{}, and {} deleted", Count(self.active), Count(self.tombstones)))?;
        page.field("proofs", Count(self.proofs))?;
        match &self.checked {
            Some(checked) => checked.write(page),
            None => Ok(()),
        }
    }

    fn done(&self) -> Option<String> {
        self.checked.as_ref().map(|_| format!("the replica is at {} now", self.anchor))
    }
}

impl Report for Rooted {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(format_args!("{}: the leaves have the root of the anchor", self.place.display()))?;
        page.field("anchor", self.anchor)?;
        page.good("root", format_args!("{}, computed in {}", self.root, self.took_us))
    }
}
