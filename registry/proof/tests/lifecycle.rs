//! The life of a record, step by step: every step is proved, and its proof proves nothing else.

mod common;

use common::{CONTEXT, Naive, all_kinds, key, prove_both, sample, slots, verify_as};
use statesync_proof::{Absence, Envelope, Preparations, Request, Statement};
use statesync_tree::{Anchor, Key, LeafState, Shape, ValueDigest};

/// One change of one record in a tree that has others.
struct Step {
    name: &'static str,
    tree: Naive,
    key: Key,
    new: LeafState,
}

fn shapes() -> [Shape; 5] {
    [Shape::Keyed, slots(24), slots(28), slots(32), slots(64)]
}

/// A key that shares all bits but the last that a tree of this shape uses.
fn twin(shape: Shape, key: Key) -> Key {
    let mut bytes = *key.as_bytes();
    let last = shape.max_path() - 1;
    bytes[last / 8] ^= 0x80 >> (last % 8);
    Key::from_bytes(&bytes).unwrap()
}

fn last_slot(shape: Shape) -> Key {
    match shape {
        Shape::Keyed => Key::from_bytes(&[0xff; Key::BYTES]).unwrap(),
        Shape::Slots(depth) => Key::slot(depth.last_slot(), depth).unwrap(),
    }
}

fn steps(shape: Shape) -> Vec<Step> {
    let (tree, record) = (sample(shape, 12), key(shape, 7));
    let [first, second] = [b"first".as_slice(), b"second"].map(LeafState::of);
    let step = |name, before: LeafState, new| Step { name, tree: tree.clone().with(record, before), key: record, new };
    let beside = |name, key, other| Step { name, tree: tree.clone().with(other, second), key, new: first };
    vec![
        step("insert", LeafState::Empty, first),
        step("replace with another payload", first, second),
        step("replace with the same payload", first, first),
        step("delete", first, LeafState::Tombstone),
        step("restore", LeafState::Tombstone, first),
        step("delete again", LeafState::Tombstone, LeafState::Tombstone),
        beside("insert beside a key with a long common prefix", record, twin(shape, record)),
        Step {
            name: "replace beside a key with a long common prefix",
            tree: tree.clone().with(record, first).with(twin(shape, record), second),
            key: record,
            new: second,
        },
        beside("first slot", Key::ZERO, last_slot(shape)),
        beside("last slot", last_slot(shape), Key::ZERO),
    ]
}

/// The statements about a step, each with the proof's opening: before, the change, after.
fn requests(step: &Step) -> [Request; 3] {
    let after = step.tree.clone().with(step.key, step.new);
    [step.tree.read(&step.key), step.tree.change(&step.key, step.new), after.read(&step.key)]
}

/// Claims that differ from a true one in one thing, with what that is. They may be malformed.
fn neighbours(truth: &Statement, step: &Step) -> Vec<(&'static str, Statement)> {
    let other_root = sample(truth.shape(), 3).anchor();
    let other_key = twin(truth.shape(), *truth.key());
    let other_value = ValueDigest::of(b"another");
    let (shape, depth) = other_shapes(truth.shape());
    let mut claims = vec![
        ("root", with_anchor(*truth, other_root)),
        ("key", with_key(*truth, other_key)),
        ("shape", with_anchor(*truth, Anchor::new(shape, truth.anchor().root))),
        ("depth", with_anchor(*truth, Anchor::new(depth, truth.anchor().root))),
    ];
    let states = [LeafState::Empty, LeafState::Occupied(other_value), LeafState::Tombstone];
    match *truth {
        Statement::Update { old_anchor, new_anchor, key, old, new } => {
            let update = |old, new| Statement::Update { old_anchor, new_anchor, key, old, new };
            claims.extend(states.iter().filter(|s| **s != old).map(|s| ("old state", update(*s, new))));
            claims.extend(states.iter().filter(|s| **s != new).map(|s| ("new state", update(old, *s))));
            claims.push(("new root", Statement::Update { old_anchor, new_anchor: other_root, key, old, new }));
            let swapped = Statement::Update { old_anchor: new_anchor, new_anchor: old_anchor, key, old: new, new: old };
            claims.extend((swapped != *truth && old_anchor != new_anchor).then_some(("direction", swapped)));
            claims.push(("kind", common::read_statement(old_anchor, key, old)));
        }
        _ => {
            let (anchor, key, state) = (*truth.anchor(), *truth.key(), truth.state());
            let read = |state| common::read_statement(anchor, key, state);
            claims.extend(states.iter().filter(|s| **s != state).map(|s| ("state", read(*s))));
            claims.push(("kind", Statement::NonMembership { anchor, key, absence: Absence::Empty }));
            let new_anchor = step.tree.anchor();
            claims.push(("kind", Statement::Update { old_anchor: anchor, new_anchor, key, old: state, new: state }));
        }
    }
    claims.retain(|(_, claim)| claim != truth);
    claims
}

