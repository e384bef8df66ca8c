//! Whatever is changed in a proof, its hints or its statement: it is refused.

mod common;

use common::{CONTEXT, Parts, Specimen, Specimens, sample, tape_bytes, verify_as};
use rayon::prelude::*;
use statesync_proof::{DecodeError, Envelope, Preparations, Request, Statement, VerifyError, verify_detached};
use statesync_tree::{Digest, FormError, LeafState, Opening, Shape, Terminal};

const P: u32 = 2_130_706_433;
/// Words that a careless reader would take for elements.
const NOT_CANONICAL: [u32; 5] = [P, P + 1, 1 << 31, 2 * (P - 1), u32::MAX];

/// Where a changed proof was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Refused {
    Decoding,
    Verifying,
}

/// Refuses an inline proof of `statement`, or panics.
fn refusal(circuits: &Preparations, statement: &Statement, proof: &[u8]) -> Option<Refused> {
    match Envelope::decode(proof) {
        Err(_) => Some(Refused::Decoding),
        Ok(envelope) => {
            assert_eq!(envelope.encode(), proof, "two byte forms of one proof");
            let verdict = verify_as(circuits, statement, CONTEXT, &envelope);
            verdict.is_err().then_some(Refused::Verifying)
        }
    }
}

/// Refusals while decoding and by the verifier, of all changed copies.
fn count(refusals: impl ParallelIterator<Item = Option<Refused>>) -> [usize; 2] {
    let one = |refusal| match refusal {
        Some(Refused::Decoding) => [1, 0],
        Some(Refused::Verifying) => [0, 1],
        None => panic!("a changed proof was accepted"),
    };
    refusals.map(one).reduce(|| [0; 2], |a, b| [a[0] + b[0], a[1] + b[1]])
}

fn flipped(bytes: &[u8], bit: usize) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    changed[bit / 8] ^= 1 << (bit % 8);
    changed
}

/// Flips every bit of an inline proof.
fn flip_proof(specimens: &Specimens, specimen: &Specimen) -> [usize; 2] {
    let (statement, proof) = (&specimen.request.statement, &specimen.inline);
    let bits = (0..8 * proof.len()).into_par_iter();
    let counts = count(bits.map(|bit| refusal(&specimens.circuits, statement, &flipped(proof, bit))));
    assert_eq!(counts[0] + counts[1], 8 * proof.len());
    println!(
        "{}: {} bits, {} refused by the decoder, {} by the verifier",
        specimen.name,
        8 * proof.len(),
        counts[0],
        counts[1]
    );
    counts
}

#[test]
fn every_flipped_bit_of_a_proof_of_each_kind_is_refused() {
    let specimens = Specimens::new();
    let flip = |name: &str| flip_proof(&specimens, specimens.get(name));
    assert_eq!(flip("membership"), [178, 75_430]);
    assert_eq!(flip("non-membership, another key's leaf"), [166, 74_930]);
    assert_eq!(flip("update, insert"), [190, 75_674]);
}

#[test]
fn every_flipped_bit_of_head_and_hints_and_one_bit_of_every_other_byte_of_the_other_proofs_are_refused() {
    let specimens = Specimens::new();
    for name in ["non-membership, empty", "non-membership, tombstone", "update, erased"] {
        let Specimen { request, inline, .. } = specimens.get(name);
        let head = 9 + Parts::of(inline).hints().len();
        let bits = (0..8 * inline.len()).into_par_iter().filter(|bit| bit / 8 < head || bit / 8 % 8 == bit % 8);
        let tried = 8 * head + inline.len() - head;
        let counts = count(bits.map(|bit| refusal(&specimens.circuits, &request.statement, &flipped(inline, bit))));
        assert_eq!(counts[0] + counts[1], tried, "{name}");
    }
}

#[test]
fn every_flipped_byte_of_a_detached_proof_is_refused() {
    let specimens = Specimens::new();
    for Specimen { name, request, detached, .. } in &specimens.all {
        let prepared = specimens.circuits.get(&request.statement).unwrap();
        (0..detached.len()).into_par_iter().for_each(|at| {
            let changed = flipped(detached, 8 * at + at % 8);
            let verdict = Envelope::decode(&changed)
                .map(|envelope| verify_detached(prepared, request, CONTEXT, &envelope).is_ok());
            assert_ne!(verdict, Ok(true), "{name}: byte {at} is not bound");
        });
    }
}

#[test]
fn a_proof_is_refused_for_every_statement_that_differs_in_one_bit() {
    let specimens = Specimens::new();
    let mut counts = [0; 2];
    for Specimen { request, inline, .. } in &specimens.all {
        let bytes = request.statement.to_bytes();
        let envelope = Envelope::decode(inline).unwrap();
        let refusals = (0..8 * bytes.len()).into_par_iter().map(|bit| {
            let Ok(statement) = Statement::from_bytes(&flipped(&bytes, bit)) else { return Some(Refused::Decoding) };
            assert_eq!(statement.to_bytes(), flipped(&bytes, bit), "two byte forms of one statement");
            verify_as(&specimens.circuits, &statement, CONTEXT, &envelope).is_err().then_some(Refused::Verifying)
        });
        let [decoding, verifying] = count(refusals);
        assert_eq!(decoding + verifying, 8 * bytes.len());
        counts = [counts[0] + decoding, counts[1] + verifying];
    }
    assert_eq!(counts, [621, 3_979]);
}

