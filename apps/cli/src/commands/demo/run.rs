//! The demo from beginning to end.

use serde::Serialize;
use statesync_proof::{Kind, Preparations};
use statesync_tree::Shape;

use super::answers::Answer;
use super::forgeries::Refusal;
use super::history::{History, Published};
use super::{answers, forgeries, story};
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
    /// What was offered and not believed.
    pub refusals: Vec<Refusal>,
    /// All of it.
    pub total_us: Took,
}

/// Tells the story as it happens; machines get the figures at the end.
pub fn run(output: Output) -> Result<(), Failure> {
    output.page(story::title)?;
    let (told, total_us) = Took::timing(|| tell(output));
    output.print(&Figures { total_us, ..told? })
}

fn tell(output: Output) -> Result<Figures, Failure> {
    output.page(story::publisher)?;
    let history = History::make(&mut |version| output.page(|page| story::version(page, version)))?;

    let (prepared, prepare_us) = Took::timing(prepare);
    let prepared = prepared?;
    output.page(story::client)?;
    let mut answers = Vec::new();
    for question in answers::questions(&history)? {
        let answer = answers::answer(&prepared, &question)?;
        output.page(|page| story::answer(page, &answer))?;
        answers.push(answer);
    }

    output.page(story::forger)?;
    let mut refusals = Vec::new();
    for forge in forgeries::ALL {
        let refusal = forge(&prepared, &history)?;
        output.page(|page| story::refusal(page, &refusal))?;
        refusals.push(refusal);
    }
    let versions = history.into_versions();
    Ok(Figures { versions, prepare_us, answers, refusals, total_us: Took::default() })
}

/// The circuits of all kinds, made once.
fn prepare() -> Result<Preparations, Failure> {
    let mut prepared = Preparations::default();
    for kind in Kind::ALL {
        prepared.prepare(kind, Shape::Keyed).blame(Fault::Usage, "the circuits cannot be made")?;
    }
    Ok(prepared)
}
