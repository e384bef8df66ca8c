//! Batches go in lock step, and nobody can tell: proofs and verdicts are those of single calls.

mod common;

use statesync_proof::{
    Absence, Envelope, Form, Kind, Preparations, ProveError, Request, Statement, VerifyError, prove, prove_batch,
    verify, verify_batch, verify_detached, verify_detached_batch,
};
use statesync_tree::{Anchor, Digest, LeafState, Opening, Present, Shape, Terminal, ValueDigest};

const CONTEXT: &[u8] = b"lock step";

/// A true request in a tree of `depth` levels whose siblings nobody knows a tree for.
fn request(kind: Kind, depth: u64, seed: u64) -> Request {
    let shape = common::slots(depth);
    let digest = |level: u64| *ValueDigest::of(&[seed.to_le_bytes(), level.to_le_bytes()].concat()).digest();
    let siblings: Vec<Digest> = (0..depth).map(digest).collect();
    let slot = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - depth);
    let key = common::key(shape, slot);
    let value = ValueDigest::of(&seed.to_le_bytes());
    let state = LeafState::Occupied(value);
    let terminal = if kind == Kind::NonMembership { Terminal::Empty } else { Terminal::Own(Present::Occupied(value)) };
    let opening = Opening { siblings, terminal };
    let new = LeafState::of(b"new");
    let roots = opening.update(shape, &key, &new).unwrap();
    let [anchor, new_anchor] = [roots.old_root, roots.new_root].map(|root| Anchor::new(shape, root));
    let statement = match kind {
        Kind::Membership => Statement::Membership { anchor, key, value },
        Kind::NonMembership => Statement::NonMembership { anchor, key, absence: Absence::Empty },
        Kind::Update => Statement::Update { old_anchor: anchor, new_anchor, key, old: state, new },
    };
    Request { statement, opening }
}

fn prepare(requests: &[Request]) -> Preparations {
    Preparations::covering(requests.iter().map(|request| &request.statement)).unwrap()
}

fn prove_alone(prepared: &Preparations, request: &Request, form: Form) -> Result<Envelope, ProveError> {
    prove(prepared.get(&request.statement)?, request, CONTEXT, form)
}

/// Batches of both forms are proved and checked as single requests are.
fn assert_as_alone(requests: &[Request], forms: &[Form]) {
    let prepared = prepare(requests);
    for &form in forms {
        let batch = prove_batch(&prepared, requests, CONTEXT, form);
        assert_eq!(batch.len(), requests.len());
        for (request, result) in requests.iter().zip(&batch) {
            assert_eq!(*result, prove_alone(&prepared, request, form));
        }
        let proofs: Vec<(&Request, &Envelope)> = requests
            .iter()
            .zip(&batch)
            .filter_map(|(request, result)| Some((request, result.as_ref().ok()?)))
            .collect();
        let verdicts = match form {
            Form::Detached => verify_detached_batch(&prepared, &proofs, CONTEXT),
            Form::Inline => {
                let proofs: Vec<_> = proofs.iter().map(|&(request, envelope)| (&request.statement, envelope)).collect();
                verify_batch(&prepared, &proofs, CONTEXT)
            }
        };
        assert_eq!(verdicts.len(), proofs.len());
        for ((request, _), verdict) in proofs.iter().zip(verdicts) {
            assert_eq!(verdict.map(|verified| verified.statement()), Ok(&request.statement));
        }
    }
}

#[test]
fn every_kind_and_depth_gives_the_bytes_of_single_proofs() {
    for kind in Kind::ALL {
        for depth in [1, 5, 16, 24, 32, 33, 64] {
            let requests: Vec<Request> = (0..17).map(|seed| request(kind, depth, seed)).collect();
            assert_as_alone(&requests, &[Form::Detached]);
        }
    }
}

