//! Every way to fail, with what it says.

mod common;

use common::{CONTEXT, End, Naive, Parts, Specimens, all_kinds, key, read_statement, sample, slots, verify_as};
use statesync_proof::{
    DecodeError, Envelope, Form, Kind, Preparations, PreparedCircuit, PreparedError, ProveError, Request, RequestError,
    Statement, StatementError, VerifyError, prove, verify, verify_detached,
};
use statesync_tree::{Anchor, Key, Leaf, LeafState, OpeningError, Present, Shape, ValueDigest};

fn update(old_anchor: Anchor, new_anchor: Anchor, old: LeafState, new: LeafState) -> Statement {
    Statement::Update { old_anchor, new_anchor, key: Key::ZERO, old, new }
}

/// A malformed statement of each kind of error, with its sentence.
fn malformed() -> Vec<(Statement, String)> {
    let (keyed, slots4) = (Anchor::empty(Shape::Keyed), Anchor::empty(slots(4)));
    let low = Key::from_bytes(&[0x08; Key::BYTES]).unwrap();
    let value = LeafState::of(b"value");
    vec![
        (
            read_statement(slots4, low, LeafState::Empty),
            "key has bit 4 set, but a slot tree of depth 4 uses bits 0 to 3 only".into(),
        ),
        (
            update(keyed, keyed, value, LeafState::Empty),
            format!("in a keyed tree a leaf does not change from {value} to empty"),
        ),
        (
            update(keyed, keyed, LeafState::Empty, LeafState::Tombstone),
            "in a keyed tree a leaf does not change from empty to tombstone".into(),
        ),
        (
            update(keyed, slots4, LeafState::Empty, value),
            "the old anchor is of a keyed tree, the new one of a slots4 tree".into(),
        ),
    ]
}

#[test]
fn a_malformed_statement_is_refused_wherever_one_is_taken() {
    let circuits = all_kinds(&[Shape::Keyed, slots(4)]);
    for (statement, sentence) in malformed() {
        let error = statement.check().unwrap_err();
        assert_eq!(error.to_string(), sentence);
        let opening = Naive::new(statement.shape()).open(&Key::ZERO);
        let request = Request { statement, opening };
        let requested = RequestError::Statement(error.clone());
        assert_eq!(requested.to_string(), format!("the statement is malformed: {sentence}"));
        assert_eq!(request.check(), Err(requested.clone()));
        let prepared = circuits.get(&statement).unwrap();
        let proved = prove(prepared, &request, CONTEXT, Form::Inline).unwrap_err();
        assert_eq!(proved.to_string(), requested.to_string());
        assert_eq!(proved, ProveError::Request(requested));

        let decoded = Statement::from_bytes(&statement.to_bytes()).unwrap_err();
        assert_eq!(decoded, DecodeError::Statement(error.clone()));
        assert_eq!(decoded.to_string(), sentence);
        assert_eq!(Request::decode(&request.encode().unwrap()), Err(decoded));

        // A proof with the kind and shape of the statement: that is as far as it is read.
        let witness = (statement.shape() == slots(4)).then(|| vec![ValueDigest::of(b"").digest().to_owned(); 7]);
        let end = if statement.shape() == Shape::Keyed { End::Empty } else { End::Stated };
        let depth = if end == End::Stated { 4 } else { 0 };
        let tape = vec![0; common::tape_bytes(statement.kind(), depth)];
        let witness = Some(witness.unwrap_or_default());
        let parts = Parts { kind: statement.kind(), shape: statement.shape(), depth, end, tape, witness };
        let envelope = Envelope::decode(&parts.to_bytes()).unwrap();
        let verdict = verify(prepared, &statement, CONTEXT, &envelope).map(drop).unwrap_err();
        assert_eq!(verdict.to_string(), format!("the statement is malformed: {sentence}"));
        assert_eq!(verdict, VerifyError::Statement(error));
    }
}

#[test]
fn a_statement_error_says_which_rule_is_broken() {
    let errors = malformed().into_iter().map(|(statement, _)| statement.check().unwrap_err());
    let rules = errors.map(|error| match error {
        StatementError::Key(_) => "key",
        StatementError::Transition(_) => "transition",
        StatementError::ShapesDiffer { .. } => "shapes",
        _ => "another",
    });
    assert_eq!(rules.collect::<Vec<_>>(), ["key", "transition", "transition", "shapes"]);
}

