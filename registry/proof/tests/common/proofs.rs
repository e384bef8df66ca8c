//! Circuits and proofs of true requests.

use statesync_proof::{
    Envelope, Form, Kind, Preparations, Request, Statement, Verified, VerifyError, prove, verify, verify_detached,
};
use statesync_tree::Shape;

/// The caller's context in these tests.
pub const CONTEXT: &[u8] = b"test";

/// The circuits for all kinds of statement about trees of these shapes.
pub fn all_kinds(shapes: &[Shape]) -> Preparations {
    let mut circuits = Preparations::default();
    for &shape in shapes {
        Kind::ALL.into_iter().for_each(|kind| circuits.prepare(kind, shape).unwrap());
    }
    circuits
}

/// The bytes of a proof of a true request, detached and inline; both are decoded and verified.
pub fn prove_both(circuits: &Preparations, request: &Request) -> [Vec<u8>; 2] {
    let prepared = circuits.get(&request.statement).unwrap();
    [Form::Detached, Form::Inline].map(|form| {
        let envelope = prove(prepared, request, CONTEXT, form).unwrap();
        let bytes = envelope.encode();
        assert_eq!(Envelope::decode(&bytes).as_ref(), Ok(&envelope));
        let verdict = match form {
            Form::Detached => verify_detached(prepared, request, CONTEXT, &envelope),
            Form::Inline => verify(prepared, &request.statement, CONTEXT, &envelope),
        };
        assert_eq!(verdict.unwrap().statement(), &request.statement);
        bytes
    })
}

/// Checks an inline proof against any statement, with the circuit for that statement.
pub fn verify_as<'a>(
    circuits: &Preparations,
    statement: &'a Statement,
    context: &[u8],
    envelope: &Envelope,
) -> Result<Verified<'a>, VerifyError> {
    verify(circuits.get(statement)?, statement, context, envelope)
}
