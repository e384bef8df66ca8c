//! Encoded bytes.

use anyhow::Result;
use statesync_proof::{Form, PreparedCircuit, prove};
use statesync_tree::Shape;

use crate::requests::slots;
use crate::{KindName, Report, Row, requests};

/// Levels of a path in a keyed tree of some sixteen million leaves.
const KEYED: usize = 24;

/// A row for each kind in trees of 24, 28 and 32 levels of slots and in a keyed one, with the plain opening that answers
/// the same question beside it. `layers` are those that a proof speaks about.
///
/// # Errors
/// If a proof fails.
pub fn run(report: &mut Report) -> Result<()> {
    let mut shapes = vec![("keyed", Shape::Keyed, KEYED)];
    for depth in [24, 28, 32] {
        shapes.push(("slots", slots(depth)?, depth as usize));
    }
    for kind in KindName::ALL {
        for &(name, shape, depth) in &shapes {
            let request = requests(kind, shape, depth, 1)?.remove(0);
            let prepared = PreparedCircuit::new(kind.kind(), shape)?;
            let bytes = |form| prove(&prepared, &request, b"", form).map(|envelope| envelope.encode().len());
            report.emit(
                Row::new("sizes", 1, 1)
                    .set("kind", kind.name())
                    .set("shape", name)
                    .set("depth", depth)
                    .set("bytes", bytes(Form::Detached)?)
                    .set("inline_bytes", bytes(Form::Inline)?)
                    .set("opening_bytes", request.opening.encode()?.len())
                    .set("layers", prepared.circuit().statistics().nonlinear_layers),
            )?;
        }
    }
    Ok(())
}
