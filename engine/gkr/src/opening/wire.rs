//! The bytes of a WHIR proof.
//!
//! ```text
//! out-of-domain answers, fold
//! for each round: root 32, out-of-domain answers, grinding word, queries, fold
//! last polynomial, grinding word, queries, fold
//!
//! fold        for each variable h(0), h(infinity); then its grinding words, if it grinds
//! queries     the rows in the order of the queries, number of siblings u16, the siblings 32 each
//! element     five words;  word: a canonical value, 4 bytes little-endian
//! ```
//!
//! Every other length follows from the parameters, so none of them travels. The opened value is the caller's own.
#![deny(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::panic_in_result_fn,
    clippy::unreachable,
    clippy::wildcard_enum_match_arm,
    clippy::arithmetic_side_effects,
    clippy::as_conversions
)]

use p3_field::PrimeField32;
use p3_merkle_tree::PrunedMerklePaths;
use p3_multilinear_util::poly::Poly;
use p3_sumcheck::{OpeningBatch, SumcheckData};
use p3_whir::{PcsProof, QueryOpenings, SharedProofOpening, WhirProof, WhirRoundProof};

use super::scheme::{Proof, Root};
use super::shape::{ProofShape, QueryShape, RoundShape, SumcheckShape};
use crate::{F, OpeningError, Quintic};

type Siblings = PrunedMerklePaths<u8, 32>;
type Queries = QueryOpenings<F, Quintic, Siblings>;
type Fold = SumcheckData<F, Quintic>;

/// Reads the bytes of a proof of this shape that opens `value`.
pub(crate) fn decode(shape: &ProofShape, value: Quintic, bytes: &[u8]) -> Result<Proof, OpeningError> {
    let mut rest = Rest(bytes);
    let initial_ood_answers = rest.elements(shape.out_of_domain)?;
    let initial_sumcheck = rest.fold(shape.first_fold)?;
    let rounds = shape.rounds.iter().map(|round| rest.round(round)).collect::<Result<_, _>>()?;
    let whir = WhirProof {
        initial_ood_answers,
        initial_sumcheck,
        rounds,
        final_poly: Some(Poly::new(rest.elements(shape.last_polynomial)?)),
        final_pow_witness: rest.word()?,
        final_openings: rest.queries(&shape.last_queries)?,
        final_sumcheck: match shape.last_fold.rounds {
            0 => None,
            _ => Some(rest.fold(shape.last_fold)?),
        },
    };
    match rest.0.len() {
        0 => Ok(PcsProof { whir, evals: vec![OpeningBatch::new(vec![value], Vec::new())] }),
        bytes => Err(OpeningError::LeftOver { bytes }),
    }
}

struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N], OpeningError> {
        let (&field, rest) = self.0.split_first_chunk().ok_or(OpeningError::Short { wanted: N, left: self.0.len() })?;
        self.0 = rest;
        Ok(field)
    }

    /// Refuses a list that cannot be there before anything is allocated for it.
    fn has(&self, count: usize, each: usize) -> Result<(), OpeningError> {
        let (wanted, left) = (count.saturating_mul(each), self.0.len());
        if wanted > left { Err(OpeningError::Short { wanted, left }) } else { Ok(()) }
    }

    fn word(&mut self) -> Result<F, OpeningError> {
        let word = u32::from_le_bytes(self.array()?);
        if word < F::ORDER_U32 { Ok(F::new(word)) } else { Err(OpeningError::NotCanonical { word }) }
    }

    fn words(&mut self, count: usize) -> Result<Vec<F>, OpeningError> {
        self.has(count, 4)?;
        (0..count).map(|_| self.word()).collect()
    }

    fn element(&mut self) -> Result<Quintic, OpeningError> {
        let mut coordinates = [F::default(); 5];
        for coordinate in &mut coordinates {
            *coordinate = self.word()?;
        }
        Ok(Quintic::new(coordinates))
    }

    fn elements(&mut self, count: usize) -> Result<Vec<Quintic>, OpeningError> {
        self.has(count, 20)?;
        (0..count).map(|_| self.element()).collect()
    }

    fn fold(&mut self, shape: SumcheckShape) -> Result<Fold, OpeningError> {
        self.has(shape.rounds, 40)?;
        let pairs = (0..shape.rounds).map(|_| Ok([self.element()?, self.element()?]));
        let polynomial_evaluations = pairs.collect::<Result<_, OpeningError>>()?;
        Ok(Fold { polynomial_evaluations, pow_witnesses: self.words(shape.witnesses)? })
    }

    fn round(&mut self, shape: &RoundShape) -> Result<WhirRoundProof<F, Quintic, super::scheme::Tree>, OpeningError> {
        Ok(WhirRoundProof {
            commitment: Some(Root::new(vec![self.array()?])),
            ood_answers: self.elements(shape.out_of_domain)?,
            pow_witness: self.word()?,
            openings: self.queries(&shape.queries)?,
            sumcheck: self.fold(shape.fold)?,
        })
    }

    fn queries(&mut self, shape: &QueryShape) -> Result<Queries, OpeningError> {
        if shape.base {
            let rows = (0..shape.rows).map(|_| self.words(shape.width)).collect::<Result<_, _>>()?;
            return Ok(Queries::Base(SharedProofOpening { rows, proof: self.siblings(shape)? }));
        }
        let rows = (0..shape.rows).map(|_| self.elements(shape.width)).collect::<Result<_, _>>()?;
        Ok(Queries::Extension(SharedProofOpening { rows, proof: self.siblings(shape)? }))
    }

    fn siblings(&mut self, shape: &QueryShape) -> Result<Siblings, OpeningError> {
        let count = usize::from(u16::from_le_bytes(self.array()?));
        if count > shape.most_siblings {
            return Err(OpeningError::Siblings { got: count, most: shape.most_siblings });
        }
        self.has(count, 32)?;
        let sibling_hashes = (0..count).map(|_| self.array()).collect::<Result<_, _>>()?;
        Ok(Siblings { sibling_hashes })
    }
}

#[cfg(feature = "prove")]
pub(crate) use encode::encode;

#[cfg(feature = "prove")]
mod encode {
    use p3_field::BasedVectorSpace;

    use super::*;

    /// The bytes of a proof that the prover made.
    pub(crate) fn encode(proof: &Proof) -> Vec<u8> {
        let whir = &proof.whir;
        let mut bytes = Vec::new();
        write_elements(&mut bytes, &whir.initial_ood_answers);
        write_fold(&mut bytes, &whir.initial_sumcheck);
        for round in &whir.rounds {
            bytes.extend(round.commitment.iter().flat_map(|root| root.roots().as_flattened()));
            write_elements(&mut bytes, &round.ood_answers);
            write_words(&mut bytes, &[round.pow_witness]);
            write_queries(&mut bytes, &round.openings);
            write_fold(&mut bytes, &round.sumcheck);
        }
        whir.final_poly.iter().for_each(|polynomial| write_elements(&mut bytes, polynomial.as_slice()));
        write_words(&mut bytes, &[whir.final_pow_witness]);
        write_queries(&mut bytes, &whir.final_openings);
        whir.final_sumcheck.iter().for_each(|fold| write_fold(&mut bytes, fold));
        bytes
    }

    fn write_words(bytes: &mut Vec<u8>, words: &[F]) {
        bytes.extend(words.iter().flat_map(|word| word.as_canonical_u32().to_le_bytes()));
    }

    fn write_elements(bytes: &mut Vec<u8>, elements: &[Quintic]) {
        elements.iter().for_each(|element| write_words(bytes, element.as_basis_coefficients_slice()));
    }

    fn write_fold(bytes: &mut Vec<u8>, fold: &Fold) {
        write_elements(bytes, fold.polynomial_evaluations.as_flattened());
        write_words(bytes, &fold.pow_witnesses);
    }

    fn write_queries(bytes: &mut Vec<u8>, queries: &Queries) {
        let siblings = match queries {
            Queries::Base(opening) => {
                opening.rows.iter().for_each(|row| write_words(bytes, row));
                &opening.proof.sibling_hashes
            }
            Queries::Extension(opening) => {
                opening.rows.iter().for_each(|row| write_elements(bytes, row));
                &opening.proof.sibling_hashes
            }
        };
        // At most 119 rows below 24 levels.
        bytes.extend(u16::try_from(siblings.len()).unwrap_or(u16::MAX).to_le_bytes());
        bytes.extend(siblings.as_flattened());
    }
}
