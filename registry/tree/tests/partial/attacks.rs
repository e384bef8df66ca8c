//! Each test makes the forgery that a weaker rule would accept, and shows that the rule refuses it.

use statesync_tree::{
    Child, LeafState, PartialTree, Shape, Skeleton, SkeletonError, StateChange, Symbol, Traced, check_changes,
    leaf_digest, node_digest,
};

use crate::model::{Leaves, after, key, replay, root, state, trace};

fn change(index: u64, old: u8, new: u8) -> StateChange {
    StateChange { key: key(index, 4), old: state(old), new: state(new) }
}

fn tree(leaves: &[(u64, u8)]) -> Leaves {
    leaves.iter().map(|&(index, name)| (key(index, 4), state(name))).collect()
}

/// With a skeleton of its own the new tree could have other leaves than the old one where no key changes. Here every
/// opaque digest is one slot of both trees.
#[test]
fn an_opaque_subtree_is_the_same_in_both_trees() {
    let changes = [change(0b0000, b'v', b'n')];
    let old = tree(&[(0b0000, b'v'), (0b1000, b'x'), (0b1100, b'y')]);
    let forged_root = root(Shape::Keyed, &tree(&[(0b0000, b'n'), (0b1000, b'e')]));
    let traced = trace(Shape::Keyed, &old, &changes);
    let partial = PartialTree::rebuild(Shape::Keyed, &changes, &traced.skeleton).unwrap();
    let [Child::Old(top), Child::New(new_top)] = partial.roots() else { panic!("both roots are inner nodes") };
    let right = |node: [Child; 2]| node[1];
    assert_eq!(right(partial.old()[top]), right(partial.new_run()[new_top]));
    assert_eq!(partial.opaque(), 1);
    for opaque in [traced.opaque[0], leaf_digest(&key(0b1000, 4), &state(b'e'))] {
        let [old_root, new_root] =
            replay(Shape::Keyed, &changes, &Traced { opaque: vec![opaque], ..traced.clone() }).unwrap();
        assert!(old_root != root(Shape::Keyed, &old) || new_root != forged_root);
    }
}

/// An insert beside another leaf needs that leaf's key, and its place follows from it: a lie about it gives another
/// old root, so the leaf cannot be dropped.
#[test]
fn the_leaf_beside_an_insert_cannot_be_dropped() {
    let old = tree(&[(0b0000, b'v')]);
    let changes = [change(0b0001, b'-', b'n')];
    let honest = trace(Shape::Keyed, &old, &changes);
    let roots = replay(Shape::Keyed, &changes, &honest).unwrap();
    assert_eq!(roots, [root(Shape::Keyed, &old), root(Shape::Keyed, &after(&old, &changes))]);
    let forged = |symbol: Symbol| {
        let skeleton = Skeleton::from_iter([symbol]);
        replay(Shape::Keyed, &changes, &Traced { skeleton, opaque: Vec::new() }).unwrap()
    };
    let lie = statesync_tree::Leaf::new(key(0b1000, 4), state(b'v').present().unwrap());
    let [old_root, new_root] = forged(Symbol::Other(lie));
    assert_ne!(old_root, roots[0]);
    let dropped = node_digest(&leaf_digest(&key(0b0001, 4), &state(b'n')), &leaf_digest(&key(0b0000, 4), &state(b'v')));
    assert_ne!(new_root, dropped);
    assert_ne!(forged(Symbol::Empty)[0], roots[0]);
}

/// A leaf of a keyed tree never becomes Empty: whether its opaque sibling would then move up cannot be seen, and a
/// wrong collapse hides the sibling's leaves.
#[test]
fn no_leaf_of_a_keyed_tree_is_erased() {
    let erase = [change(0b0000, b'v', b'-')];
    assert!(check_changes(Shape::Keyed, &erase).is_err());
    let one = tree(&[(0b0000, b'v'), (0b1000, b'x')]);
    let two = tree(&[(0b0000, b'v'), (0b1000, b'x'), (0b1100, b'y')]);
    // The same public view, and two different rules for the new root.
    let view = |tree: &Leaves| trace(Shape::Keyed, tree, &erase).skeleton;
    assert_eq!(view(&one), view(&two));
    let collapsed =
        |tree: &Leaves| root(Shape::Keyed, &after(tree, &erase)) == trace(Shape::Keyed, tree, &erase).opaque[0];
    assert!(collapsed(&one) && !collapsed(&two));
}

/// A key of the list cannot be hidden in an opaque subtree: every place that a key leads to has a symbol.
#[test]
fn a_listed_key_is_never_below_an_opaque_digest() {
    let changes = [change(0b0000, b'v', b'n'), change(0b1000, b'x', b'y')];
    let hidden = [Symbol::Inner, Symbol::Own];
    let traced =
        Traced { skeleton: Skeleton::from_iter(hidden), opaque: vec![root(Shape::Keyed, &tree(&[(8, b'x')]))] };
    assert_eq!(replay(Shape::Keyed, &changes, &traced), Err(SkeletonError::SymbolsMissing { symbols: 2 }));
    assert_eq!(state(b'-'), LeafState::Empty);
}
