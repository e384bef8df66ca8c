//! Preconditions, order and atomicity of batches.
//!
//! Cases M10, M17, R02, R05, R06, R08, R09, R27, R28, R45, P09.

use statesync_tree::store::{MemoryStore, Record};
use statesync_tree::{
    Action, Anchor, FormError, Key, LeafState, MAX_OPERATIONS, Operation, Refusal, Registry, RegistryError, Shape,
    ValueDigest,
};

use crate::naive::{key, slot, slots};

const K: [u8; 1] = [0x42];

/// A registry in which the key is in this state.
fn with(state: &LeafState) -> Registry<MemoryStore> {
    let registry = Registry::in_memory(Shape::Keyed);
    let other = Operation::insert(key(&[0x40]), *b"neighbour");
    let inserted = Operation::insert(key(&K), *b"value");
    let batch = match state {
        LeafState::Empty => vec![other],
        LeafState::Occupied(_) => vec![other, inserted],
        LeafState::Tombstone => vec![other, inserted, Operation::delete(key(&K))],
    };
    registry.apply(&batch).expect("the keys are new");
    registry
}

/// The position and reason of a refusal.
fn refusal(result: Result<impl Sized, RegistryError>) -> (usize, Refusal) {
    match result.err() {
        Some(RegistryError::Refused { position, reason, .. }) => (position, reason),
        other => panic!("a refusal was expected, not {other:?}"),
    }
}

#[test]
fn each_action_fits_exactly_the_states_of_its_row() {
    let occupied = LeafState::of(b"value");
    let states = [LeafState::Empty, occupied, LeafState::Tombstone];
    let k = key(&K);
    let rows = [
        (Operation::insert(k, *b"new"), [true, false, false]),
        (Operation::replace(k, *b"new"), [false, true, false]),
        (Operation::restore(k, *b"new"), [false, false, true]),
        (Operation::put(k, *b"new"), [true, true, true]),
        (Operation::delete(k), [false, true, false]),
    ];
    for (operation, fits) in rows {
        for (state, fits) in states.iter().zip(fits) {
            let registry = with(state);
            let action = operation.action;
            let before = *registry.snapshot().row();
            if fits {
                registry.apply(std::slice::from_ref(&operation)).expect("the action fits the state");
                let found = registry.snapshot().get(&key(&K)).expect("memory does not fail");
                assert_eq!(found, *operation.record());
            } else {
                let (position, reason) = refusal(registry.apply(std::slice::from_ref(&operation)));
                assert_eq!(position, 0);
                assert!(matches!(reason, Refusal::State { action: a, found, .. }
                    if a == action && found == *state));
                assert_eq!(*registry.snapshot().row(), before, "{action} on {state}");
            }
        }
    }
}

#[test]
fn a_refusal_reads_as_a_sentence() {
    let registry = with(&LeafState::Empty);
    let refused = registry.apply(&[Operation::delete(key(&K))]).expect_err("nothing to delete");
    let text = refused.to_string();
    assert!(text.starts_with("operation 0 on key 42"), "{text}");
    let reason = "refused: delete needs a key that is occupied, and this one is empty";
    assert!(text.ends_with(reason), "{text}");
}

#[test]
fn one_refused_operation_refuses_the_whole_batch() {
    let registry = with(&LeafState::Empty);
    let before = *registry.snapshot().row();
    let batch = [
        Operation::insert(key(&[1]), *b"a"),
        Operation::insert(key(&[2]), *b"b"),
        Operation::delete(key(&K)),
        Operation::insert(key(&[3]), *b"c"),
        Operation::insert(key(&[0x40]), *b"in use as well, but later"),
    ];
    let (position, _) = refusal(registry.apply(&batch));
    assert_eq!(position, 2, "the first that does not fit is named, not the first by key");
    assert_eq!(*registry.snapshot().row(), before);
    assert_eq!(registry.versions().expect("memory does not fail").len(), 2);
    let state = registry.snapshot().state(&key(&[1]));
    assert_eq!(state.expect("memory does not fail"), LeafState::Empty);
}

