//! The fields of a sync proof.

use statesync_proof::sync::{SyncProof, SyncSize};
use statesync_tree::{Digest, Symbol};

use super::fields::{Anatomy, Sync};
use super::job::Statement;
use super::proof::head;
use crate::commands::sync::{circuit, claim};
use crate::failure::{Advise, Blame, Failure, Fault};
use crate::records::Source;
use crate::report::{Bits, Count};

/// The magic of all proofs, their version, and the form of sync proofs.
const BEGINNING: [u8; 6] = *b"SSPF\x01\x02";

pub fn is_sync_proof(bytes: &[u8]) -> bool {
    bytes.starts_with(&BEGINNING)
}

/// Takes a sync proof apart. Where its tape ends depends on what it is a proof of.
pub fn of_sync_proof(source: &Source, bytes: &[u8], statement: Option<&Statement>) -> Result<Anatomy, Failure> {
    let not_one = format!("{} is not a sync proof", source.name());
    let proof =
        SyncProof::decode(bytes).blame(Fault::Usage, not_one).next("it was cut short or changed: get it anew")?;
    let mut fields = head("SSPF");
    fields.add("form", 1, "commitment").add("kind", 1, "changes").add("shape", 2, proof.shape().to_string());
    fields.add("profile", 1, format!("at least {}", proof.profile()));
    fields.add("skeleton", proof.skeleton().to_bytes().len(), skeleton(&proof));
    let sync = match statement {
        None => {
            fields.add(
                "body",
                proof.body_bytes(),
                "root, tape and opening: `--from`, `--to`, `--changes` show them apart",
            );
            None
        }
        Some(Statement { from, to, changes }) => {
            let statement = claim(*from, *to, changes)?;
            let size = proof.size(&circuit()?, &statement);
            let size = size.blame(Fault::Refused, "the proof is not of this statement");
            let size = size.next("`statesync sync verify` takes the same anchors and list")?;
            if let Some(size) = &size {
                let opening = proof.body_bytes().checked_sub(Digest::BYTES + size.tape_bytes);
                let short = || {
                    let failure = Failure::new(Fault::Refused, "the proof ends before its tape does");
                    failure.next("it was cut short or changed: get it anew")
                };
                let opening = opening.ok_or_else(short)?;
                fields.add("root", Digest::BYTES, "of the commitment to the witness");
                fields.add(
                    "tape",
                    size.tape_bytes,
                    format!("{} elements of 20 bytes", Count::of(size.tape_bytes / 20)),
                );
                fields.add("opening", opening, "reduction to one evaluation, then WHIR");
            }
            size.map(|size| sizes(statement.changes.len(), &size))
        }
    };
    let what = format!("sync proof in a {} tree", proof.shape());
    Ok(Anatomy { sync, ..Anatomy::new(source, bytes, what, fields) })
}

fn sizes(changes: usize, size: &SyncSize) -> Sync {
    Sync {
        changes,
        nodes: size.nodes,
        copies: size.copies,
        witness_elements: size.witness_elements,
        security_bits: Bits(size.security.total),
        circuit_bits: Bits(size.security.circuit),
        reduction_bits: Bits(size.security.reduction),
        opening_bits: Bits(size.security.opening),
        digest_bits: Bits(size.security.digest),
    }
}

fn skeleton(proof: &SyncProof) -> String {
    let symbols: Vec<Symbol> = proof.skeleton().symbols().collect();
    if symbols.is_empty() {
        return "no symbols: there is nothing to tell".into();
    }
    let count = |wanted: fn(&Symbol) -> bool| Count::of(symbols.iter().filter(|symbol| wanted(symbol)).count());
    format!(
        "{} symbols: {} inner nodes, {} empty places, {} leaves of the list, {} of other records",
        Count::of(symbols.len()),
        count(|symbol| matches!(symbol, Symbol::Inner)),
        count(|symbol| matches!(symbol, Symbol::Empty)),
        count(|symbol| matches!(symbol, Symbol::Own)),
        count(|symbol| matches!(symbol, Symbol::Other(_))),
    )
}
