//! Byte and JSON forms: one form per value, and nothing else is read.

mod common;

use common::{End, Parts, Specimens, slots, tape_bytes};
use proptest::prelude::*;
use statesync_proof::{Absence, Envelope, Form, Kind, Request, Statement};
use statesync_tree::{Anchor, Depth, Digest, F, Key, Leaf, LeafState, Opening, Present, Shape, Terminal, ValueDigest};

fn digest() -> impl Strategy<Value = Digest> {
    prop::array::uniform8(0_u32..2_130_706_433).prop_map(|words| Digest::new(words.map(F::new)))
}

fn value() -> impl Strategy<Value = ValueDigest> {
    digest().prop_map(ValueDigest::from_digest)
}

fn state() -> impl Strategy<Value = LeafState> {
    prop_oneof![Just(LeafState::Empty), Just(LeafState::Tombstone), value().prop_map(LeafState::Occupied)]
}

fn present() -> impl Strategy<Value = Present> {
    prop_oneof![Just(Present::Tombstone), value().prop_map(Present::Occupied)]
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![Just(Shape::Keyed), (1_u64..=64).prop_map(slots)]
}

/// A key that fits the shape.
fn key_in(shape: Shape) -> impl Strategy<Value = Key> {
    (prop::array::uniform31(any::<u8>()), any::<u64>()).prop_map(move |(bytes, index)| match shape {
        Shape::Keyed => Key::from_bytes(&bytes).unwrap(),
        Shape::Slots(depth) => Key::slot(index & depth.last_slot(), depth).unwrap(),
    })
}

/// Well-formed statements of all kinds.
fn statement() -> impl Strategy<Value = Statement> {
    let parts = shape().prop_flat_map(|shape| (Just(shape), key_in(shape), digest(), digest()));
    (parts, 0..4, value(), state(), state())
        .prop_map(|((shape, key, root, new_root), choice, value, old, new)| {
            let [anchor, new_anchor] = [root, new_root].map(|root| Anchor::new(shape, root));
            match choice {
                0 => Statement::Membership { anchor, key, value },
                1 => Statement::NonMembership { anchor, key, absence: Absence::Empty },
                2 => Statement::NonMembership { anchor, key, absence: Absence::Tombstone },
                _ => Statement::Update { old_anchor: anchor, new_anchor, key, old, new },
            }
        })
        .prop_filter("well formed", |statement| statement.check().is_ok())
}

fn leaf() -> impl Strategy<Value = Leaf> {
    (key_in(Shape::Keyed), present()).prop_map(|(key, state)| Leaf::new(key, state))
}

fn request() -> impl Strategy<Value = Request> {
    let terminal =
        prop_oneof![Just(Terminal::Empty), present().prop_map(Terminal::Own), leaf().prop_map(Terminal::Other)];
    let opening = (prop::collection::vec(digest(), 0..=248), terminal);
    let opening = opening.prop_map(|(siblings, terminal)| Opening { siblings, terminal });
    (statement(), opening).prop_map(|(statement, opening)| Request { statement, opening })
}

