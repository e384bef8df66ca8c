//! In a keyed tree a lone leaf hangs where its prefix is alone, so taking a leaf away may move its sibling up. A
//! verifier sees a digest for that sibling, and not whether it is a leaf. Whichever rule it had for a change to
//! Empty, a prover could pick the sibling for which the rule is wrong.

use statesync_proof::{
    Absence, Form, Kind, PreparedCircuit, ProveError, Request, RequestError, Statement, StatementError, prove,
};
use statesync_tree::{Anchor, Digest, Key, Leaf, LeafState, Opening, Present, Shape, Terminal, climb};

use crate::common::{CONTEXT, Naive, all_kinds, prove_both};

/// The key whose first four bits are these.
pub fn short_key(bits: u8) -> Key {
    let mut bytes = [0; Key::BYTES];
    bytes[0] = bits << 4;
    Key::from_bytes(&bytes).unwrap()
}

/// A tree of short keys, each holding its own bits.
pub fn short_tree(keys: &[u8]) -> Naive {
    keys.iter().fold(Naive::new(Shape::Keyed), |tree, &bits| tree.with(short_key(bits), LeafState::of(&[bits])))
}

/// The weaker rule: the path leads to the old root, and closed up over the leaf's place, its sibling one level
/// higher, to the new one.
fn closing_up(request: &Request) -> Option<Digest> {
    let Request { statement, opening } = request;
    opening.check(statement.anchor(), statement.key(), &statement.state()).ok()?;
    let (sibling, above) = opening.siblings.split_first()?;
    Some(climb(statement.key(), above, *sibling).last().unwrap_or(*sibling))
}

fn erase(tree: &Naive, bits: u8, new_root: Digest) -> Request {
    let (key, old) = (short_key(bits), tree.state(&short_key(bits)));
    let (old_anchor, new_anchor) = (tree.anchor(), Anchor::new(Shape::Keyed, new_root));
    Request {
        statement: Statement::Update { old_anchor, new_anchor, key, old, new: LeafState::Empty },
        opening: tree.open(&key),
    }
}

#[test]
fn a_change_to_empty_hides_neighbours_unless_no_leaf_of_a_keyed_tree_becomes_empty() {
    // 0000 stands beside the subtree of 1000 and 1100.
    let tree = short_tree(&[0b0000, 0b1000, 0b1100]);
    let hidden = closing_up(&erase(&tree, 0b0000, tree.anchor().root)).expect("the weaker rule is met");
    let honest = short_tree(&[0b1000, 0b1100]).anchor().root;
    assert_ne!(hidden, honest);

    // Under the forged root 1000 turns right to the leaf of 1100, and is absent: proved and verified by our own code.
    let leaf = |bits: u8| Leaf::new(short_key(bits), Present::Occupied(statesync_tree::ValueDigest::of(&[bits])));
    let statement = Statement::NonMembership {
        anchor: Anchor::new(Shape::Keyed, hidden),
        key: short_key(0b1000),
        absence: Absence::Empty,
    };
    let opening = Opening { siblings: vec![leaf(0b1000).digest()], terminal: Terminal::Other(leaf(0b1100)) };
    prove_both(&all_kinds(&[Shape::Keyed]), &Request { statement, opening });

    // So the change that leads there is no statement at all, and neither is the one to the honest root.
    let prepared = PreparedCircuit::new(Kind::Update, Shape::Keyed).unwrap();
    for root in [hidden, honest] {
        let request = erase(&tree, 0b0000, root);
        let refused = prove(&prepared, &request, CONTEXT, Form::Inline).unwrap_err();
        let wanted =
            ProveError::Request(RequestError::Statement(StatementError::Transition(statesync_tree::TransitionError {
                old: LeafState::of(&[0]),
                new: LeafState::Empty,
            })));
        assert_eq!(refused, wanted);
        assert!(Statement::from_bytes(&request.statement.to_bytes()).is_err());
    }
}

#[test]
fn where_the_sibling_is_a_leaf_the_weaker_rule_is_the_right_one() {
    let tree = short_tree(&[0b0000, 0b1000]);
    let closed = closing_up(&erase(&tree, 0b0000, tree.anchor().root));
    assert_eq!(closed, Some(short_tree(&[0b1000]).anchor().root));
}
