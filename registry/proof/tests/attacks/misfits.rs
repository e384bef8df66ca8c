//! Hints that do not fit: the key's own leaf as another's, inner nodes as leaves, paths of a wrong length, and indices
//! that alias. The prover of these tests runs the protocol correctly on the path that its hints describe.

use statesync_proof::{Envelope, Statement, StatementError, VerifyError};
use statesync_tree::{
    Anchor, Depth, Digest, FormError, Key, Leaf, LeafState, OpeningError, Present, Shape, Terminal, ValueDigest,
    leaf_digest, node_digest,
};

use crate::common::{CONTEXT, End, Naive, Parts, all_kinds, key, prove_both, read_statement, sample, slots, verify_as};
use crate::paths::{Path, unchecked_proof};

const P: u64 = 2_130_706_433;

/// A read claim, proved by the protocol along these siblings from the terminal that claim and end give.
fn refusal(statement: &Statement, end: End, siblings: &[Digest]) -> VerifyError {
    let (key, depth) = (*statement.key(), siblings.len());
    let terminal = match (end, statement.state().present()) {
        (End::Other(leaf), _) => Terminal::Other(leaf),
        (_, Some(state)) => Terminal::Own(state),
        (_, None) => Terminal::Empty,
    };
    let hints =
        Parts { kind: statement.kind(), shape: statement.shape(), depth, end, tape: vec![], witness: Some(vec![]) };
    let proof = match depth {
        0 => hints,
        _ => {
            let runs = vec![[terminal.digest(&key), statement.anchor().root]];
            unchecked_proof(statement, &Path { key, depth, runs }, &hints, siblings)
        }
    };
    let envelope = Envelope::decode(&proof.to_bytes()).unwrap();
    let circuits = all_kinds(&[statement.shape()]);
    verify_as(&circuits, statement, CONTEXT, &envelope).map(drop).expect_err("a false claim")
}

#[test]
fn a_present_key_is_not_absent_by_its_own_leaf() {
    let tree = sample(Shape::Keyed, 20);
    for index in [0, 10] {
        let record = key(Shape::Keyed, index);
        let own = Leaf::new(record, tree.state(&record).present().unwrap());
        let claim = read_statement(tree.anchor(), record, LeafState::Empty);
        let refused = refusal(&claim, End::Other(own), &tree.open(&record).siblings);
        assert_eq!(refused, VerifyError::Path(OpeningError::OtherIsOwn));
    }
}

#[test]
fn a_leaf_off_the_path_shows_no_key_absent() {
    let tree = sample(Shape::Keyed, 20);
    let record = key(Shape::Keyed, 0);
    let siblings = tree.open(&record).siblings;
    for (other, state) in tree.leaves.iter().filter(|(other, _)| **other != record) {
        let claim = read_statement(tree.anchor(), record, LeafState::Empty);
        let refused = refusal(&claim, End::Other(Leaf::new(*other, *state)), &siblings);
        let (shared, depth) = (other.common_prefix(&record), siblings.len());
        assert_eq!(refused, VerifyError::Path(OpeningError::OtherOffPath { shared, depth }));
    }
}

#[test]
fn a_path_that_stops_at_an_inner_node_or_has_another_length_is_refused() {
    let tree = sample(Shape::Keyed, 20);
    let record = key(Shape::Keyed, 0);
    let claim = tree.read(&record).statement;
    let siblings = tree.open(&record).siblings;
    let depth = siblings.len();
    for length in [0, 1, depth - 1, depth + 1, 2 * depth, Key::BITS] {
        // Cut at the lower end, where the terminal then stands for an inner node, or lengthened there.
        let lower: Vec<_> = siblings.iter().copied().cycle().take(length.saturating_sub(depth)).collect();
        let upper = &siblings[depth.saturating_sub(length)..];
        let refused = refusal(&claim, End::Own, &[lower.as_slice(), upper].concat());
        assert!(matches!(refused, VerifyError::Rejected(_) | VerifyError::Root { .. }), "{length} levels: {refused}");
    }
}

