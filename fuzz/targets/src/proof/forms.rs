//! The byte and JSON forms of statements and requests.

use statesync_proof::{Request, Statement};

use super::specimen::SPECIMENS;
use crate::Outcome;

/// The bytes of a statement: what is accepted is well formed and encodes to the same bytes.
pub fn statement(input: &[u8]) -> Outcome {
    let read = Statement::from_bytes(input);
    if let Ok(statement) = &read {
        assert_eq!(statement.to_bytes(), input, "a statement has two byte forms");
        assert_eq!(statement.check(), Ok(()), "a malformed statement was read");
    }
    read.into()
}

/// The bytes of a request. What is accepted encodes to the same bytes, and its check comes back.
pub fn request(input: &[u8]) -> Outcome {
    let decoded = Request::decode(input);
    if let Ok(request) = &decoded {
        assert_eq!(request.encode().as_deref(), Ok(input), "a request has two byte forms");
        let shown = request.opening.answer(request.statement.anchor(), request.statement.key());
        let admitted = request.check().is_ok();
        assert!(!admitted || shown == Ok(request.statement.state()), "a request is admitted without being shown");
    }
    decoded.into()
}

/// The JSON of a request: what is accepted comes back equal after writing it.
pub fn request_json(input: &[u8]) -> Outcome {
    let read = serde_json::from_slice::<Request>(input);
    if let Ok(request) = &read {
        let written = serde_json::to_vec(request).expect("a request can be written");
        let again: Request = serde_json::from_slice(&written).expect("what was written can be read");
        assert_eq!(&again, request, "a request changes on its way through JSON");
        let _checked = request.check();
    }
    read.into()
}

/// Starting points of [`statement`].
pub fn statement_seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<_> = SPECIMENS.iter().map(|specimen| specimen.request.statement.to_bytes()).collect();
    seeds.push(Vec::new());
    seeds.push(seeds[0][..60].to_vec());
    seeds
}

/// Starting points of [`request`].
pub fn request_seeds() -> Vec<Vec<u8>> {
    let encode = |request: &Request| request.encode().expect("specimens are short");
    let mut seeds: Vec<_> = SPECIMENS.iter().map(|specimen| encode(&specimen.request)).collect();
    seeds.push(b"SSRQ\x01".to_vec());
    seeds
}

/// Starting points of [`request_json`].
pub fn request_json_seeds() -> Vec<Vec<u8>> {
    let write = |request: &Request| serde_json::to_vec(request).expect("a request can be written");
    let mut seeds: Vec<_> = SPECIMENS.iter().map(|specimen| write(&specimen.request)).collect();
    seeds.push(b"{}".to_vec());
    seeds
}
