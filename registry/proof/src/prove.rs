//! One request to one proof.

use statesync_tree::{Digest, FormError, OpeningError};

use crate::session::Session;
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
    let witness = crate::witness::witness(&session.plan, &opening.siblings);
    let tape = match session.copies() {
        None => Vec::new(),
        Some(copies) => {
            let layout = session.plan.layout(prepared.circuit(), copies);
            let bytes = session.bytes(context);
            let bound = prepared.bind(session.instance(copies, &bytes), &witness);
            statesync_gkr::prove(&bound, &layout).expect("the template computes the nodes that the check has computed")
        }
    };
    let witness = match form {
        Form::Detached => None,
        Form::Inline => Some(witness.as_chunks().0.iter().map(|slot| Digest::new(*slot)).collect()),
    };
    Ok(Envelope { kind: statement.kind(), shape: statement.shape(), hints, tape, witness })
}
