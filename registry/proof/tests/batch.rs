//! Many requests at once: each is proved as if it were alone.

mod common;

use std::collections::HashSet;

use common::{CONTEXT, all_kinds, key, prove_both, read_statement, sample, slots};
use statesync_proof::{
    Envelope, Form, Kind, Preparations, PreparedCircuit, PreparedError, ProveError, Request, RequestError, prove,
    prove_batch, verify, verify_detached,
};
use statesync_tree::{LeafState, OpeningError, Shape};

/// Reads and changes in three shapes, in mixed order.
fn requests() -> Vec<Request> {
    let trees = [Shape::Keyed, slots(8), slots(24)].map(|shape| sample(shape, 20));
    (0..12)
        .flat_map(|index| {
            trees.each_ref().map(|tree| {
                let key = key(tree.shape, index);
                if index % 2 == 0 { tree.read(&key) } else { tree.change(&key, LeafState::of(&[index as u8])) }
            })
        })
        .collect()
}

fn circuits(requests: &[Request]) -> Preparations {
    Preparations::covering(requests.iter().map(|request| &request.statement)).unwrap()
}

#[test]
fn results_come_in_the_order_of_the_requests_and_equal_single_proofs() {
    let requests = requests();
    let circuits = circuits(&requests);
    for form in [Form::Detached, Form::Inline] {
        let batch = prove_batch(&circuits, &requests, CONTEXT, form);
        assert_eq!(batch.len(), requests.len());
        for (request, result) in requests.iter().zip(batch) {
            let alone = prove(circuits.get(&request.statement).unwrap(), request, CONTEXT, form).unwrap();
            assert_eq!(result.unwrap().encode(), alone.encode());
        }
    }
}

#[test]
fn a_bad_request_fails_alone_at_its_place() {
    let mut requests = requests();
    let circuits = circuits(&requests);
    let tree = sample(Shape::Keyed, 20);
    let (record, place) = (key(Shape::Keyed, 0), 6);
    let claimed = LeafState::of(b"not this");
    requests[place] =
        Request { statement: read_statement(tree.anchor(), record, claimed), opening: tree.open(&record) };
    let results = prove_batch(&circuits, &requests, CONTEXT, Form::Inline);
    for (at, (request, result)) in requests.iter().zip(results).enumerate() {
        if at == place {
            let state = OpeningError::State { claimed, found: tree.state(&record) };
            assert_eq!(result, Err(ProveError::Request(RequestError::Opening(state))));
        } else {
            let envelope = result.unwrap();
            let prepared = circuits.get(&request.statement).unwrap();
            assert!(verify(prepared, &request.statement, CONTEXT, &envelope).is_ok());
        }
    }
}

#[test]
fn a_request_without_a_circuit_fails_alone() {
    let requests = requests();
    let mut circuits = Preparations::default();
    circuits.prepare(Kind::Membership, Shape::Keyed).unwrap();
    let results = prove_batch(&circuits, &requests, CONTEXT, Form::Detached);
    let mut proved = 0;
    for (request, result) in requests.iter().zip(results) {
        let (kind, shape) = (request.statement.kind(), request.statement.shape());
        match (kind, shape) {
            (Kind::Membership, Shape::Keyed) => proved += usize::from(result.is_ok()),
            _ => assert_eq!(result, Err(ProveError::Prepared(PreparedError::Missing { kind, shape }))),
        }
    }
    assert_eq!(proved, 1);
}

#[test]
fn no_requests_give_no_results() {
    assert_eq!(prove_batch(&Preparations::default(), &[], CONTEXT, Form::Inline), []);
}

#[test]
fn sixteen_threads_that_share_a_circuit_make_the_proofs_that_one_makes() {
    let tree = sample(Shape::Keyed, 20);
    let prepared = PreparedCircuit::new(Kind::Update, Shape::Keyed).unwrap();
    let requests: Vec<Request> =
        (0..16).map(|index| tree.change(&key(Shape::Keyed, index), LeafState::of(&[index as u8]))).collect();
    let alone: Vec<Envelope> =
        requests.iter().map(|request| prove(&prepared, request, CONTEXT, Form::Detached).unwrap()).collect();
    let start = std::sync::Barrier::new(requests.len());
    std::thread::scope(|scope| {
        let work = |request, alone| {
            let (start, prepared) = (&start, &prepared);
            move || {
                start.wait();
                for _ in 0..4 {
                    let envelope = prove(prepared, request, CONTEXT, Form::Detached).unwrap();
                    assert_eq!(&envelope, alone);
                    assert!(verify_detached(prepared, request, CONTEXT, &envelope).is_ok());
                }
            }
        };
        requests.iter().zip(&alone).for_each(|(request, alone)| _ = scope.spawn(work(request, alone)));
    });
}

#[test]
fn a_request_may_come_twice_and_proves_the_same() {
    let request = sample(slots(24), 20).read(&key(slots(24), 5));
    let circuits = all_kinds(&[slots(24)]);
    let [_, inline] = prove_both(&circuits, &request);
    let twice = prove_batch(&circuits, &[request.clone(), request], CONTEXT, Form::Inline);
    assert!(twice.into_iter().all(|result| result.unwrap().encode() == inline));
}

/// Case T10.
#[test]
fn statements_that_differ_share_no_element_of_a_tape() {
    let tree = sample(Shape::Keyed, 20);
    let prepared = PreparedCircuit::new(Kind::Membership, Shape::Keyed).unwrap();
    let read = |index| tree.read(&key(Shape::Keyed, index));
    let mut requests = (0..20).map(read).filter(|request| request.statement.kind() == Kind::Membership);
    let elements = [requests.next(), requests.next()].map(|request| {
        let envelope = prove(&prepared, &request.unwrap(), CONTEXT, Form::Detached).unwrap();
        HashSet::<[u8; 16]>::from_iter(envelope.tape().as_chunks().0.iter().copied())
    });
    assert_eq!(elements.each_ref().map(HashSet::len), [568; 2], "an element comes twice on one tape");
    assert!(elements[0].is_disjoint(&elements[1]));
}
