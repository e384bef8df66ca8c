//! What every store does, whatever it is made of.
//!
//! `conformance!(Backend)` runs it all for one backend.

use std::sync::Arc;

use statesync_tree::store::{
    BucketRow, BucketWrite, Bytes, Change, Commit, Counts, LogChange, Record, Store, StoreView, Version, VersionRow,
};
use statesync_tree::{Anchor, Key, Leaf, LeafState, Prefix, Registry, RegistryError, Shape, subtree_digest};

use crate::model;
use crate::naive::{key, present};

/// A store that tests can make and close.
pub trait TestStore: Store + Sized + 'static {
    /// A new store.
    fn fresh() -> Self;

    /// The same store, after it was closed and opened again.
    fn reopen(self) -> Self;
}

/// Runs the whole suite for a backend.
macro_rules! conformance {
    ($store:ty) => {
        $crate::conformance::conformance!(
            $store:
            a_new_store_holds_nothing,
            a_commit_is_read_back,
            views_do_not_see_later_commits,
            buckets_are_listed_in_order_of_their_prefixes,
            a_parted_bucket_keeps_the_values_of_its_leaves,
            a_value_is_replaced_and_removed,
            an_emptied_bucket_is_gone,
            rolled_back_versions_are_dropped_and_their_numbers_kept,
            pruned_versions_are_dropped_with_what_was_before_the_oldest,
            a_registry_is_made_once_and_opened_only_where_it_was_made,
            random_operations_agree_with_the_model
        );
    };
    ($store:ty: $($name:ident),+) => {$(
        #[test]
        fn $name() {
            $crate::conformance::$name::<$store>();
        }
    )+};
}
pub(crate) use conformance;

fn prefix(first: u8, len: usize) -> Prefix {
    Prefix::of(&key(&[first]), len).expect("at most 248 bits")
}

fn bytes(text: &str) -> Bytes {
    Arc::from(text.as_bytes())
}

/// A bucket of occupied leaves, each with its value.
fn bucket(prefix: Prefix, values: &[(Key, &str)]) -> BucketWrite {
    let leaf = |(key, text): &(Key, &str)| Leaf::new(*key, present(&LeafState::of(text.as_bytes())));
    let leaves: Vec<Leaf> = values.iter().map(leaf).collect();
    BucketWrite {
        prefix,
        digest: subtree_digest(Shape::Keyed, prefix.len(), &leaves).expect("one subtree"),
        leaves,
        values: values.iter().map(|(key, text)| (*key, Some(bytes(text)))).collect(),
    }
}

fn row(version: u64) -> VersionRow {
    VersionRow {
        version: Version(version),
        parent: version.checked_sub(1).map(Version),
        anchor: Anchor::empty(Shape::Keyed),
        counts: Counts { active: version, tombstones: 7 },
        time: 1_700_000_000_000 + version,
    }
}

/// The commit of a version that changes one key, whatever its buckets say.
fn append(version: u64, buckets: Vec<BucketWrite>, parted: Vec<Prefix>) -> Commit {
    let change = Change {
        key: key(&[version as u8]),
        old: Record::of(bytes(&format!("before {version}"))),
        new: Record::TOMBSTONE,
    };
    let (row, changes) = (row(version), vec![change]);
    Commit { buckets, parted, log: LogChange::Append { row, changes } }
}

fn log(log: LogChange) -> Commit {
    Commit { buckets: Vec::new(), parted: Vec::new(), log }
}

fn committed<S: TestStore>(commits: impl IntoIterator<Item = Commit>) -> S {
    let mut store = S::fresh();
    for commit in commits {
        store.commit(commit).expect("the store works");
    }
    store
}

/// Views before and after closing and opening; both must be the same. The first is dropped by
/// then: a store on disk stays open as long as it is held.
fn views<S: TestStore>(store: S) -> impl Iterator<Item = S::View> {
    let mut store = Some(store);
    [false, true].into_iter().map(move |again| {
        let open = store.take().expect("a store is open");
        let open = if again { open.reopen() } else { open };
        let view = open.view().expect("the store works");
        store = Some(open);
        view
    })
}

