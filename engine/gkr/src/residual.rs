//! The one claim that verification leaves, and the only way to be rid of it.
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm
)]

use p3_field::ExtensionField;
use statesync_transcript::Transcript;

use crate::{Bound, F, Input, InputClaim, InputLayout};

/// "The input that this very witness gives has this value under this functional." All soundness ends here.
///
/// ```no_run
/// use p3_field::PrimeCharacteristicRing;
/// use statesync_circuit::{CircuitBuilder, Copies};
/// use statesync_gkr::{Accepted, F, InputLayout, Instance, Outputs, Quartic, prove, verify};
///
/// let mut builder = CircuitBuilder::new(1, 0);
/// builder.layer(1).cube(0, 0, F::ONE);
/// let circuit = builder.build()?;
/// let layout = InputLayout::direct(&circuit, Copies::one());
/// let instance = Instance {
///     circuit: &circuit,
///     copies: Copies::one(),
///     outputs: Outputs::Columns(&[F::new(8)]),
///     application: b"cubes",
///     context: b"",
///     statement: b"a cube root of 8 is known",
///     hints: b"",
/// };
/// let witness = [F::new(2)];
/// let tape = prove(&instance.bind::<Quartic>(&witness)?, &layout)?;
///
/// let residual = verify(instance.bind::<Quartic>(&witness)?, &tape)?;
/// let _accepted: Accepted = residual.discharge_witness(&layout)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It cannot be copied, to be discharged once and used twice:
///
/// ```compile_fail
/// fn copy<T: Clone>(original: &T) -> T {
///     original.clone()
/// }
/// fn twice(residual: &statesync_gkr::Residual<'_, statesync_gkr::Quartic>) {
///     copy(residual);
/// }
/// ```
///
/// nor taken apart, to be put together with another witness:
///
/// ```compile_fail
/// fn claim(residual: statesync_gkr::Residual<'_, statesync_gkr::Quartic>) {
///     let _claim = residual.claim;
/// }
/// ```
///
/// nor dropped unseen:
///
/// ```compile_fail
/// #![deny(unused_must_use)]
/// use statesync_gkr::{Bound, Quartic, VerifyError, verify};
/// fn forget(bound: Bound<'_, Quartic>, tape: &[u8]) -> Result<(), VerifyError> {
///     verify(bound, tape)?;
///     Ok(())
/// }
/// ```
///
/// nor can the witness change while it is bound:
///
/// ```compile_fail
/// use statesync_gkr::{F, InputLayout, Instance, Quartic, verify};
/// type Failure = Box<dyn std::error::Error>;
/// fn change(instance: Instance<'_>, witness: &mut [F], tape: &[u8], layout: &InputLayout) -> Result<(), Failure> {
///     let residual = verify(instance.bind::<Quartic>(witness)?, tape)?;
///     witness.fill(F::new(1));
///     let _accepted = residual.discharge_witness(layout)?;
///     Ok(())
/// }
/// ```
#[derive(Debug)]
#[must_use = "an undischarged residual proves nothing"]
pub struct Residual<'a, E> {
    pub(crate) claim: InputClaim<E>,
    pub(crate) bound: Bound<'a, E>,
    /// After the last message of the layers; the opening of a commitment goes on with it. Lanes of a lock step have
    /// none of their own.
    pub(crate) transcript: Option<Transcript>,
}

/// A discharged residual. Nothing else makes one:
///
/// ```compile_fail
/// let _accepted = statesync_gkr::Accepted(());
/// ```
#[derive(Debug)]
#[must_use = "acceptance is the verdict; make the application's verdict from it"]
pub struct Accepted(());

impl Accepted {
    pub(crate) fn new() -> Self {
        Self(())
    }
}

/// The witness does not meet the residual claim: the statement, the proof or the witness is not what it is said to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the witness does not meet the claim that the proof leaves about it")]
#[non_exhaustive]
pub struct Rejected;

impl<E: ExtensionField<F>> Residual<'_, E> {
    /// Evaluates the claim on the witness that was absorbed: there is no way to name another.
    ///
    /// `sum_c eq(r, c) sum_i weights[i] Input_i(c) = value`, in `rows * input wires` mixed products.
    pub fn discharge_witness(self, layout: &InputLayout) -> Result<Accepted, Rejected> {
        let (circuit, copies) = (self.bound.instance.circuit, self.bound.instance.copies);
        let Input::Witness(witness) = self.bound.input else { return Err(Rejected) };
        if !layout.fits(circuit, copies) || layout.witness_len() != witness.len() {
            return Err(Rejected);
        }
        let rows = self.claim.point.row_weights(copies);
        let columns = layout.gather(witness);
        let evaluations = columns
            .chunks_exact(copies.rows())
            .map(|column| column.iter().zip(&rows).map(|(&value, &eq)| eq * value).sum::<E>());
        let value: E = evaluations.zip(&self.claim.weights).map(|(value, &weight)| value * weight).sum();
        if value == self.claim.value { Ok(Accepted::new()) } else { Err(Rejected) }
    }
}
