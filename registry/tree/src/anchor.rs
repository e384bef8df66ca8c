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

use crate::{Digest, FORMAT_VERSION, FormError, Shape, empty_digest};

/// What a client trusts: a root together with how to read it.
///
/// One digest read as a keyed root and as a slot root would give two different answers, so a root
/// never travels alone. As bytes: shape, depth, format version, 32 bytes of root. As text: the
/// shape, a colon, 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Anchor {
    /// Shape of the tree.
    pub shape: Shape,
    /// Its root.
    pub root: Digest,
}

impl Anchor {
    /// Length of the byte form.
    pub const BYTES: usize = 35;

    /// An anchor.
    pub const fn new(shape: Shape, root: Digest) -> Self {
        Self { shape, root }
    }

    /// The anchor of the tree without leaves.
    pub fn empty(shape: Shape) -> Self {
        Self::new(shape, empty_digest(shape, shape.max_path()))
    }

    /// The byte form.
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let [shape, depth] = self.shape.to_bytes();
        let mut bytes = [0; Self::BYTES];
        let (head, root) = bytes.split_at_mut(3);
        head.copy_from_slice(&[shape, depth, FORMAT_VERSION]);
        root.copy_from_slice(&self.root.to_bytes());
        bytes
    }

    /// Reads the byte form.
    ///
    /// # Errors
    /// [`FormError`] unless the length is exact, shape, depth and version are known, and the root
    /// is canonical.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormError> {
        let length = FormError::Length { what: "an anchor", want: Self::BYTES, got: bytes.len() };
        if bytes.len() != Self::BYTES {
            return Err(length);
        }
        let (&[shape, depth, version], root) = bytes.split_first_chunk().ok_or(length)?;
        if version != FORMAT_VERSION {
            return Err(FormError::UnknownVersion { got: version });
        }
        let shape = Shape::from_bytes([shape, depth])?;
        Ok(Self::new(shape, Digest::from_bytes(root)?))
    }
}

impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.shape, self.root)
    }
}

impl FromStr for Anchor {
    type Err = FormError;

    fn from_str(text: &str) -> Result<Self, FormError> {
        let (shape, root) = text
            .split_once(':')
            .ok_or(FormError::Text { what: "an anchor", form: "a shape, a colon and 64 hexadecimal digits" })?;
        Ok(Self::new(shape.parse()?, root.parse()?))
    }
}
