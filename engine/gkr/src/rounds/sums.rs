//! The sums of one round, and its message.

use p3_field::{Algebra, PrimeCharacteristicRing};
use statesync_circuit::F;
use statesync_transcript::{Extension, ProverChannel, label};

use super::products::product;

/// `c_1`, `c_2`, `3 c_3` of a round.
pub(super) struct RoundSums<E>([E; 3]);

impl<E: PrimeCharacteristicRing + Copy> RoundSums<E> {
    pub(super) const ZERO: Self = Self([E::ZERO; 3]);

    /// Adds what one pair gives: its cubes, its products and the slope of its remainder, times its `eq`.
    #[inline(always)]
    pub(super) fn add<B>(&mut self, eq: E, cubes: [E; 3], products: [E; 2], remainder: Option<E>)
    where
        B: PrimeCharacteristicRing + Copy,
        E: Extension<B>,
    {
        let [mut c1, c2, c3] = cubes;
        if let Some(slope) = remainder {
            c1 += slope;
        }
        for (sum, term) in self.0.iter_mut().zip([c1 + products[0], c2 + products[1], c3]) {
            *sum += product::<B, E>(eq, term);
        }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        let ([a1, a2, a3], [b1, b2, b3]) = (self.0, other.0);
        Self([a1 + b1, a2 + b2, a3 + b3])
    }

    /// `c_1, c_2, c_3`.
    pub(super) fn coefficients<B>(self) -> [E; 3]
    where
        B: Algebra<F>,
        E: Extension<B>,
    {
        let [c1, c2, c3] = self.0;
        [c1, c2, c3 * B::from(THIRD)]
    }
}

/// `1 / 3`.
const THIRD: F = F::new(710_235_478);

/// Sends a round's message and draws its challenge.
pub(super) fn send<B, E>(sums: RoundSums<E>, degree: usize, channel: &mut impl ProverChannel<E>) -> E
where
    B: Algebra<F>,
    E: Extension<B>,
{
    channel.send(label::ROUND, &sums.coefficients::<B>()[..degree]);
    channel.draw()
}
