//! The two hashes of a tree.
//!
//! ```text
//! node(l, r)       = (P16(l || r) + (l || r))[0..8]
//! leaf(key, state) = (P24(x) + x)[0..8]
//!     x_0       tag: 1 occupied, 2 tombstone, 3 empty
//!     x_1..9    the key's bits in nine 30-bit big-endian limbs (the ninth has 8 bits)
//!     x_10..17  the value digest; zeros for the other two states
//!     x_18      format version;  x_19..23 are 0
//! EMPTY            = leaf(zero key, empty)
//! E_0 = EMPTY,  E_{h+1} = node(E_h, E_h)
//! ```
//!
//! `P16`, `P24`: Poseidon2 over KoalaBear with the constants of p3-koala-bear (8 full rounds; 20
//! and 23 partial rounds). Adding the input (Davies-Meyer) makes the hashes one-way: the truncated
//! permutation alone is inverted by a single call.
//!
//! That leaves and nodes use different permutations, and that EMPTY is an output of the leaf hash,
//! is the domain separation: no leaf is a node, no node is empty. The key inside the leaf makes a
//! leaf unmovable.
//!
//! | file | holds |
//! |---|---|
//! | `limbs.rs` | a key as nine field elements |
//! | `single.rs` | one hash at a time, and the empty digests |
//! | `many.rs` | as many at once as a vector has lanes |
//! | `schedule.rs` | whole subtrees, level by level: the one place that knows both tree shapes |

mod limbs;
mod many;
mod schedule;
mod single;

pub use many::{leaf_digests, node_digests};
#[cfg(feature = "store")]
pub(crate) use schedule::Digests;
pub(crate) use schedule::{HashedLeaf, Schedule, Subtree, halves};
pub use single::{empty_digest, leaf_digest, node_digest};
