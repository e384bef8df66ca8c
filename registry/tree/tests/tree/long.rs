//! Keys that were chosen to share their bits: paths of up to 248 levels.
//!
//! Cases M08, M19.

use std::collections::BTreeMap;

use statesync_tree::{Key, LeafState, Opening, Operation, Registry, Shape, Terminal};

use crate::naive::{Naive, key};

/// A key of zeros but for one bit.
fn only_bit(bit: usize) -> Key {
    let mut bytes = [0; Key::BYTES];
    bytes[bit / 8] = 0x80 >> (bit % 8);
    Key::from_bytes(&bytes).expect("31 bytes")
}

#[test]
fn two_keys_that_share_247_bits_are_told_apart() {
    // M08: one is shown present and the other absent; then both present; then both deleted.
    let (one, other) = (Key::ZERO, only_bit(247));
    assert_eq!(one.common_prefix(&other), 247);
    let registry = Registry::in_memory(Shape::Keyed);
    registry.apply(&[Operation::insert(one, *b"v")]).expect("the key is new");
    let lone = registry.snapshot();
    let absent = lone.open(&other).expect("memory does not fail");
    assert_eq!(absent.check(lone.anchor(), &other, &LeafState::Empty), Ok(()));
    assert!(matches!(absent.terminal, Terminal::Other(leaf) if leaf.key == one));
    assert_eq!(absent.depth(), 0);
    let after = absent.update(Shape::Keyed, &other, &LeafState::of(b"w"));
    let row = registry.apply(&[Operation::insert(other, *b"w")]).expect("the key is new");
    assert_eq!(after.expect("an insert").new_root, row.anchor.root);
    let both = registry.snapshot();
    for (key, value) in [(one, b"v"), (other, b"w")] {
        let opening = both.open(&key).expect("memory does not fail");
        assert_eq!(opening.depth(), 248);
        assert_eq!(opening.check(both.anchor(), &key, &LeafState::of(value)), Ok(()));
        let bytes = opening.encode().expect("the longest path");
        assert_eq!(Opening::decode(&bytes), Ok(opening));
    }
    let deletes = [Operation::delete(one), Operation::delete(other)];
    registry.apply(&deletes).expect("both are in use");
    let opening = registry.snapshot().open(&one).expect("memory does not fail");
    assert_eq!(opening.depth(), 248, "a tombstone keeps its place");
}

#[test]
fn a_branch_at_every_bit_is_the_models_tree() {
    // One key per bit: the path of the zero key has 248 siblings, each a single leaf.
    let keys: Vec<Key> = (0..248).map(only_bit).chain([Key::ZERO]).collect();
    let registry = Registry::in_memory(Shape::Keyed);
    let inserts: Vec<Operation> = keys.iter().map(|key| Operation::insert(*key, *b"v")).collect();
    registry.apply(&inserts).expect("the keys are new");
    let states: BTreeMap<Key, LeafState> = keys.iter().map(|key| (*key, LeafState::of(b"v"))).collect();
    let naive = Naive::new(Shape::Keyed, &states);
    let snapshot = registry.snapshot();
    assert_eq!(*snapshot.anchor(), naive.anchor());
    for (bit, key) in keys.iter().enumerate() {
        let opening = snapshot.open(key).expect("memory does not fail");
        assert_eq!(opening, naive.opening(key));
        assert_eq!(opening.depth(), (bit + 1).min(248));
    }
}

#[test]
fn a_bucket_far_down_is_parted_where_its_keys_differ() {
    // 64 keys that share 200 bits and differ in the six after.
    let near = |i: u8| {
        let mut bytes = [0x77; Key::BYTES];
        bytes[25] = i << 2;
        Key::from_bytes(&bytes).expect("31 bytes")
    };
    let registry = Registry::in_memory(Shape::Keyed);
    let mut states = BTreeMap::new();
    for chunk in (0..64_u8).collect::<Vec<_>>().chunks(7) {
        let batch: Vec<Operation> = chunk.iter().map(|i| Operation::insert(near(*i), [*i])).collect();
        registry.apply(&batch).expect("the keys are new");
        states.extend(chunk.iter().map(|i| (near(*i), LeafState::of(&[*i]))));
        let naive = Naive::new(Shape::Keyed, &states);
        assert_eq!(*registry.snapshot().anchor(), naive.anchor());
        for key in [near(0), near(63), key(&[0x77])] {
            let opening = registry.snapshot().open(&key).expect("memory does not fail");
            assert_eq!(opening, naive.opening(&key));
        }
    }
}
