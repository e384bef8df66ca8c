//! The reduction: the public outputs to one claim about the input (docs/protocol.md, section 5, with its step numbers).
//!
//! For each layer, from the outputs:
//!
//! 1. pull the weights back through the template (no message);
//! 2. a linear layer ends here: the claim becomes `(linear, taps, r, v - constant)`;
//! 3. sumcheck over the copies, of `eq(r, c) (constant + <linear, In(c)> + <taps, Input(c)> + N(In_S(c)))`: a round
//!    sends the coefficients `c_1..c_d` of the polynomial without its `eq` factor, `c_0 = v - r_i (c_1 + .. + c_d)`;
//! 4. open: `z_s = In~_s(r')` is sent for each nonlinear wire, then `gamma` drawn;
//! 5. the next claim has weights `linear[x] + gamma^(i+1)` for the `i`-th nonlinear wire, and the value
//!    `u + sum_i gamma^(i+1) z_i` with `u = v - constant - N(z)`.
//!
//! No round can reject: with `c_0` left out, every message fits every running claim. An error is carried on, to step 4
//! of a layer without linear part or to the last claim, which is where it is caught.
//!
//! A circuit that is closed sparsely has other steps 4 and 5, for layers too wide to open: see [`sparse`].
//!
//! | file | holds |
//! |---|---|
//! | `prove.rs` | the prover's side |
//! | `verify.rs` | the verifier's side, with the same step numbers |
//! | [`sparse`] | the sparse close, both sides |

#[cfg(feature = "prove")]
mod prove;
pub mod sparse;
mod verify;

#[cfg(feature = "prove")]
pub use prove::prove;
#[cfg(feature = "prove")]
pub(crate) use prove::prove_by;
pub use verify::verify;
