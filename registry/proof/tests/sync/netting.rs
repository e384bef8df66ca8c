use statesync_proof::DecodeError;
use statesync_proof::sync::{SyncStatement, SyncStatementError, net};
use statesync_tree::{ChangesError, LeafState, Shape, StateChange};

use crate::case::{Case, key, slots, value};

fn change(index: u64, old: LeafState, new: LeafState) -> StateChange {
    StateChange { key: key(slots(8), index), old, new }
}

fn occupied(seed: u64) -> LeafState {
    LeafState::Occupied(value(seed))
}

#[test]
fn changes_in_sequence_are_netted_to_one_for_each_key() {
    let sequence = [
        change(5, LeafState::Empty, occupied(1)),
        change(2, occupied(9), LeafState::Tombstone),
        change(5, occupied(1), occupied(2)),
        change(2, LeafState::Tombstone, occupied(9)),
        change(7, LeafState::Empty, LeafState::Empty),
    ];
    let netted = [
        change(2, occupied(9), occupied(9)),
        change(5, LeafState::Empty, occupied(2)),
        change(7, LeafState::Empty, LeafState::Empty),
    ];
    assert_eq!(net(sequence).unwrap(), netted);
    assert_eq!(net([]).unwrap(), []);
}

#[test]
fn a_sequence_that_does_not_fit_together_is_refused_at_its_position() {
    let first = change(5, LeafState::Empty, occupied(1));
    let second = change(5, occupied(2), occupied(3));
    let (key, stated, left) = (second.key, occupied(2), occupied(1));
    assert_eq!(net([first, second]), Err(SyncStatementError::Broken { position: 1, key, stated, left }));
}

#[test]
fn malformed_statements_are_refused() {
    let mut statement = Case::small().statement;
    statement.new_anchor.shape = slots(8);
    let differ = SyncStatementError::ShapesDiffer { old: Shape::Keyed, new: slots(8) };
    assert_eq!(statement.check(), Err(differ.clone()));
    assert_eq!(SyncStatement::from_bytes(&statement.to_bytes()), Err(DecodeError::Sync(differ)));
    let mut statement = Case::small().statement;
    statement.changes.swap(0, 1);
    let disorder = SyncStatementError::Changes(ChangesError::NotAscending { position: 1 });
    assert_eq!(statement.check(), Err(disorder));
}
