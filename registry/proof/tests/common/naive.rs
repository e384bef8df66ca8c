//! A naive tree: a sorted list of leaves, opened by descending.

use std::collections::BTreeMap;

use statesync_proof::{Absence, Request, Statement};
use statesync_tree::{Anchor, Depth, Digest, Key, Leaf, LeafState, Opening, Present, Shape, Terminal, subtree_digest};

/// A tree as the definition gives it.
#[derive(Clone, Debug)]
pub struct Naive {
    pub shape: Shape,
    pub leaves: BTreeMap<Key, Present>,
}

impl Naive {
    pub fn new(shape: Shape) -> Self {
        Self { shape, leaves: BTreeMap::new() }
    }

    pub fn with(mut self, key: Key, state: LeafState) -> Self {
        match state.present() {
            Some(state) => self.leaves.insert(key, state),
            None => self.leaves.remove(&key),
        };
        self
    }

    pub fn state(&self, key: &Key) -> LeafState {
        self.leaves.get(key).copied().into()
    }

    pub fn anchor(&self) -> Anchor {
        Anchor::new(self.shape, self.digest(0, &self.all()))
    }

    fn all(&self) -> Vec<Leaf> {
        self.leaves.iter().map(|(&key, &state)| Leaf::new(key, state)).collect()
    }

    fn digest(&self, level: usize, leaves: &[Leaf]) -> Digest {
        subtree_digest(self.shape, level, leaves).unwrap()
    }

    pub fn open(&self, key: &Key) -> Opening {
        let (mut leaves, mut siblings, mut level) = (self.all(), Vec::new(), 0);
        let deep = |level: usize, leaves: &[Leaf]| match self.shape {
            Shape::Keyed => leaves.len() > 1,
            Shape::Slots(depth) => level < depth.levels(),
        };
        while deep(level, &leaves) {
            let (own, other): (Vec<_>, Vec<_>) =
                leaves.iter().copied().partition(|leaf| leaf.key.bit(level) == key.bit(level));
            siblings.push(self.digest(level + 1, &other));
            (leaves, level) = (own, level + 1);
        }
        siblings.reverse();
        let terminal = match leaves.first() {
            None => Terminal::Empty,
            Some(leaf) if leaf.key == *key => Terminal::Own(leaf.state),
            Some(leaf) => Terminal::Other(*leaf),
        };
        Opening { siblings, terminal }
    }

    /// The true statement about the state of `key`, with its opening.
    pub fn read(&self, key: &Key) -> Request {
        Request { statement: read_statement(self.anchor(), *key, self.state(key)), opening: self.open(key) }
    }

    /// The true statement that `key` changes to `new`, with its opening.
    pub fn change(&self, key: &Key, new: LeafState) -> Request {
        let after = self.clone().with(*key, new);
        let (old_anchor, new_anchor) = (self.anchor(), after.anchor());
        let statement = Statement::Update { old_anchor, new_anchor, key: *key, old: self.state(key), new };
        Request { statement, opening: self.open(key) }
    }
}

pub fn read_statement(anchor: Anchor, key: Key, state: LeafState) -> Statement {
    match state {
        LeafState::Occupied(value) => Statement::Membership { anchor, key, value },
        LeafState::Empty => Statement::NonMembership { anchor, key, absence: Absence::Empty },
        LeafState::Tombstone => Statement::NonMembership { anchor, key, absence: Absence::Tombstone },
    }
}

pub fn slots(depth: u64) -> Shape {
    Shape::Slots(Depth::new(depth).unwrap())
}

/// The key of slot `index`; in a keyed tree the key of a name.
pub fn key(shape: Shape, index: u64) -> Key {
    match shape {
        Shape::Keyed => Key::hashed(&index.to_le_bytes()),
        Shape::Slots(depth) => Key::slot(index, depth).unwrap(),
    }
}

/// A tree of `count` records, every third a tombstone.
pub fn sample(shape: Shape, count: u64) -> Naive {
    (0..count).fold(Naive::new(shape), |tree, i| {
        let state = if i % 3 == 2 { LeafState::Tombstone } else { LeafState::of(&i.to_le_bytes()) };
        tree.with(key(shape, 5 * i), state)
    })
}
