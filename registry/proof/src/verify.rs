//! The verdict. Everything here comes from a stranger but the statement, the context and the circuit.
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm
)]

use statesync_gkr::{Accepted, F, Rejected};
use statesync_tree::{Digest, OpeningError, Shape};

use crate::session::Session;
use crate::{Envelope, Form, Hints, Kind, PreparedCircuit, PreparedError, Request, Statement, StatementError};

/// A statement whose proof was accepted. Only [`verify`] and [`verify_detached`] make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified<'statement>(&'statement Statement);

impl<'statement> Verified<'statement> {
    /// What has been proved.
    pub fn statement(&self) -> &'statement Statement {
        self.0
    }
}

/// Why a proof was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The statement means nothing.
    #[error("the statement is malformed: {0}")]
    Statement(#[from] StatementError),
    /// The circuit was prepared for something else.
    #[error(transparent)]
    Prepared(#[from] PreparedError),
    /// The proof is of another kind of statement, or about another shape of tree.
    #[error("the proof is of {got} in a {got_shape} tree, the statement is {wanted} in a {wanted_shape} tree")]
    OtherKind {
        /// Kind of the proof.
        got: Kind,
        /// Shape of the proof.
        got_shape: Shape,
        /// Kind of the statement.
        wanted: Kind,
        /// Shape of the statement.
        wanted_shape: Shape,
    },
    /// An inline proof was expected and a detached one given, or the reverse.
    #[error("the proof is {got}; this check takes one that is {wanted}")]
    OtherForm {
        /// Form of the proof.
        got: Form,
        /// Form that was expected.
        wanted: Form,
    },
    /// The end of the path contradicts the stated state.
    #[error("the proof's path does not end in the state that the statement gives")]
    OtherEnd,
    /// No path of this key and shape can end so.
    #[error("the proof's path does not exist: {0}")]
    Path(#[from] OpeningError),
    /// A path without levels has its terminal for root, and the statement has another.
    #[error("a path without levels leads to root {found}, not to {anchored}")]
    Root {
        /// Root of the statement's anchor.
        anchored: Digest,
        /// Terminal digest.
        found: Digest,
    },
    /// The path of a detached proof is not the one of its request.
    #[error("the proof is about another path than the request's")]
    OtherPath,
    /// The tape is malformed.
    #[error(transparent)]
    Tape(#[from] statesync_gkr::VerifyError),
    /// The witness does not meet what the tape leaves to be checked.
    #[error("the proof does not show the statement: {0}")]
    Rejected(#[from] Rejected),
}

/// Checks an inline proof of the caller's own statement, in the caller's own context.
///
/// # Errors
/// [`VerifyError`], for any envelope that does not prove this very statement.
pub fn verify<'statement>(
    prepared: &PreparedCircuit,
    statement: &'statement Statement,
    context: &[u8],
    envelope: &Envelope,
) -> Result<Verified<'statement>, VerifyError> {
    let witness = envelope.witness().ok_or(VerifyError::OtherForm { got: Form::Detached, wanted: Form::Inline })?;
    let witness: Vec<F> = witness.iter().flat_map(|digest| *digest.elements()).collect();
    let session = session(prepared, statement, envelope)?;
    accept(&session, context, &witness, envelope, statement)
}

/// Checks a detached proof against the request that it was made for: its opening is the witness.
///
/// Whoever holds a request can also check it without a proof, and that is faster; see [`Request::check`].
///
/// # Errors
/// [`VerifyError`], for any envelope that does not prove the request's statement by its opening.
pub fn verify_detached<'statement>(
    prepared: &PreparedCircuit,
    request: &'statement Request,
    context: &[u8],
    envelope: &Envelope,
) -> Result<Verified<'statement>, VerifyError> {
    if envelope.witness().is_some() {
        return Err(VerifyError::OtherForm { got: Form::Inline, wanted: Form::Detached });
    }
    let Request { statement, opening } = request;
    let session = session(prepared, statement, envelope)?;
    let path = Hints::of(statement.shape(), opening).map_err(OpeningError::from)?;
    if path != envelope.hints || opening.terminal != session.terminal {
        return Err(VerifyError::OtherPath);
    }
    let witness = crate::witness::witness(&session.plan, &opening.siblings);
    accept(&session, context, &witness, envelope, statement)
}

/// What statement and hints fix, with every hint checked.
fn session<'a>(
    prepared: &'a PreparedCircuit,
    statement: &'a Statement,
    envelope: &'a Envelope,
) -> Result<Session<'a>, VerifyError> {
    statement.check()?;
    prepared.check(statement)?;
    let (wanted, wanted_shape) = (statement.kind(), statement.shape());
    if (envelope.kind, envelope.shape) != (wanted, wanted_shape) {
        let (got, got_shape) = (envelope.kind, envelope.shape);
        return Err(VerifyError::OtherKind { got, got_shape, wanted, wanted_shape });
    }
    let terminal = envelope.hints.terminal(statement).ok_or(VerifyError::OtherEnd)?;
    Ok(Session::new(prepared, statement, &envelope.hints, terminal)?)
}

fn accept<'statement>(
    session: &Session<'_>,
    context: &[u8],
    witness: &[F],
    envelope: &Envelope,
    statement: &'statement Statement,
) -> Result<Verified<'statement>, VerifyError> {
    let Some(copies) = session.copies() else {
        return close_natively(session).map(|()| Verified(statement));
    };
    let layout = session.plan.layout(session.prepared.circuit(), copies);
    let bytes = session.bytes(context);
    let bound = session.prepared.bind(session.instance(copies, &bytes), witness);
    let residual = statesync_gkr::verify(bound, &envelope.tape)?;
    let _: Accepted = residual.discharge_witness(&layout)?;
    Ok(Verified(statement))
}

/// A path without levels: nothing else would touch the root. Its envelope has neither tape nor witness, by decoding.
fn close_natively(session: &Session<'_>) -> Result<(), VerifyError> {
    match session.plan.runs.iter().find(|run| run.terminal != run.root) {
        Some(run) => Err(VerifyError::Root { anchored: run.root, found: run.terminal }),
        None => Ok(()),
    }
}