#[test]
fn every_size_of_group_gives_the_bytes_of_single_proofs() {
    for size in 1..=40 {
        let requests: Vec<Request> = (0..size).map(|seed| request(Kind::Membership, 7, seed)).collect();
        assert_as_alone(&requests, &[Form::Inline]);
    }
}

#[test]
fn paths_of_different_lengths_share_the_lanes_of_a_keyed_tree() {
    let tree = common::sample(Shape::Keyed, 60);
    let read = (0..60).map(|i| tree.read(&common::key(Shape::Keyed, 5 * i)));
    let absent = (0..30).map(|i| tree.read(&common::key(Shape::Keyed, 5 * i + 1)));
    let change = (0..20).map(|i| tree.change(&common::key(Shape::Keyed, 5 * i), LeafState::of(&[i as u8])));
    let requests: Vec<Request> = read.chain(absent).chain(change).collect();
    let lengths: std::collections::HashSet<usize> = requests.iter().map(|r| r.opening.depth()).collect();
    assert!(lengths.len() > 3);
    assert_as_alone(&requests, &[Form::Detached, Form::Inline]);
}

#[test]
fn requests_of_all_kinds_and_sizes_come_back_in_their_order() {
    let sizes = [(Kind::Update, 24), (Kind::Membership, 24), (Kind::NonMembership, 40), (Kind::Membership, 3)];
    let requests: Vec<Request> = (0..60)
        .map(|seed| sizes[seed as usize % 4])
        .zip(0..)
        .map(|((kind, depth), seed)| request(kind, depth, seed))
        .collect();
    assert_as_alone(&requests, &[Form::Detached, Form::Inline]);
}

/// What can be wrong with a request, in a form that lock step has to find by itself.
fn spoil(request: &mut Request, how: usize) {
    let other = *ValueDigest::of(b"other").digest();
    match how % 5 {
        0 => request.opening.siblings[0] = other,
        1 => request.opening.terminal = Terminal::Own(Present::Occupied(ValueDigest::of(b"other"))),
        2 => {
            request.opening.siblings.pop();
        }
        3 => request.opening.siblings.push(other),
        _ => request.opening.terminal = Terminal::Empty,
    }
}

#[test]
fn a_bad_request_fails_alone_with_the_reason_that_it_has_alone() {
    for how in 0..5 {
        let mut requests: Vec<Request> = (0..20).map(|seed| request(Kind::Membership, 24, seed)).collect();
        for bad in [0, 7, 19] {
            spoil(&mut requests[bad], how);
        }
        let prepared = prepare(&requests);
        let batch = prove_batch(&prepared, &requests, CONTEXT, Form::Detached);
        for (place, (request, result)) in requests.iter().zip(&batch).enumerate() {
            assert_eq!(result.is_err(), [0, 7, 19].contains(&place), "request {place}, fault {how}");
            assert_eq!(*result, prove_alone(&prepared, request, Form::Detached), "request {place}, fault {how}");
        }
    }
}

#[test]
fn a_wrong_new_root_fails_alone() {
    let mut requests: Vec<Request> = (0..8).map(|seed| request(Kind::Update, 24, seed)).collect();
    let Statement::Update { new_anchor, .. } = &mut requests[3].statement else { panic!("an update") };
    new_anchor.root = *ValueDigest::of(b"other").digest();
    let prepared = prepare(&requests);
    for (place, result) in prove_batch(&prepared, &requests, CONTEXT, Form::Inline).iter().enumerate() {
        assert_eq!(result.is_err(), place == 3);
        assert_eq!(*result, prove_alone(&prepared, &requests[place], Form::Inline));
    }
}

