//! No bytes make the verifier panic, and none but the proof make it accept.

use rand::RngExt;
use rand::rngs::StdRng;
use statesync_gkr::{Quartic, VerifyError};

use crate::case::{Case, P, Refusal};
use crate::template::rng;

/// Bytes of any length around the right one.
fn noise(tape: &[u8], rng: &mut StdRng) -> Vec<u8> {
    (0..rng.random_range(0..=2 * tape.len())).map(|_| rng.random()).collect()
}

/// Canonical words, as many as are asked for.
fn well_formed_noise(tape: &[u8], rng: &mut StdRng) -> Vec<u8> {
    (0..tape.len() / 4).flat_map(|_| rng.random_range(0..P).to_le_bytes()).collect()
}

/// A proof with up to three of these: a bit flipped, a word replaced, a piece cut out, a piece put in twice.
fn mutated(tape: &[u8], rng: &mut StdRng) -> Vec<u8> {
    let mut changed = tape.to_vec();
    for _ in 0..rng.random_range(1..=3) {
        let at = 4 * rng.random_range(0..tape.len() / 4);
        let piece = at..tape.len().min(at + rng.random_range(1..20));
        let Some(word) = changed.get_mut(at..at + 4) else { continue };
        match rng.random_range(0..4) {
            0 => word[0] ^= 1 << rng.random_range(0..8),
            1 => word.copy_from_slice(&rng.random_range(0..P).to_le_bytes()),
            2 => _ = changed.drain(at..piece.end.min(changed.len())),
            _ => changed.extend_from_slice(&tape[piece]),
        }
    }
    changed
}

#[test]
fn no_bytes_make_the_verifier_panic_or_accept() {
    let rng = &mut rng(40);
    let cases = (0..).map(Case::random).filter(|case| case.circuit.tape_elements(case.copies) > 0).take(60);
    let mut read_to_the_end = 0;
    for case in cases {
        let tape = case.prove::<Quartic>().expect("a true statement");
        for _ in 0..700 {
            for garbage in [noise(&tape, rng), well_formed_noise(&tape, rng), mutated(&tape, rng)] {
                let verdict = case.verdict::<Quartic>(&garbage);
                assert_eq!(verdict.is_ok(), garbage == tape);
                read_to_the_end += usize::from(matches!(verdict, Err(Refusal::Witness(_))));
            }
        }
    }
    assert!(read_to_the_end > 30_000, "only {read_to_the_end} of 126 000 reach the residual");
}

#[test]
fn every_flipped_bit_of_a_proof_is_refused_and_these_many_as_malformed() {
    let case = Case::random(17);
    let tape = case.prove::<Quartic>().expect("a true statement");
    let [mut malformed, mut false_claims] = [0; 2];
    for bit in 0..8 * tape.len() {
        let mut flipped = tape.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        match case.verdict::<Quartic>(&flipped) {
            Err(Refusal::Tape(VerifyError::Tape(_))) => malformed += 1,
            Err(_) => false_claims += 1,
            Ok(()) => panic!("bit {bit} is not bound"),
        }
    }
    println!("{malformed} flipped bits are malformed, {false_claims} make a false claim");
    assert_eq!((malformed, false_claims, 8 * tape.len()), (21, 619, 640));
}
