use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use statesync_proof::DecodeError;
use statesync_proof::sync::{SyncProof, SyncStatement};
use statesync_tree::Shape;

use crate::case::{Case, check};

#[test]
fn every_changed_byte_of_a_proof_is_refused() {
    let case = Case::random(Shape::Keyed, 20, 3, 2);
    let bytes = case.prove().encode();
    (0..bytes.len()).into_par_iter().for_each(|i| {
        let mut forged = bytes.clone();
        forged[i] ^= 1 << (i % 8);
        let accepted = SyncProof::decode(&forged).is_ok_and(|proof| check(&case.statement, &proof).is_ok());
        assert!(!accepted, "proof byte {i} is not bound");
    });
}

#[test]
fn every_changed_byte_of_a_statement_is_refused() {
    let case = Case::small();
    let proof = case.prove();
    let bytes = case.statement.to_bytes();
    (0..bytes.len()).into_par_iter().for_each(|i| {
        let mut forged = bytes.clone();
        forged[i] ^= 1 << (i % 8);
        let accepted = SyncStatement::from_bytes(&forged).is_ok_and(|statement| check(&statement, &proof).is_ok());
        assert!(!accepted, "statement byte {i} is not bound");
    });
}

#[test]
fn no_bytes_make_decoder_or_verifier_panic() {
    let case = Case::small();
    let bytes = case.prove().encode();
    let mut rng = StdRng::seed_from_u64(1);
    for _ in 0..400 {
        let mut forged = bytes.clone();
        let start = rng.random_range(0..forged.len());
        let end = rng.random_range(start..=forged.len()).min(start + 64);
        forged[start..end].iter_mut().for_each(|byte| *byte = rng.random());
        if rng.random_bool(0.2) {
            forged.truncate(rng.random_range(0..forged.len()));
        }
        if forged != bytes
            && let Ok(proof) = SyncProof::decode(&forged)
        {
            assert_eq!(proof.encode(), forged);
            assert!(check(&case.statement, &proof).is_err());
        }
    }
}

#[test]
fn bytes_that_are_no_sync_proof_are_named() {
    let decode = |bytes: &[u8]| SyncProof::decode(bytes).expect_err("malformed");
    assert_eq!(decode(b"SSRQ"), DecodeError::NotThisForm { what: "a sync proof" });
    assert_eq!(decode(b"SSPF\x02"), DecodeError::UnknownVersion { what: "a sync proof", got: 2 });
    assert_eq!(decode(b"SSPF\x01\x01"), DecodeError::UnknownTag { what: "form", tag: 1 });
    assert_eq!(decode(b"SSPF\x01\x02\x03"), DecodeError::UnknownTag { what: "kind", tag: 3 });
    assert_eq!(decode(b"SSPF\x01\x02\x04\0\0\x02"), DecodeError::UnknownTag { what: "profile", tag: 2 });
    assert!(matches!(decode(b"SSPF\x01\x02\x04\0\0\0\xff\xff\xff\xff"), DecodeError::Skeleton(_)));
}

/// Case C03: a number of changes that is not there is refused before anything is allocated.
#[test]
fn a_statement_that_states_more_changes_than_it_has_is_named() {
    let mut bytes = Case::small().statement.to_bytes();
    bytes[71..75].copy_from_slice(&u32::MAX.to_le_bytes());
    let error = SyncStatement::from_bytes(&bytes).expect_err("malformed");
    assert!(matches!(error, DecodeError::Short { wanted, .. } if wanted == 33 * u32::MAX as usize));
    bytes[0] = 1;
    assert_eq!(SyncStatement::from_bytes(&bytes), Err(DecodeError::UnknownTag { what: "kind", tag: 1 }));
    let statement = Case::small().statement;
    let longer = [statement.to_bytes(), vec![0]].concat();
    assert_eq!(SyncStatement::from_bytes(&longer), Err(DecodeError::LeftOver { what: "a sync statement", bytes: 1 }));
}
