//! True statements are proved and verified, in both forms.

mod common;

use common::{Naive, key, sample, slots};
use statesync_proof::{Envelope, Form, Kind, PreparedCircuit, Request, prove, verify, verify_detached};
use statesync_tree::{Key, LeafState, Shape};

fn round_trip(request: &Request) {
    let statement = &request.statement;
    let prepared = PreparedCircuit::new(statement.kind(), statement.shape()).unwrap();
    for form in [Form::Detached, Form::Inline] {
        let bytes = prove(&prepared, request, b"test", form).unwrap().encode();
        let envelope = Envelope::decode(&bytes).unwrap();
        assert_eq!(envelope.encode(), bytes);
        assert_eq!(envelope.form(), form);
        let verified = match form {
            Form::Detached => verify_detached(&prepared, request, b"test", &envelope),
            Form::Inline => verify(&prepared, statement, b"test", &envelope),
        };
        assert_eq!(verified.unwrap().statement(), statement);
    }
}

fn shapes() -> [Shape; 6] {
    [Shape::Keyed, slots(1), slots(24), slots(28), slots(32), slots(64)]
}

#[test]
fn every_state_of_a_key_is_proved_in_every_shape() {
    for shape in shapes() {
        let tree = sample(shape, if shape == slots(1) { 0 } else { 20 }).with(key(shape, 1), LeafState::of(b"one"));
        for index in [0, 1, 5, 10, 15] {
            if shape != slots(1) || index < 2 {
                round_trip(&tree.read(&key(shape, index)));
            }
        }
    }
}

#[test]
fn inserts_replacements_deletions_and_restorations_are_proved_in_every_shape() {
    for shape in shapes() {
        let key = key(shape, 1);
        let mut tree = sample(shape, if shape == slots(1) { 1 } else { 20 });
        let states = [LeafState::of(b"first"), LeafState::of(b"second"), LeafState::Tombstone, LeafState::of(b"")];
        for state in states {
            round_trip(&tree.change(&key, state));
            tree = tree.with(key, state);
        }
    }
}

#[test]
fn trees_of_no_and_one_leaf_are_proved_without_copies() {
    let (first, second) = (key(Shape::Keyed, 1), key(Shape::Keyed, 2));
    let empty = Naive::new(Shape::Keyed);
    round_trip(&empty.read(&first));
    round_trip(&empty.change(&first, LeafState::of(b"value")));
    round_trip(&empty.change(&first, LeafState::Empty));
    let one = empty.with(first, LeafState::of(b"value"));
    round_trip(&one.read(&first));
    round_trip(&one.read(&second));
    round_trip(&one.change(&second, LeafState::of(b"value")));
}

#[test]
fn proofs_of_every_size_have_the_published_bits_of_soundness() {
    for kind in Kind::ALL {
        let prepared = PreparedCircuit::new(kind, Shape::Keyed).unwrap();
        assert!(prepared.soundness(0).is_none(), "without copies there is nothing to guess");
        for soundness in (1..=Key::BITS).map(|depth| prepared.soundness(depth).unwrap()) {
            assert!(soundness.union_bound >= 113.0 && soundness.worst_challenge >= 119.0, "{kind}: {soundness:?}");
        }
        let common = prepared.soundness(16).unwrap();
        assert!(common.union_bound >= 114.0, "{kind}: {common:?}");
    }
}
