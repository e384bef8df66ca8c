//! Small trees exhaustively: every set of up to three leaves in every state.
//!
//! Cases M01, R03, R04, R14, R43, and that each key has exactly one answer at a root.

use std::collections::BTreeMap;

use statesync_tree::store::MemoryStore;
use statesync_tree::{Key, LeafState, Operation, Registry, Shape, Snapshot, ValueDigest, subtree_digest, transition};

use crate::naive::{Naive, key, slot, slots, states};

type States = BTreeMap<Key, LeafState>;

/// Sixteen keys that differ in the four bits from `first` on and are zero elsewhere.
fn sixteen(first: usize) -> Vec<Key> {
    let nibble = |value: usize| {
        let mut bytes = [0_u8; Key::BYTES];
        for bit in (0..4).filter(|bit| value >> (3 - bit) & 1 == 1) {
            let position = first + bit;
            bytes[position / 8] |= 0x80 >> (position % 8);
        }
        key(&bytes)
    };
    (0..16).map(nibble).collect()
}

/// All sets of at most `most` of the keys, each key in each state that a leaf can have.
fn trees(keys: &[Key], most: usize) -> Vec<States> {
    let mut trees = vec![States::new()];
    for key in keys {
        for position in 0..trees.len() {
            if trees[position].len() < most {
                for state in states().into_iter().filter(|state| *state != LeafState::Empty) {
                    let mut tree = trees[position].clone();
                    tree.insert(*key, state);
                    trees.push(tree);
                }
            }
        }
    }
    trees
}

/// A registry with these leaves, made by one batch.
fn registry(shape: Shape, states: &States) -> Registry<MemoryStore> {
    let registry = Registry::in_memory(shape);
    let empty = ValueDigest::of(b"");
    let mut batch = Vec::new();
    for (key, state) in states {
        match state {
            LeafState::Occupied(value) if *value == empty => batch.push(Operation::insert(*key, *b"")),
            LeafState::Occupied(_) => batch.push(Operation::insert(*key, *b"a")),
            LeafState::Tombstone => {
                batch.push(Operation::insert(*key, *b"gone"));
                batch.push(Operation::delete(*key));
            }
            LeafState::Empty => (),
        }
    }
    registry.apply(&batch).expect("the keys are new");
    registry
}

/// Every key of the tree: its opening is the model's, shows its state and no other, and gives the
/// root after every change of that key that is a statement.
fn check(shape: Shape, leaves: &States, keys: &[Key]) {
    let snapshot = registry(shape, leaves).snapshot();
    let naive = Naive::new(shape, leaves);
    assert_eq!(*snapshot.anchor(), naive.anchor());
    for key in keys {
        let state = *leaves.get(key).unwrap_or(&LeafState::Empty);
        let opening = snapshot.open(key).expect("memory does not fail");
        assert_eq!(opening, naive.opening(key));
        for claimed in states() {
            let verdict = opening.check(snapshot.anchor(), key, &claimed);
            assert_eq!(verdict.is_ok(), claimed == state, "{claimed} of {state}");
        }
        check_changes(&snapshot, leaves, key, &state);
    }
}

fn check_changes(snapshot: &Snapshot<statesync_tree::store::MemoryView>, leaves: &States, key: &Key, old: &LeafState) {
    let shape = snapshot.shape();
    let opening = snapshot.open(key).expect("memory does not fail");
    for new in states() {
        let update = opening.update(shape, key, &new);
        assert_eq!(update.is_ok(), transition(shape, old, &new).is_ok());
        if let Ok(update) = update {
            let mut changed = leaves.clone();
            changed.insert(*key, new);
            assert_eq!(update.old_root, snapshot.anchor().root);
            assert_eq!(update.new_root, Naive::new(shape, &changed).anchor().root);
        }
    }
}

