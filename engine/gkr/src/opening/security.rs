//! Bits of security of a whole proof with a commitment, computed from what is really used.
//!
//! The commitment leaves a list of candidate witnesses open until the opening's out-of-domain samples, so everything
//! drawn before them is charged once for each candidate: a factor of at most 2^5.33 at rate 1/4, 2^6.33 at 1/8.

use p3_sumcheck::PrescribedPointPcs;
use statesync_circuit::{Circuit, Copies};

use super::CommitmentParameters;
use super::scheme::Scheme;
use crate::Soundness;

/// Each term as bits, `-log2` of its error, and their composition.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpeningSecurity {
    /// The layers of the circuit, times the list size.
    pub circuit: f64,
    /// The reduction to one evaluation, times the list size.
    pub reduction: f64,
    /// WHIR's own composed report, in the Johnson regime, grinding included.
    pub opening: f64,
    /// Collisions of an eight-element digest, of which the application makes its hashes: half of 247.9 bits.
    pub digest: f64,
    /// All of them, added up as probabilities.
    pub total: f64,
}

/// log2 of the base field's order.
const FIELD_BITS: f64 = 30.988_684_686_772_165;

impl OpeningSecurity {
    /// Of a proof about `copies` of `circuit` whose witness is committed to with `parameters`.
    pub fn of(circuit: &Circuit, copies: Copies, parameters: CommitmentParameters) -> Self {
        let scheme = Scheme::new(parameters);
        let report = scheme.whir.prescribed_security(&scheme.protocol);
        // A scheme without a report has no bits at all.
        let (opening, candidates) =
            report.map_or((0.0, f64::INFINITY), |report| (report.error().bits(), report.log2_max_candidates));
        let circuit = Soundness::of(circuit, copies, 5).union_bound - candidates;
        let rounds = parameters.log_elements() as f64;
        let reduction = 5.0 * FIELD_BITS - (2.0 * rounds).log2() - candidates;
        let digest = 4.0 * FIELD_BITS;
        let errors = [circuit, reduction, opening, digest].map(|bits| (-bits).exp2());
        Self { circuit, reduction, opening, digest, total: -errors.iter().sum::<f64>().log2() }
    }
}