/// A tree of the other shape, and one of another depth.
fn other_shapes(shape: Shape) -> (Shape, Shape) {
    match shape {
        Shape::Keyed => (slots(24), slots(28)),
        Shape::Slots(depth) => (Shape::Keyed, slots(depth.levels() as u64 - 1)),
    }
}

fn with_anchor(statement: Statement, anchor: Anchor) -> Statement {
    match statement {
        Statement::Membership { key, value, .. } => Statement::Membership { anchor, key, value },
        Statement::NonMembership { key, absence, .. } => Statement::NonMembership { anchor, key, absence },
        Statement::Update { new_anchor, key, old, new, .. } => {
            let new_anchor = Anchor::new(anchor.shape, new_anchor.root);
            Statement::Update { old_anchor: anchor, new_anchor, key, old, new }
        }
    }
}

fn with_key(statement: Statement, key: Key) -> Statement {
    match statement {
        Statement::Membership { anchor, value, .. } => Statement::Membership { anchor, key, value },
        Statement::NonMembership { anchor, absence, .. } => Statement::NonMembership { anchor, key, absence },
        Statement::Update { old_anchor, new_anchor, old, new, .. } => {
            Statement::Update { old_anchor, new_anchor, key, old, new }
        }
    }
}

fn circuits() -> Preparations {
    let others = shapes().into_iter().flat_map(|shape| <[Shape; 2]>::from(other_shapes(shape)));
    all_kinds(&shapes().into_iter().chain(others).collect::<Vec<_>>())
}

#[test]
fn every_step_of_a_records_life_is_proved_and_its_proof_proves_no_neighbouring_claim() {
    let circuits = circuits();
    for step in shapes().into_iter().flat_map(steps) {
        for request in requests(&step) {
            let truth = &request.statement;
            let [_, inline] = prove_both(&circuits, &request);
            let envelope = Envelope::decode(&inline).unwrap();
            for (what, claim) in neighbours(truth, &step) {
                let verdict = verify_as(&circuits, &claim, CONTEXT, &envelope);
                assert!(verdict.is_err(), "{}, {}: another {what} is accepted", step.name, truth.shape());
            }
            for context in [b"".as_slice(), b"tesu", b"test\0"] {
                let verdict = verify_as(&circuits, truth, context, &envelope);
                let levels = envelope.hints().depth();
                assert!(verdict.is_err() || levels == 0, "{}: context {context:?} is accepted", step.name);
            }
        }
    }
}

#[test]
fn neighbours_of_every_kind_are_tried() {
    let step = &steps(Shape::Keyed)[3];
    let [before, change, after] = requests(step).map(|request| {
        let claims = neighbours(&request.statement, step);
        claims.iter().map(|(what, _)| *what).collect::<Vec<_>>()
    });
    assert_eq!(before, ["root", "key", "shape", "depth", "state", "state", "state", "kind", "kind"]);
    let states = ["old state", "old state", "old state", "new state", "new state"];
    let change_of = [["root", "key", "shape", "depth"].as_slice(), &states, &["new root", "direction", "kind"]];
    assert_eq!(change, change_of.concat());
    assert_eq!(after.len(), 8);
}

#[test]
fn a_deleted_record_is_proved_a_tombstone_and_neither_empty_nor_occupied() {
    let circuits = circuits();
    for shape in shapes() {
        let (record, value) = (key(shape, 7), ValueDigest::of(b"first"));
        let tree = sample(shape, 12).with(record, LeafState::Occupied(value)).with(record, LeafState::Tombstone);
        let request = tree.read(&record);
        assert_eq!(request.statement.state(), LeafState::Tombstone);
        let envelope = Envelope::decode(&prove_both(&circuits, &request)[1]).unwrap();
        for claimed in [LeafState::Empty, LeafState::Occupied(value), LeafState::of(b"")] {
            let claim = common::read_statement(tree.anchor(), record, claimed);
            assert!(verify_as(&circuits, &claim, CONTEXT, &envelope).is_err());
            assert!(Request { statement: claim, ..request.clone() }.check().is_err());
        }
    }
}

#[test]
fn deleting_and_restoring_each_of_three_slots_leaves_all_readable_and_the_root_as_it_was() {
    let shape = slots(24);
    let circuits = all_kinds(&[shape]);
    let records = [7, 1, 5].map(|slot| key(shape, slot));
    let payload = |record: &Key| LeafState::of(record.as_bytes());
    let mut tree = records.iter().fold(Naive::new(shape), |tree, record| tree.with(*record, payload(record)));
    let root = tree.anchor();
    for changed in records {
        for new in [LeafState::Tombstone, payload(&changed)] {
            prove_both(&circuits, &tree.change(&changed, new));
            tree = tree.with(changed, new);
            for record in &records {
                let expected = if *record == changed { new } else { payload(record) };
                let request = tree.read(record);
                assert_eq!(request.statement.state(), expected);
                prove_both(&circuits, &request);
            }
        }
    }
    assert_eq!(tree.anchor(), root);
}
