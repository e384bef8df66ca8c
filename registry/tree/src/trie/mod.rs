//! The tree in two storeys: buckets of leaves below, nodes in memory above.
//!
//! ```text
//!            node                      nodes: digest and number of leaves, shared between versions
//!           /    \
//!       node      [bucket 1]           a bucket: the at most 32 leaves under one prefix
//!      /    \
//! [bucket 00] [bucket 01]              buckets never merge; one that outgrows 32 leaves is parted
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `node.rs` | the nodes above, and which bucket a key belongs to |
//! | `bucket.rs` | the leaves below, hashed; openings within a bucket |
//! | `rebuild.rs` | changed leaves -> the buckets that they are in now, hashed |
//! | `assemble.rs` | changed buckets -> the nodes above them, and the root |

mod assemble;
mod bucket;
mod node;
mod rebuild;

pub(crate) use assemble::{BucketTop, grow, replace};
pub(crate) use bucket::{Bucket, bucket_digests};
pub(crate) use node::{Node, Place, Summary};
pub(crate) use rebuild::{Edit, Rebuilt, rebuild};
