//! One request to one proof.

use core::slice;

use statesync_gkr::F;
use statesync_tree::{Digest, FormError, OpeningError};

use crate::run::run;
use crate::session::{Path, Session};
use crate::trace::TraceColumns;
use crate::{Envelope, Form, Hints, PreparedCircuit, PreparedError, Request, RequestError};

/// Why a request was not proved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProveError {
    /// The claim is false or malformed; nothing was computed for it.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The circuit was prepared for something else, or nothing was.
    #[error(transparent)]
    Prepared(#[from] PreparedError),
}

impl From<FormError> for ProveError {
    fn from(error: FormError) -> Self {
        Self::Request(OpeningError::from(error).into())
    }
}

/// Proves a request's statement in the caller's context, which may be empty.
///
/// # Errors
/// [`ProveError`]; a false claim is refused natively, before any proving.
pub fn prove(
    prepared: &PreparedCircuit,
    request: &Request,
    context: &[u8],
    form: Form,
) -> Result<Envelope, ProveError> {
    request.check()?;
    let Request { statement, opening } = request;
    prepared.check(statement)?;
    let hints = Hints::of(statement.shape(), opening)?;
    let session = Session::new(prepared, statement, &hints, opening.terminal).map_err(RequestError::from)?;
    let mut witness = session.plan.siblings(&opening.siblings);
    let tape = match session.copies() {
        None => Vec::new(),
        Some(copies) => {
            let path = Path::new(session, copies, context);
            let mut columns = TraceColumns::<F>::new(prepared.circuit(), path.copies);
            run(path.copies, &[&path.layout], slice::from_mut(&mut witness), &mut columns);
            statesync_gkr::prove_trace(&path.bind(&witness), &columns.into_trace())
                .expect("the template computes the nodes that the check has computed")
        }
    };
    Ok(seal(request, hints, tape, &witness, form))
}

/// The envelope of a proof.
pub(crate) fn seal(request: &Request, hints: Hints, tape: Vec<u8>, witness: &[F], form: Form) -> Envelope {
    let witness = match form {
        Form::Detached => None,
        Form::Inline => Some(witness.as_chunks().0.iter().map(|slot| Digest::new(*slot)).collect()),
    };
    Envelope { kind: request.statement.kind(), shape: request.statement.shape(), hints, tape, witness }
}
