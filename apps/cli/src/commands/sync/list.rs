use statesync_tree::store::StoreView;
use statesync_tree::{Key, LeafState, Snapshot, StateChange};

use crate::failure::Failure;
use crate::records::{Entry, Held, Label, Stated, bare};
use crate::registry;

/// The list of changes between two versions, with the names and values that the registry knows.
pub fn list<V: StoreView>(old: &Snapshot<V>, new: &Snapshot<V>, changes: &[StateChange]) -> Result<String, Failure> {
    let line = |change: &StateChange| {
        let [before, after] = [entry(old, &change.key, change.old)?, entry(new, &change.key, change.new)?];
        let named = after.as_ref().or(before.as_ref()).map(|entry| entry.label.clone());
        let label = named.unwrap_or_else(|| bare(new.shape(), &change.key));
        let [old, new] = [(before, change.old), (after, change.new)].map(|(entry, state)| held(entry, state, &label));
        Ok(Stated { label, old, new }.line())
    };
    changes.iter().map(line).collect()
}

fn entry<V: StoreView>(snapshot: &Snapshot<V>, key: &Key, state: LeafState) -> Result<Option<Entry>, Failure> {
    match state {
        LeafState::Occupied(_) => registry::entry(snapshot, key),
        LeafState::Empty | LeafState::Tombstone => Ok(None),
    }
}

/// The value, where it is known under the name of the line: its digest is of both.
fn held(entry: Option<Entry>, state: LeafState, label: &Label) -> Held {
    match entry {
        Some(entry) if entry.label == *label => Held::Value(entry.value),
        _ => Held::State(state),
    }
}
