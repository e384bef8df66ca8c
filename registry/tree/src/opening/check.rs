#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm
)]

use serde::{Deserialize, Serialize};

use super::{OpeningError, Terminal, climb};
use crate::{Anchor, Digest, Key, LeafState, Shape};

/// The answer for one key at one root: the siblings on its path, and where the path ends.
///
/// An opening comes from a stranger. It holds neither root nor key: those are the caller's own.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// From the terminal up; the last is a child of the root.
    pub siblings: Vec<Digest>,
    /// Where the descent ends.
    pub terminal: Terminal,
}

/// What a change of one leaf does to the ends of its path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Update {
    /// Digest at the end of the descent, before.
    pub old_terminal: Digest,
    /// Digest at the same place, after.
    pub new_terminal: Digest,
    /// Root before.
    pub old_root: Digest,
    /// Root after.
    pub new_root: Digest,
}

impl Opening {
    /// Number of levels between the root and the terminal.
    pub fn depth(&self) -> usize {
        self.siblings.len()
    }

    /// The state that this opening shows for its key, true only at the root that it leads to.
    pub fn state(&self) -> LeafState {
        self.terminal.state()
    }

    /// The root that this opening leads to from `key`.
    ///
    /// # Errors
    /// [`OpeningError`] if no path of `key` in this shape looks so; see [`Terminal::admits`].
    pub fn root(&self, shape: Shape, key: &Key) -> Result<Digest, OpeningError> {
        self.terminal.admits(shape, self.depth(), key)?;
        Ok(self.ascend(key, self.terminal.digest(key)))
    }

    /// The state of `key` at `anchor`.
    ///
    /// # Errors
    /// [`OpeningError`] if the opening does not fit the key or leads to another root.
    pub fn answer(&self, anchor: &Anchor, key: &Key) -> Result<LeafState, OpeningError> {
        let found = self.root(anchor.shape, key)?;
        if found == anchor.root { Ok(self.state()) } else { Err(OpeningError::Root { anchored: anchor.root, found }) }
    }

    /// Checks that `key` is in the state `claimed` at `anchor`.
    ///
    /// # Errors
    /// [`OpeningError::State`] if the opening is right and shows another state, and the errors of
    /// [`Opening::answer`].
    pub fn check(&self, anchor: &Anchor, key: &Key, claimed: &LeafState) -> Result<(), OpeningError> {
        let found = self.answer(anchor, key)?;
        if found == *claimed { Ok(()) } else { Err(OpeningError::State { claimed: *claimed, found }) }
    }

    /// What changing `key` to `new` does: both terminals and both roots.
    ///
    /// # Errors
    /// The errors of [`Opening::root`] and [`Terminal::digest_after`].
    pub fn update(&self, shape: Shape, key: &Key, new: &LeafState) -> Result<Update, OpeningError> {
        let new_terminal = self.terminal.digest_after(shape, self.depth(), key, new)?;
        let old_terminal = self.terminal.digest(key);
        Ok(Update {
            old_terminal,
            new_terminal,
            old_root: self.ascend(key, old_terminal),
            new_root: self.ascend(key, new_terminal),
        })
    }

    fn ascend(&self, key: &Key, terminal: Digest) -> Digest {
        climb(key, &self.siblings, terminal).last().unwrap_or(terminal)
    }
}
