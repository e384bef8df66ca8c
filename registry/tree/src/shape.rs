#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm
)]

use std::fmt;
use std::str::FromStr;

use crate::{FormError, Key};

/// The depth of a slot tree, in levels: 1 to 64.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Depth(u8);

impl Depth {
    /// A depth of `levels`.
    ///
    /// # Errors
    /// [`FormError::DepthOutOfRange`] outside 1..=64.
    pub fn new(levels: u64) -> Result<Self, FormError> {
        match u8::try_from(levels) {
            Ok(depth @ 1..=64) => Ok(Self(depth)),
            _ => Err(FormError::DepthOutOfRange { got: levels }),
        }
    }

    /// Number of levels, the length of every path.
    pub const fn levels(self) -> usize {
        self.0 as usize
    }

    /// The largest index, `2^depth - 1`.
    pub const fn last_slot(self) -> u64 {
        u64::MAX >> (64 - self.0)
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The shape of a tree: what a key is, and where its leaf hangs.
///
/// As text `keyed`, or `slots24` for slots of depth 24.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// Any 31 bytes are a key; a leaf hangs where its prefix is alone, so paths have about
    /// log2(N) + 2 levels whatever the length of keys.
    ///
    /// Whoever chooses keys can make paths longer, up to 248 levels (through [`Key::hashed`], a
    /// prefix of 40 bits costs 2^40 hashes). That is allowed, and its cost is bounded: an opening
    /// of at most 248 siblings.
    Keyed,
    /// An array of `2^depth` slots; every path has exactly `depth` levels.
    Slots(Depth),
}

impl Shape {
    /// The longest path: 248 in a keyed tree, the depth in a slot tree.
    pub const fn max_path(self) -> usize {
        match self {
            Self::Keyed => Key::BITS,
            Self::Slots(depth) => depth.levels(),
        }
    }

    /// Whether `key` can be used in a tree of this shape.
    ///
    /// # Errors
    /// [`FormError::NotASlotKey`] for a key with bits below the depth of a slot tree.
    pub fn admits(self, key: &Key) -> Result<(), FormError> {
        match self {
            Self::Keyed => Ok(()),
            Self::Slots(depth) => key.slot_index(depth).map(drop),
        }
    }

    /// Shape byte and depth byte: `[0, 0]` or `[1, depth]`.
    pub const fn to_bytes(self) -> [u8; 2] {
        match self {
            Self::Keyed => [0, 0],
            Self::Slots(depth) => [1, depth.0],
        }
    }

    /// Reads shape byte and depth byte.
    ///
    /// # Errors
    /// [`FormError::UnknownShape`] for any other pair.
    pub fn from_bytes([shape, depth]: [u8; 2]) -> Result<Self, FormError> {
        match (shape, depth) {
            (0, 0) => Ok(Self::Keyed),
            (1, 1..=64) => Ok(Self::Slots(Depth(depth))),
            _ => Err(FormError::UnknownShape { shape, depth }),
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keyed => f.write_str("keyed"),
            Self::Slots(depth) => write!(f, "slots{depth}"),
        }
    }
}

impl FromStr for Shape {
    type Err = FormError;

    fn from_str(text: &str) -> Result<Self, FormError> {
        if text == "keyed" {
            return Ok(Self::Keyed);
        }
        let refused =
            FormError::Text { what: "a tree shape", form: "keyed, or slots and a depth from 1 to 64, such as slots24" };
        let Some(digits) = text.strip_prefix("slots") else {
            return Err(refused);
        };
        // Only the shortest decimal form: "024" and "+24" would be second forms of "24".
        let levels = digits.parse::<u64>().ok();
        let depth = levels.filter(|levels| levels.to_string() == digits);
        depth.ok_or(refused).and_then(Depth::new).map(Self::Slots)
    }
}
