use std::fs;
use std::path::Path;

use redb::{Database, TableDefinition};
use statesync_tree::store::{
    BucketWrite, Bytes, Commit, DiskStore, LogChange, MAX_VALUE_BYTES, Store, StoreError, StoreView, Version,
};
use statesync_tree::{Digest, Key, Operation, Prefix, Registry, RegistryError};
use tempfile::TempDir;

use crate::history::{check, create, step, steps};

const META: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("meta");

fn folder() -> TempDir {
    tempfile::tempdir().expect("temporary files can be made")
}

fn database(folder: &TempDir) -> std::path::PathBuf {
    folder.path().join("registry.redb")
}

fn open_error(place: &Path) -> StoreError {
    DiskStore::open(place).err().expect("it is not opened")
}

/// A folder with a registry of three versions.
fn made() -> TempDir {
    let folder = folder();
    let registry = create(DiskStore::create(folder.path()).expect("a new folder"));
    steps(&registry, 3);
    folder
}

#[test]
fn a_folder_without_a_registry_is_not_a_store() {
    let folder = folder();
    for place in [folder.path(), &folder.path().join("missing")] {
        let error = open_error(place);
        assert!(matches!(error, StoreError::NotAStore { .. }), "{error}");
        assert!(error.to_string().contains("make one there first"));
    }
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0, "looking leaves nothing behind");
}

#[test]
fn a_database_of_something_else_is_not_a_store() {
    let folder = folder();
    drop(Database::create(database(&folder)).expect("a new file"));
    assert!(matches!(open_error(folder.path()), StoreError::NotAStore { .. }));
}

#[test]
fn a_file_that_is_no_database_is_damage() {
    let folder = made();
    for contents in [&b""[..], b"not a database", &[0x5a; 100_000]] {
        fs::write(database(&folder), contents).expect("the folder can be written");
        let error = open_error(folder.path());
        assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
        assert!(error.to_string().contains("restore a backup"), "{error}");
    }
}

#[test]
fn a_database_that_was_cut_off_is_damage() {
    let folder = made();
    let bytes = fs::read(database(&folder)).expect("the database is there");
    for len in [1, 320, 4096, bytes.len() / 2, bytes.len() - 1] {
        fs::write(database(&folder), &bytes[..len]).expect("the folder can be written");
        let error = open_error(folder.path());
        assert!(matches!(error, StoreError::Damaged { .. }), "{len} bytes: {error}");
    }
}

#[test]
fn a_store_is_made_once() {
    let folder = made();
    let error = DiskStore::create(folder.path()).err();
    assert!(matches!(error, Some(StoreError::StoreExists { .. })));
    drop(check(DiskStore::open(folder.path()).expect("it is still there"), 3..=3));
}

#[test]
fn making_a_store_that_was_interrupted_is_taken_up_again() {
    let folder = folder();
    fs::write(folder.path().join("registry.redb.new"), b"half of it").expect("the folder can be written");
    drop(DiskStore::create(folder.path()).expect("nothing was finished"));
    let store = DiskStore::create(folder.path()).expect("nothing was committed");
    step(&create(store)).expect("a new registry");
}

#[test]
fn a_store_is_open_as_long_as_a_snapshot_is_held() {
    let folder = made();
    let registry = Registry::open(DiskStore::open(folder.path()).expect("it is free")).expect("whole");
    let snapshot = registry.snapshot();
    assert!(matches!(open_error(folder.path()), StoreError::InUse { .. }), "it is open here");
    drop(registry);
    assert!(matches!(open_error(folder.path()), StoreError::InUse { .. }), "a snapshot is held");
    crate::history::check_snapshot(&snapshot);
    drop(snapshot);
    DiskStore::open(folder.path()).expect("it is free");
}

#[test]
fn a_newer_format_is_refused_by_name() {
    let folder = made();
    let made = Database::open(database(&folder)).expect("it is a database");
    let transaction = made.begin_write().expect("the disk works");
    let mut meta = transaction.open_table(META).expect("the table is there");
    meta.insert("format", newer_format().as_slice()).expect("the disk works");
    drop(meta);
    transaction.commit().expect("the disk works");
    drop(made);
    let newer = open_error(folder.path());
    assert!(matches!(newer, StoreError::NewerFormat { found: 2, known: 1 }), "{newer}");
    assert!(newer.to_string().ends_with("use a newer release"));
}

