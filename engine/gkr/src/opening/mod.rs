//! The commitment opening: a claim about the input, checked against a commitment to the witness.
//!
//! The circuit's input is a linear function of the witness `x` and of public values, so the residual claim is
//! `<phi, x> = v` for weights `phi` that both sides know. It is reduced to one evaluation, and that is opened:
//!
//! 1. take the public values' part off: `v - sum_c eq(r, c) sum_i w_i Input_i(c)` over public blocks only;
//! 2. one sumcheck of degree 2 over the witness: a round sends `c_0, c_2` of its polynomial, `c_1 = v - 2 c_0 - c_2`;
//!    the point `y` has the most significant bit of a witness index first;
//! 3. send `z = x~(y)`, check `v = phi~(y) z`;
//! 4. WHIR [ACFY25] shows that the committed polynomial has the value `z` at `y`, on a challenger of its own that
//!    starts from the transcript's state, the commitment, `y` and `z`.
//!
//! | file | holds |
//! |---|---|
//! | `parameters.rs` | [`CommitmentParameters`], [`Profile`]: how large, how strong |
//! | `scheme.rs` | the instance of WHIR: hash, trees, schedule |
//! | `functional.rs` | the multilinear extension of `phi` at a point, from an [`InputLayout`](crate::InputLayout) |
//! | `weights.rs` | `phi` itself |
//! | `reduction.rs` | steps 2 and 3, the verifier's side |
//! | `sumcheck.rs` | steps 2 and 3, the prover's side |
//! | `shape.rs`, `wire.rs` | the bytes of a WHIR proof: every length follows from the parameters |
//! | `security.rs` | [`OpeningSecurity`]: bits of the whole proof, term by term |
//! | `commit.rs` | [`CommittedWitness`], and [`prove_committed`] |
//! | `discharge.rs` | the verdict: [`Residual::discharge_opening`](crate::Residual::discharge_opening) |

#[cfg(feature = "prove")]
mod commit;
mod discharge;
mod functional;
mod parameters;
mod reduction;
mod scheme;
mod security;
mod shape;
#[cfg(feature = "prove")]
mod sumcheck;
#[cfg(feature = "prove")]
mod weights;
mod wire;

#[cfg(feature = "prove")]
pub use commit::{CommittedProof, CommittedWitness, prove_committed};
pub use discharge::OpeningError;
pub use parameters::{CommitmentError, CommitmentParameters, Profile};
pub use security::OpeningSecurity;