fn value(view: &impl StoreView, key: &Key) -> Option<Bytes> {
    view.value(key).expect("the store works")
}

fn numbers(view: &impl StoreView, from: u64) -> Vec<u64> {
    let rows = view.versions(Version(from)).expect("the store works");
    rows.iter().map(|row| row.version.0).collect()
}

pub fn a_new_store_holds_nothing<S: TestStore>() {
    for view in views(S::fresh()) {
        assert!(view.bucket(&Prefix::ROOT).expect("works").is_empty());
        assert!(view.buckets().expect("works").is_empty());
        assert_eq!(value(&view, &Key::ZERO), None);
        assert!(numbers(&view, 0).is_empty());
        assert_eq!(view.highest_version().expect("works"), None);
        assert!(view.held_before(Version(0)).expect("works").is_empty());
    }
}

pub fn a_commit_is_read_back<S: TestStore>() {
    // R08: an empty value is a value.
    let written = bucket(Prefix::ROOT, &[(key(&[1]), ""), (key(&[2]), "two")]);
    let store = committed::<S>([append(0, vec![written.clone()], vec![])]);
    for view in views(store) {
        assert_eq!(view.bucket(&Prefix::ROOT).expect("works"), written.leaves);
        assert!(view.bucket(&prefix(0, 1)).expect("works").is_empty());
        assert_eq!(value(&view, &key(&[1])), Some(bytes("")));
        assert_eq!(value(&view, &key(&[2])), Some(bytes("two")));
        assert_eq!(value(&view, &key(&[3])), None);
        assert_eq!(view.versions(Version(0)).expect("works"), [row(0)]);
        assert_eq!(view.highest_version().expect("works"), Some(Version(0)));
        let before = view.held_before(Version(0)).expect("works");
        assert_eq!(before, [(key(&[0]), Record::of(bytes("before 0")))]);
    }
}

pub fn views_do_not_see_later_commits<S: TestStore>() {
    let first = bucket(Prefix::ROOT, &[(key(&[1]), "one")]);
    let mut store = committed::<S>([append(0, vec![first.clone()], vec![])]);
    let view = store.view().expect("works");
    let later = bucket(Prefix::ROOT, &[(key(&[1]), "another")]);
    store.commit(append(1, vec![later], vec![])).expect("works");
    let dropped = LogChange::Prune { oldest: Version(1) };
    store.commit(log(dropped)).expect("works");
    assert_eq!(view.bucket(&Prefix::ROOT).expect("works"), first.leaves);
    assert_eq!(value(&view, &key(&[1])), Some(bytes("one")));
    assert_eq!(numbers(&view, 0), [0]);
    assert_eq!(numbers(&store.view().expect("works"), 0), [1]);
}

pub fn buckets_are_listed_in_order_of_their_prefixes<S: TestStore>() {
    let low = bucket(prefix(0x00, 2), &[(key(&[0x01]), "a"), (key(&[0x3f]), "b")]);
    let middle = bucket(prefix(0x40, 2), &[(key(&[0x40]), "c")]);
    let high = bucket(prefix(0x80, 1), &[(key(&[0xff]), "d")]);
    let expected = [&low, &middle, &high].map(|write| BucketRow {
        prefix: write.prefix,
        digest: write.digest,
        leaves: write.leaves.len(),
    });
    let store = committed::<S>([append(0, vec![low, middle, high], vec![])]);
    for view in views(store) {
        assert_eq!(view.buckets().expect("works"), expected);
    }
}

