use statesync_gkr::{CommittedProof, OpeningError};
use statesync_transcript::TapeError;

use crate::case::{Case, Refusal};

const REDUCTION: usize = (2 * 12 + 1) * 20;

fn refusal(case: &Case, opening: Vec<u8>) -> OpeningError {
    let proof = case.prove();
    match case.verify(&CommittedProof { opening, ..proof }) {
        Err(Refusal::Opening(error)) => error,
        other => panic!("{other:?}"),
    }
}

/// Cases G09, G11, G12, C01: no list states its length, so a list that is shorter or longer moves all that follows.
#[test]
fn an_opening_that_is_shorter_or_longer_anywhere_is_refused() {
    let case = Case::small(1);
    let proof = case.prove();
    let whole = proof.opening.len();
    for at in (REDUCTION..whole).step_by(197) {
        for bytes in [4, 20, 32] {
            let mut shorter = proof.opening.clone();
            shorter.drain(at..whole.min(at + bytes));
            let mut longer = proof.opening.clone();
            longer.splice(at..at, vec![0; bytes]);
            for opening in [shorter, longer] {
                let forged = CommittedProof { opening, ..proof.clone() };
                assert!(case.verify(&forged).is_err(), "{bytes} bytes at {at}");
            }
        }
    }
}

#[test]
fn what_is_missing_or_left_over_is_named() {
    let case = Case::small(2);
    let opening = case.prove().opening;
    let cut = |length: usize| opening[..length].to_vec();
    assert_eq!(refusal(&case, cut(3)), OpeningError::Short { wanted: REDUCTION, left: 3 });
    assert_eq!(refusal(&case, cut(REDUCTION + 7)), OpeningError::Short { wanted: 20, left: 7 });
    assert!(matches!(refusal(&case, cut(opening.len() - 1)), OpeningError::Short { .. }));
    for tail in [1, opening.len(), 1 << 16] {
        let longer = [opening.clone(), vec![0; tail]].concat();
        assert_eq!(refusal(&case, longer), OpeningError::LeftOver { bytes: tail });
    }
}

#[test]
fn words_that_are_not_below_p_are_named() {
    let case = Case::small(3);
    let mut opening = case.prove().opening;
    opening[REDUCTION..][..4].copy_from_slice(&[0xff; 4]);
    assert_eq!(refusal(&case, opening.clone()), OpeningError::NotCanonical { word: u32::MAX });
    opening[..4].copy_from_slice(&2_130_706_433_u32.to_le_bytes());
    let error = OpeningError::Tape(TapeError::NotCanonical { position: 0, word: 2_130_706_433 });
    assert_eq!(refusal(&case, opening), error);
}

/// Case C03.
#[test]
fn a_number_of_siblings_beyond_what_queries_need_is_named() {
    let case = Case::small(4);
    let mut opening = case.prove().opening;
    // One out-of-domain answer, five variables, a root, one answer, a grinding word, 66 rows of 32 words.
    let siblings = REDUCTION + 20 + 5 * 40 + 32 + 20 + 4 + 66 * 32 * 4;
    opening[siblings..][..2].copy_from_slice(&u16::MAX.to_le_bytes());
    assert_eq!(refusal(&case, opening), OpeningError::Siblings { got: 65_535, most: 66 * 10 });
}
