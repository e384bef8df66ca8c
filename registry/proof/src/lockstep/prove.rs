//! Requests to envelopes.

use statesync_gkr::lockstep::{self, Packed, widest};
use statesync_gkr::{F, InputLayout, Scratch};
use statesync_transcript::Packing;

use crate::prepared::Extension;
use crate::prove::seal;
use crate::run::run;
use crate::session::{Path, Session};
use crate::trace::TraceColumns;
use crate::{Envelope, Form, Hints, PreparedCircuit, Request};

/// What a thread keeps from one group of lanes to the next.
pub(crate) type Memory = Scratch<Packed<Extension>>;

/// Proves in lock step what can be: `None` for a request that is malformed, without nodes, or false.
pub(crate) fn prove(
    prepared: &PreparedCircuit,
    requests: &[&Request],
    context: &[u8],
    form: Form,
    memory: &mut Memory,
) -> Vec<Option<Envelope>> {
    let hints: Vec<Option<Hints>> = requests.iter().map(|request| hints(prepared, request)).collect();
    let (mut places, mut paths, mut witnesses) = (Vec::new(), Vec::new(), Vec::new());
    for (place, (request, hints)) in requests.iter().zip(&hints).enumerate() {
        if let Some(path) = hints.as_ref().and_then(|hints| path(prepared, request, hints, context)) {
            places.push(place);
            witnesses.push(path.session.plan.siblings(&request.opening.siblings));
            paths.push(path);
        }
    }
    let mut envelopes = vec![None; requests.len()];
    for ((place, tape), witness) in places.iter().zip(tapes(prepared, &paths, &mut witnesses, memory)).zip(&witnesses) {
        let sealed = tape.zip(hints[*place]).map(|(tape, hints)| seal(requests[*place], hints, tape, witness, form));
        envelopes[*place] = sealed;
    }
    envelopes
}

/// The hints of a request whose opening ends in the stated state.
fn hints(prepared: &PreparedCircuit, Request { statement, opening }: &Request) -> Option<Hints> {
    statement.check().ok()?;
    prepared.check(statement).ok()?;
    let hints = Hints::of(statement.shape(), opening).ok()?;
    (hints.terminal(statement) == Some(opening.terminal)).then_some(hints)
}

fn path<'a>(
    prepared: &'a PreparedCircuit,
    request: &'a Request,
    hints: &'a Hints,
    context: &'a [u8],
) -> Option<Path<'a>> {
    let session = Session::new(prepared, &request.statement, hints, request.opening.terminal).ok()?;
    session.copies().map(|copies| Path::new(session, copies, context))
}

/// A tape per path, or `None` where the witness does not lead to the stated root. Completes the witnesses.
fn tapes(
    prepared: &PreparedCircuit,
    paths: &[Path<'_>],
    witnesses: &mut [Vec<F>],
    memory: &mut Memory,
) -> Vec<Option<Vec<u8>>> {
    if paths.is_empty() {
        return Vec::new();
    }
    let copies = widest(paths.iter().map(|path| path.copies));
    let layouts: Vec<&InputLayout> = paths.iter().map(|path| &path.layout).collect();
    let mut columns = TraceColumns::<Packing>::new(prepared.circuit(), copies);
    run(copies, &layouts, witnesses, &mut columns);
    let bounds: Vec<_> = paths.iter().zip(&*witnesses).map(|(path, witness)| path.bind(witness)).collect();
    let bounds: Vec<_> = bounds.iter().collect();
    lockstep::prove(&bounds, &columns.into_trace(), memory).into_iter().map(Result::ok).collect()
}
