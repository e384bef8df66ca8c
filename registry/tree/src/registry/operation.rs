use std::fmt;

use crate::store::{Bytes, Record};
use crate::{FormError, Key, LeafState, ValueDigest};

/// One change that is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// The key to change.
    pub key: Key,
    /// What to do with it.
    pub action: Action,
    /// What it is to hold: a value, or a tombstone for [`Action::Delete`].
    record: Record,
}

/// What an operation does, and when it may.
///
/// | action | Empty | Occupied | Tombstone |
/// |---|---|---|---|
/// | insert | yes | | |
/// | replace | | yes | |
/// | restore | | | yes |
/// | put | yes | yes | yes |
/// | delete | | yes | |
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A value for a key that was never used.
    Insert,
    /// Another value (or the same) for a key that holds one.
    Replace,
    /// A value for a key that was deleted.
    Restore,
    /// A value, whatever the key holds: the one of the three above that fits.
    Put,
    /// A tombstone for a key that holds a value.
    Delete,
}

/// Why an operation cannot be carried out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The key is in a state in which the action is not allowed.
    #[error("{action} needs a key that is {needed}, and this one is {found}")]
    State {
        /// What was asked.
        action: Action,
        /// The state it needs.
        needed: &'static str,
        /// The state at that point of the batch.
        found: LeafState,
    },
    /// The key cannot be used in a tree of this shape.
    #[error(transparent)]
    Key(#[from] FormError),
}

impl Operation {
    /// Gives a new key a value.
    pub fn insert(key: Key, value: impl Into<Bytes>) -> Self {
        Self::with_value(key, Action::Insert, value)
    }

    /// Gives a key that holds a value another.
    pub fn replace(key: Key, value: impl Into<Bytes>) -> Self {
        Self::with_value(key, Action::Replace, value)
    }

    /// Gives a deleted key a value again.
    pub fn restore(key: Key, value: impl Into<Bytes>) -> Self {
        Self::with_value(key, Action::Restore, value)
    }

    /// Gives a key a value, whatever it holds.
    pub fn put(key: Key, value: impl Into<Bytes>) -> Self {
        Self::with_value(key, Action::Put, value)
    }

    /// Deletes the value of a key, for everyone to see that it was there.
    pub const fn delete(key: Key) -> Self {
        Self { key, action: Action::Delete, record: Record::TOMBSTONE }
    }

    /// The same as `action` with a value of which only the digest is known. Nobody checks that a
    /// value with this digest exists; reading the key gives no bytes.
    ///
    /// # Panics
    /// If `action` is [`Action::Delete`], which takes no value.
    pub fn with_digest(key: Key, action: Action, digest: ValueDigest) -> Self {
        assert!(action != Action::Delete, "a deletion takes no value");
        Self { key, action, record: Record::of_digest(digest) }
    }

    /// What the operation gives its key: a value, or a tombstone.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    fn with_value(key: Key, action: Action, value: impl Into<Bytes>) -> Self {
        Self { key, action, record: Record::of(value) }
    }

    /// What the key holds afterwards, if it holds `found` now.
    ///
    /// # Errors
    /// [`Refusal::State`] if the action does not fit the state.
    pub fn outcome(&self, found: &Record) -> Result<Record, Refusal> {
        if !self.action.fits(&found.state) {
            return Err(Refusal::State { action: self.action, needed: self.action.needs(), found: found.state });
        }
        let mut outcome = self.record.clone();
        // The same value given by its digest does not take away bytes that are there.
        if outcome.state == found.state && outcome.value.is_none() {
            outcome.value.clone_from(&found.value);
        }
        Ok(outcome)
    }
}

impl Action {
    /// Whether a key in this state can be changed so.
    pub const fn fits(self, state: &LeafState) -> bool {
        match (self, state) {
            (Self::Put, _)
            | (Self::Insert, LeafState::Empty)
            | (Self::Replace | Self::Delete, LeafState::Occupied(_))
            | (Self::Restore, LeafState::Tombstone) => true,
            (Self::Insert | Self::Replace | Self::Restore | Self::Delete, _) => false,
        }
    }

    const fn needs(self) -> &'static str {
        match self {
            Self::Insert => "empty",
            Self::Replace | Self::Delete => "occupied",
            Self::Restore => "a tombstone",
            Self::Put => "of any state",
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Insert => "insert",
            Self::Replace => "replace",
            Self::Restore => "restore",
            Self::Put => "put",
            Self::Delete => "delete",
        })
    }
}
