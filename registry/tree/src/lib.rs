//! The authenticated registry: keys, leaf states, hashes, sparse Merkle trees, openings.
//!
//! ```text
//! leaf  = (P24(x) + x)[0..8]              x = tag, key, value digest, format version
//! node  = (P16(l || r) + (l || r))[0..8]
//! root  = subtree_digest(shape, 0, all leaves)
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `key.rs` | [`Key`]: 248 bits, hashed from a name or made from a slot index |
//! | `prefix.rs` | [`Prefix`]: the leading bits that the keys of a subtree share |
//! | `digest.rs` | [`Digest`]: eight field elements, 32 bytes |
//! | `value.rs` | [`ValueDigest`]: what a leaf holds of a value |
//! | `leaf.rs` | [`LeafState`], [`Present`], [`Leaf`] |
//! | `shape.rs` | [`Shape`]: keyed, or slots of one [`Depth`] |
//! | `anchor.rs` | [`Anchor`]: a root that does not travel alone |
//! | `hash/` | the two hashes, one at a time and many at once |
//! | `subtree.rs` | [`subtree_digest`]: the digest of a sorted run of leaves |
//! | `transition.rs` | [`transition`]: which change of a leaf is a statement at all |
//! | `opening/` | [`Opening`]: one answer about one key, checked without a tree |
//! | `partial/` | [`PartialTree`]: what a set of keys touches, before and after their changes |
//! | `trie/`, feature `store` | the tree in memory above buckets of leaves: which hashes a change costs |
//! | `store/`, feature `store` | [`store::Store`]: what a registry needs of a backend; in memory, on disk |
//! | `registry/`, feature `store` | [`Registry`]: batches, versions, [`Snapshot`]s to read and open |
//! | `parallel.rs`, feature `store` | work spread over all cores |
//! | `rest.rs` | byte forms, read field by field |
//! | `error.rs` | [`FormError`]: bytes or text that are no value of a type |

mod anchor;
mod digest;
mod error;
mod hash;
mod key;
mod leaf;
mod opening;
#[cfg(feature = "store")]
mod parallel;
mod partial;
mod prefix;
#[cfg(feature = "store")]
mod registry;
mod rest;
mod shape;
#[cfg(feature = "store")]
pub mod store;
mod subtree;
mod text;
mod transition;
#[cfg(feature = "store")]
mod trie;
mod value;

pub use anchor::Anchor;
pub use digest::Digest;
pub use error::FormError;
pub use hash::{empty_digest, leaf_digest, leaf_digests, node_digest, node_digests};
pub use key::Key;
pub use leaf::{Leaf, LeafState, Present};
pub use opening::{Opening, OpeningError, Terminal, Update, climb};
pub use partial::{
    ChangesError, Child, PartialDigests, PartialTree, Skeleton, SkeletonError, StateChange, Symbol, Traced,
    check_changes,
};
pub use prefix::Prefix;
#[cfg(feature = "store")]
pub use registry::{
    Action, Finding, MAX_OPERATIONS, Operation, Outcome, Refusal, Registry, RegistryError, Report, Snapshot, Staged,
    doctor,
};
pub use shape::{Depth, Shape};
pub use subtree::{SubtreeError, subtree_digest};
pub use transition::{TransitionError, transition};
pub use value::ValueDigest;

/// The field of all digests: KoalaBear, p = 2^31 - 2^24 + 1.
pub type F = p3_koala_bear::KoalaBear;

/// Version of the leaf and node formats; inside every leaf hash, anchor and opening.
pub const FORMAT_VERSION: u8 = 1;
