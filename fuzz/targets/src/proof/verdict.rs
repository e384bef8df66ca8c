//! Envelopes, and what a verifier makes of damaged ones.

use statesync_proof::{Envelope, Form, Request, Statement, verify, verify_detached};

use super::specimen::{CONTEXT, SPECIMENS, Specimen};
use crate::Outcome;

/// The bytes of a proof. What is accepted encodes to the same bytes, and proves no statement of another proof.
pub fn envelope(input: &[u8]) -> Outcome {
    let decoded = Envelope::decode(input);
    if let Ok(envelope) = &decoded {
        assert_eq!(envelope.encode(), input, "a proof has two byte forms");
        for specimen in SPECIMENS.iter().filter(|specimen| may_prove(envelope, &specimen.request.statement)) {
            let accepted = accepts(specimen, &specimen.request, envelope);
            let own = [&specimen.detached, &specimen.inline].iter().any(|proof| *proof == input);
            assert!(!accepted || own, "a statement has a second proof");
        }
    }
    decoded.into()
}

fn may_prove(envelope: &Envelope, statement: &Statement) -> bool {
    (envelope.kind(), envelope.shape()) == (statement.kind(), statement.shape())
}

fn accepts(specimen: &Specimen, request: &Request, envelope: &Envelope) -> bool {
    match envelope.form() {
        Form::Inline => verify(&specimen.prepared, &request.statement, CONTEXT, envelope).is_ok(),
        Form::Detached => verify_detached(&specimen.prepared, request, CONTEXT, envelope).is_ok(),
    }
}

/// Damage to a proof, to the statement that it is checked against, or to both:
///
/// ```text
/// specimen and form   1   number of the specimen, twice, plus 1 for inline
/// edits               4 each: offset u16 little-endian (its top bit set: in the statement), xor mask, and 0
/// ```
///
/// The specimen is accepted as long as nothing is damaged, and not otherwise. Only a path without levels shows more
/// than one statement: that every other key is absent from a tree of one leaf.
pub fn edited(input: &[u8]) -> Outcome {
    let Some((&choice, edits)) = input.split_first() else { return Outcome::Refused };
    let specimen = &SPECIMENS[usize::from(choice / 2) % SPECIMENS.len()];
    let original = if choice % 2 == 1 { &specimen.inline } else { &specimen.detached };
    let (mut proof, mut statement) = (original.clone(), specimen.request.statement.to_bytes());
    for &[low, high, mask, _] in edits.as_chunks().0 {
        let target = if high & 0x80 != 0 { &mut statement } else { &mut proof };
        let at = usize::from(u16::from_le_bytes([low, high & 0x7f])) % target.len();
        target[at] ^= mask;
    }
    let is_intact = proof == *original && statement == specimen.request.statement.to_bytes();
    let (Ok(envelope), Ok(statement)) = (Envelope::decode(&proof), Statement::from_bytes(&statement)) else {
        assert!(!is_intact, "a specimen is not read");
        return Outcome::Refused;
    };
    let request = Request { statement, opening: specimen.request.opening.clone() };
    let is_accepted = accepts(specimen, &request, &envelope);
    let may_be_accepted = is_intact || (request.opening.depth() == 0 && request.check().is_ok());
    assert!(is_accepted <= may_be_accepted, "a damaged proof is accepted");
    assert!(is_accepted >= is_intact, "an intact proof is refused");
    if is_accepted { Outcome::Accepted } else { Outcome::Refused }
}

/// Starting points of [`envelope`].
pub fn envelope_seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<_> =
        SPECIMENS.iter().flat_map(|specimen| [specimen.detached.clone(), specimen.inline.clone()]).collect();
    seeds.push(b"SSPF\x01".to_vec());
    seeds
}

/// Starting points of [`edited`]: every specimen intact, then damaged at head, hints, tape, end and statement.
pub fn edited_seeds() -> Vec<Vec<u8>> {
    let choices = 0..2 * SPECIMENS.len() as u8;
    let damages: [&[u8]; 6] =
        [&[], &[6, 0, 1, 0], &[9, 0, 1, 0], &[64, 1, 0x80, 0], &[0xff, 0x7f, 2, 0], &[4, 0x80, 1, 0]];
    choices.flat_map(|choice| damages.map(|damage| [&[choice], damage].concat())).collect()
}
