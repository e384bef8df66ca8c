use crate::{FormError, Key, TransitionError};

/// Why a list of changes means nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChangesError {
    /// A key cannot be used in a tree of this shape.
    #[error("change {position}: {reason}")]
    Key {
        /// Position in the list, from 0.
        position: usize,
        /// What is wrong with the key.
        reason: FormError,
    },
    /// Keys do not ascend strictly.
    #[error("change {position} does not come after the change before it")]
    NotAscending {
        /// Position of the second of the two.
        position: usize,
    },
    /// A change that no statement may claim.
    #[error("change {position}: {reason}")]
    Transition {
        /// Position in the list, from 0.
        position: usize,
        /// Which change.
        reason: TransitionError,
    },
}

/// Why a skeleton is not one of any tree in which the changes are possible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SkeletonError {
    /// The walk needs a symbol and there is none.
    #[error("the skeleton ends at symbol {symbols}, before the walk does")]
    SymbolsMissing {
        /// Symbols that were there.
        symbols: usize,
    },
    /// The walk is over and symbols are left.
    #[error("{left} symbols of the skeleton are left over")]
    SymbolsLeft {
        /// How many.
        left: usize,
    },
    /// An inner node below the last bit of a key.
    #[error("symbol {symbol} is an inner node at level {level}, where keys have no bit left")]
    TooDeep {
        /// Position of the symbol.
        symbol: usize,
        /// Its level.
        level: usize,
    },
    /// An empty place, or another key's leaf, where a key is said to have a leaf.
    #[error("key {key} is said to be there before, and the skeleton has nothing of it")]
    NotThere {
        /// The key.
        key: Key,
    },
    /// A leaf of the list's own where none, or more than one, of its keys is said to be there.
    #[error("symbol {symbol} is the leaf of one key of the list, and {found} of the keys there are said to have one")]
    NotOne {
        /// Position of the symbol.
        symbol: usize,
        /// Keys said to be there.
        found: usize,
    },
    /// A key of the list is presented as one that is not in it.
    #[error("the leaf of key {key} is presented as that of a key which does not change")]
    OtherIsListed {
        /// The key.
        key: Key,
    },
    /// The other leaf is not below the place where it is said to be.
    #[error("the leaf of key {key} shares {shared} bits with its place, at level {level}")]
    OtherOffPath {
        /// The key.
        key: Key,
        /// Bits shared with the keys there.
        shared: usize,
        /// Level of the place.
        level: usize,
    },
    /// Not as many opaque digests as the walk passes.
    #[error("{got} opaque digests are given; the walk passes {wanted}")]
    Opaque {
        /// Digests given.
        got: usize,
        /// Digests needed.
        wanted: usize,
    },
    /// A symbol that means nothing.
    #[error("symbol {symbol} of the skeleton means nothing")]
    UnknownSymbol {
        /// Position of the symbol.
        symbol: usize,
    },
    /// The bits after the last symbol are not zero, or the bytes state more symbols than they have bits for.
    #[error("the skeleton states {symbols} symbols and has {bytes} bytes, in which they do not fit or leave bits set")]
    Bits {
        /// Symbols stated.
        symbols: usize,
        /// Bytes there.
        bytes: usize,
    },
    /// A record of another leaf is malformed.
    #[error(transparent)]
    Other(#[from] FormError),
}