#[test]
fn a_key_may_appear_twice_and_the_order_decides() {
    let (a, b) = (Operation::put(key(&K), *b"a"), Operation::put(key(&K), *b"b"));
    for (batch, last) in [([a.clone(), b.clone()], b"b"), ([b, a], b"a")] {
        let registry = with(&LeafState::Empty);
        let after = registry.apply(&batch).expect("a put is never refused");
        let one = with(&LeafState::Empty);
        let alone = one.apply(&batch[1..]).expect("a put is never refused");
        assert_eq!(after.anchor, alone.anchor, "only {last:?} remains");
    }
}

#[test]
fn each_operation_sees_what_the_ones_before_it_left() {
    let registry = with(&LeafState::Empty);
    let (insert, delete) = (Operation::insert(key(&K), *b"v"), Operation::delete(key(&K)));
    let restore = Operation::restore(key(&K), *b"w");
    let all = [insert.clone(), delete.clone(), restore, delete.clone()];
    let row = registry.apply(&all).expect("each fits the state before it");
    assert_eq!(registry.snapshot().get(&key(&K)).expect("works"), Record::TOMBSTONE);
    assert_eq!((row.counts.active, row.counts.tombstones), (1, 1));
    let (position, _) = refusal(with(&LeafState::Empty).apply(&[delete, insert]));
    assert_eq!(position, 0, "the other order does not fit");
}

#[test]
fn a_batch_without_effect_makes_a_version_with_the_same_root() {
    let registry = with(&LeafState::of(b"value"));
    let before = *registry.snapshot().row();
    let same = Operation::replace(key(&K), *b"value");
    let back = [Operation::delete(key(&K)), Operation::restore(key(&K), *b"value")];
    for batch in [&[][..], &[same], &back] {
        let row = registry.apply(batch).expect("the batch fits");
        assert_eq!((row.anchor, row.counts), (before.anchor, before.counts));
        assert!(row.version > before.version);
    }
}

#[test]
fn an_empty_value_and_a_value_of_zeros_are_values() {
    let registry = Registry::in_memory(Shape::Keyed);
    for value in [&b""[..], &[0; 64]] {
        registry.apply(&[Operation::put(key(&K), value)]).expect("a put is never refused");
        let snapshot = registry.snapshot();
        let record = snapshot.get(&key(&K)).expect("memory does not fail");
        assert_eq!(record, Record::of(value));
        assert_eq!(snapshot.value(&key(&K)).expect("works").as_deref(), Some(value));
        let opening = snapshot.open(&key(&K)).expect("memory does not fail");
        for other in [LeafState::Empty, LeafState::Tombstone] {
            assert!(opening.check(snapshot.anchor(), &key(&K), &other).is_err());
        }
    }
}

#[test]
fn a_deletion_can_be_shown() {
    let snapshot = with(&LeafState::Tombstone).snapshot();
    let opening = snapshot.open(&key(&K)).expect("memory does not fail");
    let verdict = |state| opening.check(snapshot.anchor(), &key(&K), &state);
    assert_eq!(verdict(LeafState::Tombstone), Ok(()));
    assert!(verdict(LeafState::Empty).is_err());
    assert!(verdict(LeafState::of(b"value")).is_err());
}

#[test]
fn restoring_every_deleted_slot_gives_the_root_before() {
    // R02: a leaf whose sibling is an inner node.
    let shape = slots(24);
    let indices = [7, 1, 5];
    let registry = Registry::in_memory(shape);
    let value = |index: u64| index.to_le_bytes();
    for index in indices {
        let insert = Operation::insert(slot(index, shape), value(index));
        registry.apply(&[insert]).expect("the slot is empty");
    }
    let before = *registry.snapshot().anchor();
    for index in indices {
        let target = slot(index, shape);
        for operation in [Operation::delete(target), Operation::restore(target, value(index))] {
            registry.apply(&[operation]).expect("the state fits");
            let snapshot = registry.snapshot();
            for key in indices.map(|index| slot(index, shape)) {
                let state = snapshot.state(&key).expect("memory does not fail");
                let opening = snapshot.open(&key).expect("memory does not fail");
                assert_eq!(opening.check(snapshot.anchor(), &key, &state), Ok(()));
                assert!(key == target || matches!(state, LeafState::Occupied(_)));
            }
        }
    }
    assert_eq!(*registry.snapshot().anchor(), before);
}

