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

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Digest, FormError, Key, ValueDigest, leaf_digest};

/// What a key holds, as a statement about it says it.
///
/// As text `empty`, `tombstone`, or `occupied:` and the value digest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LeafState {
    /// Never used.
    Empty,
    /// In use, with a value of this digest.
    Occupied(ValueDigest),
    /// Used once, then deleted.
    Tombstone,
}

/// What a leaf that exists holds: a [`LeafState`] other than `Empty`, so that an empty leaf
/// cannot be stored or hashed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Present {
    /// In use, with a value of this digest.
    Occupied(ValueDigest),
    /// Used once, then deleted.
    Tombstone,
}

/// A leaf that exists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaf {
    /// Where it belongs.
    pub key: Key,
    /// What it holds.
    pub state: Present,
}

impl Leaf {
    /// A leaf.
    pub const fn new(key: Key, state: Present) -> Self {
        Self { key, state }
    }

    /// The leaf hash.
    pub fn digest(&self) -> Digest {
        leaf_digest(&self.key, &self.state.into())
    }
}

impl LeafState {
    /// Occupied with this value.
    pub fn of(value: &[u8]) -> Self {
        Self::Occupied(ValueDigest::of(value))
    }

    /// What a leaf holds, or nothing where there is no leaf.
    pub const fn present(self) -> Option<Present> {
        match self {
            Self::Empty => None,
            Self::Occupied(value) => Some(Present::Occupied(value)),
            Self::Tombstone => Some(Present::Tombstone),
        }
    }
}

impl From<Present> for LeafState {
    fn from(state: Present) -> Self {
        match state {
            Present::Occupied(value) => Self::Occupied(value),
            Present::Tombstone => Self::Tombstone,
        }
    }
}

impl From<Option<Present>> for LeafState {
    fn from(state: Option<Present>) -> Self {
        state.map_or(Self::Empty, Self::from)
    }
}

impl fmt::Display for LeafState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("empty"),
            Self::Occupied(value) => write!(f, "occupied:{value}"),
            Self::Tombstone => f.write_str("tombstone"),
        }
    }
}

impl fmt::Display for Present {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        LeafState::from(*self).fmt(f)
    }
}

impl FromStr for LeafState {
    type Err = FormError;

    fn from_str(text: &str) -> Result<Self, FormError> {
        match text {
            "empty" => Ok(Self::Empty),
            "tombstone" => Ok(Self::Tombstone),
            _ => match text.strip_prefix("occupied:") {
                Some(value) => value.parse().map(Self::Occupied),
                None => Err(FormError::Text {
                    what: "a leaf state",
                    form: "empty, tombstone, or occupied: and a value digest",
                }),
            },
        }
    }
}

impl FromStr for Present {
    type Err = FormError;

    fn from_str(text: &str) -> Result<Self, FormError> {
        let state: LeafState = text.parse()?;
        state.present().ok_or(FormError::Text {
            what: "the state of a leaf that exists",
            form: "tombstone, or occupied: and a value digest",
        })
    }
}
