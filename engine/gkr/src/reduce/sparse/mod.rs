//! The sparse close: for layers too wide to open (docs/protocol.md, section 5, with its step numbers).
//!
//! After the rounds over the copies, with `I[x] = In~_x(r')` for `x` in `{0,1}^m` (padded with wires that are zero) and
//! `v` without the constant:
//!
//! 4. if a tap has come before, `e = <taps, Input~(r')>` is sent, and `v` becomes `v - e`;
//! 5. `m` rounds over `x`, of degree `D`, on `v = sum_x I(x) (linear(x) + H(x)) + K(x) I(x)^3`, where
//!    `H(x) = sum_y P[x][y] I(y)`; a round sends `c_0, c_2 .. c_D`, and `c_1` follows from `v = s(0) + s(1)`;
//! 6. `z = I~(p)` and, with products, `h = H~(p)` are sent; `v = z (linear~(p) + h) + K~(p) z^3` is checked;
//! 7. with products, `m` rounds over `y`, of degree 2, on `h = sum_y P~(p, y) I(y)`; `z' = I~(q)` is sent, and
//!    `v = P~(p, q) z'` checked;
//! 8. if `z'` or `e` was sent, `gamma` is drawn; the next claim has weights `eq(p, .) + gamma eq(q, .)`, tap weights
//!    `gamma^2 taps`, and the value `z + gamma z' + gamma^2 e`. What is absent drops out; exponents stay.
//!
//! The prover's time is `O(2^m + gates)`: these are the two phases of Libra [XZZPS19, section 3.2], with cubes and the
//! linear part in the first, so that weights stay tensors. Wires are bound from the most significant bit of their index.
//!
//! | file | holds |
//! |---|---|
//! | `prove.rs` | the prover's side |
//! | `tables.rs` | the prover's tables over wires, and their rounds |
//! | `verify.rs` | the verifier's side, with the same step numbers |

#[cfg(feature = "prove")]
mod prove;
#[cfg(feature = "prove")]
mod tables;
mod verify;

#[cfg(feature = "prove")]
pub use prove::prove;
pub use verify::verify;
