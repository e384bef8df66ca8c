use std::sync::Arc;

use crate::{Key, LeafState, ValueDigest};

/// The bytes of a value, shared and not copied.
pub type Bytes = Arc<[u8]>;

/// What a key holds, with the bytes of its value where they were given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// State of the leaf.
    pub state: LeafState,
    /// Bytes of the value; none if the value was given by its digest alone.
    pub value: Option<Bytes>,
}

impl Record {
    /// A key that was never used.
    pub const EMPTY: Self = Self { state: LeafState::Empty, value: None };
    /// A key whose record was deleted.
    pub const TOMBSTONE: Self = Self { state: LeafState::Tombstone, value: None };

    /// A value with its bytes.
    pub fn of(value: impl Into<Bytes>) -> Self {
        let value = value.into();
        Self { state: LeafState::of(&value), value: Some(value) }
    }

    /// A value known by its digest alone.
    pub const fn of_digest(digest: ValueDigest) -> Self {
        Self { state: LeafState::Occupied(digest), value: None }
    }
}

/// What a version did to one key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The key.
    pub key: Key,
    /// What it held before.
    pub old: Record,
    /// What it holds after.
    pub new: Record,
}