#[test]
fn keyed_trees_over_their_first_four_bits() {
    let keys = sixteen(0);
    for leaves in trees(&keys, 2) {
        check(Shape::Keyed, &leaves, &keys);
    }
    // Of three leaves, each set once: the states have been through all pairs.
    let full: States =
        keys.iter().zip(states().into_iter().cycle().skip(1)).map(|(key, state)| (*key, state)).collect();
    for leaves in subsets_of_three(&full) {
        check(Shape::Keyed, &leaves, &keys);
    }
}

fn subsets_of_three(full: &States) -> Vec<States> {
    let all: Vec<(Key, LeafState)> = full.iter().map(|(key, state)| (*key, *state)).collect();
    let mut subsets = Vec::new();
    for first in 0..all.len() {
        for second in 0..first {
            for third in 0..second {
                subsets.push(States::from([all[first], all[second], all[third]]));
            }
        }
    }
    subsets
}

#[test]
fn keyed_trees_over_four_bits_in_the_middle_and_at_the_end() {
    for first in [122, 244] {
        let keys = sixteen(first);
        for leaves in trees(&keys[..8], 1).iter().chain(&trees(&keys[12..], 2)) {
            check(Shape::Keyed, leaves, &[keys[0], keys[13], keys[15]]);
        }
    }
}

#[test]
fn slot_trees_of_depth_three() {
    let shape = slots(3);
    let keys: Vec<Key> = (0..8).map(|index| slot(index, shape)).collect();
    for leaves in trees(&keys, 3) {
        check(shape, &leaves, &keys);
    }
}

#[test]
fn slot_trees_of_depth_one() {
    let shape = slots(1);
    let keys = [slot(0, shape), slot(1, shape)];
    for leaves in trees(&keys, 2) {
        check(shape, &leaves, &keys);
    }
}

#[test]
fn a_batch_of_any_three_slots_gives_the_root_of_one_after_the_other() {
    // R04: keys that sit alone in deep branches beside others that share prefixes.
    let shape = slots(6);
    let registry = Registry::in_memory(shape);
    let operation = |index: u64| Operation::insert(slot(index, shape), index.to_le_bytes());
    for first in 0..64 {
        for second in 0..first {
            for third in 0..second {
                let batch = [operation(second), operation(first), operation(third)];
                let outcome = registry.preview(&batch).expect("the slots are empty");
                let mut leaves: Vec<_> = batch
                    .iter()
                    .map(|operation| {
                        let state = operation.record().state.present();
                        statesync_tree::Leaf::new(operation.key, state.expect("a value"))
                    })
                    .collect();
                leaves.sort_by_key(|leaf| leaf.key);
                let expected = subtree_digest(shape, 0, &leaves);
                assert_eq!(Ok(outcome.anchor.root), expected, "{first} {second} {third}");
            }
        }
    }
}

#[test]
fn deleting_all_leaves_under_a_node_gives_the_root_of_their_tombstones() {
    // R14: 2, 4 and 16 leaves under one node.
    for shape in [Shape::Keyed, slots(4)] {
        let keys = match shape {
            Shape::Keyed => sixteen(0),
            Shape::Slots(_) => (0..16).map(|index| slot(index, shape)).collect(),
        };
        for count in [2, 4, 16] {
            let registry = Registry::in_memory(shape);
            let inserts: Vec<_> = keys.iter().map(|key| Operation::insert(*key, *b"v")).collect();
            registry.apply(&inserts).expect("the keys are new");
            let deletes: Vec<_> = keys[..count].iter().map(|key| Operation::delete(*key)).collect();
            let row = registry.apply(&deletes).expect("the keys are in use");
            let state = |position| match position < count {
                true => LeafState::Tombstone,
                false => LeafState::of(b"v"),
            };
            let leaves = keys.iter().enumerate().map(|(at, key)| (*key, state(at)));
            assert_eq!(row.anchor, Naive::new(shape, &leaves.collect()).anchor());
            assert_eq!(row.counts.tombstones, count as u64);
        }
    }
}