#[test]
fn a_leaf_made_of_two_digests_is_not_their_node() {
    let [left, right] = [b"left".as_slice(), b"right"].map(|bytes| *ValueDigest::of(bytes).digest());
    let node = node_digest(&left, &right);
    let key = Key::from_bytes(&left.to_bytes()[..Key::BYTES]).unwrap();
    for state in [LeafState::Occupied(ValueDigest::from_digest(right)), LeafState::Tombstone, LeafState::Empty] {
        assert_ne!(leaf_digest(&key, &state), node);
        let claim = read_statement(Anchor::new(Shape::Keyed, node), key, state);
        let end = if state == LeafState::Empty { End::Empty } else { End::Own };
        assert!(matches!(refusal(&claim, end, &[]), VerifyError::Root { .. }));
    }
}

#[test]
fn slots_whose_indices_are_equal_modulo_p_are_two_slots() {
    for (depth, step) in [(31, P), (32, P), (33, P), (33, 2 * P), (64, P), (64, 2 * P)] {
        let shape = slots(depth);
        let depth = Depth::new(depth).unwrap();
        let index = 5;
        let (Ok(first), second) = (Key::slot(index, depth), Key::slot(index + step, depth)) else { panic!("slot 5") };
        let Ok(second) = second else {
            assert_eq!(second, Err(FormError::SlotOutOfRange { index: index + step, depth }));
            continue;
        };
        let state = LeafState::of(b"value");
        assert_ne!(leaf_digest(&first, &state), leaf_digest(&second, &state), "the leaf binds its key");
        let tree = Naive::new(shape).with(first, state);
        let circuits = all_kinds(&[shape]);
        let request = tree.read(&first);
        let proof = Envelope::decode(&prove_both(&circuits, &request)[1]).unwrap();
        let alias = read_statement(tree.anchor(), second, state);
        assert!(verify_as(&circuits, &alias, CONTEXT, &proof).is_err());
        let refused = refusal(&alias, End::Stated, &request.opening.siblings);
        assert!(matches!(refused, VerifyError::Rejected(_)), "{refused}");
    }
}

#[test]
fn an_index_beyond_the_last_slot_is_refused_and_not_wrapped() {
    for depth in [1, 24, 28, 31, 32, 63] {
        let levels = Depth::new(depth).unwrap();
        for index in [1 << depth, (1 << depth) + 3, u64::MAX] {
            assert_eq!(Key::slot(index, levels), Err(FormError::SlotOutOfRange { index, depth: levels }));
        }
        // Nor is a key with a bit below the depth: it would stand for the slot of its upper bits.
        let mut bytes = *Key::slot(1, levels).unwrap().as_bytes();
        let bit = depth as usize;
        bytes[bit / 8] |= 0x80 >> (bit % 8);
        let key = Key::from_bytes(&bytes).unwrap();
        let statement = read_statement(Anchor::empty(slots(depth)), key, LeafState::Empty);
        let wanted = FormError::NotASlotKey { bit, depth: levels };
        assert_eq!(statement.check(), Err(StatementError::Key(wanted)));
        assert!(Statement::from_bytes(&statement.to_bytes()).is_err());
    }
}

#[test]
fn the_leaf_of_one_key_is_not_the_leaf_of_another_that_holds_the_same() {
    let state = Present::Occupied(ValueDigest::of(b"same"));
    let keys = (0..Key::BITS).map(|bit| {
        let mut bytes = [0; Key::BYTES];
        bytes[bit / 8] |= 0x80 >> (bit % 8);
        Key::from_bytes(&bytes).unwrap()
    });
    let leaves = [Key::ZERO].into_iter().chain(keys).map(|key| Leaf::new(key, state).digest());
    let different: std::collections::HashSet<_> = leaves.collect();
    assert_eq!(different.len(), Key::BITS + 1);
}
