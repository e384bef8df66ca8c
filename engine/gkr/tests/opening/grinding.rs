use statesync_gkr::{CommittedProof, OpeningError};

use crate::case::{Case, Refusal};

/// Where the grinding word of the first round stands: behind the reduction of 2^12 elements, one out-of-domain answer,
/// five variables, a root and one answer.
const WORD: usize = (2 * 12 + 1) * 20 + 20 + 5 * 40 + 32 + 20;

/// Cases G15 and G19: the word is ground before the queries that it protects and after all that they are about. Another
/// word that meets the same difficulty leads to other queries, which the rows that were sent do not answer. Case G18 cannot occur: how hard a word must be follows from size and profile
/// in code, at most 16 bits, and no caller and no proof says it.
#[test]
fn another_grinding_word_that_is_as_hard_leads_to_other_queries() {
    let case = Case::small(1);
    let proof = case.prove();
    let sent = u32::from_le_bytes(*proof.opening[WORD..].first_chunk().unwrap());
    let reason = |word: u32| {
        let mut opening = proof.opening.clone();
        opening[WORD..][..4].copy_from_slice(&word.to_le_bytes());
        match case.verify(&CommittedProof { opening, ..proof.clone() }) {
            Err(Refusal::Opening(OpeningError::Whir { reason })) => reason,
            other => panic!("word {word}: {other:?}"),
        }
    };
    let others = (1..1 << 14).map(|i| sent ^ i).filter(|&word| word < 2_130_706_433);
    let as_hard: Vec<String> =
        others.map(reason).filter(|reason| !reason.contains("grinding witness clears")).collect();
    assert!((1..64).contains(&as_hard.len()), "{} of 2^14 words clear 10 bits", as_hard.len());
    assert!(as_hard.iter().all(|reason| reason.contains("Merkle")), "{as_hard:?}");
}
