//! What is measured: an occupied slot in a tree of depth 24, as a membership and as a replacement.

#![allow(dead_code, reason = "each bench uses its own part of this")]

use statesync_proof::{PreparedCircuit, Request, Statement};
use statesync_tree::{Anchor, Depth, Digest, Key, LeafState, Opening, Present, Shape, Terminal, ValueDigest};

/// The caller's context.
pub const CONTEXT: &[u8] = b"bench";

/// The shape of the tree.
pub fn shape() -> Shape {
    Shape::Slots(Depth::new(24).expect("24 is a depth"))
}

/// A request with its name and its circuit.
pub struct Case {
    pub name: &'static str,
    pub request: Request,
    pub prepared: PreparedCircuit,
}

/// Both cases. Their siblings are digests like any others: what hangs below them costs nobody anything.
pub fn cases() -> [Case; 2] {
    let sibling = |level: u32| *ValueDigest::of(&level.to_le_bytes()).digest();
    let siblings: Vec<Digest> = (0..24).map(sibling).collect();
    let key = Key::slot(0xa5_5a_a5, Depth::new(24).expect("24 is a depth")).expect("in range");
    let value = ValueDigest::of(b"value");
    let opening = Opening { siblings, terminal: Terminal::Own(Present::Occupied(value)) };
    let (old, new) = (LeafState::Occupied(value), LeafState::of(b"new value"));
    let roots = opening.update(shape(), &key, &new).expect("an admissible path");
    let [old_anchor, new_anchor] = [roots.old_root, roots.new_root].map(|root| Anchor::new(shape(), root));
    let membership = Statement::Membership { anchor: old_anchor, key, value };
    let update = Statement::Update { old_anchor, new_anchor, key, old, new };
    [("membership", membership), ("update", update)].map(|(name, statement)| Case {
        name,
        request: Request { statement, opening: opening.clone() },
        prepared: PreparedCircuit::new(statement.kind(), shape()).expect("a good template"),
    })
}
