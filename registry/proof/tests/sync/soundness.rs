use statesync_gkr::{CommitmentError, OpeningError};
use statesync_proof::Profile;
use statesync_proof::sync::{SyncError, SyncProof, SyncProveError, SyncStatement, prove};
use statesync_tree::{Anchor, LeafState, Shape, Skeleton, SkeletonError, StateChange, Traced};

use crate::case::{CIRCUIT, CONTEXT, Case, check, head_bytes, key, other_anchor, slots, value};

fn refusal(statement: &SyncStatement, proof: &SyncProof) -> SyncError {
    check(statement, proof).expect_err("a forgery is refused")
}

/// Case R50: what rides along is in the statement, and the statement is in every challenge.
#[test]
fn another_list_of_changes_is_refused() {
    let case = Case::small();
    let proof = case.prove();
    let position = case.statement.changes.iter().position(StateChange::is_change).unwrap();
    let forged = |change: &dyn Fn(&mut Vec<StateChange>)| {
        let mut statement = case.statement.clone();
        change(&mut statement.changes);
        refusal(&statement, &proof)
    };
    forged(&|changes| changes[position].new = LeafState::Occupied(value(1234)));
    forged(&|changes| changes.retain(|change| *change != case.statement.changes[position]));
    forged(&|changes| changes.truncate(changes.len() - 1));
    forged(&|changes| changes.swap(0, 1));
    forged(&|changes| changes.clear());
    forged(&|changes| {
        let added = key(Shape::Keyed, 77_777);
        changes.push(StateChange { key: added, old: LeafState::Empty, new: LeafState::Occupied(value(1)) });
        changes.sort_by_key(|change| change.key);
    });
    forged(&|changes| {
        let (first, second) = (changes[0].new, changes[1].new);
        (changes[0].new, changes[1].new) = (second, first);
    });
}

#[test]
fn other_anchors_are_refused_by_the_opening() {
    let case = Case::small();
    let proof = case.prove();
    for new in [false, true] {
        let mut statement = case.statement.clone();
        let anchor = if new { &mut statement.new_anchor } else { &mut statement.old_anchor };
        *anchor = other_anchor(Shape::Keyed);
        assert!(matches!(refusal(&statement, &proof), SyncError::Opening(OpeningError::Rejected(_))));
    }
}

#[test]
fn what_is_compared_natively_is_compared() {
    let none = Case::random(Shape::Keyed, 50, 0, 1);
    let mut statement = none.statement.clone();
    statement.new_anchor = other_anchor(Shape::Keyed);
    assert_eq!(refusal(&statement, &none.prove()), SyncError::RootsDiffer);

    let mut reads = Case::random(Shape::Keyed, 80, 20, 3);
    reads.statement.changes.iter_mut().for_each(|change| change.new = change.old);
    reads.statement.new_anchor = reads.statement.old_anchor;
    let proof = reads.prove();
    reads.statement.new_anchor = other_anchor(Shape::Keyed);
    assert_eq!(refusal(&reads.statement, &proof), SyncError::RootsDiffer);

    // The first record of a keyed tree: both roots are leaves or nothing.
    let first = StateChange { key: key(Shape::Keyed, 1), old: LeafState::Empty, new: LeafState::Occupied(value(1)) };
    let statement = SyncStatement {
        old_anchor: Anchor::empty(Shape::Keyed),
        new_anchor: other_anchor(Shape::Keyed),
        changes: vec![first],
    };
    let empty = Traced::of_leaves(Shape::Keyed, &[], &[first.key]);
    let forged = SyncProof::decode(&[b"SSPF\x01\x02\x04\0\0\0", &empty.skeleton.to_bytes()[..]].concat()).unwrap();
    let SyncError::Root { anchored, found } = refusal(&statement, &forged) else { panic!("another refusal") };
    assert_eq!(anchored, statement.new_anchor.root);
    let statement = SyncStatement { new_anchor: Anchor::new(Shape::Keyed, found), ..statement };
    assert!(check(&statement, &forged).is_ok());
    let longer = SyncProof::decode(&[forged.encode(), vec![0; 5]].concat()).unwrap();
    assert_eq!(refusal(&statement, &longer), SyncError::LeftOver { bytes: 5 });
}