#[test]
fn a_false_request_is_refused_with_what_its_opening_shows() {
    let tree = sample(Shape::Keyed, 20);
    let record = key(Shape::Keyed, 0);
    let (request, found) = (tree.read(&record), tree.state(&record));
    let prepared = PreparedCircuit::new(Kind::NonMembership, Shape::Keyed).unwrap();
    let absent = Request { statement: read_statement(tree.anchor(), record, LeafState::Empty), ..request.clone() };
    let error = prove(&prepared, &absent, CONTEXT, Form::Detached).unwrap_err();
    let sentence = format!("the claim is false, or its opening is not of this tree: the key is {found}, not empty");
    assert_eq!(error.to_string(), sentence);
    let state = OpeningError::State { claimed: LeafState::Empty, found };
    assert_eq!(error, ProveError::Request(RequestError::Opening(state)));

    let before = tree.anchor();
    let after = tree.with(record, LeafState::Tombstone).anchor();
    let statement = Statement::Update {
        old_anchor: before,
        new_anchor: before,
        key: record,
        old: found,
        new: LeafState::Tombstone,
    };
    let error = Request { statement, ..request }.check().unwrap_err();
    let sentence = format!("the claim is false: the change leads to root {}, not to {}", after.root, before.root);
    assert_eq!(error.to_string(), sentence);
    assert_eq!(error, RequestError::NewRoot { claimed: before.root, found: after.root });
}

#[test]
fn an_opening_deeper_than_any_tree_is_refused_before_anything_is_computed() {
    let request = sample(Shape::Keyed, 20).read(&key(Shape::Keyed, 0));
    let mut deep = request.clone();
    deep.opening.siblings = vec![deep.opening.siblings[0]; 300];
    let prepared = PreparedCircuit::new(Kind::Membership, Shape::Keyed).unwrap();
    let envelope = prove(&prepared, &request, CONTEXT, Form::Detached).unwrap();
    let proved = prove(&prepared, &deep, CONTEXT, Form::Detached).unwrap_err();
    assert!(proved.to_string().ends_with("a path of 300 levels does not exist in a keyed tree"), "{proved}");
    let verdict = verify_detached(&prepared, &deep, CONTEXT, &envelope).map(drop).unwrap_err();
    let sentence = "the proof's path does not exist: a path of 300 levels is longer than the 248 bits of a key";
    assert_eq!(verdict.to_string(), sentence);
    assert!(deep.encode().is_err());
}

#[test]
fn a_circuit_is_refused_for_another_kind_or_shape_and_a_missing_one_is_named() {
    let request = sample(Shape::Keyed, 20).read(&key(Shape::Keyed, 0));
    let envelope =
        prove(&PreparedCircuit::new(Kind::Membership, Shape::Keyed).unwrap(), &request, CONTEXT, Form::Inline).unwrap();
    for (kind, shape) in [(Kind::Update, Shape::Keyed), (Kind::Membership, slots(24))] {
        let prepared = PreparedCircuit::new(kind, shape).unwrap();
        let error = PreparedError::Other {
            prepared: kind,
            prepared_shape: shape,
            wanted: Kind::Membership,
            wanted_shape: Shape::Keyed,
        };
        let sentence =
            format!("the circuit was prepared for {kind} in a {shape} tree, not for membership in a keyed tree");
        assert_eq!(error.to_string(), sentence);
        let proved = prove(&prepared, &request, CONTEXT, Form::Inline).unwrap_err();
        assert_eq!((proved.to_string(), &proved), (sentence.clone(), &ProveError::Prepared(error.clone())));
        let verdict = verify(&prepared, &request.statement, CONTEXT, &envelope).map(drop).unwrap_err();
        assert_eq!((verdict.to_string(), &verdict), (sentence, &VerifyError::Prepared(error)));
    }
    let missing = Preparations::default().get(&request.statement).map(drop).unwrap_err();
    assert_eq!(missing, PreparedError::Missing { kind: Kind::Membership, shape: Shape::Keyed });
    assert_eq!(missing.to_string(), "no circuit was prepared for membership in a keyed tree");
}

