//! The base field, its packing, and the extensions that challenges come from.

use p3_field::{Algebra, BasedVectorSpace, Field, PackedValue, PrimeCharacteristicRing, PrimeField32};
use p3_koala_bear::KoalaBear;

/// The base field: KoalaBear, `p = 2^31 - 2^24 + 1`.
pub type F = KoalaBear;

/// [`LANES`] base elements side by side. In a build without SIMD this is [`F`] itself.
pub type Packing = <F as Field>::Packing;

/// Base elements in one [`Packing`], and so the most proofs that run in lock step: 16 with AVX-512, 8 with AVX2, 1
/// without SIMD.
pub const LANES: usize = <Packing as PackedValue>::WIDTH;

/// The characteristic of [`F`]. A coordinate on a tape is a `u32` below it.
pub(crate) const P: u32 = F::ORDER_U32;

/// An extension of degree 4 or 5 over a base algebra `B`: over [`F`] for one proof, over [`Packing`] for proofs in lock
/// step.
///
/// Nothing implements it by hand: every algebra with these properties has it.
pub trait Extension<B: PrimeCharacteristicRing>:
    Algebra<B> + BasedVectorSpace<B> + Copy + Send + Sync + PartialEq + 'static
{
}

impl<B, E> Extension<B> for E
where
    B: PrimeCharacteristicRing,
    E: Algebra<B> + BasedVectorSpace<B> + Copy + Send + Sync + PartialEq + 'static,
{
}
