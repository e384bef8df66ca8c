//! The hash chain of one proof (docs/protocol.md, section 2).

use p3_field::PrimeField32;
use sha2::{Digest, Sha256};

use crate::field::P;
use crate::preamble::Part;
use crate::{Extension, F, Label, Preamble};

/// Most elements in one message: their number is absorbed as a `u16`.
const MAX_MESSAGE: usize = u16::MAX as usize;

/// Hashed after the state to move it on between two draws.
pub(crate) const NEXT_DRAW: u8 = 0xfe;

/// Hashed after the state to lengthen the output beyond 32 bytes.
pub(crate) const MORE_OUTPUT: u8 = 0xff;

/// The Fiat-Shamir transcript of one proof.
///
/// It exists only after a preamble, so a challenge that does not depend on header, statement and witness cannot be
/// drawn. What is absorbed and drawn is laid down in the [crate docs](crate).
#[derive(Clone, Debug)]
pub struct Transcript {
    state: [u8; 32],
    /// Whether the state has already served as the output of a draw.
    drawn: bool,
    degree: usize,
}

impl Transcript {
    /// Absorbs the preamble into the zero state.
    ///
    /// # Panics
    /// If the preamble contradicts itself: a degree other than 4 or 5, a mode that is not the binding's, outputs that
    /// the header denies, commitment parameters in witness mode, or parameters longer than 65 535 bytes.
    #[must_use]
    pub fn start(preamble: &Preamble<'_>) -> Self {
        let mut transcript =
            Self { state: [0; 32], drawn: false, degree: usize::from(preamble.header.extension_degree) };
        preamble.for_each_part(|label, part| match part {
            Part::Bytes(bytes) => transcript.absorb_bytes(label, bytes),
            Part::Elements(elements) => transcript.absorb_base(label, elements),
        });
        transcript
    }

    /// The 32 bytes that the next message is chained to.
    #[must_use]
    pub fn state(&self) -> &[u8; 32] {
        &self.state
    }

    /// The next challenge.
    ///
    /// # Panics
    /// If `E` has not the degree of the header.
    pub fn draw<E: Extension<F>>(&mut self) -> E {
        self.assert_degree(E::DIMENSION);
        if self.drawn {
            self.state = self.chain(&[NEXT_DRAW]).finalize().into();
        }
        self.drawn = true;
        let mut output = [0; 40];
        let (first, second) = output.split_at_mut(32);
        first.copy_from_slice(&self.state);
        if E::DIMENSION > 4 {
            second.copy_from_slice(&self.chain(&[MORE_OUTPUT]).finalize()[..8]);
        }
        let (words, _) = output.as_chunks::<8>();
        E::from_basis_coefficients_fn(|i| sample(u64::from_le_bytes(words[i])))
    }

    /// Absorbs one message of elements that is already encoded, as it stands on the tape.
    pub(crate) fn absorb_encoded(&mut self, label: Label, elements: usize, encoded: &[u8]) {
        let hasher = self.chain(&message_head(label, elements)).chain_update(encoded);
        self.finish_absorb(hasher);
    }

    pub(crate) fn assert_degree(&self, degree: usize) {
        assert_eq!(degree, self.degree, "elements must have the extension degree of the header");
    }

    pub(crate) fn degree(&self) -> usize {
        self.degree
    }

    pub(crate) fn is_drawn(&self) -> bool {
        self.drawn
    }

    fn absorb_bytes(&mut self, label: Label, bytes: &[u8]) {
        let hasher = self.chain(&bytes_head(label, bytes.len())).chain_update(bytes);
        self.finish_absorb(hasher);
    }

    fn absorb_base(&mut self, label: Label, elements: &[F]) {
        let mut hasher = self.chain(&bytes_head(label, 4 * elements.len()));
        update_with_base(&mut hasher, elements);
        self.finish_absorb(hasher);
    }

    fn chain(&self, next: &[u8]) -> Sha256 {
        Sha256::new_with_prefix(self.state).chain_update(next)
    }

    fn finish_absorb(&mut self, hasher: Sha256) {
        self.state = hasher.finalize().into();
        self.drawn = false;
    }
}

/// What stands before the elements of a message: label, number of elements.
///
/// # Panics
/// If there are more than 65 535 elements.
pub(crate) fn message_head(label: Label, elements: usize) -> [u8; 4] {
    assert!(elements <= MAX_MESSAGE, "a message has at most {MAX_MESSAGE} elements");
    let [l0, l1] = label.code().to_le_bytes();
    let [n0, n1] = (elements as u16).to_le_bytes();
    [l0, l1, n0, n1]
}

/// What stands before the data of a message of bytes: label, length.
fn bytes_head(label: Label, length: usize) -> [u8; 10] {
    let mut head = [0; 10];
    head[..2].copy_from_slice(&label.code().to_le_bytes());
    head[2..].copy_from_slice(&(length as u64).to_le_bytes());
    head
}

/// Hashes canonical values, four bytes each, through a buffer of a few blocks.
fn update_with_base(hasher: &mut Sha256, elements: &[F]) {
    let mut buffer = [[0; 4]; 64];
    for chunk in elements.chunks(buffer.len()) {
        for (bytes, element) in buffer.iter_mut().zip(chunk) {
            *bytes = element.as_canonical_u32().to_le_bytes();
        }
        hasher.update(buffer[..chunk.len()].as_flattened());
    }
}

/// One coordinate of a challenge: `word mod p`. Its bias is below 2^-33 per value.
pub(crate) fn sample(word: u64) -> F {
    F::new((word % u64::from(P)) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Case T14.
    #[test]
    fn a_coordinate_is_the_word_mod_p_at_and_around_every_kind_of_multiple_of_p() {
        let p = u64::from(P);
        let last = u64::MAX / p;
        for multiple in [0, 1, 2, 3, p - 1, p, p + 1, (1 << 32) / p, (1 << 33) - 1, last - 1, last] {
            for (offset, wanted) in [(0, 0), (1, 1), (p - 2, P - 2), (p - 1, P - 1)] {
                if let Some(word) = (multiple * p).checked_add(offset) {
                    assert_eq!(sample(word).as_canonical_u32(), wanted, "{multiple} p + {offset}");
                }
            }
        }
        assert_eq!(sample(u64::MAX).as_canonical_u32(), (u64::MAX % p) as u32);
    }
}
