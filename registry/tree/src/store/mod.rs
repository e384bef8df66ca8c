//! What a registry needs of a store, and the stores in memory and on disk.
//!
//! One transaction writes everything that a change of version touches: buckets of leaves with
//! their digests, value bytes, the version's row, and what each changed key held before. From the
//! last, older versions are read and restored.
//!
//! | file | holds |
//! |---|---|
//! | `contract.rs` | [`Store`] and [`StoreView`]: the narrow waist that every backend implements |
//! | `commit.rs` | [`Commit`]: one transaction |
//! | `version.rs` | [`Version`], [`VersionRow`], [`Counts`] |
//! | `record.rs` | [`Record`], [`Change`]: what a key holds, with value bytes |
//! | `memory.rs` | [`MemoryStore`] |
//! | `disk/` | [`DiskStore`] |
//! | `error.rs` | [`StoreError`] |

mod commit;
mod contract;
mod disk;
mod error;
mod memory;
mod record;
mod version;

pub use commit::{BucketWrite, Commit, LogChange};
pub use contract::{BucketRow, Store, StoreView};
pub use disk::{DiskStore, DiskView, MAX_VALUE_BYTES};
pub use error::StoreError;
pub use memory::{MemoryStore, MemoryView};
pub use record::{Bytes, Change, Record};
pub use version::{Counts, Version, VersionRow};
