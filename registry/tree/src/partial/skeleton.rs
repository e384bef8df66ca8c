//! The symbols of a walk, and their bytes.
//!
//! ```text
//! number of symbols u32
//! bits      0 Inner;  1 00 Empty, 1 01 Own, 1 10 Other;  the top bit of a byte first, zeros up to a whole byte
//! for each Other: key 31, state 1 (1 occupied, 2 tombstone), for an occupied leaf its value digest 32
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

use super::SkeletonError;
use crate::Leaf;
use crate::rest::{Rest, write_state};

const WHAT: &str = "a skeleton";

/// What stands at one place of a walk.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symbol {
    /// An inner node.
    Inner,
    /// Nothing.
    Empty,
    /// The leaf of a key of the set.
    Own,
    /// The leaf of a key that is not in the set.
    Other(Leaf),
}

/// The symbols of a walk, in preorder. Anything is a skeleton; only the walk tells whether it is one of a tree.
///
/// A symbol takes one byte, and the leaves of other keys stand beside them: a stranger's bits say how many symbols there
/// are, so none may cost more memory than it took to send.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Skeleton {
    marks: Vec<Mark>,
    /// One for each [`Mark::Other`], in their order.
    others: Vec<Leaf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Mark {
    Inner,
    Empty,
    Own,
    Other,
}

impl FromIterator<Symbol> for Skeleton {
    fn from_iter<I: IntoIterator<Item = Symbol>>(symbols: I) -> Self {
        let mut skeleton = Self::default();
        symbols.into_iter().for_each(|symbol| skeleton.push(symbol));
        skeleton
    }
}

impl Skeleton {
    /// Number of symbols.
    pub fn len(&self) -> usize {
        self.marks.len()
    }

    /// Whether there is no symbol.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// The symbols.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> {
        let mut others = self.others.iter();
        self.marks.iter().map_while(move |mark| {
            Some(match mark {
                Mark::Inner => Symbol::Inner,
                Mark::Empty => Symbol::Empty,
                Mark::Own => Symbol::Own,
                Mark::Other => Symbol::Other(*others.next()?),
            })
        })
    }

    pub(super) fn push(&mut self, symbol: Symbol) {
        self.marks.push(match symbol {
            Symbol::Inner => Mark::Inner,
            Symbol::Empty => Mark::Empty,
            Symbol::Own => Mark::Own,
            Symbol::Other(leaf) => {
                self.others.push(leaf);
                Mark::Other
            }
        });
    }

    /// The byte form.
    ///
    /// # Panics
    /// If there are 2^32 symbols or more, which no statement has.
    #[allow(clippy::expect_used, reason = "no statement is so large")]
    pub fn to_bytes(&self) -> Vec<u8> {
        let count = u32::try_from(self.marks.len()).expect("a skeleton has fewer than 2^32 symbols");
        let mut bytes = Vec::from(count.to_le_bytes());
        let mut bits = BitWriter::default();
        for mark in &self.marks {
            match mark {
                Mark::Inner => bits.push(&[false]),
                Mark::Empty => bits.push(&[true, false, false]),
                Mark::Own => bits.push(&[true, false, true]),
                Mark::Other => bits.push(&[true, true, false]),
            }
        }
        bytes.extend(bits.0.chunks(8).map(byte_of));
        for leaf in &self.others {
            bytes.extend(leaf.key.as_bytes());
            write_state(&mut bytes, leaf.state);
        }
        bytes
    }

    /// Reads a skeleton from the front of `bytes`, and returns what follows it.
    ///
    /// # Errors
    /// [`SkeletonError`] for anything that [`Skeleton::to_bytes`] does not give. At most eight bytes are held for one
    /// that is there.
    pub fn read(bytes: &[u8]) -> Result<(Self, &[u8]), SkeletonError> {
        let mut rest = Rest::new(WHAT, bytes);
        let symbols = usize::try_from(u32::from_le_bytes(rest.take()?)).unwrap_or(usize::MAX);
        let misfit = SkeletonError::Bits { symbols, bytes: rest.left().len() };
        if symbols.div_ceil(8) > rest.left().len() {
            return Err(misfit);
        }
        let set = |byte: &u8, bit: u8| byte.wrapping_shl(bit.into()) & 0x80 != 0;
        let mut bits = rest.left().iter().flat_map(|byte| (0..8_u8).map(move |bit| set(byte, bit)));
        let mut marks = Vec::with_capacity(symbols);
        let mut read: usize = 0;
        let mut next = || {
            read = read.saturating_add(1);
            bits.next().ok_or(misfit.clone())
        };
        for symbol in 0..symbols {
            if !next()? {
                marks.push(Mark::Inner);
                continue;
            }
            marks.push(match (next()?, next()?) {
                (false, false) => Mark::Empty,
                (false, true) => Mark::Own,
                (true, false) => Mark::Other,
                (true, true) => return Err(SkeletonError::UnknownSymbol { symbol }),
            });
        }
        let padding = read.next_multiple_of(8).saturating_sub(read);
        if bits.take(padding).any(|bit| bit) {
            return Err(misfit);
        }
        rest.slice(read.div_ceil(8))?;
        let others = marks.iter().filter(|mark| **mark == Mark::Other);
        let others = others.map(|_| Ok(Leaf::new(rest.key()?, rest.state()?))).collect::<Result<_, SkeletonError>>()?;
        Ok((Self { marks, others }, rest.left()))
    }
}

#[derive(Default)]
struct BitWriter(Vec<bool>);

impl BitWriter {
    fn push(&mut self, bits: &[bool]) {
        self.0.extend(bits);
    }
}

fn byte_of(bits: &[bool]) -> u8 {
    let set = bits.iter().zip([0x80, 0x40, 0x20, 0x10, 8, 4, 2, 1]).filter(|(bit, _)| **bit);
    set.fold(0, |byte, (_, mask)| byte | mask)
}
