use crate::{F, Key};

/// Bits of a limb: as many as fit an element for certain.
const LIMB_BITS: usize = 30;

impl Key {
    /// The key as the leaf hash takes it: big-endian limbs of 30 bits, the ninth of 8.
    pub fn limbs(&self) -> [F; 9] {
        let mut padded = [0; 40];
        padded[..Self::BYTES].copy_from_slice(self.as_bytes());
        let mut words = [0; 5];
        for (word, bytes) in words.iter_mut().zip(padded.as_chunks().0) {
            *word = u64::from_be_bytes(*bytes);
        }
        std::array::from_fn(|limb| {
            let first = limb * LIMB_BITS;
            let bits = LIMB_BITS.min(Self::BITS - first);
            let pair = u128::from(words[first / 64]) << 64 | u128::from(words[first / 64 + 1]);
            let value = pair << (first % 64) >> (128 - bits);
            F::new(value as u32)
        })
    }
}
