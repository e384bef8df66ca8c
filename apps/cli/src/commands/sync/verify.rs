use std::io;

use serde::Serialize;
use statesync_tree::Anchor;

use super::checking::{Checked, accept, circuit, claim};
use super::job::{Chain, Verify};
use crate::failure::{Advise, Failure, Fault};
use crate::report::{Bytes, Count, Page, Report};

/// A verdict; the other one is a [`Failure`].
#[derive(Debug, Serialize)]
pub struct Accepted {
    verified: bool,
    from: Anchor,
    to: Anchor,
    #[serde(flatten)]
    checked: Checked,
}

/// A verdict on several steps.
#[derive(Debug, Serialize)]
pub struct Chained {
    verified: bool,
    from: Anchor,
    to: Anchor,
    steps: Vec<Accepted>,
}

/// Checks a proof of the caller's own list of changes.
pub fn verify(job: &Verify) -> Result<Accepted, Failure> {
    let statement = claim(job.from, job.to, &job.changes)?;
    let (_, checked) = accept(&circuit()?, &statement, job.least, &job.proof)?;
    Ok(Accepted { verified: true, from: job.from, to: job.to, checked })
}

/// Checks steps that lead from the first anchor to the last.
pub fn verify_chain(job: &Chain) -> Result<Chained, Failure> {
    let Chain { anchors, changes, proofs, least } = job;
    if anchors.len() != proofs.len() + 1 || changes.len() != proofs.len() {
        let (anchors, changes, proofs) = (anchors.len(), changes.len(), proofs.len());
        let message = format!("{anchors} anchors, {changes} lists and {proofs} proofs are no chain");
        return Err(Failure::new(Fault::Usage, message))
            .next("give `--anchor` once more than there are proofs, and `--changes` once for each");
    }
    let circuit = circuit()?;
    let mut steps = Vec::new();
    for (number, ((pair, list), proof)) in (1..).zip(anchors.windows(2).zip(changes).zip(proofs)) {
        let (from, to) = (pair[0], pair[1]);
        let step = claim(from, to, list).and_then(|statement| Ok(accept(&circuit, &statement, *least, proof)?.1));
        let checked = step.map_err(|failure| failure.about(format_args!("step {number}")))?;
        steps.push(Accepted { verified: true, from, to, checked });
    }
    Ok(Chained { verified: true, from: anchors[0], to: anchors[proofs.len()], steps })
}

impl Report for Accepted {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let changes = Count::of(self.checked.changes);
        page.heading(format_args!("These {changes} changes, and nothing else, lead from the old anchor to the new"))?;
        page.field("old anchor", self.from)?;
        page.field("new anchor", self.to)?;
        self.checked.write(page)
    }
}

impl Checked {
    /// As fields.
    pub fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.good("verified", format_args!("{}, checked in {}", Bytes(self.bytes), self.check_us))?;
        match self.security_bits {
            Some(bits) => page.field("security", bits),
            None => page.field("security", "everything was compared natively"),
        }
    }
}

impl Report for Chained {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let steps = Count::of(self.steps.len());
        page.heading(format_args!(
            "{steps} lists of changes, and nothing else, lead from the first anchor to the last"
        ))?;
        page.field("first anchor", self.from)?;
        page.field("last anchor", self.to)?;
        for (number, Accepted { checked, .. }) in (1..).zip(&self.steps) {
            let Checked { changes, bytes, check_us, .. } = checked;
            let (changes, bytes) = (Count::of(*changes), Bytes(*bytes));
            page.good(&format!("step {number}"), format_args!("{changes} changes, {bytes}, checked in {check_us}"))?;
        }
        Ok(())
    }
}
