//! The part of a tree that a set of keys touches, before and after their changes.
//!
//! `walk(d, K)` goes down the old tree, left before right; `K` are the keys of the set below the place.
//!
//! ```text
//! K empty     an opaque digest: the whole subtree, never opened
//! Inner       walk both halves
//! Empty       nothing is here: every key of K was Empty
//! Own         one leaf is here, and it is a key of K; all others were Empty
//! Other       one leaf is here, of a key that is not in K; all of K were Empty
//! ```
//!
//! The symbols of the old tree are all that travels. The new tree follows from them and the changes, on both sides by
//! the same code: a second skeleton would let its maker change leaves that no change names. By collision resistance a
//! tree and a set of keys have one skeleton, so there is nothing to choose. In a slot tree no symbol is needed.
//!
//! | file | holds |
//! |---|---|
//! | `change.rs` | [`StateChange`]; which lists of them mean anything |
//! | `skeleton.rs` | [`Skeleton`], [`Symbol`]; their bytes |
//! | `tree.rs` | [`PartialTree`]: nodes before and after, and what each reads; its digests |
//! | `rebuild.rs` | skeleton and changes to a partial tree: the rules above, checked |
//! | `trace.rs` | leaves and keys to a skeleton and the opaque digests |
//! | `error.rs` | [`SkeletonError`], [`ChangesError`] |

mod change;
mod error;
mod rebuild;
mod skeleton;
mod trace;
mod tree;

pub use change::{StateChange, check_changes};
pub use error::{ChangesError, SkeletonError};
pub use skeleton::{Skeleton, Symbol};
pub use trace::Traced;
#[cfg(feature = "store")]
pub(crate) use trace::Tracer;
pub use tree::{Child, PartialDigests, PartialTree};