#[test]
fn a_batch_without_its_circuit_or_without_requests_is_refused_or_empty() {
    let requests: Vec<Request> = (0..6).map(|seed| request(Kind::Update, 9, seed)).collect();
    let nothing = Preparations::default();
    let results = prove_batch(&nothing, &requests, CONTEXT, Form::Detached);
    assert!(results.iter().all(|result| matches!(result, Err(ProveError::Prepared(_)))));
    assert!(prove_batch(&nothing, &[], CONTEXT, Form::Detached).is_empty());
    assert!(verify_batch(&nothing, &[], CONTEXT).is_empty());
    let prepared = prepare(&requests);
    let proofs: Vec<Envelope> =
        prove_batch(&prepared, &requests, CONTEXT, Form::Inline).into_iter().map(Result::unwrap).collect();
    let proofs: Vec<_> = requests.iter().map(|request| &request.statement).zip(&proofs).collect();
    let verdicts = verify_batch(&nothing, &proofs, CONTEXT);
    assert!(verdicts.iter().all(|verdict| matches!(verdict, Err(VerifyError::Prepared(_)))));
}

/// Changes one byte of the encoding, if what comes out is still an envelope.
fn damage(envelope: &Envelope, at: usize, by: u8) -> Option<Envelope> {
    let mut bytes = envelope.encode();
    let at = at % bytes.len();
    bytes[at] ^= by;
    Envelope::decode(&bytes).ok()
}

#[test]
fn damaged_proofs_are_refused_alone_and_for_the_reason_that_they_are_refused_for_alone() {
    let requests: Vec<Request> = (0..16).map(|seed| request(Kind::Membership, 24, seed)).collect();
    let prepared = prepare(&requests);
    for form in [Form::Detached, Form::Inline] {
        let envelopes: Vec<Envelope> =
            prove_batch(&prepared, &requests, CONTEXT, form).into_iter().map(Result::unwrap).collect();
        for round in 0..40_usize {
            // 0x80 in the top byte of a coordinate makes it not canonical; 1 in the lowest leaves a wrong element.
            let (by, offset) = if round % 2 == 0 { (0x80, 3) } else { (1, 0) };
            let mut damaged = envelopes.clone();
            for lane in [round % 16, (round * 7 + 3) % 16] {
                damaged[lane] = damage(&envelopes[lane], 9 + 4 * (round * 37 + lane) + offset, by).unwrap();
            }
            let proofs: Vec<_> = requests.iter().zip(&damaged).collect();
            let circuit = prepared.get(&requests[0].statement).unwrap();
            let alone: Vec<_> = proofs
                .iter()
                .map(|(request, envelope)| match form {
                    Form::Detached => verify_detached(circuit, request, CONTEXT, envelope),
                    Form::Inline => verify(circuit, &request.statement, CONTEXT, envelope),
                })
                .collect();
            assert!((14..16).contains(&alone.iter().filter(|verdict| verdict.is_ok()).count()), "round {round}");
            let batch = match form {
                Form::Detached => verify_detached_batch(&prepared, &proofs, CONTEXT),
                Form::Inline => {
                    let proofs: Vec<_> = proofs.iter().map(|&(r, envelope)| (&r.statement, envelope)).collect();
                    verify_batch(&prepared, &proofs, CONTEXT)
                }
            };
            assert_eq!(batch, alone, "round {round}");
        }
    }
}

#[test]
fn an_inline_witness_is_checked_and_never_completed() {
    let requests: Vec<Request> = (0..8).map(|seed| request(Kind::Membership, 12, seed)).collect();
    let prepared = prepare(&requests);
    let mut envelopes: Vec<Envelope> =
        prove_batch(&prepared, &requests, CONTEXT, Form::Inline).into_iter().map(Result::unwrap).collect();
    // The first computed digest of the witness: recomputing it would hide the change.
    let first = envelopes[2].encode().len() - 32 * envelopes[2].witness().unwrap().len();
    envelopes[2] = damage(&envelopes[2], first, 1).unwrap();
    let proofs: Vec<_> = requests.iter().map(|request| &request.statement).zip(&envelopes).collect();
    for (place, verdict) in verify_batch(&prepared, &proofs, CONTEXT).into_iter().enumerate() {
        assert_eq!(verdict.is_err(), place == 2);
    }
}
