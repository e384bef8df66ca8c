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

use crate::{Bound, F, InputClaim, InputLayout};

/// "The input that this very witness gives has this value under this functional." All soundness ends here.
#[derive(Debug)]
#[must_use = "an undischarged residual proves nothing"]
pub struct Residual<'a, E> {
    pub(crate) claim: InputClaim<E>,
    pub(crate) bound: Bound<'a, E>,
}

/// A discharged residual. Nothing else makes one.
#[derive(Debug)]
#[must_use = "acceptance is the verdict; make the application's verdict from it"]
pub struct Accepted(());

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
        let copies = self.bound.instance.copies;
        if layout.copies() != copies || layout.witness_len() != self.bound.witness.len() {
            return Err(Rejected);
        }
        let rows = self.claim.point.row_weights(copies);
        let columns = layout.gather(self.bound.witness);
        let evaluations = columns
            .chunks_exact(copies.rows())
            .map(|column| column.iter().zip(&rows).map(|(&value, &eq)| eq * value).sum::<E>());
        let value: E = evaluations.zip(&self.claim.weights).map(|(value, &weight)| value * weight).sum();
        if value == self.claim.value { Ok(Accepted(())) } else { Err(Rejected) }
    }
}
