//! What a publisher without scruples would offer, and why none of it passes.

use serde::Serialize;
use statesync_proof::{Form, Preparations, Request, Statement};

use super::answers::{UPDATED, change, check_inline, proof, question};
use super::history::History;
use crate::failure::{Failure, Fault};

/// A forgery that was refused.
#[derive(Debug, Serialize)]
pub struct Refusal {
    pub forgery: String,
    pub reason: String,
}

/// A forgery, and what happens to it.
type Forge = fn(&Preparations, &History) -> Result<Refusal, Failure>;

/// All of them.
pub const ALL: [Forge; 4] = [claim_the_old_version, reuse_a_true_proof, flip_a_bit, hide_a_change];

/// A prover is asked to prove that the vulnerable version is still the registered one.
fn claim_the_old_version(prepared: &Preparations, history: &History) -> Result<Refusal, Failure> {
    let opening = question(&history.updated, UPDATED)?.opening;
    let request = Request { statement: old_version(history)?, opening };
    let forgery = format!("prove that `{UPDATED}` still has its old version");
    refusal(forgery, proof(prepared, &request, Form::Inline).map(drop))
}

/// The proof of the new version is offered for the old one.
fn reuse_a_true_proof(prepared: &Preparations, history: &History) -> Result<Refusal, Failure> {
    let bytes = proof(prepared, &question(&history.updated, UPDATED)?, Form::Inline)?;
    let forgery = format!("offer the proof of the new `{UPDATED}` for the old one");
    refusal(forgery, check_inline(prepared, &old_version(history)?, &bytes))
}

/// One bit of a true proof is changed on its way.
fn flip_a_bit(prepared: &Preparations, history: &History) -> Result<Refusal, Failure> {
    let request = question(&history.updated, UPDATED)?;
    let mut bytes = proof(prepared, &request, Form::Inline)?;
    let middle = bytes.len() / 2;
    if let Some(byte) = bytes.get_mut(middle) {
        *byte ^= 1;
    }
    let forgery = format!("flip one bit of the proof, in byte {middle}");
    refusal(forgery, check_inline(prepared, &request.statement, &bytes))
}

/// A whole batch is passed off as the change of one record.
fn hide_a_change(prepared: &Preparations, history: &History) -> Result<Refusal, Failure> {
    let request = change(&history.first, &history.restored, UPDATED)?;
    let (first, last) = (history.first.version(), history.restored.version());
    let forgery = format!("pass versions {first} to {last} off as a change of `{UPDATED}` alone");
    refusal(forgery, proof(prepared, &request, Form::Inline).map(drop))
}

/// The false statement that the newest anchor holds what the first version said.
fn old_version(history: &History) -> Result<Statement, Failure> {
    let [old, new] = [&history.first, &history.updated].map(|version| question(version, UPDATED));
    match (old?.statement, new?.statement) {
        (Statement::Membership { value, .. }, Statement::Membership { anchor, key, .. }) => {
            Ok(Statement::Membership { anchor, key, value })
        }
        _ => Err(Failure::new(Fault::Refused, format_args!("`{UPDATED}` is not registered"))),
    }
}

/// The reason of a refusal; a forgery that passes ends the demo.
pub fn refusal(forgery: String, result: Result<(), Failure>) -> Result<Refusal, Failure> {
    match result {
        Err(failure) => Ok(Refusal { forgery, reason: failure.reason() }),
        Ok(()) => Err(Failure::new(Fault::Refused, format_args!("a forgery was accepted: {forgery}"))),
    }
}