#[test]
fn a_proof_of_another_kind_or_form_or_end_is_named() {
    let specimens = Specimens::new();
    let circuits = &specimens.circuits;
    let member = specimens.get("membership");
    let absent = specimens.get("non-membership, empty");
    let refusal = |statement: &Statement, bytes: &[u8]| {
        let envelope = Envelope::decode(bytes).unwrap();
        verify_as(circuits, statement, CONTEXT, &envelope).map(drop).unwrap_err()
    };
    let other_kind = refusal(&member.request.statement, &absent.inline);
    let sentence =
        "the proof is of non-membership in a keyed tree, the statement is membership in a keyed tree".to_owned();
    assert_eq!(other_kind.to_string(), sentence);
    let (got, wanted) = (Kind::NonMembership, Kind::Membership);
    let [got_shape, wanted_shape] = [Shape::Keyed; 2];
    assert_eq!(other_kind, VerifyError::OtherKind { got, got_shape, wanted, wanted_shape });

    let detached = refusal(&member.request.statement, &member.detached);
    assert_eq!(detached.to_string(), "the proof is detached; this check takes one that is inline");
    assert_eq!(detached, VerifyError::OtherForm { got: Form::Detached, wanted: Form::Inline });
    let prepared = circuits.get(&member.request.statement).unwrap();
    let envelope = Envelope::decode(&member.inline).unwrap();
    let inline = verify_detached(prepared, &member.request, CONTEXT, &envelope).map(drop).unwrap_err();
    assert_eq!(inline.to_string(), "the proof is inline; this check takes one that is detached");
    assert_eq!(inline, VerifyError::OtherForm { got: Form::Inline, wanted: Form::Detached });

    let parts = Parts::of(&member.inline);
    let other_end = refusal(&member.request.statement, &Parts { end: End::Empty, ..parts }.to_bytes());
    assert_eq!(other_end, VerifyError::OtherEnd);
    assert_eq!(other_end.to_string(), "the proof's path does not end in the state that the statement gives");
}

#[test]
fn a_proof_whose_path_root_tape_or_witness_is_wrong_says_which() {
    let specimens = Specimens::new();
    let specimen = specimens.get("non-membership, empty");
    let (statement, parts) = (specimen.request.statement, Parts::of(&specimen.inline));
    let prepared = specimens.circuits.get(&statement).unwrap();
    let refusal = |parts: Parts| {
        let envelope = Envelope::decode(&parts.to_bytes()).unwrap();
        verify(prepared, &statement, CONTEXT, &envelope).map(drop).unwrap_err()
    };
    let own = Leaf::new(*statement.key(), Present::Tombstone);
    let path = refusal(Parts { end: End::Other(own), ..parts.clone() });
    assert_eq!(path, VerifyError::Path(OpeningError::OtherIsOwn));
    let sentence = "the proof's path does not exist: the leaf that should show the key absent is the key's own";
    assert_eq!(path.to_string(), sentence);

    let found = Anchor::empty(Shape::Keyed).root;
    let root = refusal(Parts { depth: 0, tape: vec![], witness: Some(vec![]), ..parts });
    let anchored = statement.anchor().root;
    assert_eq!(root, VerifyError::Root { anchored, found });
    assert_eq!(root.to_string(), format!("a path without levels leads to root {found}, not to {anchored}"));

    let mut tape = parts.tape.clone();
    tape[20..24].copy_from_slice(&u32::MAX.to_le_bytes());
    let tape = refusal(Parts { tape, ..parts.clone() });
    assert!(matches!(tape, VerifyError::Tape(_)));
    let sentence = "the proof's bytes do not fit the protocol: \
                    the tape holds 4294967295 at byte 20, which is not below the field's order";
    assert_eq!(tape.to_string(), sentence);

    let mut witness = parts.witness.clone().unwrap();
    witness.swap(0, 1);
    let rejected = refusal(Parts { witness: Some(witness), ..parts });
    assert!(matches!(rejected, VerifyError::Rejected(_)));
    let sentence =
        "the proof does not show the statement: the witness does not meet the claim that the proof leaves about it";
    assert_eq!(rejected.to_string(), sentence);
}

