use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Anchor, LeafState};

/// The number of a version. Numbers ascend and are never given twice, not even after a rollback,
/// so a number names the same contents for ever.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Version(pub u64);

impl Version {
    /// The version of a registry that has just been made.
    pub const FIRST: Self = Self(0);

    /// The number after this one.
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How many keys are in which state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Keys that hold a value.
    pub active: u64,
    /// Keys that held one and were deleted.
    pub tombstones: u64,
}

impl Counts {
    /// The counts after a key has gone from `old` to `new`.
    #[must_use]
    pub fn after(mut self, old: &LeafState, new: &LeafState) -> Self {
        match old {
            LeafState::Empty => (),
            LeafState::Occupied(_) => self.active -= 1,
            LeafState::Tombstone => self.tombstones -= 1,
        }
        match new {
            LeafState::Empty => (),
            LeafState::Occupied(_) => self.active += 1,
            LeafState::Tombstone => self.tombstones += 1,
        }
        self
    }
}

/// What is known of a version: number and anchor always together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct VersionRow {
    /// Its number.
    pub version: Version,
    /// The version it was made from; none for the first.
    pub parent: Option<Version>,
    /// Shape and root.
    pub anchor: Anchor,
    /// Keys by state.
    pub counts: Counts,
    /// When it was made, in milliseconds since 1970 by the clock of the machine: for people, nothing
    /// is decided by it.
    pub time: u64,
}
