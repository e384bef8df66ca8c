use redb::{Database, ReadableTable, Table, WriteTransaction};

use super::MAX_VALUE_BYTES;
use super::failure::{damaged, failed};
use super::tables::{BUCKETS, HEAD_ROW, HELD_BEFORE, META, VALUES, VERSIONS};
use super::wire::{Head, StoredVersion, encode_bucket, encode_runs, encode_value};
use crate::store::{BucketWrite, Change, Commit, LogChange, StoreError, Version, VersionRow};
use crate::{Key, Leaf, Prefix, Present};

/// That no value is longer than the store takes.
pub(super) fn check_lengths(commit: &Commit) -> Result<(), StoreError> {
    let written = commit.buckets.iter().flat_map(|bucket| &bucket.values).filter_map(|(_, value)| value.as_ref());
    match written.map(|value| value.len()).find(|len| *len > MAX_VALUE_BYTES) {
        None => Ok(()),
        Some(got) => Err(StoreError::ValueTooLong { got }),
    }
}

/// Carries out a commit durably, and says how many there have been.
pub(super) fn carry_out(database: &Database, commit: &Commit) -> Result<u64, StoreError> {
    let mut transaction = database.begin_write().map_err(failed)?;
    transaction.set_quick_repair(true);
    let (buckets, rest) = rayon::join(
        || write_buckets(&transaction, &commit.parted, &commit.buckets),
        || {
            write_values(&transaction, &commit.buckets)?;
            change_log(&transaction, &commit.log)?;
            count(&transaction, &commit.log)
        },
    );
    buckets?;
    let commits = rest?;
    transaction.commit().map_err(failed)?;
    Ok(commits)
}

fn write_buckets(transaction: &WriteTransaction, parted: &[Prefix], buckets: &[BucketWrite]) -> Result<(), StoreError> {
    let mut table = transaction.open_table(BUCKETS).map_err(failed)?;
    for prefix in parted {
        table.remove(&prefix.to_bytes()).map_err(failed)?;
    }
    for bucket in buckets {
        let prefix = bucket.prefix.to_bytes();
        if bucket.leaves.is_empty() {
            table.remove(&prefix).map_err(failed)?;
        } else {
            table.insert(&prefix, encode_bucket(bucket).as_slice()).map_err(failed)?;
        }
    }
    Ok(())
}

fn write_values(transaction: &WriteTransaction, buckets: &[BucketWrite]) -> Result<(), StoreError> {
    let mut table = transaction.open_table(VALUES).map_err(failed)?;
    for bucket in buckets {
        for (key, value) in &bucket.values {
            if value.is_some() || is_occupied(&bucket.leaves, key) {
                table.insert(key.as_bytes(), encode_value(value.as_deref()).as_slice()).map_err(failed)?;
            } else {
                table.remove(key.as_bytes()).map_err(failed)?;
            }
        }
    }
    Ok(())
}

fn is_occupied(leaves: &[Leaf], key: &Key) -> bool {
    let found = leaves.binary_search_by_key(key, |leaf| leaf.key);
    found.is_ok_and(|at| matches!(leaves[at].state, Present::Occupied(_)))
}

fn change_log(transaction: &WriteTransaction, change: &LogChange) -> Result<(), StoreError> {
    let mut versions = transaction.open_table(VERSIONS).map_err(failed)?;
    let mut before = transaction.open_table(HELD_BEFORE).map_err(failed)?;
    match change {
        LogChange::Append { row, changes } => append(&mut versions, &mut before, row, changes),
        LogChange::RollBack { to } => {
            let later = to.0.saturating_add(1);
            versions.retain_in(later.., |_, _| false).map_err(failed)?;
            before.retain_in((later, Key::ZERO.as_bytes()).., |_, _| false).map_err(failed)
        }
        LogChange::Prune { oldest } => prune(&mut versions, &mut before, *oldest),
    }
}

type Versions<'a> = Table<'a, u64, &'static [u8]>;
type Before<'a> = Table<'a, (u64, &'static [u8; Key::BYTES]), &'static [u8]>;

fn append(
    versions: &mut Versions<'_>,
    before: &mut Before<'_>,
    row: &VersionRow,
    changes: &[Change],
) -> Result<(), StoreError> {
    let stored = StoredVersion { row: *row, changes: changes.len() as u64 };
    versions.insert(row.version.0, stored.encode().as_slice()).map_err(failed)?;
    for (first, run) in encode_runs(row.version, changes) {
        before.insert((row.version.0, first.as_bytes()), run.as_slice()).map_err(failed)?;
    }
    Ok(())
}

fn prune(versions: &mut Versions<'_>, before: &mut Before<'_>, oldest: Version) -> Result<(), StoreError> {
    versions.retain_in(..oldest.0, |_, _| false).map_err(failed)?;
    let kept = (oldest.0.saturating_add(1), Key::ZERO.as_bytes());
    before.retain_in(..kept, |_, _| false).map_err(failed)?;
    let row = versions.get(oldest.0).map_err(failed)?.map(|row| row.value().to_vec());
    if let Some(row) = row {
        let stored = StoredVersion::decode(oldest, &row).map_err(damaged(format_args!("version {oldest}")))?;
        let stored = StoredVersion { changes: 0, ..stored };
        versions.insert(oldest.0, stored.encode().as_slice()).map_err(failed)?;
    }
    Ok(())
}

/// Counts the commit, and notes the highest version.
fn count(transaction: &WriteTransaction, change: &LogChange) -> Result<u64, StoreError> {
    let mut meta = transaction.open_table(META).map_err(failed)?;
    let row = meta.get(HEAD_ROW).map_err(failed)?.map(|row| row.value().to_vec());
    let row = row.ok_or_else(|| StoreError::Damaged { what: "the head row is missing".into() })?;
    let mut head = Head::decode(&row).map_err(damaged("the head row"))?;
    head.commits = head.commits.saturating_add(1);
    if let LogChange::Append { row, .. } = change {
        head.highest = Some((row.anchor.shape, row.version));
    }
    meta.insert(HEAD_ROW, head.encode().as_slice()).map_err(failed)?;
    Ok(head.commits)
}
