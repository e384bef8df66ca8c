use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{RegistryError, Snapshot};
use crate::store::{Change, Record, StoreView, Version, VersionRow};
use crate::trie::{Edit, Rebuilt, rebuild};
use crate::{Key, LeafState, StateChange};

/// An older version, and how the newest one is taken back to it.
pub(super) struct TakenBack {
    pub row: VersionRow,
    /// What the keys held that have changed since.
    pub held: BTreeMap<Key, Record>,
    pub rebuilt: Rebuilt,
}

/// Takes `head` back to an older version: every key that a later version changed gets what it held
/// before the first of them.
///
/// # Errors
/// [`RegistryError::Pruned`], [`RegistryError::Future`] or [`RegistryError::RolledBack`] if the
/// version is not kept; [`RegistryError::DamagedVersion`] if the root is not the one committed.
pub(super) fn take_back<V: StoreView>(head: &Snapshot<V>, version: Version) -> Result<TakenBack, RegistryError> {
    let rows = kept_from(&head.view, version)?;
    let (row, later) = rows.split_first().expect("the version asked for is kept");
    let mut held = BTreeMap::new();
    for later in later.iter().rev() {
        held.extend(head.view.held_before(later.version)?);
    }
    let keys: Vec<Key> = held.keys().copied().collect();
    let edits = head.visit(&keys, |bucket, positions| {
        let changes = keys[positions].iter().map(|key| {
            let old = head.record(key, bucket.state(key))?;
            let new = held[key].clone();
            Ok(Change { key: *key, old, new })
        });
        changes.collect::<Result<Vec<Change>, RegistryError>>()
    })?;
    let edits = edits.into_iter();
    let edits: Vec<Edit> = edits.map(|(bucket, changes)| Edit { bucket, changes }).collect();
    let rebuilt = rebuild(head.shape(), &head.root, &edits);
    check_root(row, rebuilt.root.summary().digest)?;
    Ok(TakenBack { row: *row, held, rebuilt })
}

/// That a root is the one that was committed.
pub(super) fn check_root(row: &VersionRow, found: crate::Digest) -> Result<(), RegistryError> {
    if found == row.anchor.root {
        Ok(())
    } else {
        Err(RegistryError::DamagedVersion { version: row.version, committed: row.anchor.root, found })
    }
}

/// The rows of `version` and all later ones.
pub(super) fn kept_from<V: StoreView>(view: &V, version: Version) -> Result<Vec<VersionRow>, RegistryError> {
    let rows = view.versions(version)?;
    if rows.first().is_some_and(|row| row.version == version) {
        return Ok(rows);
    }
    let all = view.versions(Version::FIRST)?;
    let (Some(oldest), Some(newest)) = (all.first(), all.last()) else {
        return Err(RegistryError::NotMade);
    };
    let (oldest, newest) = (oldest.version, newest.version);
    let asked = version;
    Err(if Some(asked) > view.highest_version()? {
        RegistryError::Future { asked, newest }
    } else if asked < oldest {
        RegistryError::Pruned { asked, oldest }
    } else {
        RegistryError::RolledBack { asked }
    })
}

impl<V: StoreView> Snapshot<V> {
    /// The keys whose states differ between this version and a newer one of the same registry, ascending, with both
    /// states: all versions between the two, netted.
    ///
    /// # Errors
    /// [`RegistryError`] if this version is no longer kept where the newer one was read, or the store is damaged or
    /// fails.
    pub fn changes_until(&self, newer: &Self) -> Result<Vec<StateChange>, RegistryError> {
        let mut touched = BTreeSet::new();
        for row in kept_from(&newer.view, self.version())?.iter().skip(1) {
            if row.version <= newer.version() {
                touched.extend(newer.view.held_before(row.version)?.into_iter().map(|(key, _)| key));
            }
        }
        let keys: Vec<Key> = touched.into_iter().collect();
        let states = self.states(&keys)?.into_iter().zip(newer.states(&keys)?);
        let changes = keys.iter().zip(states).map(|(&key, (old, new))| StateChange { key, old, new });
        Ok(changes.filter(StateChange::is_change).collect())
    }

    /// The states of keys that ascend; every bucket is read once.
    fn states(&self, keys: &[Key]) -> Result<Vec<LeafState>, RegistryError> {
        let of_bucket = self.visit(keys, |bucket, positions| {
            Ok(keys[positions].iter().map(|key| bucket.state(key)).collect::<Vec<_>>())
        })?;
        Ok(of_bucket.into_iter().flat_map(|(_, states)| states).collect())
    }
}

impl TakenBack {
    /// The older version, to read from beside the newest.
    pub fn into_snapshot<V: StoreView>(self, head: &Snapshot<V>) -> Snapshot<V> {
        Snapshot { row: self.row, root: self.rebuilt.root, view: head.view.clone(), held: Arc::new(self.held) }
    }
}
