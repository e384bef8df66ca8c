//! One functional of the witness to one evaluation of it: the verifier's side.
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm
)]

use p3_field::PrimeCharacteristicRing;
use statesync_transcript::{TapeError, VerifierChannel, label};

use crate::Quintic;

/// Bytes of the reduction of a witness of `2^variables` elements: two elements a round, and the value.
pub(crate) const fn bytes(variables: usize) -> usize {
    (2 * variables + 1) * 20
}

/// "`phi~(point) x~(point) = product`", where `x~(point)` is said to be `value`.
pub(crate) struct Reduced {
    pub(crate) point: Vec<Quintic>,
    pub(crate) product: Quintic,
    pub(crate) value: Quintic,
}

/// Reads the rounds of `<phi, x> = sum` and the value that they end in.
pub(crate) fn reduce(
    variables: usize,
    mut sum: Quintic,
    channel: &mut impl VerifierChannel<Quintic>,
) -> Result<Reduced, TapeError> {
    let mut point = Vec::with_capacity(variables);
    let mut sent = [Quintic::ZERO; 2];
    for _round in 0..variables {
        channel.receive(label::REDUCTION_ROUND, &mut sent)?;
        let rho = channel.draw();
        sum = next_sum(sum, sent, rho);
        point.push(rho);
    }
    let mut value = [Quintic::ZERO];
    channel.receive(label::REDUCED_VALUE, &mut value)?;
    let [value] = value;
    Ok(Reduced { point, product: sum, value })
}

/// `c_0 + c_1 rho + c_2 rho^2` with `c_1 = sum - 2 c_0 - c_2`: the polynomial's values at 0 and 1 add up to `sum`.
pub(crate) fn next_sum(sum: Quintic, [constant, square]: [Quintic; 2], rho: Quintic) -> Quintic {
    let linear = sum - constant.double() - square;
    constant + rho * (linear + rho * square)
}
