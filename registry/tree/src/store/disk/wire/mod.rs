//! The rows of the database as bytes: one encoding each, read strictly.
//!
//! ```text
//! bucket    prefix          -> digest 32, leaves: key 31, tag 1, value digest 32 (only tag 1)
//! value     key             -> "by", the bytes | "no"
//! version   number          -> parent, anchor, counts, time, changes            | seal
//! before    number, key     -> a run of records from this key on                | seal
//! format    "format"        -> format version                                   | seal
//! head      "head"          -> shape, highest version, commits                  | seal
//! ```
//!
//! Numbers are little-endian. Buckets and values carry the hashes of the tree itself, so those are
//! what they are checked by; every other row ends in a seal.
//!
//! | file | holds |
//! |---|---|
//! | `seal.rs` | the checksum of rows that the tree does not commit to |
//! | `bucket.rs` | the leaves of a bucket |
//! | `value.rs` | the bytes of a value, or that there are none |
//! | `version.rs` | a version's row |
//! | `before.rs` | what keys held before a version |
//! | `meta.rs` | format, and what is known of the store as a whole |

mod before;
mod bucket;
mod meta;
mod seal;
mod value;
mod version;

pub(super) use before::{decode_run, encode_runs};
pub(super) use bucket::{BucketRecord, encode_bucket};
pub(super) use meta::{FORMAT, Head, decode_format, encode_format};
pub(super) use seal::{Sealed, seal};
pub(super) use value::{decode_value, encode_value};
pub(super) use version::StoredVersion;
