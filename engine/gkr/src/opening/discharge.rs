//! The verdict on an opening. Its bytes are a stranger's, so this returns errors and never panics.
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm
)]

use statesync_transcript::{TapeError, TapeReader};

use super::CommitmentParameters;
use super::reduction::{self, Reduced};
use super::scheme::{Claim, Scheme};
use crate::residual::Accepted;
use crate::{Input, InputLayout, Quintic, Rejected, Residual};

/// Why an opening was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// The proof was bound to a witness in the clear, not to a commitment, or read in lock step with others.
    #[error("the proof is bound to a witness, or was read in lock step: there is no commitment to open")]
    NotCommitted,
    /// The layout is not the one that the commitment was made for.
    #[error("the layout does not fit the commitment: other copies, another length, or blocks that are no power of two")]
    Layout,
    /// The reduction's messages are malformed.
    #[error("the reduction's bytes do not fit the protocol: {0}")]
    Tape(#[from] TapeError),
    /// The witness does not meet what the tape leaves to be checked.
    #[error(transparent)]
    Rejected(#[from] Rejected),
    /// The bytes end inside the opening.
    #[error("the opening ends early: {wanted} more bytes are needed, {left} are left")]
    Short {
        /// Bytes of what was to be read.
        wanted: usize,
        /// Bytes left.
        left: usize,
    },
    /// Bytes remain after the opening.
    #[error("{bytes} bytes follow the end of the opening")]
    LeftOver {
        /// How many.
        bytes: usize,
    },
    /// A word is not below p, so it would have a second encoding.
    #[error("the opening holds {word}, which is not below the field's order")]
    NotCanonical {
        /// The word read.
        word: u32,
    },
    /// More siblings than so many queries can need.
    #[error("the opening states {got} Merkle siblings where at most {most} are possible")]
    Siblings {
        /// Number stated.
        got: usize,
        /// Most possible.
        most: usize,
    },
    /// WHIR refuses.
    #[error("the commitment does not open to the value: {reason}")]
    Whir {
        /// What WHIR's verifier says.
        reason: String,
    },
}

impl Residual<'_, Quintic> {
    /// Checks the claim against the commitment that was absorbed: there is no way to name another.
    ///
    /// `opening` is the reduction's messages, then the WHIR proof. Linear in the copies.
    ///
    /// # Errors
    /// [`OpeningError`], for any bytes that do not show the claim.
    pub fn discharge_opening(self, layout: &InputLayout, opening: &[u8]) -> Result<Accepted, OpeningError> {
        let (Input::Commitment { parameters, root }, Some(transcript)) = (self.bound.input, self.transcript) else {
            return Err(OpeningError::NotCommitted);
        };
        let variables = parameters.log_elements();
        let (circuit, copies) = (self.bound.instance.circuit, self.bound.instance.copies);
        let of_this_size = CommitmentParameters::for_witness(layout.witness_len(), parameters.profile());
        if !layout.fits(circuit, copies) || of_this_size != Ok(parameters) || !layout.is_tensor() {
            return Err(OpeningError::Layout);
        }
        let wanted = reduction::bytes(variables);
        let short = OpeningError::Short { wanted, left: opening.len() };
        let (messages, whir) = opening.split_at_checked(wanted).ok_or(short)?;
        let mut channel = TapeReader::new(transcript, messages);
        let sum = self.claim.value - layout.public_part(&self.claim);
        let Reduced { point, product, value } = reduction::reduce(variables, sum, &mut channel)?;
        let state = *channel.transcript().state();
        channel.finish()?;
        if layout.weights_at(&self.claim, &point) * value != product {
            return Err(Rejected.into());
        }
        let claim = Claim { root: &root, point: &point, value };
        Scheme::new(parameters).check(&state, &claim, whir)?;
        Ok(Accepted::new())
    }
}
