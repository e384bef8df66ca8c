//! Tapes to residuals. Tapes are strangers' bytes, so this returns errors and never panics on them.
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm
)]

use p3_field::{BasedVectorSpace, PackedValue, PrimeCharacteristicRing};
use statesync_circuit::Close;
use statesync_transcript::{LockstepReader, Packing, Transcript};

use super::lanes::{Lanes, Packed, circuit, outputs, widest};
use crate::{Bound, CopyPoint, F, InputClaim, Outputs, Residual, VerifyError, reduce};

/// Reads one tape per bound instance. What each leaves must be discharged; until then nothing has been proved.
///
/// A malformed tape leaves the lock step and is read alone; if a layer refuses one tape, or layers are closed sparsely,
/// all are read alone.
///
/// # Errors
/// Tape by tape, those of [`verify`](crate::verify).
///
/// # Panics
/// If there are more instances than [`LANES`](statesync_transcript::LANES), not one tape for each, or instances of
/// different circuits or numbers of variables.
pub fn verify<'a, E: Lanes>(bounds: Vec<Bound<'a, E>>, tapes: &[&[u8]]) -> Vec<Result<Residual<'a, E>, VerifyError>> {
    assert_eq!(bounds.len(), tapes.len(), "lock step reads one tape per bound instance");
    let mut lanes: Vec<(&Bound<'a, E>, &[u8])> = bounds.iter().zip(tapes.iter().copied()).collect();
    let mut malformed = Vec::new();
    let claims = loop {
        match claims(&lanes) {
            Ok(claims) => break claims,
            Err(Refused::Lane(lane)) => {
                lanes.remove(lane);
                malformed.push(lane);
            }
            Err(Refused::Layer) => break Vec::new(),
        }
    };
    let mut claims: Vec<Option<InputClaim<E>>> = claims.into_iter().map(Some).collect();
    // Lanes were removed one after the other: putting them back in the reverse order restores all places.
    malformed.into_iter().rev().for_each(|lane| claims.insert(lane.min(claims.len()), None));
    let claims = claims.into_iter().chain(core::iter::repeat_with(|| None));
    let all = bounds.into_iter().zip(tapes).zip(claims);
    all.map(|((bound, tape), claim)| match claim {
        Some(claim) => Ok(Residual { claim, bound, transcript: None }),
        None => crate::verify(bound, tape),
    })
    .collect()
}

enum Refused {
    /// The tape at this place is malformed.
    Lane(usize),
    /// A layer refuses a tape, or layers are closed sparsely, which is not done in lock step.
    Layer,
}

/// The claims that the tapes leave, if all are well-formed.
fn claims<E: Lanes>(lanes: &[(&Bound<'_, E>, &[u8])]) -> Result<Vec<InputClaim<E>>, Refused> {
    let bounds: Vec<&Bound<'_, E>> = lanes.iter().map(|lane| lane.0).collect();
    let tapes: Vec<&[u8]> = lanes.iter().map(|lane| lane.1).collect();
    if bounds.is_empty() {
        return Ok(Vec::new());
    }
    let circuit = circuit(&bounds);
    if circuit.close() != Close::Open {
        return Err(Refused::Layer);
    }
    let copies = widest(bounds.iter().map(|bound| bound.instance.copies));
    let transcripts: Vec<Transcript> = bounds.iter().map(|bound| bound.transcript.clone()).collect();
    let (elements, degree) = (circuit.tape_elements(copies), <E as BasedVectorSpace<F>>::DIMENSION);
    let channel = LockstepReader::new(&transcripts, &tapes, elements, degree);
    let mut channel = channel.map_err(|error| Refused::Lane(error.lane))?;
    let columns = outputs(copies, &bounds);
    let outputs = columns.as_deref().map_or(Outputs::Zero, Outputs::Columns);
    let claim = reduce::verify::<Packing, Packed<E>>(circuit, copies, outputs, &mut channel);
    let claim = claim.map_err(|_| Refused::Layer)?;
    channel.finish().map_err(|_| Refused::Layer)?;
    Ok((0..lanes.len()).map(|lane| in_lane(&claim, lane)).collect())
}

/// The claim of one lane.
fn in_lane<E: Lanes>(claim: &InputClaim<Packed<E>>, lane: usize) -> InputClaim<E> {
    let element = |packed: &Packed<E>| -> E {
        let coordinate = |packed: &Packing| packed.as_slice().get(lane).copied().unwrap_or_default();
        let mut coordinates = packed.as_basis_coefficients_slice().iter().map(coordinate);
        E::from_basis_coefficients_fn(|_| coordinates.next().unwrap_or(F::ZERO))
    };
    InputClaim {
        weights: claim.weights.iter().map(element).collect(),
        point: CopyPoint::new(claim.point.coordinates().iter().map(element).collect()),
        value: element(&claim.value),
    }
}
