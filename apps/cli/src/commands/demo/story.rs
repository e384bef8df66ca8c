//! The demo as text.

use std::io;

use super::answers;
use super::answers::Answer;
use super::batch::Synced;
use super::forgeries::Refusal;
use super::history::Published;
use super::run::Figures;
use crate::report::{Bytes, Columns, Count, Page, Report, shortened};

const CONCLUSION: &str = "\
For one answer the plain opening is smaller and faster to check: use it (`statesync prove --opening`).
A proof lets its client check a computation without redoing it: no node of the path is hashed again. For a
path of twenty hashes that does not pay. It is the mode in which the engine is tested, attacked and measured;
what it proves for each hash here is what any larger statement is made of.";

pub fn title(page: &mut Page<'_>) -> io::Result<()> {
    page.heading("Debian's packages as a registry that is checked against one hash")
}

pub fn publisher(page: &mut Page<'_>) -> io::Result<()> {
    page.blank()?;
    page.heading("A publisher makes four versions on disk, and announces their anchors")
}

pub fn version(page: &mut Page<'_>, published: &Published) -> io::Result<()> {
    page.field(&format!("version {}", published.version), format_args!("{}, {}", published.what, published.took_us))?;
    page.field("", published.anchor)
}

pub fn client(page: &mut Page<'_>) -> io::Result<()> {
    page.blank()?;
    page.heading("A client holds the anchors and nothing else; it believes what it can check")
}

pub fn answer(page: &mut Page<'_>, answer: &Answer) -> io::Result<()> {
    let Answer { what, levels, prove_us, verify_us, .. } = answer;
    page.good("verified", what)?;
    let bytes = Bytes(answer.inline_bytes);
    page.field("", format_args!("{levels} levels, proved in {prove_us}, {bytes}, verified in {verify_us}"))
}

pub fn replica(page: &mut Page<'_>) -> io::Result<()> {
    page.blank()?;
    page.heading("A replica holds two anchors and the list of security updates; it does not see the tree")
}

pub fn synced(page: &mut Page<'_>, synced: &Synced) -> io::Result<()> {
    let (changes, inserts) = (Count::of(synced.figures.changes), Count::of(synced.inserts));
    page.good("verified", format_args!("these {changes} changes, {inserts} of them inserts, and nothing else"))?;
    synced.figures.write(page)
}

pub fn forger(page: &mut Page<'_>) -> io::Result<()> {
    page.blank()?;
    page.heading("A forger tries")
}

pub fn refusal(page: &mut Page<'_>, refusal: &Refusal) -> io::Result<()> {
    page.bad("refused", &refusal.forgery)?;
    page.sentence(&shortened(&refusal.reason))
}

impl Report for Figures {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.blank()?;
        page.heading("What it took")?;
        page.table(&steps(self))?;
        page.blank()?;
        page.heading(format_args!("What one answer costs: bytes, and the quickest of {} runs", answers::RUNS))?;
        page.table(&costs(&self.answers))?;
        page.blank()?;
        page.note(CONCLUSION)?;
        match &self.kept {
            Some(place) => {
                page.blank()?;
                page.field("look on", format_args!("statesync log --registry {}", place.display()))
            }
            None => Ok(()),
        }
    }
}

fn steps(figures: &Figures) -> Columns {
    let mut table = Columns::new(&["step", ">time"]);
    for Published { what, took_us, .. } in &figures.versions {
        table.row([what.clone(), took_us.to_string()]);
    }
    table.row(["circuits prepared, once for all proofs".into(), figures.prepare_us.to_string()]);
    table.row(["everything".into(), figures.total_us.to_string()]);
    table
}

fn costs(answers: &[Answer]) -> Columns {
    let headings = ["kind", ">levels", ">prove", ">verify", ">detached", ">inline", ">opening", ">its check"];
    let mut table = Columns::new(&headings);
    for answer in answers {
        let bytes = |length: usize| Count::of(length).to_string();
        table.row([
            answer.kind.clone(),
            answer.levels.to_string(),
            answer.prove_us.to_string(),
            answer.verify_us.to_string(),
            bytes(answer.detached_bytes),
            bytes(answer.inline_bytes),
            bytes(answer.opening_bytes),
            answer.opening_check_us.to_string(),
        ]);
    }
    table
}
