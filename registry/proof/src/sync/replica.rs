//! The leaves of a registry, kept up to date by verified sync proofs and by nothing else.
//!
//! ```text
//! magic "SSRP", version 1, anchor 35, proofs u64, leaves u64, for each: key 31, state (1 and a value digest, 2)
//! ```
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm,
    clippy::arithmetic_side_effects,
    clippy::as_conversions
)]

use std::collections::BTreeMap;

use statesync_tree::{Anchor, Digest, Key, Leaf, LeafState, Present, SubtreeError, subtree_digest};

use super::VerifiedSync;
use crate::wire::{Rest, write_state};
use crate::{DecodeError, FORMAT_VERSION};

const WHAT: &str = "a replica";
const MAGIC: [u8; 4] = *b"SSRP";
/// Fewest bytes of a leaf: a key and a tag.
const LEAST_LEAF: usize = Key::BYTES + 1;

/// All leaves of the tree at an anchor, without the tree.
///
/// It begins with leaves that give the anchor's root, and goes on by verified changes alone, so no node is ever hashed
/// to follow a registry. [`Replica::root`] hashes all of them, to show that it agrees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replica {
    anchor: Anchor,
    proofs: u64,
    leaves: BTreeMap<Key, Present>,
}

/// Why a replica was not made, or not brought up to date. It is then as it was before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplicaError {
    /// The leaves are those of no tree.
    #[error(transparent)]
    Leaves(#[from] SubtreeError),
    /// The leaves give another root than the anchor's.
    #[error("the leaves have the root {found}, and the anchor {anchored}")]
    Root {
        /// Root of the anchor.
        anchored: Digest,
        /// Root of the leaves.
        found: Digest,
    },
    /// What was proved does not begin where the replica stands.
    #[error("the changes begin at {proved}, and the replica is at {held}")]
    OtherAnchor {
        /// The old anchor of the changes.
        proved: Anchor,
        /// The anchor of the replica.
        held: Anchor,
    },
    /// The replica does not hold what a verified change begins with: it is not as it was written.
    #[error("the replica is damaged: it holds {held} for key {key}, and at its anchor that is {proved}")]
    OtherState {
        /// The key.
        key: Key,
        /// State in the replica.
        held: LeafState,
        /// State that was proved.
        proved: LeafState,
    },
}

impl Replica {
    /// A replica of the tree at `anchor`, of which these are all leaves, in ascending order of keys.
    ///
    /// # Errors
    /// [`ReplicaError::Leaves`] or [`ReplicaError::Root`] if they are not.
    pub fn new(anchor: Anchor, leaves: &[Leaf]) -> Result<Self, ReplicaError> {
        let found = subtree_digest(anchor.shape, 0, leaves)?;
        if found != anchor.root {
            return Err(ReplicaError::Root { anchored: anchor.root, found });
        }
        let leaves = leaves.iter().map(|leaf| (leaf.key, leaf.state)).collect();
        Ok(Self { anchor, proofs: 0, leaves })
    }

    /// Where it stands.
    pub fn anchor(&self) -> &Anchor {
        &self.anchor
    }

    /// How many sets of changes it has taken since it was made.
    pub fn proofs(&self) -> u64 {
        self.proofs
    }

    /// What it holds for a key.
    pub fn state(&self, key: &Key) -> LeafState {
        self.leaves.get(key).copied().into()
    }

    /// Its leaves, in ascending order of keys.
    pub fn leaves(&self) -> impl ExactSizeIterator<Item = Leaf> + '_ {
        self.leaves.iter().map(|(&key, &state)| Leaf::new(key, state))
    }

    /// Makes the changes that were proved, all or, if there is an error, none.
    ///
    /// # Errors
    /// [`ReplicaError::OtherAnchor`] if they begin elsewhere; [`ReplicaError::OtherState`] if a leaf is not the one
    /// that was proved, which no replica that was only made by this type is.
    pub fn apply(&mut self, verified: VerifiedSync<'_>) -> Result<(), ReplicaError> {
        let statement = verified.statement();
        if statement.old_anchor != self.anchor {
            return Err(ReplicaError::OtherAnchor { proved: statement.old_anchor, held: self.anchor });
        }
        for change in &statement.changes {
            let held = self.state(&change.key);
            if held != change.old {
                return Err(ReplicaError::OtherState { key: change.key, held, proved: change.old });
            }
        }
        for change in &statement.changes {
            match change.new.present() {
                Some(state) => self.leaves.insert(change.key, state),
                None => self.leaves.remove(&change.key),
            };
        }
        self.anchor = statement.new_anchor;
        self.proofs = self.proofs.saturating_add(1);
        Ok(())
    }

    /// The root of its leaves, computed anew: the anchor's, unless the replica was damaged.
    ///
    /// # Errors
    /// [`ReplicaError::Leaves`] if they are no longer those of a tree.
    pub fn root(&self) -> Result<Digest, ReplicaError> {
        let leaves: Vec<Leaf> = self.leaves().collect();
        Ok(subtree_digest(self.anchor.shape, 0, &leaves)?)
    }

    /// The byte form.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::from(MAGIC);
        bytes.push(FORMAT_VERSION);
        bytes.extend(self.anchor.to_bytes());
        bytes.extend(self.proofs.to_le_bytes());
        // No machine holds more leaves than are counted so.
        bytes.extend(u64::try_from(self.leaves.len()).unwrap_or(u64::MAX).to_le_bytes());
        for (key, &state) in &self.leaves {
            bytes.extend(key.as_bytes());
            write_state(&mut bytes, &state.into());
        }
        bytes
    }

    /// Reads the byte form. That the leaves are those of the anchor is for [`Replica::root`] to say.
    ///
    /// # Errors
    /// [`DecodeError`] for anything that [`Replica::encode`] does not give.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut rest = Rest::head(WHAT, MAGIC, bytes)?;
        let anchor = rest.anchor()?;
        let proofs = u64::from_le_bytes(rest.array()?);
        let count = usize::try_from(u64::from_le_bytes(rest.array()?)).unwrap_or(usize::MAX);
        rest.has(count.saturating_mul(LEAST_LEAF))?;
        let mut leaves = BTreeMap::new();
        for _ in 0..count {
            let key = rest.key()?;
            anchor.shape.admits(&key)?;
            if leaves.last_key_value().is_some_and(|(last, _)| *last >= key) {
                return Err(DecodeError::NotAscending { what: WHAT });
            }
            leaves.insert(key, rest.present()?);
        }
        rest.end()?;
        Ok(Self { anchor, proofs, leaves })
    }
}
