//! A path without levels has no copies, and so nothing that a proof system would check. If no copies meant "all copies
//! are right", an empty proof would show any claim at any root.

use statesync_proof::{Envelope, Kind, Preparations, Statement, VerifyError};
use statesync_tree::{Anchor, Digest, Key, LeafState, Shape, ValueDigest};

use crate::common::Naive;
use crate::common::{CONTEXT, End, Parts, all_kinds, key, prove_both, read_statement, sample, verify_as};

/// The empty proof of this kind.
fn nothing(kind: Kind, end: End) -> Parts {
    Parts { kind, shape: Shape::Keyed, depth: 0, end, tape: vec![], witness: Some(vec![]) }
}

/// The weaker verifier: every copy is right.
fn every_copy_is_right(parts: &Parts) -> bool {
    let copies = 0..parts.kind.runs() * parts.depth;
    copies.is_empty() && parts.tape.is_empty()
}

/// Claims at the root of a tree of 20 records, none of them true, with the end that an empty path would have.
fn false_claims() -> Vec<(Statement, End)> {
    let tree = sample(Shape::Keyed, 20);
    let (anchor, record) = (tree.anchor(), key(Shape::Keyed, 0));
    let elsewhere = Anchor::new(Shape::Keyed, *ValueDigest::of(b"elsewhere").digest());
    let update = |old_anchor, new_anchor, old, new| Statement::Update { old_anchor, new_anchor, key: record, old, new };
    let empty = Anchor::empty(Shape::Keyed);
    let zero = LeafState::Occupied(ValueDigest::from_digest(Digest::new(Default::default())));
    vec![
        (read_statement(empty, Key::ZERO, zero), End::Own),
        (read_statement(empty, Key::ZERO, LeafState::of(&[0])), End::Own),
        (read_statement(anchor, record, LeafState::of(b"anything")), End::Own),
        (read_statement(anchor, record, LeafState::Empty), End::Empty),
        (read_statement(anchor, record, LeafState::Tombstone), End::Own),
        (update(anchor, elsewhere, LeafState::Empty, LeafState::of(b"anything")), End::Empty),
        (update(anchor, anchor, LeafState::Tombstone, LeafState::of(b"anything")), End::Own),
        // From the empty tree to any root, with and without a change: the old root alone is right.
        (update(empty, elsewhere, LeafState::Empty, LeafState::Empty), End::Empty),
        (update(empty, anchor, LeafState::Empty, LeafState::of(b"anything")), End::Empty),
    ]
}

#[test]
fn an_empty_proof_shows_anything_unless_a_path_without_levels_is_closed_natively() {
    let circuits = all_kinds(&[Shape::Keyed]);
    for (statement, end) in false_claims() {
        let parts = nothing(statement.kind(), end);
        assert!(every_copy_is_right(&parts));
        let envelope = Envelope::decode(&parts.to_bytes()).unwrap();
        let verdict = verify_as(&circuits, &statement, CONTEXT, &envelope);
        assert!(matches!(verdict, Err(VerifyError::Root { .. })), "{statement:?}: {verdict:?}");
    }
}

#[test]
fn what_an_empty_proof_does_show_is_proved_by_it_alone_in_every_context() {
    let circuits: &Preparations = &all_kinds(&[Shape::Keyed]);
    let (record, value) = (key(Shape::Keyed, 0), LeafState::of(b"value"));
    let empty = Naive::new(Shape::Keyed);
    let one = empty.clone().with(record, value);
    for request in [
        empty.read(&record),
        empty.change(&record, value),
        one.read(&record),
        one.change(&record, LeafState::Tombstone),
    ] {
        let [_, inline] = prove_both(circuits, &request);
        let parts = Parts::of(&inline);
        assert_eq!(inline, nothing(request.statement.kind(), parts.end).to_bytes());
        let envelope = Envelope::decode(&inline).unwrap();
        let elsewhere = verify_as(circuits, &request.statement, b"another context", &envelope);
        assert!(elsewhere.is_ok(), "an empty proof depends on nothing but its statement");
        // A tape or a witness beside it is refused: there is nothing for them to say.
        for (tape, witness) in [(vec![0; 16], vec![]), (vec![], vec![Digest::new(Default::default())])] {
            let stuffed = Parts { tape, witness: Some(witness), ..parts.clone() }.to_bytes();
            assert!(Envelope::decode(&stuffed).is_err());
        }
    }
}
