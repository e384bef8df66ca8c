use std::sync::MutexGuard;

use super::evaluate::evaluate;
use super::handle::{Outcome, Registry, now};
use super::{Operation, RegistryError, Snapshot};
use crate::store::{Change, LogChange, Store, StoreView, Version, VersionRow};
use crate::trie::{Rebuilt, rebuild};
use crate::{Anchor, StateChange};

/// A batch that was evaluated and hashed, and is not written yet: [`Staged::commit`] writes it, dropping it forgets it.
///
/// No other writer gets in while it is held, so it is the next version that it says it is.
#[must_use = "nothing is written before `commit`"]
pub struct Staged<'a, S: Store> {
    registry: &'a Registry<S>,
    store: MutexGuard<'a, S>,
    head: Snapshot<S::View>,
    plan: Plan,
}

/// What a batch does to one version.
pub(super) struct Plan {
    pub outcome: Outcome,
    rebuilt: Rebuilt,
    changes: Vec<Change>,
}

impl<S: Store> Registry<S> {
    /// Does everything of [`Registry::apply`] but writing.
    ///
    /// # Errors
    /// As [`Registry::apply`].
    pub fn stage(&self, operations: &[Operation]) -> Result<Staged<'_, S>, RegistryError> {
        let store = self.lock();
        let head = self.snapshot();
        let plan = Plan::new(&head, operations)?;
        Ok(Staged { registry: self, store, head, plan })
    }
}

impl<S: Store> Staged<'_, S> {
    /// The version that it was evaluated on.
    pub const fn base(&self) -> &Snapshot<S::View> {
        &self.head
    }

    /// Anchor and counts of the version that it would make.
    pub const fn outcome(&self) -> Outcome {
        self.plan.outcome
    }

    /// The keys whose states it changes, ascending, each with its state before the batch and after it.
    pub fn changes(&self) -> Vec<StateChange> {
        let changes = self.plan.changes.iter();
        let changes = changes.map(|Change { key, old, new }| StateChange { key: *key, old: old.state, new: new.state });
        changes.filter(StateChange::is_change).collect()
    }

    /// Writes it as one new version.
    ///
    /// # Errors
    /// [`RegistryError::Store`] if the store fails.
    pub fn commit(mut self) -> Result<VersionRow, RegistryError> {
        let Plan { outcome, rebuilt, changes } = self.plan;
        let row = VersionRow {
            version: self.head.view.highest_version()?.map_or(Version::FIRST, Version::next),
            parent: Some(self.head.version()),
            anchor: outcome.anchor,
            counts: outcome.counts,
            time: now(),
        };
        self.registry.commit(&mut self.store, row, rebuilt, LogChange::Append { row, changes })?;
        Ok(row)
    }
}

impl Plan {
    pub fn new<V: StoreView>(head: &Snapshot<V>, operations: &[Operation]) -> Result<Self, RegistryError> {
        let edits = evaluate(head, operations)?;
        let rebuilt = rebuild(head.shape(), &head.root, &edits);
        let changes = edits.into_iter().flat_map(|edit| edit.changes);
        let changes: Vec<Change> = changes.collect();
        let counts =
            changes.iter().fold(head.counts(), |counts, change| counts.after(&change.old.state, &change.new.state));
        let anchor = Anchor::new(head.shape(), rebuilt.root.summary().digest);
        Ok(Self { outcome: Outcome { anchor, counts }, rebuilt, changes })
    }
}
