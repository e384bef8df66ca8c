//! No input makes decoders or verifiers hold more than a stated amount of memory.
//!
//! The counter is for the whole process, so everything here is one test.

mod common;

use common::{CONTEXT, Specimens, verify_as};
use peak_alloc::PeakAlloc;
use statesync_proof::sync::{SyncProof, SyncStatement};
use statesync_proof::{Envelope, Request, Statement};
use statesync_tree::Key;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// What a decoder may hold: its value takes as much as the bytes, and a growing list up to twice that; a skeleton a byte
/// for each bit beside that.
fn decoder_allowance(input: usize) -> usize {
    4 * 1024 + 12 * input
}

/// What one verification may hold: the columns of the longest update, 496 copies of 24 wires, and its weights.
const VERIFIER_ALLOWANCE: usize = 1 << 20;

/// Bytes that `work` held at once, beyond what was there before.
fn held<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let result = work();
    (MEMORY.peak_usage().saturating_sub(before), result)
}

/// Short inputs whose every field that could stand for a length is as large as it can be, with honest ones around.
fn hostile(specimens: &Specimens) -> Vec<Vec<u8>> {
    let honest = specimens.all.iter().flat_map(|specimen| {
        [specimen.inline.clone(), specimen.request.encode().unwrap(), specimen.request.statement.to_bytes()]
    });
    let mut inputs: Vec<Vec<u8>> = honest.collect();
    for head in inputs.clone() {
        let head = &head[..head.len().min(100)];
        for at in 0..head.len() {
            for filling in [0x00, 0x7f, 0xf8, 0xff] {
                let mut changed = head.to_vec();
                let end = head.len().min(at + 8);
                changed[at..end].fill(filling);
                inputs.push(changed);
            }
        }
    }
    inputs.push(vec![0xff; 1 << 20]);
    inputs.push([b"SSPF\x01".as_slice(), &vec![0xff; 1 << 20]].concat());
    // Skeletons of as many symbols as there are bits: inner nodes of one bit, and leaves of others of three.
    for (symbols, pattern) in [(8 << 20, [0; 3]), (1 << 21, [0b1101_1011, 0b0110_1101, 0b1011_0110])] {
        let (count, bits) = (u32::to_le_bytes(symbols), pattern.repeat(1 << 20));
        inputs.push([b"SSPF\x01\x02\x04\0\0\0".as_slice(), &count, &bits].concat());
    }
    inputs
}

#[test]
fn decoders_and_verifiers_hold_a_bounded_amount_whatever_they_are_given() {
    let specimens = Specimens::new();
    for input in hostile(&specimens) {
        let allowed = decoder_allowance(input.len());
        for (what, held) in [
            ("envelope", held(|| Envelope::decode(&input).is_ok()).0),
            ("request", held(|| Request::decode(&input).is_ok()).0),
            ("statement", held(|| Statement::from_bytes(&input).is_ok()).0),
            ("sync proof", held(|| SyncProof::decode(&input).is_ok()).0),
            ("sync statement", held(|| SyncStatement::from_bytes(&input).is_ok()).0),
            ("JSON of a sync statement", held(|| serde_json::from_slice::<SyncStatement>(&input).is_ok()).0),
            ("JSON", held(|| serde_json::from_slice::<Request>(&input).is_ok()).0),
        ] {
            assert!(held <= allowed, "{what}: {held} bytes held for {} of {:02x?}", input.len(), &input[..16]);
        }
    }
    // The longest paths that hints can name, whatever tape and witness follow.
    for specimen in specimens.all.iter().filter(|specimen| specimen.inline[7] == 0) {
        let parts = common::Parts::of(&specimen.inline);
        let (statement, filling) = (&specimen.request.statement, specimen.request.statement.anchor().root);
        let longest = parts.with_hints(Key::BITS, common::End::Own, &filling);
        for parts in [parts.with_hints(Key::BITS, parts.end, &filling), longest, parts] {
            let envelope = Envelope::decode(&parts.to_bytes()).unwrap();
            let (held, _) = held(|| verify_as(&specimens.circuits, statement, CONTEXT, &envelope).is_ok());
            assert!(held <= VERIFIER_ALLOWANCE, "{}: {held} bytes held at depth {}", specimen.name, parts.depth);
        }
    }
}
