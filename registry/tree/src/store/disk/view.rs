use std::sync::Arc;

use redb::{ReadOnlyTable, ReadableDatabase, ReadableTable};

use super::failure::{damaged, failed, guarded};
use super::open::Medium;
use super::tables::{BUCKETS, HEAD_ROW, HELD_BEFORE, META, VALUES, VERSIONS};
use super::wire::{BucketRecord, Head, StoredVersion, decode_run, decode_value};
use crate::store::{BucketRow, Bytes, Record, StoreError, StoreView, Version, VersionRow};
use crate::{Key, Leaf, Prefix, Present};

/// A state of a [`DiskStore`](super::DiskStore). While it is held, the disk space of what later
/// commits replace stays in use.
#[derive(Clone)]
pub struct DiskView(Arc<Tables>);

struct Tables {
    buckets: ReadOnlyTable<&'static [u8; Prefix::BYTES], &'static [u8]>,
    values: ReadOnlyTable<&'static [u8; Key::BYTES], &'static [u8]>,
    versions: ReadOnlyTable<u64, &'static [u8]>,
    held_before: ReadOnlyTable<(u64, &'static [u8; Key::BYTES]), &'static [u8]>,
    meta: ReadOnlyTable<&'static str, &'static [u8]>,
    /// Keeps the database open. Dropped after the tables.
    _medium: Arc<Medium>,
}

impl DiskView {
    pub(super) fn of(medium: &Arc<Medium>) -> Result<Self, StoreError> {
        let transaction = medium.database.begin_read().map_err(failed)?;
        Ok(Self(Arc::new(Tables {
            buckets: transaction.open_table(BUCKETS).map_err(failed)?,
            values: transaction.open_table(VALUES).map_err(failed)?,
            versions: transaction.open_table(VERSIONS).map_err(failed)?,
            held_before: transaction.open_table(HELD_BEFORE).map_err(failed)?,
            meta: transaction.open_table(META).map_err(failed)?,
            _medium: Arc::clone(medium),
        })))
    }

    pub(super) fn head(&self) -> Result<Head, StoreError> {
        guarded(|| {
            let row = self.0.meta.get(HEAD_ROW).map_err(failed)?;
            let row = row.ok_or_else(|| StoreError::Damaged { what: "the head row is missing".into() })?;
            Head::decode(row.value()).map_err(damaged("the head row"))
        })
    }

    /// That a key which has no row among the values has no value either: the leaf says so.
    fn expect_no_value(&self, key: &Key) -> Result<(), StoreError> {
        let whole = Prefix::whole(key).to_bytes();
        let mut until = self.0.buckets.range::<&[u8; Prefix::BYTES]>(..=&whole).map_err(failed)?;
        let Some(entry) = until.next_back() else {
            return Ok(());
        };
        let (prefix, bucket) = read_bucket(entry)?;
        let holds_one = |leaf: &Leaf| leaf.key == *key && matches!(leaf.state, Present::Occupied(_));
        if prefix.covers(key) && bucket.leaves.iter().any(holds_one) {
            return Err(StoreError::Damaged { what: format!("the value of key {key} is missing") });
        }
        Ok(())
    }

    fn stored_version(&self, version: Version) -> Result<Option<StoredVersion>, StoreError> {
        let row = self.0.versions.get(version.0).map_err(failed)?;
        row.map(|row| read_version(version, row.value())).transpose()
    }
}

impl StoreView for DiskView {
    fn bucket(&self, prefix: &Prefix) -> Result<Vec<Leaf>, StoreError> {
        guarded(|| {
            let row = self.0.buckets.get(&prefix.to_bytes()).map_err(failed)?;
            let Some(row) = row else {
                return Ok(Vec::new());
            };
            let bucket = BucketRecord::decode(prefix, row.value());
            Ok(bucket.map_err(damaged(format_args!("bucket {prefix}")))?.leaves)
        })
    }

    fn buckets(&self) -> Result<Vec<BucketRow>, StoreError> {
        guarded(|| {
            let rows = self.0.buckets.iter().map_err(failed)?.map(|entry| {
                let (prefix, bucket) = read_bucket(entry)?;
                Ok(BucketRow { prefix, digest: bucket.digest, leaves: bucket.leaves.len() })
            });
            let rows = rows.collect::<Result<Vec<BucketRow>, StoreError>>()?;
            let apart = |pair: &[BucketRow]| match pair {
                [one, other] => one.prefix < other.prefix && !one.prefix.covers(other.prefix.first_key()),
                _ => true,
            };
            match rows.windows(2).find(|pair| !apart(pair)) {
                None => Ok(rows),
                Some(pair) => Err(StoreError::Damaged { what: format!("bucket {} overlaps the next", pair[0].prefix) }),
            }
        })
    }

    fn value(&self, key: &Key) -> Result<Option<Bytes>, StoreError> {
        guarded(|| match self.0.values.get(key.as_bytes()).map_err(failed)? {
            Some(row) => decode_value(row.value()).map_err(damaged(format_args!("the value of key {key}"))),
            None => self.expect_no_value(key).map(|()| None),
        })
    }

    fn versions(&self, from: Version) -> Result<Vec<VersionRow>, StoreError> {
        guarded(|| {
            let rows = self.0.versions.range(from.0..).map_err(failed)?;
            let rows = rows.map(|entry| {
                let (number, row) = entry.map_err(failed)?;
                Ok(read_version(Version(number.value()), row.value())?.row)
            });
            rows.collect()
        })
    }

    fn highest_version(&self) -> Result<Option<Version>, StoreError> {
        Ok(self.head()?.highest.map(|(_, version)| version))
    }

    fn held_before(&self, version: Version) -> Result<Vec<(Key, Record)>, StoreError> {
        guarded(|| {
            let Some(stored) = self.stored_version(version)? else {
                return Ok(Vec::new());
            };
            let last = [0xff; Key::BYTES];
            let runs = (version.0, Key::ZERO.as_bytes())..=(version.0, &last);
            let mut records = Vec::new();
            for entry in self.0.held_before.range(runs).map_err(failed)? {
                let (place, row) = entry.map_err(failed)?;
                let first = Key::from_bytes(place.value().1).map_err(damaged("a run of records"))?;
                let run = decode_run(version, &first, row.value(), &mut records);
                run.map_err(damaged(format_args!("what was before version {version}, from key {first} on")))?;
            }
            if records.len() as u64 != stored.changes {
                let (found, changes) = (records.len(), stored.changes);
                let what = format!("version {version} changed {changes} keys, but {found} are recorded");
                return Err(StoreError::Damaged { what });
            }
            Ok(records)
        })
    }
}

type BucketEntry<'a> = (redb::AccessGuard<'a, &'static [u8; Prefix::BYTES]>, redb::AccessGuard<'a, &'static [u8]>);

fn read_bucket(entry: Result<BucketEntry<'_>, redb::StorageError>) -> Result<(Prefix, BucketRecord), StoreError> {
    let (prefix, row) = entry.map_err(failed)?;
    let prefix = Prefix::from_bytes(prefix.value()).map_err(damaged("the prefix of a bucket"))?;
    let bucket = BucketRecord::decode(&prefix, row.value());
    Ok((prefix, bucket.map_err(damaged(format_args!("bucket {prefix}")))?))
}

fn read_version(version: Version, row: &[u8]) -> Result<StoredVersion, StoreError> {
    StoredVersion::decode(version, row).map_err(damaged(format_args!("version {version}")))
}
