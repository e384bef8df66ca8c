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
use crate::{Digest, FormError, Key, Leaf, Present, ValueDigest};

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
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Skeleton {
    /// The symbols.
    pub symbols: Vec<Symbol>,
}

impl Skeleton {
    /// The byte form.
    ///
    /// # Panics
    /// If there are 2^32 symbols or more, which no statement has.
    #[allow(clippy::expect_used, reason = "no statement is so large")]
    pub fn to_bytes(&self) -> Vec<u8> {
        let count = u32::try_from(self.symbols.len()).expect("a skeleton has fewer than 2^32 symbols");
        let mut bytes = Vec::from(count.to_le_bytes());
        let mut bits = BitWriter::default();
        for symbol in &self.symbols {
            match symbol {
                Symbol::Inner => bits.push(&[false]),
                Symbol::Empty => bits.push(&[true, false, false]),
                Symbol::Own => bits.push(&[true, false, true]),
                Symbol::Other(_) => bits.push(&[true, true, false]),
            }
        }
        bytes.extend(bits.0.chunks(8).map(byte_of));
        for symbol in &self.symbols {
            if let Symbol::Other(leaf) = symbol {
                bytes.extend(leaf.key.as_bytes());
                match leaf.state {
                    Present::Occupied(value) => {
                        bytes.push(1);
                        bytes.extend(value.digest().to_bytes());
                    }
                    Present::Tombstone => bytes.push(2),
                }
            }
        }
        bytes
    }

    /// Reads a skeleton from the front of `bytes`, and returns what follows it.
    ///
    /// # Errors
    /// [`SkeletonError`] for anything that [`Skeleton::to_bytes`] does not give. Never more is allocated than the
    /// bytes that are there call for.
    pub fn read(bytes: &[u8]) -> Result<(Self, &[u8]), SkeletonError> {
        let (&count, mut rest) = bytes.split_first_chunk().ok_or(short(4, bytes.len()))?;
        let symbols = usize::try_from(u32::from_le_bytes(count)).unwrap_or(usize::MAX);
        let misfit = SkeletonError::Bits { symbols, bytes: rest.len() };
        if symbols.div_ceil(8) > rest.len() {
            return Err(misfit);
        }
        let mut bits = rest.iter().flat_map(|byte| (0..8_u8).map(move |bit| byte.wrapping_shl(bit.into()) & 0x80 != 0));
        let mut skeleton = Self { symbols: Vec::with_capacity(symbols) };
        let mut read: usize = 0;
        let mut next = || {
            read = read.saturating_add(1);
            bits.next().ok_or(misfit.clone())
        };
        for symbol in 0..symbols {
            let symbol = if !next()? {
                Symbol::Inner
            } else {
                match (next()?, next()?) {
                    (false, false) => Symbol::Empty,
                    (false, true) => Symbol::Own,
                    // The record comes later.
                    (true, false) => Symbol::Other(Leaf::new(Key::ZERO, Present::Tombstone)),
                    (true, true) => return Err(SkeletonError::UnknownSymbol { symbol }),
                }
            };
            skeleton.symbols.push(symbol);
        }
        let padding = read.next_multiple_of(8).saturating_sub(read);
        if bits.take(padding).any(|bit| bit) {
            return Err(misfit);
        }
        rest = rest.get(read.div_ceil(8)..).unwrap_or_default();
        for symbol in &mut skeleton.symbols {
            if let Symbol::Other(leaf) = symbol {
                (*leaf, rest) = read_leaf(rest)?;
            }
        }
        Ok((skeleton, rest))
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

fn read_leaf(bytes: &[u8]) -> Result<(Leaf, &[u8]), FormError> {
    let (key, rest) = bytes.split_at_checked(Key::BYTES).ok_or(short(Key::BYTES, bytes.len()))?;
    let key = Key::from_bytes(key)?;
    let (&tag, rest) = rest.split_first().ok_or(short(1, 0))?;
    match tag {
        1 => {
            let (value, rest) = rest.split_at_checked(Digest::BYTES).ok_or(short(Digest::BYTES, rest.len()))?;
            let value = ValueDigest::from_digest(Digest::from_bytes(value)?);
            Ok((Leaf::new(key, Present::Occupied(value)), rest))
        }
        2 => Ok((Leaf::new(key, Present::Tombstone), rest)),
        _ => Err(FormError::UnknownTag { what: "state of another leaf", tag }),
    }
}

fn short(wanted: usize, left: usize) -> FormError {
    FormError::Short { what: WHAT, wanted, left }
}
