//! Many independent requests.

use rayon::prelude::*;

use crate::{Envelope, Form, Preparations, ProveError, Request, prove};

/// Proves every request on all cores: one result per request, in their order. A bad request fails alone.
pub fn prove_batch(
    prepared: &Preparations,
    requests: &[Request],
    context: &[u8],
    form: Form,
) -> Vec<Result<Envelope, ProveError>> {
    let one = |request: &Request| prove(prepared.get(&request.statement)?, request, context, form);
    requests.par_iter().map(one).collect()
}