#[test]
fn a_proof_of_another_shape_or_length_is_refused_before_any_work() {
    let case = Case::small();
    let bytes = case.prove().encode();
    let mut other = bytes.clone();
    other[7..9].copy_from_slice(&[1, 24]);
    let error = SyncError::OtherShape { got: slots(24), wanted: Shape::Keyed };
    assert_eq!(refusal(&case.statement, &SyncProof::decode(&other).unwrap()), error);
    for left in [0, 31, 32, 500] {
        let cut = SyncProof::decode(&bytes[..head_bytes(&case) + left]).unwrap();
        assert!(matches!(refusal(&case.statement, &cut), SyncError::Short { left: got, .. } if got == left));
    }
    let cut = SyncProof::decode(&bytes[..bytes.len() - 1]).unwrap();
    assert!(matches!(refusal(&case.statement, &cut), SyncError::Opening(OpeningError::Short { .. })));
    for tail in [vec![0], bytes.clone(), vec![7; 1 << 16]] {
        let longer = SyncProof::decode(&[bytes.clone(), tail.clone()].concat()).unwrap();
        let error = SyncError::Opening(OpeningError::LeftOver { bytes: tail.len() });
        assert_eq!(refusal(&case.statement, &longer), error);
    }
}

#[test]
fn a_skeleton_of_another_tree_is_refused() {
    let case = Case::small();
    let proof = case.prove();
    let body = &proof.encode()[head_bytes(&case)..];
    let with = |skeleton: &Skeleton| {
        SyncProof::decode(&[b"SSPF\x01\x02\x04\0\0\0", &skeleton.to_bytes()[..], body].concat()).unwrap()
    };
    let symbols = case.traced.skeleton.len() - 1;
    let skeleton: Skeleton = case.traced.skeleton.symbols().take(symbols).collect();
    let error = SyncError::Skeleton(SkeletonError::SymbolsMissing { symbols });
    assert_eq!(refusal(&case.statement, &with(&skeleton)), error);
    let other = Case::random(Shape::Keyed, 61, 9, 8);
    let traced = Traced { skeleton: other.traced.skeleton, opaque: Vec::new() };
    assert!(check(&case.statement, &with(&traced.skeleton)).is_err());
}

#[test]
fn more_nodes_than_a_commitment_holds_are_refused_before_any_work() {
    let shape = slots(64);
    let keys = (0..9_000_u64).map(|i| key(shape, i << 50 | 1));
    let change = |key| StateChange { key, old: LeafState::Empty, new: LeafState::Tombstone };
    let statement = SyncStatement {
        old_anchor: Anchor::empty(shape),
        new_anchor: other_anchor(shape),
        changes: keys.map(change).collect(),
    };
    let forged = SyncProof::decode(b"SSPF\x01\x02\x04\x01\x40\x01\0\0\0\0").unwrap();
    assert_eq!(forged.profile(), Profile::Bits120);
    assert!(matches!(refusal(&statement, &forged), SyncError::Commitment(CommitmentError::TooLarge { most: 22, .. })));
}

#[test]
fn false_statements_are_not_proved() {
    let case = Case::small();
    let attempt = |statement: &SyncStatement, traced: &Traced| {
        prove(&CIRCUIT, statement, traced, CONTEXT, Profile::Bits100).expect_err("the claim is false")
    };
    let anchored = other_anchor(Shape::Keyed);
    let forged = SyncStatement { old_anchor: anchored, ..case.statement.clone() };
    let found = case.statement.old_anchor.root;
    assert_eq!(attempt(&forged, &case.traced), SyncProveError::OldRoot { anchored: anchored.root, found });
    let forged = SyncStatement { new_anchor: anchored, ..case.statement.clone() };
    let found = case.statement.new_anchor.root;
    assert_eq!(attempt(&forged, &case.traced), SyncProveError::NewRoot { anchored: anchored.root, found });
    let mut traced = case.traced.clone();
    let wanted = traced.opaque.len();
    traced.opaque.pop();
    let error = SkeletonError::Opaque { got: wanted - 1, wanted };
    assert_eq!(attempt(&case.statement, &traced), SyncProveError::Statement(error.into()));
}
