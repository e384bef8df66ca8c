use std::collections::BTreeMap;

use statesync_tree::{
    Depth, Digest, Key, Leaf, LeafState, PartialTree, Shape, SkeletonError, StateChange, Traced, subtree_digest,
};

/// A tree as a sorted map.
pub type Leaves = BTreeMap<Key, LeafState>;

/// The key whose first `bits` bits are `index`.
pub fn key(index: u64, bits: u64) -> Key {
    Key::slot(index, Depth::new(bits).unwrap()).unwrap()
}

pub fn state(name: u8) -> LeafState {
    match name {
        b'-' => LeafState::Empty,
        b'T' => LeafState::Tombstone,
        _ => LeafState::of(&[name]),
    }
}

pub fn leaves(tree: &Leaves) -> Vec<Leaf> {
    tree.iter().filter_map(|(&key, state)| Some(Leaf::new(key, state.present()?))).collect()
}

pub fn root(shape: Shape, tree: &Leaves) -> Digest {
    subtree_digest(shape, 0, &leaves(tree)).unwrap()
}

pub fn after(tree: &Leaves, changes: &[StateChange]) -> Leaves {
    let mut tree = tree.clone();
    for change in changes {
        match change.new {
            LeafState::Empty => tree.remove(&change.key),
            state => tree.insert(change.key, state),
        };
    }
    tree
}

pub fn trace(shape: Shape, tree: &Leaves, changes: &[StateChange]) -> Traced {
    let keys: Vec<Key> = changes.iter().map(|change| change.key).collect();
    Traced::of_leaves(shape, &leaves(tree), &keys)
}

/// Both roots that skeleton, opaque digests and changes give.
pub fn replay(shape: Shape, changes: &[StateChange], traced: &Traced) -> Result<[Digest; 2], SkeletonError> {
    let tree = PartialTree::rebuild(shape, changes, &traced.skeleton)?;
    Ok(tree.digests(&traced.opaque)?.roots)
}
