//! What the client asks, and what it takes to answer.

use serde::Serialize;
use statesync_proof::{Envelope, Form, Preparations, Request, Statement, prove, verify, verify_detached};
use statesync_tree::{Key, Opening};

use super::history::{History, WITHDRAWN};
use crate::failure::{Blame, Failure, Fault};
use crate::registry::{self, DiskSnapshot};
use crate::report::Took;

/// The package whose security update the client wants to see.
pub const UPDATED: &str = "openssl";
/// A name that no package has.
const UNKNOWN: &str = "left-pad";

/// Runs of what is measured; the quickest counts.
pub const RUNS: usize = 20;
/// Proofs of the demo are bound to nothing but their statements.
pub const CONTEXT: &[u8] = b"";

/// Something that the client wants to know, with the path that shows it.
pub struct Question {
    what: String,
    request: Request,
}

/// A question that was answered, with a proof and with a plain opening.
#[derive(Debug, Serialize)]
pub struct Answer {
    pub what: String,
    pub kind: String,
    pub levels: usize,
    pub prove_us: Took,
    pub verify_us: Took,
    pub detached_bytes: usize,
    pub inline_bytes: usize,
    pub opening_bytes: usize,
    pub opening_check_us: Took,
}

/// The four questions.
pub fn questions(history: &History) -> Result<[Question; 4], Failure> {
    let value = value_of(&history.updated, UPDATED)?;
    let version = value.split('\t').next().unwrap_or_default();
    let (withdrawn, restored) = (history.updated.version(), history.restored.version());
    Ok([
        Question {
            what: format!("`{UPDATED}` is {version} with its SHA-256"),
            request: question(&history.updated, UPDATED)?,
        },
        Question { what: format!("`{UNKNOWN}` is no package"), request: question(&history.updated, UNKNOWN)? },
        Question { what: format!("`{WITHDRAWN}` was withdrawn"), request: question(&history.updated, WITHDRAWN)? },
        Question {
            what: format!("version {withdrawn} to {restored} changed `{WITHDRAWN}`, and nothing else"),
            request: change(&history.updated, &history.restored, WITHDRAWN)?,
        },
    ])
}

/// The value of a record, as text.
pub fn value_of(snapshot: &DiskSnapshot, name: &str) -> Result<String, Failure> {
    let entry = registry::entry(snapshot, &Key::hashed(name.as_bytes()))?;
    Ok(entry.map(|entry| String::from_utf8_lossy(&entry.value).into_owned()).unwrap_or_default())
}

/// What is true of a name, and its opening.
pub fn question(snapshot: &DiskSnapshot, name: &str) -> Result<Request, Failure> {
    let key = Key::hashed(name.as_bytes());
    let opening = snapshot.open(&key).blame(Fault::Io, name)?;
    let statement = registry::true_statement(*snapshot.anchor(), key, opening.state());
    Ok(Request { statement, opening })
}

/// That one version became the next by a change of this name alone.
pub fn change(before: &DiskSnapshot, after: &DiskSnapshot, name: &str) -> Result<Request, Failure> {
    let key = Key::hashed(name.as_bytes());
    let opening = before.open(&key).blame(Fault::Io, name)?;
    let new = after.state(&key).blame(Fault::Io, name)?;
    let (old_anchor, new_anchor) = (*before.anchor(), *after.anchor());
    let statement = Statement::Update { old_anchor, new_anchor, key, old: opening.state(), new };
    Ok(Request { statement, opening })
}

/// Proves it in both forms, verifies what arrives as bytes, and does the same with the plain opening.
pub fn answer(prepared: &Preparations, question: &Question) -> Result<Answer, Failure> {
    let Question { what, request } = question;
    let [inline, detached] = [Form::Inline, Form::Detached].map(|form| proof(prepared, request, form));
    let (inline, detached) = (inline?, detached?);
    check_inline(prepared, &request.statement, &inline)?;
    check_detached(prepared, request, &detached)?;
    let opening = request.opening.encode().blame(Fault::Usage, "the opening as bytes")?;
    check_opening(&request.statement, &opening)?;
    Ok(Answer {
        what: what.clone(),
        kind: request.statement.kind().to_string(),
        levels: request.opening.depth(),
        prove_us: Took::quickest(RUNS, || proof(prepared, request, Form::Inline)),
        verify_us: Took::quickest(RUNS, || check_inline(prepared, &request.statement, &inline)),
        detached_bytes: detached.len(),
        inline_bytes: inline.len(),
        opening_bytes: opening.len(),
        opening_check_us: Took::quickest(RUNS, || check_opening(&request.statement, &opening)),
    })
}

/// A proof, as it travels.
pub fn proof(prepared: &Preparations, request: &Request, form: Form) -> Result<Vec<u8>, Failure> {
    let circuit = prepared.get(&request.statement).blame(Fault::Usage, "the circuit")?;
    let envelope = prove(circuit, request, CONTEXT, form).blame(Fault::Refused, "the prover refuses")?;
    Ok(envelope.encode())
}

/// What a client does with the bytes of an inline proof.
pub fn check_inline(prepared: &Preparations, statement: &Statement, bytes: &[u8]) -> Result<(), Failure> {
    let circuit = prepared.get(statement).blame(Fault::Usage, "the circuit")?;
    let envelope = Envelope::decode(bytes).blame(Fault::Usage, "the client cannot read it")?;
    verify(circuit, statement, CONTEXT, &envelope).blame(Fault::Refused, "the client refuses")?;
    Ok(())
}

fn check_detached(prepared: &Preparations, request: &Request, bytes: &[u8]) -> Result<(), Failure> {
    let circuit = prepared.get(&request.statement).blame(Fault::Usage, "the circuit")?;
    let envelope = Envelope::decode(bytes).blame(Fault::Usage, "the client cannot read it")?;
    verify_detached(circuit, request, CONTEXT, &envelope).blame(Fault::Refused, "the client refuses")?;
    Ok(())
}

fn check_opening(statement: &Statement, bytes: &[u8]) -> Result<(), Failure> {
    let opening = Opening::decode(bytes).blame(Fault::Usage, "the client cannot read it")?;
    Request { statement: *statement, opening }.check().blame(Fault::Refused, "the client refuses")
}
