//! Envelopes to verdicts. Everything here comes from a stranger but the statements, the context and the circuit.
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm
)]

use statesync_gkr::InputLayout;
use statesync_gkr::lockstep::{self, widest};
use statesync_transcript::Packing;

use crate::run::run;
use crate::verify::{Opened, discharge};
use crate::{Envelope, Form, Statement, Verified, VerifyError};

/// A proof to be checked: what its envelope says before the tape is read.
pub(crate) struct Check<'a, 's> {
    pub(crate) opened: Result<Opened<'a>, VerifyError>,
    pub(crate) envelope: &'a Envelope,
    pub(crate) statement: &'s Statement,
}

/// One verdict per check. All envelopes that were opened are of one form.
pub(crate) fn verify<'s>(checks: Vec<Check<'_, 's>>, form: Form) -> Vec<Result<Verified<'s>, VerifyError>> {
    let (mut lanes, mut paths, mut witnesses) = (Vec::new(), Vec::new(), Vec::new());
    let mut verdicts = Vec::with_capacity(checks.len());
    for (place, check) in checks.into_iter().enumerate() {
        verdicts.push(match check.opened {
            Err(error) => Some(Err(error)),
            Ok(Opened::Closed(closed)) => Some(Ok(closed.verdict(check.statement))),
            Ok(Opened::Path(path, witness)) => {
                lanes.push((place, check.envelope.tape(), check.statement));
                paths.push(path);
                witnesses.push(witness);
                None
            }
        });
    }
    // The witness of an inline proof is the one that was sent, and is never recomputed.
    if form == Form::Detached && !paths.is_empty() {
        let layouts: Vec<&InputLayout> = paths.iter().map(|path| &path.layout).collect();
        run::<Packing>(widest(paths.iter().map(|path| path.copies)), &layouts, &mut witnesses, &mut ());
    }
    let bounds = paths.iter().zip(&witnesses).map(|(path, witness)| path.bind(witness)).collect();
    let tapes: Vec<&[u8]> = lanes.iter().map(|lane| lane.1).collect();
    let residuals = lockstep::verify(bounds, &tapes);
    assert_eq!(residuals.len(), lanes.len(), "every lane has its residual");
    for ((residual, path), &(place, _, statement)) in residuals.into_iter().zip(&paths).zip(&lanes) {
        let verdict = residual.map_err(VerifyError::from);
        if let Some(slot) = verdicts.get_mut(place) {
            *slot = Some(verdict.and_then(|residual| discharge(residual, path, statement)));
        }
    }
    verdicts.into_iter().flatten().collect()
}