/// Envelopes as their description allows them; the tape may hold anything.
fn parts() -> impl Strategy<Value = Parts> {
    let end = prop_oneof![Just(End::Empty), Just(End::Own), leaf().prop_map(End::Other)];
    (prop::sample::select(&Kind::ALL), shape(), 0_usize..=248, end, any::<bool>(), any::<u8>(), digest()).prop_map(
        |(kind, shape, depth, end, inline, byte, filling)| {
            let (depth, end) = match shape {
                Shape::Keyed => (depth, end),
                Shape::Slots(depth) => (depth.levels(), End::Stated),
            };
            let tape = vec![byte; tape_bytes(kind, depth)];
            let witness = inline.then(Vec::new);
            Parts { kind, shape, depth, end, tape, witness }.with_hints(depth, end, &filling)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn a_statement_comes_back_from_its_bytes_and_its_json(statement in statement()) {
        prop_assert_eq!(Statement::from_bytes(&statement.to_bytes()), Ok(statement));
        let json = serde_json::to_string(&statement).unwrap();
        prop_assert_eq!(serde_json::from_str::<Statement>(&json).unwrap(), statement);
    }

    #[test]
    fn a_request_comes_back_from_its_bytes_and_its_json(request in request()) {
        let bytes = request.encode().unwrap();
        prop_assert_eq!(Request::decode(&bytes), Ok(request.clone()));
        let json = serde_json::to_string(&request).unwrap();
        prop_assert_eq!(serde_json::from_str::<Request>(&json).unwrap(), request);
    }

    #[test]
    fn an_envelope_reads_and_writes_the_described_bytes(parts in parts()) {
        let bytes = parts.to_bytes();
        let envelope = Envelope::decode(&bytes).unwrap();
        prop_assert_eq!(envelope.encode(), bytes);
        prop_assert_eq!((envelope.kind(), envelope.shape()), (parts.kind, parts.shape));
        prop_assert_eq!(envelope.hints().depth(), parts.depth);
        prop_assert_eq!(envelope.hints().to_bytes(), parts.hints());
        let other = if let End::Other(leaf) = parts.end { Some(leaf) } else { None };
        prop_assert_eq!(envelope.hints().other(), other.as_ref());
        prop_assert_eq!(envelope.tape(), &parts.tape[..]);
        prop_assert_eq!(envelope.witness(), parts.witness.as_deref());
        prop_assert_eq!(envelope.form() == Form::Inline, parts.witness.is_some());
    }

    #[test]
    fn noise_after_a_head_is_read_to_one_form_or_refused(head in 0_usize..4, noise in prop::collection::vec(any::<u8>(), 0..200)) {
        let heads: [&[u8]; 4] = [b"", b"SSPF\x01\x00\x01\x00\x00", b"SSPF\x01\x01\x03\x00\x00\x00", b"SSRQ\x01"];
        let bytes = [heads[head], &noise].concat();
        if let Ok(envelope) = Envelope::decode(&bytes) {
            prop_assert_eq!(envelope.encode(), &bytes[..]);
        }
        if let Ok(request) = Request::decode(&bytes) {
            prop_assert_eq!(request.encode().unwrap(), &bytes[..]);
        }
        if let Ok(statement) = Statement::from_bytes(&bytes) {
            prop_assert_eq!(statement.to_bytes(), bytes);
        }
    }
}

#[test]
fn a_statement_or_request_that_is_cut_off_or_goes_on_is_refused() {
    for specimen in Specimens::new().all {
        let (statement, request) = (specimen.request.statement.to_bytes(), specimen.request.encode().unwrap());
        for length in 0..statement.len() {
            assert!(Statement::from_bytes(&statement[..length]).is_err(), "{length} of {} bytes", statement.len());
        }
        for length in 0..request.len() {
            assert!(Request::decode(&request[..length]).is_err(), "{length} of {} bytes", request.len());
        }
        for tail in [vec![0], vec![0; 64], statement.clone(), request.clone(), vec![0xff; 64 << 10]] {
            assert!(Statement::from_bytes(&[statement.as_slice(), &tail].concat()).is_err());
            assert!(Request::decode(&[request.as_slice(), &tail].concat()).is_err());
        }
    }
}

fn fixed_statements() -> [Statement; 3] {
    let depth = Depth::new(24).unwrap();
    let root = |word| Digest::new([F::new(word); 8]);
    let value = ValueDigest::from_digest(root(3));
    let anchor = |word| Anchor::new(Shape::Slots(depth), root(word));
    let key = Key::slot(7, depth).unwrap();
    let keyed = Anchor::new(Shape::Keyed, root(1));
    [
        Statement::Membership { anchor: keyed, key: Key::from_bytes(&[0xab; 31]).unwrap(), value },
        Statement::NonMembership { anchor: anchor(1), key, absence: Absence::Tombstone },
        Statement::Update {
            old_anchor: anchor(1),
            new_anchor: anchor(2),
            key,
            old: LeafState::Empty,
            new: LeafState::Occupied(value),
        },
    ]
}

#[test]
fn statements_are_written_as_json_like_this() {
    let written = fixed_statements().map(|statement| serde_json::to_string(&statement).unwrap());
    let [one, two, three] = ["01000000", "02000000", "03000000"].map(|word| word.repeat(8));
    let (key, slot) = ("ab".repeat(31), format!("000007{}", "00".repeat(28)));
    let wanted = [
        format!(r#"{{"kind":"membership","anchor":"keyed:{one}","key":"{key}","value":"{three}"}}"#),
        format!(r#"{{"kind":"non-membership","anchor":"slots24:{one}","key":"{slot}","absence":"tombstone"}}"#),
        format!(
            r#"{{"kind":"update","old_anchor":"slots24:{one}","new_anchor":"slots24:{two}","key":"{slot}","old":"empty","new":"occupied:{three}"}}"#
        ),
    ];
    assert_eq!(written, wanted);
}

#[test]
fn a_request_is_written_as_json_like_this() {
    let [statement, ..] = fixed_statements();
    let leaf = Leaf::new(Key::ZERO, Present::Tombstone);
    let opening = Opening { siblings: vec![statement.anchor().root], terminal: Terminal::Other(leaf) };
    let written = serde_json::to_string(&Request { statement, opening }).unwrap();
    let wanted = format!(
        r#"{{"statement":{},"opening":{{"siblings":["{}"],"terminal":{{"other":{{"key":"{}","state":"tombstone"}}}}}}}}"#,
        serde_json::to_string(&statement).unwrap(),
        "01000000".repeat(8),
        "00".repeat(31),
    );
    assert_eq!(written, wanted);
}

#[test]
fn json_with_a_field_too_many_too_few_or_in_another_form_is_refused() {
    for statement in fixed_statements() {
        let json = serde_json::to_value(statement).unwrap();
        let refused = |change: &dyn Fn(&mut serde_json::Map<String, serde_json::Value>)| {
            let mut changed = json.clone();
            change(changed.as_object_mut().unwrap());
            assert!(serde_json::from_value::<Statement>(changed.clone()).is_err(), "{changed}");
        };
        refused(&|fields| _ = fields.insert("more".into(), 1.into()));
        for field in json.as_object().unwrap().keys() {
            refused(&|fields| _ = fields.remove(field));
            refused(&|fields| fields[field] = 7.into());
            refused(&|fields| fields[field] = format!("{} ", fields[field].as_str().unwrap()).into());
            refused(&|fields| fields[field] = fields[field].as_str().unwrap()[1..].into());
        }
    }
}

#[test]
fn json_in_upper_case_is_refused() {
    for statement in fixed_statements() {
        let json = serde_json::to_value(statement).unwrap();
        for (field, text) in json.as_object().unwrap() {
            let mut changed = json.clone();
            let upper = text.as_str().unwrap().to_uppercase();
            let digits_only = upper == *text;
            changed[field] = upper.into();
            assert_eq!(serde_json::from_value::<Statement>(changed).is_ok(), digits_only, "{field}: {text}");
        }
    }
}

#[test]
fn json_that_says_a_field_twice_is_refused() {
    for statement in fixed_statements() {
        let json = serde_json::to_string(&statement).unwrap();
        let fields = json.trim_matches(['{', '}']).split(',');
        for field in fields {
            let twice = json.replacen('{', &format!("{{{field},"), 1);
            assert!(serde_json::from_str::<Statement>(&twice).is_err(), "{twice}");
        }
    }
}

#[test]
fn a_value_of_no_bytes_or_of_zeros_is_a_value() {
    let specimens = Specimens::new();
    let anchor = *specimens.get("membership").request.statement.anchor();
    let values = [b"".as_slice(), &[0; 32]].map(ValueDigest::of);
    let zero = ValueDigest::from_digest(Digest::new([F::new(0); 8]));
    let claims = [values[0], values[1], zero].map(|value| Statement::Membership { anchor, key: Key::ZERO, value });
    let bytes: std::collections::HashSet<_> = claims.iter().map(Statement::to_bytes).collect();
    assert_eq!(bytes.len(), 3);
    assert!(claims.iter().all(|claim| Statement::from_bytes(&claim.to_bytes()).as_ref() == Ok(claim)));
}
