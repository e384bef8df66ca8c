//! The fields of a proof, a request and a plain opening.

use statesync_proof::{Envelope, PreparedCircuit, Request};
use statesync_tree::{Digest, LeafState, Opening, Terminal};

use super::fields::{Anatomy, Fields};
use super::job::Statement;
use super::sync;
use crate::failure::{Advise, Blame, Failure, Fault};
use crate::files;
use crate::records::Source;
use crate::report::{Bits, Count};

const MAGIC: usize = 4;

/// Takes the file apart, whichever of the four it is.
pub fn proof(source: &Source, statement: Option<&Statement>) -> Result<Anatomy, Failure> {
    let bytes = files::read_at_most(source, files::MAX_SYNC_BYTES)?;
    if sync::is_sync_proof(&bytes) {
        return sync::of_sync_proof(source, &bytes, statement);
    }
    if statement.is_some() {
        let failure = Failure::new(Fault::Usage, format_args!("{} is not a sync proof", source.name()));
        return Err(failure.next("leave `--from`, `--to` and `--changes` out"));
    }
    let no = |what: &str| format!("{} is not {what}", source.name());
    match bytes.first_chunk::<MAGIC>() {
        Some(b"SSRQ") => of_request(source, &bytes).blame(Fault::Usage, no("a request")),
        Some(b"SSOP") => of_opening(source, &bytes).blame(Fault::Usage, no("an opening")),
        _ => of_envelope(source, &bytes).blame(Fault::Usage, no("a proof")),
    }
    .next("`statesync inspect` shows proofs, requests and openings, as `statesync prove` writes them")
}

fn of_envelope(source: &Source, bytes: &[u8]) -> anyhow::Result<Anatomy> {
    let envelope = Envelope::decode(bytes)?;
    let (kind, shape, hints) = (envelope.kind(), envelope.shape(), envelope.hints());
    let prepared = PreparedCircuit::new(kind, shape)?;
    let soundness = prepared.soundness(hints.depth());
    let end = match hints.other() {
        Some(other) => format!(", ending at another record's leaf: {} of key {}", other.state, other.key),
        None => String::new(),
    };
    let mut fields = head("SSPF");
    fields.add("form", 1, envelope.form().to_string());
    fields.add("kind", 1, kind.to_string());
    fields.add("shape", 2, shape.to_string());
    fields.add("hints", hints.to_bytes().len(), format!("a path of {} levels{end}", hints.depth()));
    fields.add("tape", envelope.tape().len(), tape(&prepared, hints.depth()));
    if let Some(witness) = envelope.witness() {
        let meaning = format!("{} digests: those on the path, and their siblings", witness.len());
        fields.add("witness", witness.len() * Digest::BYTES, meaning);
    }
    let what = format!("{} proof of {kind} in a {shape} tree", envelope.form());
    Ok(Anatomy {
        soundness_bits: soundness.map(|soundness| Bits(soundness.union_bound)),
        soundness_bits_worst: soundness.map(|soundness| Bits(soundness.worst_challenge)),
        ..Anatomy::new(source, bytes, what, fields)
    })
}

/// What the elements of a tape are.
fn tape(prepared: &PreparedCircuit, depth: usize) -> String {
    let Some(copies) = prepared.copies(depth) else {
        return "nothing: a path without levels is compared natively".into();
    };
    let circuit = prepared.circuit();
    let (rounds, degree) = (circuit.rounds(copies), circuit.degree());
    let elements = circuit.tape_elements(copies);
    let opened = elements - rounds * degree;
    let (all, nodes) = (1_usize << copies.log(), copies.real());
    let elements = Count::of(elements);
    format!("{elements} elements: {rounds} rounds of {degree}, {opened} opened wires; {all} copies for {nodes} nodes")
}

fn of_request(source: &Source, bytes: &[u8]) -> anyhow::Result<Anatomy> {
    let Request { statement, opening } = Request::decode(bytes)?;
    let mut fields = head("SSRQ");
    fields.add("statement", statement.to_bytes().len(), statement.kind().to_string());
    fields.add("opening", opening.encode()?.len(), format!("a path of {} levels", opening.depth()));
    let what = format!("request to prove {} in a {} tree", statement.kind(), statement.shape());
    Ok(Anatomy { statement: Some(statement), ..Anatomy::new(source, bytes, what, fields) })
}

fn of_opening(source: &Source, bytes: &[u8]) -> anyhow::Result<Anatomy> {
    let opening = Opening::decode(bytes)?;
    let mut fields = head("SSOP");
    fields.add("depth", 1, format!("a path of {} levels", opening.depth()));
    let state_bytes = |state: &LeafState| if matches!(state, LeafState::Occupied(_)) { 1 + Digest::BYTES } else { 1 };
    match &opening.terminal {
        Terminal::Empty => {
            fields.add("terminal", 1, "an empty place");
        }
        Terminal::Own(state) => {
            fields.add("terminal", 1, "the record's own leaf");
            fields.add("state", state_bytes(&(*state).into()), state.to_string());
        }
        Terminal::Other(leaf) => {
            fields.add("terminal", 1, "another record's leaf, where this one's would be");
            fields.add("key", leaf.key.as_bytes().len(), leaf.key.to_string());
            fields.add("state", state_bytes(&leaf.state.into()), leaf.state.to_string());
        }
    }
    fields.add("siblings", opening.depth() * Digest::BYTES, format!("{} digests, the deepest first", opening.depth()));
    Ok(Anatomy::new(source, bytes, "plain opening".into(), fields))
}

pub(super) fn head(magic: &'static str) -> Fields {
    let mut fields = Fields::default();
    fields.add("magic", MAGIC, magic).add("version", 1, "1");
    fields
}
