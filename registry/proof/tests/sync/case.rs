use std::collections::BTreeMap;
use std::sync::LazyLock;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use statesync_proof::Profile;
use statesync_proof::sync::{SyncCircuit, SyncError, SyncProof, SyncStatement, VerifiedSync, prove, verify};
use statesync_tree::{
    Anchor, Depth, Key, Leaf, LeafState, Shape, StateChange, Traced, ValueDigest, subtree_digest, transition,
};

pub static CIRCUIT: LazyLock<SyncCircuit> = LazyLock::new(|| SyncCircuit::new().unwrap());

pub const CONTEXT: &[u8] = b"context";

/// A true statement, and what its keys touch of the old tree, which is a sorted map.
#[derive(Clone)]
pub struct Case {
    pub statement: SyncStatement,
    pub traced: Traced,
}

pub fn slots(depth: u64) -> Shape {
    Shape::Slots(Depth::new(depth).unwrap())
}

pub fn key(shape: Shape, index: u64) -> Key {
    match shape {
        Shape::Keyed => Key::hashed(&index.to_le_bytes()),
        Shape::Slots(depth) => Key::slot(index, depth).unwrap(),
    }
}

pub fn value(seed: u64) -> ValueDigest {
    ValueDigest::of(&seed.to_le_bytes())
}

type Leaves = BTreeMap<Key, LeafState>;

fn leaves(tree: &Leaves) -> Vec<Leaf> {
    tree.iter().filter_map(|(&key, state)| Some(Leaf::new(key, state.present()?))).collect()
}

fn anchor(shape: Shape, tree: &Leaves) -> Anchor {
    Anchor::new(shape, subtree_digest(shape, 0, &leaves(tree)).unwrap())
}

impl Case {
    /// `records` records, every ninth deleted, and up to `changes` changes: replacements, deletions, restorations,
    /// inserts and reads.
    pub fn random(shape: Shape, records: u64, changes: u64, seed: u64) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        let state = |i: u64| if i.is_multiple_of(9) { LeafState::Tombstone } else { LeafState::Occupied(value(i)) };
        let before: Leaves = (0..records).map(|i| (key(shape, 3 * i), state(i))).collect();
        let mut list = BTreeMap::new();
        for _ in 0..changes {
            let index = rng.random_range(0..records.max(4));
            let key = key(shape, if rng.random_bool(0.8) { 3 * index } else { 3 * index + 1 });
            let old = before.get(&key).copied().unwrap_or(LeafState::Empty);
            let wanted = [LeafState::Occupied(value(rng.random())), LeafState::Tombstone, old];
            let new = wanted[[0, 0, 0, 1, 2][rng.random_range(0..5)]];
            if transition(shape, &old, &new).is_ok() {
                list.insert(key, StateChange { key, old, new });
            }
        }
        let mut after = before.clone();
        after.extend(list.iter().map(|(&key, change)| (key, change.new)));
        let keys: Vec<Key> = list.keys().copied().collect();
        Self {
            statement: SyncStatement {
                old_anchor: anchor(shape, &before),
                new_anchor: anchor(shape, &after),
                changes: list.into_values().collect(),
            },
            traced: Traced::of_leaves(shape, &leaves(&before), &keys),
        }
    }

    pub fn small() -> Self {
        Self::random(Shape::Keyed, 60, 9, 7)
    }

    pub fn prove(&self) -> SyncProof {
        prove(&CIRCUIT, &self.statement, &self.traced, CONTEXT, Profile::Bits100).unwrap()
    }
}

pub fn check<'a>(statement: &'a SyncStatement, proof: &SyncProof) -> Result<VerifiedSync<'a>, SyncError> {
    verify(&CIRCUIT, statement, CONTEXT, proof.profile(), proof)
}

/// The bytes of a proof, without its body.
pub fn head_bytes(case: &Case) -> usize {
    10 + case.traced.skeleton.to_bytes().len()
}

pub fn other_anchor(shape: Shape) -> Anchor {
    Anchor::new(shape, *value(99).digest())
}
