use rayon::prelude::*;
use statesync_proof::Profile;
use statesync_proof::sync::{SyncError, SyncProof, SyncStatement, prove, verify};
use statesync_tree::Shape;

use crate::case::{CIRCUIT, CONTEXT, Case, check, slots};

fn round_trip(case: &Case) {
    let statement = &case.statement;
    let bytes = case.prove().encode();
    let proof = SyncProof::decode(&bytes).unwrap();
    assert_eq!(proof.encode(), bytes);
    assert_eq!(check(statement, &proof).unwrap().statement(), statement);
    assert_eq!(SyncStatement::from_bytes(&statement.to_bytes()).as_ref(), Ok(statement));
}

#[test]
fn sets_of_changes_of_every_size_are_proved_in_every_shape() {
    for shape in [Shape::Keyed, slots(12), slots(32)] {
        for (records, changes) in [(0, 1), (0, 5), (1, 1), (1, 4), (2, 2), (17, 3), (300, 1), (300, 40), (900, 700)] {
            round_trip(&Case::random(shape, records, changes, records + changes));
        }
    }
}

#[test]
fn two_thousand_random_sets_are_proved() {
    (0..2_000).into_par_iter().for_each(|seed| {
        let shape = if seed % 3 == 0 { slots(10 + seed % 7) } else { Shape::Keyed };
        round_trip(&Case::random(shape, seed % 90, 1 + seed % 13, seed));
    });
}

#[test]
fn an_empty_list_is_proved_of_equal_roots() {
    for records in [0, 1, 50] {
        round_trip(&Case::random(Shape::Keyed, records, 0, 1));
    }
}

#[test]
fn reads_alone_are_proved() {
    let mut case = Case::random(Shape::Keyed, 80, 20, 3);
    case.statement.changes.iter_mut().for_each(|change| change.new = change.old);
    case.statement.new_anchor = case.statement.old_anchor;
    round_trip(&case);
}

#[test]
fn a_proof_of_120_bits_says_so_and_is_larger() {
    let case = Case::random(Shape::Keyed, 200, 30, 5);
    let (weak, strong) =
        (case.prove(), prove(&CIRCUIT, &case.statement, &case.traced, CONTEXT, Profile::Bits120).unwrap());
    assert!(check(&case.statement, &strong).is_ok());
    for (proof, profile) in [(&weak, Profile::Bits120), (&strong, Profile::Bits100)] {
        let error = SyncError::OtherProfile { got: proof.profile(), wanted: profile };
        assert_eq!(verify(&CIRCUIT, &case.statement, CONTEXT, profile, proof), Err(error));
    }
    let bits = |proof: &SyncProof| proof.security(&CIRCUIT, &case.statement).unwrap().unwrap().total;
    assert!(bits(&weak) >= 100.0 && bits(&strong) >= 120.0);
    assert!(strong.encode().len() > weak.encode().len());
}

#[test]
fn a_proof_is_tied_to_its_context() {
    let case = Case::small();
    let proof = case.prove();
    assert!(verify(&CIRCUIT, &case.statement, CONTEXT, Profile::Bits100, &proof).is_ok());
    assert!(verify(&CIRCUIT, &case.statement, b"another", Profile::Bits100, &proof).is_err());
}

#[test]
fn statements_have_a_form_for_people() {
    let statement = Case::small().statement;
    let json = serde_json::to_string(&statement).unwrap();
    assert_eq!(serde_json::from_str::<SyncStatement>(&json).unwrap(), statement);
    assert!(serde_json::from_str::<SyncStatement>(&json.replacen('{', "{\"more\":1,", 1)).is_err());
}
