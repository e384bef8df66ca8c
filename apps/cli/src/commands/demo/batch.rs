//! The security updates in one proof, and lists of changes that are not what happened.

use serde::Serialize;
use serde_json::Value;
use statesync_proof::Profile;
use statesync_proof::sync::{SyncProof, SyncStatement, verify};
use statesync_tree::{Anchor, LeafState};

use super::answers::UPDATED;
use super::forgeries::{Refusal, refusal};
use super::history::History;
use crate::commands::sync::{self, CONTEXT, Proved};
use crate::failure::{Blame, Failure, Fault};
use crate::records::StatesFile;
use crate::registry::trouble;

/// What the client gets beside its two anchors: a proof, and a list of changes, one on each line.
pub struct Batch {
    anchors: [Anchor; 2],
    list: Vec<String>,
    proof: Vec<u8>,
}

/// What one proof of all changes took.
#[derive(Debug, Serialize)]
pub struct Synced {
    /// Changes of records that were never there.
    pub inserts: usize,
    #[serde(flatten)]
    pub figures: sync::Figures,
}

/// Proves all changes between two versions, as the publisher; checks the proof, as the client.
pub fn publish(history: &History) -> Result<(Batch, Synced), Failure> {
    let (old, new) = (&history.withdrawn, &history.updated);
    let changes = old.changes_until(new).map_err(trouble)?;
    let statement = SyncStatement { old_anchor: *old.anchor(), new_anchor: *new.anchor(), changes };
    let Proved { bytes: proof, figures } = sync::proved(old, &statement, Profile::Bits100)?;
    let list = sync::list(old, new, &statement.changes)?;
    let inserts = statement.changes.iter().filter(|change| change.old == LeafState::Empty).count();
    let list = list.lines().map(str::to_owned).collect();
    let batch = Batch { anchors: [statement.old_anchor, statement.new_anchor], list, proof };
    batch.check(&batch.list)?;
    Ok((batch, Synced { inserts, figures }))
}

impl Batch {
    /// What the client does: the list is its own, and so are the anchors.
    fn check(&self, list: &[String]) -> Result<(), Failure> {
        let [old_anchor, new_anchor] = self.anchors;
        let changes = StatesFile::parse(list.join("\n").as_bytes())?.changes(old_anchor.shape)?;
        let statement = SyncStatement { old_anchor, new_anchor, changes };
        let proof = SyncProof::decode(&self.proof).blame(Fault::Usage, "the client cannot read it")?;
        verify(&sync::circuit()?, &statement, CONTEXT, Profile::Bits100, &proof)
            .blame(Fault::Refused, "the client refuses")?;
        Ok(())
    }

    /// Four lists that are not what happened, and why each is refused.
    pub fn forgeries(&self) -> Result<[Refusal; 4], Failure> {
        let lines = self.list.iter().map(|line| serde_json::from_str(line));
        let lines: Vec<Value> = lines.collect::<Result<_, _>>().blame(Fault::Usage, "the list")?;
        let updated = lines.iter().position(|line| line["name"] == UPDATED).unwrap_or(0);

        let mut changed = lines.clone();
        let digest = changed[updated]["new"].as_str().unwrap_or_default().to_owned();
        let last = if digest.ends_with('0') { "1" } else { "0" };
        changed[updated]["new"] = Value::from(format!("{}{last}", &digest[..digest.len().saturating_sub(1)]));

        let mut dropped = lines.clone();
        dropped.remove(updated);

        let mut added = lines.clone();
        added.push(serde_json::json!({"name": "left-pad", "old_state": "empty", "new": "1.3.0"}));

        let mut swapped = lines.clone();
        let other = (updated + 1) % lines.len();
        (swapped[updated]["new"], swapped[other]["new"]) = (lines[other]["new"].clone(), lines[updated]["new"].clone());

        let last = lines[other]["name"].as_str().unwrap_or_default();
        Ok([
            self.refused(format!("change one digit of the SHA-256 of `{UPDATED}` in the list of changes"), &changed)?,
            self.refused(format!("drop `{UPDATED}` from the list"), &dropped)?,
            self.refused("add `left-pad` to the list".into(), &added)?,
            self.refused(format!("swap the values of `{UPDATED}` and `{last}` in the list"), &swapped)?,
        ])
    }

    fn refused(&self, forgery: String, list: &[Value]) -> Result<Refusal, Failure> {
        let list: Vec<String> = list.iter().map(Value::to_string).collect();
        refusal(forgery, self.check(&list))
    }
}