#[test]
fn a_proof_cut_off_anywhere_is_refused_while_decoding() {
    let specimens = Specimens::new();
    for proof in specimens.all.iter().flat_map(|specimen| [&specimen.detached, &specimen.inline]) {
        for length in 0..proof.len() {
            match Envelope::decode(&proof[..length]) {
                Err(DecodeError::NotThisForm { .. }) => assert!(length < 4),
                Err(DecodeError::Short { left, wanted, .. }) => assert!(left < wanted && left <= length),
                other => panic!("{length} of {} bytes: {other:?}", proof.len()),
            }
        }
    }
}

#[test]
fn whatever_follows_a_proof_is_refused_while_decoding() {
    let specimens = Specimens::new();
    for Specimen { detached, inline, .. } in &specimens.all {
        let noise: Vec<u8> = (0..64 << 10).map(|i: u32| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let tails = (1..=64).map(|length| vec![0; length]).chain([inline.clone(), detached.clone(), noise]);
        for tail in tails {
            for proof in [detached, inline] {
                let error = Envelope::decode(&[proof.as_slice(), &tail].concat()).unwrap_err();
                assert_eq!(error, DecodeError::LeftOver { what: "a proof", bytes: tail.len() });
            }
        }
    }
}

/// What is removed or doubled is a layer's messages: a verifier that counted the layers of the proof would pass it.
#[test]
fn a_proof_without_a_layer_or_with_one_twice_is_refused_by_its_length() {
    let specimens = Specimens::new();
    let Specimen { request, inline, .. } = specimens.get("membership");
    let parts = Parts::of(inline);
    // The last layer: 5 rounds of 3 elements and 16 opened wires, of 16 bytes each.
    let (layer, tape) = (16 * (5 * 3 + 16), &parts.tape);
    let shortened = [tape[layer..].to_vec(), tape[..tape.len() - layer].to_vec(), vec![]];
    let lengthened = [[&tape[..layer], tape].concat(), [tape.as_slice(), &tape[tape.len() - layer..]].concat()];
    for tape in shortened.into_iter().chain(lengthened) {
        let length = tape.len();
        let refused = refusal(&specimens.circuits, &request.statement, &Parts { tape, ..parts.clone() }.to_bytes());
        assert_eq!(refused, Some(Refused::Decoding), "a tape of {length} bytes");
    }
}

#[test]
fn a_word_that_is_not_below_p_is_refused_wherever_an_element_is_read() {
    let specimens = Specimens::new();
    for Specimen { request, inline, .. } in &specimens.all {
        let parts = Parts::of(inline);
        let tape = 9 + parts.hints().len();
        let witness = tape + parts.tape.len();
        for (number, at) in (tape..inline.len()).step_by(4).enumerate() {
            let mut changed = inline.clone();
            let word = u32::from_le_bytes(changed[at..at + 4].try_into().unwrap());
            // Also the second encoding of the very element that stands there.
            let words = [NOT_CANONICAL[number % NOT_CANONICAL.len()], word + P];
            for word in words {
                changed[at..at + 4].copy_from_slice(&word.to_le_bytes());
                let decoded = Envelope::decode(&changed);
                if at >= witness {
                    let element = (at - witness) / 4 % 8;
                    let form = FormError::NotCanonical { element, value: word };
                    assert_eq!(decoded, Err(DecodeError::Form(form)));
                } else {
                    let envelope = decoded.unwrap();
                    let error = verify_as(&specimens.circuits, &request.statement, CONTEXT, &envelope).unwrap_err();
                    let sentence = format!("the tape holds {word} at byte {}, which is not below", at - tape);
                    assert!(error.to_string().contains(&sentence), "{error}");
                }
            }
        }
    }
}

#[test]
fn the_largest_element_is_read_and_then_refused_for_what_it_says() {
    let specimens = Specimens::new();
    let Specimen { request, inline, .. } = specimens.get("membership");
    for at in [inline.len() - 4, 9 + 2] {
        let mut changed = inline.clone();
        changed[at..at + 4].copy_from_slice(&(P - 1).to_le_bytes());
        let refused = refusal(&specimens.circuits, &request.statement, &changed);
        assert_eq!(refused, Some(Refused::Verifying));
    }
}

#[test]
fn a_changed_element_of_the_witness_leaves_a_claim_that_is_not_met() {
    let specimens = Specimens::new();
    for Specimen { name, request, inline, .. } in &specimens.all {
        let parts = Parts::of(inline);
        let witness = parts.witness.clone().unwrap();
        (0..8 * witness.len()).into_par_iter().for_each(|element| {
            let mut changed = witness.clone();
            let mut elements = *changed[element / 8].elements();
            elements[element % 8] += statesync_proof::F::new(1);
            changed[element / 8] = Digest::new(elements);
            let parts = Parts { witness: Some(changed), ..parts.clone() };
            let envelope = Envelope::decode(&parts.to_bytes()).unwrap();
            let verdict = verify_as(&specimens.circuits, &request.statement, CONTEXT, &envelope);
            assert!(matches!(verdict, Err(VerifyError::Rejected(_))), "{name}: element {element} is not bound");
        });
    }
}

#[test]
fn tapes_and_witnesses_of_two_trees_do_not_mix() {
    let specimens = Specimens::new();
    let (record, other_record) = (common::key(Shape::Keyed, 0), common::key(Shape::Keyed, 10));
    let tree = sample(Shape::Keyed, 20);
    let grown = tree.clone().with(other_record, LeafState::of(b"other"));
    let requests = [tree.read(&record), grown.read(&record)];
    let [first, second] =
        requests.clone().map(|request| Parts::of(&common::prove_both(&specimens.circuits, &request)[1]));
    assert_eq!((first.depth, first.end), (second.depth, second.end), "the hints are the same");
    assert_ne!(first.witness, second.witness);
    let swapped_witness = Parts { witness: second.witness.clone(), ..first.clone() };
    let swapped_tape = Parts { tape: second.tape, ..first };
    for proof in [&swapped_witness, &swapped_tape] {
        for request in &requests {
            let refused = refusal(&specimens.circuits, &request.statement, &proof.to_bytes());
            assert_eq!(refused, Some(Refused::Verifying));
        }
    }
}

#[test]
fn a_detached_proof_is_refused_with_the_opening_of_another_request() {
    let specimens = Specimens::new();
    for (proved, Specimen { detached, .. }) in specimens.all.iter().enumerate() {
        let envelope = Envelope::decode(detached).unwrap();
        for (asked, Specimen { request, .. }) in specimens.all.iter().enumerate() {
            let prepared = specimens.circuits.get(&request.statement).unwrap();
            let verdict = verify_detached(prepared, request, CONTEXT, &envelope);
            assert_eq!(verdict.is_ok(), proved == asked);
        }
    }
}

#[test]
fn a_detached_proof_is_refused_with_a_changed_opening() {
    let specimens = Specimens::new();
    for Specimen { name, request, detached, .. } in &specimens.all {
        let prepared = specimens.circuits.get(&request.statement).unwrap();
        let envelope = Envelope::decode(detached).unwrap();
        let check = |opening: Opening| {
            let request = Request { statement: request.statement, opening };
            verify_detached(prepared, &request, CONTEXT, &envelope).map(drop).unwrap_err()
        };
        let opening = &request.opening;
        for level in 0..opening.depth() {
            let mut siblings = opening.siblings.clone();
            siblings[level] = *statesync_tree::ValueDigest::of(b"another").digest();
            let error = check(Opening { siblings, ..opening.clone() });
            assert!(matches!(error, VerifyError::Rejected(_)), "{name}, sibling {level}: {error}");
        }
        let mut longer = opening.siblings.clone();
        longer.push(longer[0]);
        let tombstone = Terminal::Own(statesync_tree::Present::Tombstone);
        let terminal = if opening.terminal == tombstone { Terminal::Empty } else { tombstone };
        let changed = [
            Opening { siblings: opening.siblings[1..].to_vec(), ..opening.clone() },
            Opening { siblings: vec![], ..opening.clone() },
            Opening { siblings: longer, ..opening.clone() },
            Opening { terminal, ..opening.clone() },
        ];
        for opening in changed {
            assert_eq!(check(opening), VerifyError::OtherPath, "{name}");
        }
    }
}

#[test]
fn proofs_of_zeros_and_ones_are_refused() {
    let specimens = Specimens::new();
    let zero = Digest::new(Default::default());
    let one = Digest::new([statesync_proof::F::new(1); 8]);
    for Specimen { request, inline, .. } in &specimens.all {
        let parts = Parts::of(inline);
        let slots = parts.witness.as_ref().unwrap().len();
        for (word, digest) in [(0_u32, zero), (1, one)] {
            let tape = word.to_le_bytes().repeat(tape_bytes(parts.kind, parts.depth) / 4);
            let parts = Parts { tape, witness: Some(vec![digest; slots]), ..parts.clone() };
            let of_zeros = match request.statement {
                Statement::Update { key, old, new, old_anchor, .. } => {
                    let anchor = statesync_tree::Anchor::new(old_anchor.shape, zero);
                    Statement::Update { old_anchor: anchor, new_anchor: anchor, key, old, new }
                }
                other => common::read_statement(
                    statesync_tree::Anchor::new(other.shape(), zero),
                    *other.key(),
                    other.state(),
                ),
            };
            for statement in [request.statement, of_zeros] {
                let refused = refusal(&specimens.circuits, &statement, &parts.to_bytes());
                assert_eq!(refused, Some(Refused::Verifying));
            }
        }
    }
}
