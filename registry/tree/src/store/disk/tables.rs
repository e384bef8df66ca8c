use redb::TableDefinition;

use crate::{Key, Prefix};

/// The database in a store's folder.
pub(super) const DATABASE: &str = "registry.redb";

/// By prefix, in order of keys.
pub(super) const BUCKETS: TableDefinition<'_, &[u8; Prefix::BYTES], &[u8]> = TableDefinition::new("buckets");
/// By key; a row for every occupied leaf.
pub(super) const VALUES: TableDefinition<'_, &[u8; Key::BYTES], &[u8]> = TableDefinition::new("values");
/// By number.
pub(super) const VERSIONS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("versions");
/// By number of the version that changed the keys, then by the first key of a run.
pub(super) const HELD_BEFORE: TableDefinition<'_, (u64, &[u8; Key::BYTES]), &[u8]> =
    TableDefinition::new("held_before");
/// By name: format, head.
pub(super) const META: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("meta");

pub(super) const FORMAT_ROW: &str = "format";
pub(super) const HEAD_ROW: &str = "head";
