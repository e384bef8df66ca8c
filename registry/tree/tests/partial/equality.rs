use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use statesync_tree::{Depth, Key, LeafState, Shape, Skeleton, StateChange, check_changes, transition};

use crate::model::{Leaves, after, key, replay, root, state, trace};

const STATES: [LeafState; 2] = [LeafState::Empty, LeafState::Tombstone];

/// Every tree of keys with 2 bits and every list of changes of it, reads included.
#[test]
fn both_roots_are_those_of_the_trees_for_every_small_tree_and_every_list_of_changes() {
    let shapes = [Shape::Keyed, Shape::Slots(Depth::new(2).unwrap())];
    let states: Vec<LeafState> = STATES.into_iter().chain([state(b'a'), state(b'b')]).collect();
    for shape in shapes {
        for occupied in 0..4_usize.pow(4) {
            let old: Vec<LeafState> = (0..4).map(|i| states[occupied / 4_usize.pow(i) % 4]).collect();
            let tree: Leaves =
                (0..4).map(|i| (key(i as u64, 2), old[i])).filter(|(_, state)| *state != LeafState::Empty).collect();
            // 5 choices for each key: four new states, or not in the list.
            for choice in 0..5_usize.pow(4) {
                let news = (0..4).map(|i| states.get(choice / 5_usize.pow(i as u32) % 5).copied());
                let changes: Vec<StateChange> = news
                    .enumerate()
                    .filter_map(|(i, new)| Some(StateChange { key: key(i as u64, 2), old: old[i], new: new? }))
                    .collect();
                if check_changes(shape, &changes).is_err() {
                    continue;
                }
                let roots = replay(shape, &changes, &trace(shape, &tree, &changes)).unwrap();
                assert_eq!(roots, [root(shape, &tree), root(shape, &after(&tree, &changes))]);
            }
        }
    }
}

/// Case R04: keys alone in deep branches beside keys that share prefixes; R14: all leaves under one node.
#[test]
fn both_roots_are_those_of_the_trees_for_random_trees_and_changes() {
    let mut rng = StdRng::seed_from_u64(4);
    for round in 0..1_500 {
        let bits = [3, 4, 6, 9][round % 4];
        let shape = if round % 3 == 0 { Shape::Slots(Depth::new(bits).unwrap()) } else { Shape::Keyed };
        let density = [0.02, 0.2, 0.5, 0.95][rng.random_range(0..4)];
        let mut tree = Leaves::new();
        for index in 0..1 << bits {
            if rng.random_bool(density) {
                tree.insert(key(index, bits), state(b"abT"[rng.random_range(0..3)]));
            }
        }
        let chosen = rng.random_range(0.05..1.0);
        let mut changes = Vec::new();
        for index in 0..1 << bits {
            let key = key(index, bits);
            let old = tree.get(&key).copied().unwrap_or(LeafState::Empty);
            let new = state(b"-aTn"[rng.random_range(0..4)]);
            if rng.random_bool(chosen) && transition(shape, &old, &new).is_ok() {
                changes.push(StateChange { key, old, new });
            }
        }
        let traced = trace(shape, &tree, &changes);
        let roots = replay(shape, &changes, &traced).unwrap();
        assert_eq!(roots, [root(shape, &tree), root(shape, &after(&tree, &changes))], "round {round}");
        let bytes = traced.skeleton.to_bytes();
        let (read, rest) = Skeleton::read(&bytes).unwrap();
        assert_eq!((read, rest), (traced.skeleton, &[][..]));
    }
}

#[cfg(feature = "store")]
#[test]
fn a_registry_traces_what_its_leaves_give() {
    use statesync_tree::{Operation, Registry, Traced};
    let mut rng = StdRng::seed_from_u64(5);
    for shape in [Shape::Keyed, Shape::Slots(Depth::new(16).unwrap())] {
        for records in [0, 1, 2, 40, 1_000, 5_000_u64] {
            let name = |index: u64| match shape {
                Shape::Keyed => Key::hashed(&index.to_le_bytes()),
                Shape::Slots(depth) => Key::slot(index * 13, depth).unwrap(),
            };
            let registry = Registry::in_memory(shape);
            let inserts: Vec<Operation> = (0..records).map(|i| Operation::insert(name(i), vec![i as u8])).collect();
            registry.apply(&inserts).unwrap();
            let snapshot = registry.snapshot();
            let leaves: Vec<_> = snapshot.leaves(statesync_tree::Prefix::ROOT).map(Result::unwrap).collect();
            for touched in [0, 1, 3, 100] {
                let mut keys: Vec<Key> = (0..touched).map(|_| name(rng.random_range(0..records + 20))).collect();
                keys.sort_unstable();
                keys.dedup();
                assert_eq!(snapshot.trace(&keys).unwrap(), Traced::of_leaves(shape, &leaves, &keys));
            }
        }
    }
}
