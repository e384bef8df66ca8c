//! The demo from beginning to end.

use std::path::{Path, PathBuf};

use serde::Serialize;
use statesync_proof::{Kind, Preparations};
use statesync_tree::Shape;

use super::answers::Answer;
use super::batch::Synced;
use super::forgeries::Refusal;
use super::history::{History, Published};
use super::{answers, batch, forgeries, story};
use crate::failure::{Blame, Failure, Fault};
use crate::report::{Output, Took};

/// All that the demo found.
#[derive(Debug, Serialize)]
pub struct Figures {
    /// What was published.
    pub versions: Vec<Published>,
    /// Making the circuits of all kinds.
    pub prepare_us: Took,
    /// What was asked.
    pub answers: Vec<Answer>,
    /// All security updates in one proof.
    pub sync: Synced,
    /// What was offered and not believed.
    pub refusals: Vec<Refusal>,
    /// All of it.
    pub total_us: Took,
    /// Where the registry stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<PathBuf>,
}

/// Where the registry of the demo is.
#[derive(Debug)]
pub struct Job {
    /// A folder that stays; without one, a folder that goes.
    pub place: Option<PathBuf>,
}

/// Tells the story as it happens; machines get the figures at the end.
pub fn run(job: &Job, output: Output) -> Result<(), Failure> {
    output.page(story::title)?;
    let (told, total_us) = Took::timing(|| match &job.place {
        Some(place) => tell(place, output),
        None => {
            let folder = tempfile::tempdir().blame(Fault::Io, "cannot make a temporary folder")?;
            tell(&folder.path().join("registry"), output)
        }
    });
    output.print(&Figures { total_us, kept: job.place.clone(), ..told? })
}

fn tell(place: &Path, output: Output) -> Result<Figures, Failure> {
    output.page(story::publisher)?;
    let history = History::make(place, &mut |version| output.page(|page| story::version(page, version)))?;

    let (prepared, prepare_us) = Took::timing(prepare);
    let prepared = prepared?;
    output.page(story::client)?;
    let mut answers = Vec::new();
    for question in answers::questions(&history)? {
        let answer = answers::answer(&prepared, &question)?;
        output.page(|page| story::answer(page, &answer))?;
        answers.push(answer);
    }

    output.page(story::replica)?;
    let (batch, sync) = batch::publish(&history)?;
    output.page(|page| story::synced(page, &sync))?;

    output.page(story::forger)?;
    let mut refusals = Vec::new();
    for forge in forgeries::ALL {
        let refusal = forge(&prepared, &history)?;
        output.page(|page| story::refusal(page, &refusal))?;
        refusals.push(refusal);
    }
    for refusal in batch.forgeries()? {
        output.page(|page| story::refusal(page, &refusal))?;
        refusals.push(refusal);
    }
    let versions = history.into_versions();
    Ok(Figures { versions, prepare_us, answers, sync, refusals, total_us: Took::default(), kept: None })
}

/// The circuits of all kinds, made once.
fn prepare() -> Result<Preparations, Failure> {
    let mut prepared = Preparations::default();
    for kind in Kind::ALL {
        prepared.prepare(kind, Shape::Keyed).blame(Fault::Usage, "the circuits cannot be made")?;
    }
    Ok(prepared)
}
