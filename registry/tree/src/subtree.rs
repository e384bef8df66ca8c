#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm
)]

use crate::hash::{HashedLeaf, Schedule};
use crate::{Digest, FormError, Key, Leaf, Shape, node_digest};

/// A list of leaves that is not the contents of one subtree.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SubtreeError {
    /// A key cannot be used in a tree of this shape.
    #[error(transparent)]
    Key(#[from] FormError),
    /// Leaves are not in strictly ascending order of keys.
    #[error("leaf {position} does not come after the leaf before it")]
    NotAscending {
        /// Position of the second of the two leaves.
        position: usize,
    },
    /// Leaves of one subtree share their leading bits.
    #[error("the leaves share {shared} leading bits, but a subtree at level {level} needs {level}")]
    NotOneSubtree {
        /// Bits that first and last leaf share.
        shared: usize,
        /// Level of the root of the subtree.
        level: usize,
    },
    /// No subtree begins so deep.
    #[error("level {level} is below the {deepest} levels of a {shape} tree")]
    TooDeep {
        /// The level given.
        level: usize,
        /// The longest path of the shape.
        deepest: usize,
        /// The shape.
        shape: Shape,
    },
}

/// The digest of the subtree at `level` (the root is level 0) that has exactly these leaves.
///
/// No leaf: the empty digest. One leaf: in a keyed tree its leaf digest, in a slot tree the leaf
/// digest hashed up with empty siblings. More: `node(left half, right half)`.
///
/// # Errors
/// [`SubtreeError`] unless the keys fit the shape, ascend strictly and share `level` bits.
pub fn subtree_digest(shape: Shape, level: usize, leaves: &[Leaf]) -> Result<Digest, SubtreeError> {
    let deepest = shape.max_path();
    if level > deepest {
        return Err(SubtreeError::TooDeep { level, deepest, shape });
    }
    leaves.iter().try_for_each(|leaf| shape.admits(&leaf.key))?;
    let ascending = |pair: &[Leaf]| matches!(pair, [a, b] if a.key < b.key);
    if let Some(position) = leaves.windows(2).position(|pair| !ascending(pair)) {
        return Err(SubtreeError::NotAscending { position: position + 1 });
    }
    if let (Some(first), Some(last)) = (leaves.first(), leaves.last()) {
        let shared = first.key.common_prefix(&last.key);
        if shared < level {
            return Err(SubtreeError::NotOneSubtree { shared, level });
        }
    }
    Ok(digest_of_sorted(shape, level, leaves))
}

/// The same for leaves that are known to be one subtree.
pub(crate) fn digest_of_sorted(shape: Shape, level: usize, leaves: &[Leaf]) -> Digest {
    let mut schedule = Schedule::new(shape);
    let root = schedule.subtree(level, &HashedLeaf::all(leaves));
    schedule.run().of(root)
}

/// The node at `level` on the path of `key`, from the digest below it on that path and its sibling.
pub(crate) fn parent(key: &Key, level: usize, below: &Digest, sibling: &Digest) -> Digest {
    if key.bit(level) { node_digest(sibling, below) } else { node_digest(below, sibling) }
}