pub fn a_parted_bucket_keeps_the_values_of_its_leaves<S: TestStore>() {
    let whole = bucket(Prefix::ROOT, &[(key(&[1]), "one"), (key(&[0x81]), "two")]);
    let mut left = bucket(prefix(0, 1), &[(key(&[1]), "one")]);
    left.values.clear();
    let mut right = bucket(prefix(0x80, 1), &[(key(&[0x80]), "new"), (key(&[0x81]), "two")]);
    right.values.truncate(1);
    let store = committed::<S>([append(0, vec![whole], vec![]), append(1, vec![left, right], vec![Prefix::ROOT])]);
    for view in views(store) {
        assert!(view.bucket(&Prefix::ROOT).expect("works").is_empty());
        assert_eq!(view.buckets().expect("works").len(), 2);
        assert_eq!(value(&view, &key(&[1])), Some(bytes("one")));
        assert_eq!(value(&view, &key(&[0x80])), Some(bytes("new")));
        assert_eq!(value(&view, &key(&[0x81])), Some(bytes("two")));
    }
}

pub fn a_value_is_replaced_and_removed<S: TestStore>() {
    let first = bucket(Prefix::ROOT, &[(key(&[1]), "one"), (key(&[2]), "two")]);
    let mut second = bucket(Prefix::ROOT, &[(key(&[1]), "uno"), (key(&[2]), "two")]);
    second.leaves[1].state = present(&LeafState::Tombstone);
    second.values[1].1 = None;
    let store = committed::<S>([append(0, vec![first], vec![]), append(1, vec![second], vec![])]);
    for view in views(store) {
        assert_eq!(value(&view, &key(&[1])), Some(bytes("uno")));
        assert_eq!(value(&view, &key(&[2])), None);
    }
}

pub fn an_emptied_bucket_is_gone<S: TestStore>() {
    let full = bucket(Prefix::ROOT, &[(key(&[1]), "one")]);
    let mut emptied = full.clone();
    emptied.leaves.clear();
    emptied.values[0].1 = None;
    let mut commits = vec![append(0, vec![], vec![]), append(1, vec![full], vec![])];
    let mut back = log(LogChange::RollBack { to: Version(0) });
    back.buckets.push(emptied);
    commits.push(back);
    for view in views(committed::<S>(commits)) {
        assert!(view.bucket(&Prefix::ROOT).expect("works").is_empty());
        assert!(view.buckets().expect("works").is_empty());
        assert_eq!(value(&view, &key(&[1])), None);
    }
}

pub fn rolled_back_versions_are_dropped_and_their_numbers_kept<S: TestStore>() {
    let commits = (0..5).map(|version| append(version, vec![], vec![]));
    let back = log(LogChange::RollBack { to: Version(2) });
    for view in views(committed::<S>(commits.chain([back]))) {
        assert_eq!(numbers(&view, 0), [0, 1, 2]);
        assert_eq!(numbers(&view, 2), [2]);
        assert_eq!(view.highest_version().expect("works"), Some(Version(4)));
        assert_eq!(view.held_before(Version(2)).expect("works").len(), 1);
        assert!(view.held_before(Version(3)).expect("works").is_empty());
    }
}

pub fn pruned_versions_are_dropped_with_what_was_before_the_oldest<S: TestStore>() {
    let commits = (0..5).map(|version| append(version, vec![], vec![]));
    let prune = log(LogChange::Prune { oldest: Version(3) });
    for view in views(committed::<S>(commits.chain([prune.clone(), prune]))) {
        assert_eq!(numbers(&view, 0), [3, 4]);
        assert_eq!(view.highest_version().expect("works"), Some(Version(4)));
        assert!(view.held_before(Version(2)).expect("works").is_empty());
        assert!(view.held_before(Version(3)).expect("works").is_empty());
        assert_eq!(view.held_before(Version(4)).expect("works").len(), 1);
    }
}

pub fn a_registry_is_made_once_and_opened_only_where_it_was_made<S: TestStore>() {
    let opened = Registry::open(S::fresh());
    assert!(matches!(opened.err(), Some(RegistryError::NotMade)));
    let registry = Registry::create(S::fresh(), Shape::Keyed).expect("a new store");
    let made = Registry::create(registry.into_store(), Shape::Keyed);
    assert!(matches!(made.err(), Some(RegistryError::AlreadyMade)));
}

pub fn random_operations_agree_with_the_model<S: TestStore>() {
    for (seed, (shape, operations)) in model::shapes().into_iter().enumerate() {
        model::random_operations::<S>(shape, seed as u64, operations);
    }
}
