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

use core::slice;

use statesync_gkr::{Accepted, F, Rejected, Residual};
use statesync_tree::{Digest, OpeningError, Shape};

use crate::plan::Plan;
use crate::prepared::Extension;
use crate::run::run;
use crate::session::{Path, Session};
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
/// Only a path without levels, in a tree of no or one leaf, is bound to no context: its proof is empty, and whoever has
/// the statement can make it.
///
/// # Errors
/// [`VerifyError`], for any envelope that does not prove this very statement.
pub fn verify<'statement>(
    prepared: &PreparedCircuit,
    statement: &'statement Statement,
    context: &[u8],
    envelope: &Envelope,
) -> Result<Verified<'statement>, VerifyError> {
    match inline(prepared, statement, context, envelope)? {
        Opened::Closed(closed) => Ok(closed.verdict(statement)),
        Opened::Path(path, witness) => accept(&path, &witness, envelope, statement),
    }
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
    match detached(prepared, request, context, envelope)? {
        Opened::Closed(closed) => Ok(closed.verdict(&request.statement)),
        Opened::Path(path, mut witness) => {
            run::<F>(path.copies, &[&path.layout], slice::from_mut(&mut witness), &mut ());
            accept(&path, &witness, envelope, &request.statement)
        }
    }
}

/// What an envelope says before its tape is read.
pub(crate) enum Opened<'a> {
    /// The path has no levels, and its end is the root: there is nothing more to check.
    Closed(Closed),
    /// The path, and the witness: of a detached proof the siblings only, for a [`run`] to complete.
    Path(Box<Path<'a>>, Vec<F>),
}

/// A path without levels whose end is the root. Nothing else makes one.
pub(crate) struct Closed(());

impl Closed {
    pub(crate) fn verdict(self, statement: &Statement) -> Verified<'_> {
        Verified(statement)
    }
}

pub(crate) fn inline<'a>(
    prepared: &'a PreparedCircuit,
    statement: &'a Statement,
    context: &'a [u8],
    envelope: &'a Envelope,
) -> Result<Opened<'a>, VerifyError> {
    let witness = envelope.witness().ok_or(VerifyError::OtherForm { got: Form::Detached, wanted: Form::Inline })?;
    let session = session(prepared, statement, envelope)?;
    let witness = witness.iter().flat_map(|digest| *digest.elements()).collect();
    open(session, context, |_| witness)
}

pub(crate) fn detached<'a>(
    prepared: &'a PreparedCircuit,
    request: &'a Request,
    context: &'a [u8],
    envelope: &'a Envelope,
) -> Result<Opened<'a>, VerifyError> {
    if envelope.witness().is_some() {
        return Err(VerifyError::OtherForm { got: Form::Inline, wanted: Form::Detached });
    }
    let Request { statement, opening } = request;
    let session = session(prepared, statement, envelope)?;
    let path = Hints::of(statement.shape(), opening).map_err(OpeningError::from)?;
    if path != envelope.hints || opening.terminal != session.terminal {
        return Err(VerifyError::OtherPath);
    }
    open(session, context, |plan| plan.siblings(&opening.siblings))
}

fn open<'a>(
    session: Session<'a>,
    context: &'a [u8],
    witness: impl FnOnce(&Plan<'_>) -> Vec<F>,
) -> Result<Opened<'a>, VerifyError> {
    let Some(copies) = session.copies() else { return close_natively(&session).map(Opened::Closed) };
    let witness = witness(&session.plan);
    Ok(Opened::Path(Box::new(Path::new(session, copies, context)), witness))
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
    path: &Path<'_>,
    witness: &[F],
    envelope: &Envelope,
    statement: &'statement Statement,
) -> Result<Verified<'statement>, VerifyError> {
    let residual = statesync_gkr::verify(path.bind(witness), &envelope.tape)?;
    discharge(residual, path, statement)
}

/// The verdict: nothing else makes a [`Verified`] of a path with levels.
pub(crate) fn discharge<'statement>(
    residual: Residual<'_, Extension>,
    path: &Path<'_>,
    statement: &'statement Statement,
) -> Result<Verified<'statement>, VerifyError> {
    let _: Accepted = residual.discharge_witness(&path.layout)?;
    Ok(Verified(statement))
}

/// A path without levels: nothing else would touch the root. Its envelope has neither tape nor witness, by decoding.
fn close_natively(session: &Session<'_>) -> Result<Closed, VerifyError> {
    match session.plan.runs.iter().find(|run| run.terminal != run.root) {
        Some(run) => Err(VerifyError::Root { anchored: run.root, found: run.terminal }),
        None => Ok(Closed(())),
    }
}