#[test]
fn a_detached_proof_beside_another_path_says_so() {
    let specimens = Specimens::new();
    let specimen = specimens.get("membership");
    let mut request = specimen.request.clone();
    request.opening.siblings.pop();
    let prepared = specimens.circuits.get(&request.statement).unwrap();
    let envelope = Envelope::decode(&specimen.detached).unwrap();
    let verdict = verify_detached(prepared, &request, CONTEXT, &envelope).map(drop).unwrap_err();
    assert_eq!(verdict, VerifyError::OtherPath);
    assert_eq!(verdict.to_string(), "the proof is about another path than the request's");
}

#[test]
fn bytes_that_are_no_proof_say_where_they_go_wrong() {
    let specimens = Specimens::new();
    let good = &specimens.get("non-membership, another").detached;
    let sentence = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        Envelope::decode(&bytes).unwrap_err().to_string()
    };
    assert_eq!(sentence(&|bytes| bytes[0] = b'T'), "these bytes are not a proof");
    assert_eq!(sentence(&|bytes| bytes[4] = 2), "a proof has format version 2; this release reads version 1");
    assert_eq!(sentence(&|bytes| bytes[5] = 2), "form byte 2 means nothing");
    assert_eq!(sentence(&|bytes| bytes[6] = 4), "kind byte 4 means nothing");
    assert_eq!(sentence(&|bytes| bytes[7] = 2), "shape byte 2 with depth byte 0 names no tree shape");
    assert_eq!(sentence(&|bytes| bytes[9] = 249), "a path of 249 levels is longer than the 248 of its tree");
    assert_eq!(sentence(&|bytes| bytes[10] = 3), "end of path byte 3 means nothing");
    assert_eq!(sentence(&|bytes| bytes[42] = 0), "state of a leaf byte 0 means nothing");
    assert_eq!(sentence(&|bytes| bytes[42] = 3), "state byte 3 means nothing");
    let short = "a proof ends early: 9088 more bytes are needed, 9087 are left";
    assert_eq!(sentence(&|bytes| _ = bytes.pop()), short);
    assert_eq!(sentence(&|bytes| bytes.push(0)), "1 bytes follow the end of a proof");
}

#[test]
fn bytes_that_are_no_statement_or_request_say_where_they_go_wrong() {
    let specimens = Specimens::new();
    let absent = &specimens.get("non-membership, tombstone").request;
    let sentence = |at: usize, byte: u8| {
        let mut bytes = absent.statement.to_bytes();
        bytes[at] = byte;
        Statement::from_bytes(&bytes).unwrap_err().to_string()
    };
    assert_eq!(sentence(0, 0), "kind byte 0 means nothing");
    assert_eq!(sentence(0, 3), "a statement ends early: 35 more bytes are needed, 32 are left");
    assert_eq!(sentence(1, 9), "shape byte 9 with depth byte 0 names no tree shape");
    assert_eq!(sentence(3, 2), "format version 2 is unknown: this release reads version 1");
    assert_eq!(
        sentence(7, 0xff),
        format!("element 0 is {}, which is not below p = 2130706433", word_with_high_byte(absent))
    );
    assert_eq!(sentence(67, 3), "state byte 3 means nothing");
    let mut occupied = absent.statement.to_bytes();
    occupied[67] = 1;
    occupied.extend([0; 32]);
    assert_eq!(Statement::from_bytes(&occupied).unwrap_err().to_string(), "absence byte 1 means nothing");
    let long = [absent.statement.to_bytes(), vec![0, 0]].concat();
    assert_eq!(Statement::from_bytes(&long).unwrap_err().to_string(), "2 bytes follow the end of a statement");

    let request = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = absent.encode().unwrap();
        change(&mut bytes);
        Request::decode(&bytes).unwrap_err().to_string()
    };
    assert_eq!(request(&|bytes| bytes[3] = 0), "these bytes are not a request");
    assert_eq!(request(&|bytes| bytes[4] = 0), "a request has format version 0; this release reads version 1");
    assert_eq!(request(&|bytes| bytes.push(0)), "1 bytes follow the end of an opening");
    assert_eq!(request(&|bytes| bytes.truncate(8)), "a request ends early: 35 more bytes are needed, 2 are left");
}

/// The first word of the anchor's root once its high byte is 0xff.
fn word_with_high_byte(request: &Request) -> u32 {
    let bytes = request.statement.to_bytes();
    u32::from_le_bytes([bytes[4], bytes[5], bytes[6], 0xff])
}
