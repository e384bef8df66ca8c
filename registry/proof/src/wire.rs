//! Reading and writing of fields that statements, requests and envelopes share.
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

use statesync_tree::{Anchor, Digest, FormError, Key, LeafState, Present, SkeletonError, ValueDigest};

use crate::sync::SyncStatementError;
use crate::{FORMAT_VERSION, Kind, StatementError};

/// Why bytes are not what they are said to be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The bytes do not begin with the magic of the form.
    #[error("these bytes are not {what}")]
    NotThisForm {
        /// What was asked for.
        what: &'static str,
    },
    /// The format version is one that this release does not know.
    #[error("{what} has format version {got}; this release reads version {FORMAT_VERSION}")]
    UnknownVersion {
        /// What was asked for.
        what: &'static str,
        /// The version read.
        got: u8,
    },
    /// A tag byte has no meaning where it stands.
    #[error("{what} byte {tag} means nothing")]
    UnknownTag {
        /// What the byte selects.
        what: &'static str,
        /// The byte read.
        tag: u8,
    },
    /// The bytes end before the value does.
    #[error("{what} ends early: {wanted} more bytes are needed, {left} are left")]
    Short {
        /// What was asked for.
        what: &'static str,
        /// Bytes that the next field takes.
        wanted: usize,
        /// Bytes that remain.
        left: usize,
    },
    /// Bytes remain after the value.
    #[error("{bytes} bytes follow the end of {what}")]
    LeftOver {
        /// What was asked for.
        what: &'static str,
        /// How many bytes remain.
        bytes: usize,
    },
    /// Keys of a list do not ascend strictly.
    #[error("the keys of {what} do not ascend")]
    NotAscending {
        /// What was asked for.
        what: &'static str,
    },
    /// The path is longer than any of its shape.
    #[error("a path of {depth} levels is longer than the {most} of its tree")]
    TooDeep {
        /// Levels stated.
        depth: usize,
        /// Longest path of the shape.
        most: usize,
    },
    /// A key, digest, anchor, state or opening is malformed.
    #[error(transparent)]
    Form(#[from] FormError),
    /// The bytes give a statement that means nothing.
    #[error(transparent)]
    Statement(#[from] StatementError),
    /// The bytes give a list of changes that means nothing.
    #[error(transparent)]
    Sync(#[from] SyncStatementError),
    /// The skeleton of a sync proof is malformed.
    #[error(transparent)]
    Skeleton(#[from] SkeletonError),
}

/// The bytes of one value that have not been read yet.
pub(crate) struct Rest<'a> {
    what: &'static str,
    bytes: &'a [u8],
}

impl<'a> Rest<'a> {
    pub(crate) fn new(what: &'static str, bytes: &'a [u8]) -> Self {
        Self { what, bytes }
    }

    /// Reads the magic and the version.
    pub(crate) fn head(what: &'static str, magic: [u8; 4], bytes: &'a [u8]) -> Result<Self, DecodeError> {
        let rest = bytes.strip_prefix(&magic).ok_or(DecodeError::NotThisForm { what })?;
        let mut rest = Self::new(what, rest);
        let [version] = rest.array()?;
        if version != FORMAT_VERSION {
            return Err(DecodeError::UnknownVersion { what, got: version });
        }
        Ok(rest)
    }

    pub(crate) fn take(&mut self, length: usize) -> Result<&'a [u8], DecodeError> {
        let short = DecodeError::Short { what: self.what, wanted: length, left: self.bytes.len() };
        let (field, rest) = self.bytes.split_at_checked(length).ok_or(short)?;
        self.bytes = rest;
        Ok(field)
    }

    /// Refuses a list that cannot be there before anything is allocated for it.
    pub(crate) fn has(&self, wanted: usize) -> Result<(), DecodeError> {
        let left = self.bytes.len();
        if wanted > left { Err(DecodeError::Short { what: self.what, wanted, left }) } else { Ok(()) }
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let short = DecodeError::Short { what: self.what, wanted: N, left: self.bytes.len() };
        self.take(N)?.try_into().map_err(|_| short)
    }

    pub(crate) fn kind(&mut self) -> Result<Kind, DecodeError> {
        let [tag] = self.array()?;
        Kind::from_byte(tag).ok_or(DecodeError::UnknownTag { what: "kind", tag })
    }

    pub(crate) fn anchor(&mut self) -> Result<Anchor, DecodeError> {
        Ok(Anchor::from_bytes(self.take(Anchor::BYTES)?)?)
    }

    pub(crate) fn key(&mut self) -> Result<Key, DecodeError> {
        Ok(Key::from_bytes(self.take(Key::BYTES)?)?)
    }

    pub(crate) fn digest(&mut self) -> Result<Digest, DecodeError> {
        Ok(Digest::from_bytes(self.take(Digest::BYTES)?)?)
    }

    pub(crate) fn value(&mut self) -> Result<ValueDigest, DecodeError> {
        self.digest().map(ValueDigest::from_digest)
    }

    pub(crate) fn state(&mut self) -> Result<LeafState, DecodeError> {
        match self.array()? {
            [0] => Ok(LeafState::Empty),
            [1] => self.value().map(LeafState::Occupied),
            [2] => Ok(LeafState::Tombstone),
            [tag] => Err(DecodeError::UnknownTag { what: "state", tag }),
        }
    }

    pub(crate) fn present(&mut self) -> Result<Present, DecodeError> {
        self.state()?.present().ok_or(DecodeError::UnknownTag { what: "state of a leaf", tag: 0 })
    }

    pub(crate) fn rest(self) -> &'a [u8] {
        self.bytes
    }

    pub(crate) fn end(self) -> Result<(), DecodeError> {
        match self.bytes.len() {
            0 => Ok(()),
            bytes => Err(DecodeError::LeftOver { what: self.what, bytes }),
        }
    }
}

/// Writes a state: tag 0 Empty, 1 Occupied and its value digest, 2 Tombstone.
pub(crate) fn write_state(bytes: &mut Vec<u8>, state: &LeafState) {
    match state {
        LeafState::Empty => bytes.push(0),
        LeafState::Occupied(value) => {
            bytes.push(1);
            bytes.extend(value.digest().to_bytes());
        }
        LeafState::Tombstone => bytes.push(2),
    }
}