#[test]
fn a_key_of_another_shape_is_refused_wherever_it_is_used() {
    // R27, R28: bits beyond the depth are refused, not ignored.
    let shape = slots(28);
    let registry = Registry::in_memory(shape);
    let beyond = slot(1, slots(33));
    let batch = [Operation::insert(slot(3, shape), *b"v"), Operation::put(beyond, *b"w")];
    let (position, reason) = refusal(registry.apply(&batch));
    assert_eq!(position, 1);
    assert!(matches!(reason, Refusal::Key(FormError::NotASlotKey { bit: 32, .. })), "{reason}");
    let earlier = [Operation::delete(slot(3, shape)), Operation::put(beyond, *b"w")];
    assert_eq!(refusal(registry.apply(&earlier)).0, 0, "the first refusal is named");
    let snapshot = registry.snapshot();
    assert!(matches!(snapshot.open(&beyond).err(), Some(RegistryError::Key(_))));
    assert!(matches!(snapshot.get(&beyond).err(), Some(RegistryError::Key(_))));
}

#[test]
fn a_digest_without_a_value_is_held_and_has_no_bytes() {
    let registry = Registry::in_memory(Shape::Keyed);
    let digest = ValueDigest::of(b"elsewhere");
    let known = |action| Operation::with_digest(key(&K), action, digest);
    registry.apply(&[known(Action::Insert)]).expect("the key is new");
    let get = || registry.snapshot().get(&key(&K)).expect("memory does not fail");
    assert_eq!(get(), Record::of_digest(digest));
    let row = registry.apply(&[Operation::put(key(&K), *b"elsewhere")]).expect("a put");
    assert_eq!(get(), Record::of(*b"elsewhere"), "the bytes are there now");
    let again = registry.apply(&[known(Action::Replace)]).expect("the key is in use");
    assert_eq!(again.anchor, row.anchor, "the leaf is the same");
    assert_eq!(get(), Record::of(*b"elsewhere"), "and the bytes stay");
}

#[test]
#[should_panic(expected = "a deletion takes no value")]
fn a_deletion_with_a_digest_is_our_own_mistake() {
    let _ = Operation::with_digest(Key::ZERO, Action::Delete, ValueDigest::of(b""));
}

#[test]
fn the_largest_batch_is_taken_and_one_more_is_not() {
    let registry = Registry::in_memory(slots(1));
    let operation = Operation::put(slot(1, slots(1)), *b"v");
    let mut batch = vec![operation; MAX_OPERATIONS + 1];
    let refused = registry.apply(&batch);
    let too_many = MAX_OPERATIONS + 1;
    assert!(matches!(refused, Err(RegistryError::BatchTooLarge { got }) if got == too_many));
    batch.pop();
    assert_eq!(registry.apply(&batch).expect("as many as fit").counts.active, 1);
}

#[test]
fn a_new_registry_is_the_empty_tree_and_shows_every_key_empty() {
    // R43, M17: absence in the empty tree verifies; membership does not.
    for shape in [Shape::Keyed, slots(1), slots(32), slots(64)] {
        let snapshot = Registry::in_memory(shape).snapshot();
        assert_eq!(*snapshot.anchor(), Anchor::empty(shape));
        let opening = snapshot.open(&Key::ZERO).expect("memory does not fail");
        let verdict = |state| opening.check(snapshot.anchor(), &Key::ZERO, &state);
        assert_eq!(verdict(LeafState::Empty), Ok(()));
        assert!(verdict(LeafState::of(b"")).is_err());
        assert!(verdict(LeafState::Tombstone).is_err());
    }
}
