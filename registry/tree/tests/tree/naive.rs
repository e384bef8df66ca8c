//! The model: a map of leaves, and the definition of a tree as a plain recursion over them.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use statesync_tree::{
    Anchor, Depth, Digest, Key, Leaf, LeafState, Opening, Present, Shape, Terminal, empty_digest, leaf_digest,
    node_digest,
};

/// A slot tree's shape.
pub fn slots(depth: u64) -> Shape {
    Shape::Slots(Depth::new(depth).expect("a depth"))
}

/// The key of a slot.
pub fn slot(index: u64, shape: Shape) -> Key {
    match shape {
        Shape::Slots(depth) => Key::slot(index, depth).expect("a slot of the tree"),
        Shape::Keyed => panic!("a keyed tree has no slots"),
    }
}

/// A key that is zero but for its first bytes.
pub fn key(first: &[u8]) -> Key {
    let mut bytes = [0; Key::BYTES];
    bytes[..first.len()].copy_from_slice(first);
    Key::from_bytes(&bytes).expect("31 bytes")
}

/// A tree that computes everything from its leaves, one hash at a time.
pub struct Naive {
    shape: Shape,
    leaves: Vec<Leaf>,
    /// Digests by level and first leaf.
    known: RefCell<HashMap<(usize, Key), Digest>>,
}

impl Naive {
    pub fn new(shape: Shape, states: &BTreeMap<Key, LeafState>) -> Self {
        let present = |(key, state): (&Key, &LeafState)| Some(Leaf::new(*key, state.present()?));
        Self { shape, leaves: states.iter().filter_map(present).collect(), known: RefCell::default() }
    }

    pub fn anchor(&self) -> Anchor {
        Anchor::new(self.shape, self.digest(0, &self.leaves))
    }

    pub fn opening(&self, key: &Key) -> Opening {
        let mut own = self.leaves.as_slice();
        let mut siblings = Vec::new();
        while !self.ends(siblings.len(), own) {
            let level = siblings.len();
            let (left, right) = halves(level, own);
            let (near, far) = if key.bit(level) { (right, left) } else { (left, right) };
            siblings.push(self.digest(level + 1, far));
            own = near;
        }
        siblings.reverse();
        let terminal = match own {
            [] => Terminal::Empty,
            [leaf] if leaf.key == *key => Terminal::Own(leaf.state),
            [leaf] => Terminal::Other(*leaf),
            _ => panic!("a path ends at one leaf at most"),
        };
        Opening { siblings, terminal }
    }

    /// Whether a path goes no further than this subtree.
    fn ends(&self, level: usize, leaves: &[Leaf]) -> bool {
        match self.shape {
            Shape::Keyed => leaves.len() <= 1,
            Shape::Slots(depth) => level == depth.levels(),
        }
    }

    fn digest(&self, level: usize, leaves: &[Leaf]) -> Digest {
        let Some(first) = leaves.first() else {
            return empty_digest(self.shape, self.shape.max_path() - level);
        };
        let name = (level, first.key);
        let known = self.known.borrow().get(&name).copied();
        known.unwrap_or_else(|| {
            let digest = if self.ends(level, leaves) {
                leaf_digest(&first.key, &first.state.into())
            } else {
                let (left, right) = halves(level, leaves);
                node_digest(&self.digest(level + 1, left), &self.digest(level + 1, right))
            };
            self.known.borrow_mut().insert(name, digest);
            digest
        })
    }
}

fn halves(level: usize, leaves: &[Leaf]) -> (&[Leaf], &[Leaf]) {
    leaves.split_at(leaves.partition_point(|leaf| !leaf.key.bit(level)))
}

/// The states that a key of the model can be in.
pub fn states() -> [LeafState; 4] {
    [LeafState::Empty, LeafState::of(b"a"), LeafState::of(b""), LeafState::Tombstone]
}

/// An occupied or deleted leaf.
pub fn present(state: &LeafState) -> Present {
    state.present().expect("the leaf exists")
}
