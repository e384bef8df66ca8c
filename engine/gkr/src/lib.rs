//! GKR over layered template circuits: what the outputs are, proved by what the input is.
//!
//! A proof carries one claim from the circuit's outputs to its input, layer by layer. The claim is a linear functional
//! at one point `r` of the copies' multilinear extension [GKR15; Tha13]:
//!
//! ```text
//! sum_x w[x] V~_x(r) + sum_i t[i] Input~_i(r) = v
//! ```
//!
//! Linear gates are never proved: their weights are pulled back through the template by both sides. Only the wires
//! that a product or cube gate reads are opened, so a layer costs one sumcheck over the copies \[LFKN92\] and one
//! element for each such wire.
//!
//! | file | holds |
//! |---|---|
//! | `point.rs` | [`CopyPoint`]: a point of the copies' cube, and its `eq` table |
//! | `claim.rs` | [`InputClaim`]: what is left at the end |
//! | `pullback.rs` | weights of a layer's outputs, pulled back to its inputs |
//! | `outputs.rs` | [`Outputs`]: what the verifier knows the outputs to be |
//! | `rounds/` | the prover's kernels: round sums and folds; [`Scratch`]: their memory |
//! | [`reduce`] | the reduction, step by step, both sides |
//! | `layout.rs` | [`InputLayout`]: which input wire reads which witness or public element |
//! | `instance.rs` | [`Instance`]: all that is absorbed before the first challenge; [`Bound`]: with its witness |
//! | `weights.rs`, [`wiring`] | weights as tensors, and the wiring of wide layers under them |
//! | `prove.rs`, `verify.rs` | whole proofs: a bound instance to a tape, a tape to a residual |
//! | [`lockstep`] | many proofs at once, one per SIMD lane |
//! | `vectors.rs` | one large instance, its copies in the lanes and over all cores |
//! | `parallel.rs` | loops over many rows |
//! | `residual.rs` | [`Residual`]: the one claim about the input, and its discharge |
//! | `opening/` | the discharge against a commitment: parameters, reduction, WHIR, security |
//! | `soundness.rs` | bits of soundness of an instance |
//!
//! Kernels are generic over a base algebra and an extension algebra: scalars, or packed lanes of them.

mod claim;
mod instance;
mod layout;
pub mod lockstep;
mod opening;
mod outputs;
#[cfg(feature = "prove")]
mod parallel;
mod point;
#[cfg(feature = "prove")]
mod prove;
mod pullback;
pub mod reduce;
mod residual;
#[cfg(feature = "prove")]
mod rounds;
mod soundness;
#[cfg(feature = "prove")]
pub mod vectors;
mod verify;
mod weights;
pub mod wiring;

pub use claim::InputClaim;
pub(crate) use instance::Input;
pub use instance::{Bound, Instance, InstanceError};
pub use layout::{InputLayout, LayoutError, Source};
pub use opening::{CommitmentError, CommitmentParameters, OpeningError, OpeningSecurity, Profile};
#[cfg(feature = "prove")]
pub use opening::{CommittedProof, CommittedWitness, prove_committed};
pub use outputs::Outputs;
pub use point::CopyPoint;
#[cfg(feature = "prove")]
pub(crate) use prove::prove_tape;
#[cfg(feature = "prove")]
pub use prove::{ProveError, prove, prove_trace};
pub use residual::{Accepted, Rejected, Residual};
#[cfg(feature = "prove")]
pub use rounds::Scratch;
pub use soundness::{Soundness, TARGET_BITS};
pub use verify::{VerifyError, verify, verify_with};
pub use weights::{Tensor, Weights};

pub use statesync_circuit::F;

/// Degree-4 extension `F[X] / (X^4 - 3)`, for proofs whose witness is opened in the clear.
pub type Quartic = p3_field::extension::BinomialExtensionField<F, 4>;
/// Degree-5 extension `F[X] / (X^5 + X^2 - 1)`, for proofs whose witness is committed.
pub type Quintic = p3_field::extension::QuinticTrinomialExtensionField<F>;