/// Format 2, sealed as docs/registry.md says.
fn newer_format() -> Vec<u8> {
    use shake::digest::{ExtendableOutput, Update, XofReader};
    let mut hasher = shake::Shake128::default();
    hasher.update(b"statesync/seal\0\0\0format\0");
    hasher.update(&2_u32.to_le_bytes());
    let mut seal = [0; 8];
    hasher.finalize_xof().read(&mut seal);
    [2_u32.to_le_bytes().as_slice(), &seal].concat()
}

#[test]
fn rows_that_are_missing_or_unsealed_are_damage() {
    for (name, row) in [("format", None), ("head", None), ("format", Some([1; 12])), ("head", Some([0; 12]))] {
        let folder = made();
        let database = Database::open(database(&folder)).expect("it is a database");
        let transaction = database.begin_write().expect("the disk works");
        let mut meta = transaction.open_table(META).expect("the table is there");
        match row {
            None => drop(meta.remove(name).expect("the disk works")),
            Some(row) => drop(meta.insert(name, row.as_slice()).expect("the disk works")),
        }
        drop(meta);
        transaction.commit().expect("the disk works");
        drop(database);
        let error = open_error(folder.path());
        assert!(matches!(error, StoreError::Damaged { .. }), "{name}: {error}");
    }
}

#[test]
fn an_older_copy_of_the_database_is_not_taken_for_the_newest() {
    let folder = made();
    let older = fs::read(database(&folder)).expect("the database is there");
    let registry = Registry::open(DiskStore::open(folder.path()).expect("it is free")).expect("whole");
    step(&registry).expect("the disk works");
    drop(registry);
    fs::write(database(&folder), older).expect("the folder can be written");
    let error = open_error(folder.path());
    assert!(matches!(error, StoreError::CommitsMissing { found: 4, acknowledged: 5 }), "{error}");
}

#[test]
fn a_copy_of_the_whole_folder_is_a_backup() {
    let (folder, copy) = (made(), folder());
    for name in ["registry.redb", "lock"] {
        fs::copy(folder.path().join(name), copy.path().join(name)).expect("the folder can be written");
    }
    let (registry, _) = check(DiskStore::open(copy.path()).expect("it is a store"), 3..=3);
    step(&registry).expect("it goes on");
    fs::remove_file(copy.path().join("lock")).expect("it is there");
    drop(registry);
    drop(check(DiskStore::open(copy.path()).expect("the database alone is enough"), 4..=4));
}

#[test]
fn a_value_of_the_greatest_length_is_kept_and_one_byte_more_is_refused() {
    let folder = made();
    let registry = Registry::open(DiskStore::open(folder.path()).expect("it is free")).expect("whole");
    let longer: Bytes = vec![7; MAX_VALUE_BYTES + 1].into();
    let refused = registry.apply(&[Operation::put(Key::ZERO, longer)]).err();
    let too_long = MAX_VALUE_BYTES + 1;
    assert!(matches!(refused, Some(RegistryError::Store(StoreError::ValueTooLong { got })) if got == too_long));
    let longest: Bytes = vec![7; MAX_VALUE_BYTES].into();
    registry.apply(&[Operation::put(Key::ZERO, longest.clone())]).expect("a refusal is no failure");
    registry.apply(&[Operation::delete(Key::ZERO)]).expect("in use");
    let before = registry.at(Version(4)).expect("the version is kept");
    assert_eq!(before.value(&Key::ZERO).expect("whole"), Some(longest));
}

#[test]
fn an_occupied_leaf_without_a_row_for_its_value_is_damage() {
    let folder = made();
    let mut store = DiskStore::open(folder.path()).expect("it is free");
    let view = store.view().expect("the disk works");
    let leaves = view.bucket(&Prefix::ROOT).expect("whole");
    let write = BucketWrite {
        prefix: Prefix::ROOT,
        digest: Digest::new(Default::default()),
        values: vec![(Key::ZERO, None)],
        leaves,
    };
    let log = LogChange::RollBack { to: Version(3) };
    let key = write.leaves[0].key;
    store.commit(Commit { buckets: vec![write], parted: Vec::new(), log }).expect("the disk works");
    assert!(store.view().expect("works").value(&key).is_ok());
    drop((view, store));
    let database = Database::open(database(&folder)).expect("it is a database");
    let transaction = database.begin_write().expect("the disk works");
    let values: TableDefinition<'_, &[u8; 31], &[u8]> = TableDefinition::new("values");
    transaction.open_table(values).expect("it is there").remove(key.as_bytes()).expect("the disk works");
    transaction.commit().expect("the disk works");
    drop(database);
    let view = DiskStore::open(folder.path()).expect("it is free").view().expect("works");
    assert!(matches!(view.value(&key), Err(StoreError::Damaged { .. })), "not absent");
}
