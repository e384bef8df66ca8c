//! `proofs.json` is what the prover makes, and what the verifier accepts and refuses.
//!
//! `STATESYNC_BLESS=1 cargo test -p statesync-proof --test vectors` writes the file anew. A change of it is a change
//! of the format.

use std::collections::BTreeMap;
use std::fs;

use serde::{Deserialize, Serialize};
use statesync_proof::{Envelope, Preparations, Request, Statement, verify, verify_detached};
use statesync_tree::Shape;

use super::{hex, unhex};
use crate::common::{CONTEXT, Parts, Specimens, all_kinds, slots};

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Vectors {
    about: BTreeMap<String, String>,
    proofs: Vec<Proof>,
    refused: Vec<Refused>,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Proof {
    name: String,
    context: String,
    request: Request,
    statement_bytes: String,
    detached: String,
    inline: String,
}

/// One change of one proof, of its statement or of its context, with the sentence that refuses it.
#[derive(Clone, Default, Serialize, Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct Refused {
    name: String,
    base: String,
    form: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    set: Option<(usize, String)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cut: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    append: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    set_in_statement: Option<(usize, String)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    context: Option<String>,
    #[serde(default)]
    error: String,
}

fn about() -> BTreeMap<String, String> {
    let fields = [
        (
            "format",
            "bytes are lower-case hexadecimal; `request` is the JSON form: the statement with the opening that shows it",
        ),
        ("proofs", "`inline` proves the statement in the context; `detached` does so beside the request"),
        (
            "refused",
            "a proof of `proofs`, changed in one thing: `set` writes bytes at an offset, `cut` removes bytes at the end, `append` adds some; `set_in_statement` and `context` change what it is checked against; `error` is why it is refused",
        ),
        ("made by", "STATESYNC_BLESS=1 cargo test -p statesync-proof --test vectors"),
    ];
    fields.map(|(name, text)| (name.to_owned(), text.to_owned())).into()
}

fn circuits() -> Preparations {
    all_kinds(&[Shape::Keyed, slots(8)])
}

/// A membership, another key's leaf, an insert beside it, and a slot tree, whose proofs have no hints.
fn proofs() -> Vec<Proof> {
    let specimens = Specimens::new();
    let names = ["membership", "non-membership, another", "update, insert", "update, erased"];
    let proof = |name: &str| {
        let specimen = specimens.get(name);
        Proof {
            name: specimen.name.into(),
            context: hex(CONTEXT),
            request: specimen.request.clone(),
            statement_bytes: hex(&specimen.request.statement.to_bytes()),
            detached: hex(&specimen.detached),
            inline: hex(&specimen.inline),
        }
    };
    names.map(proof).into()
}

/// Changes of the membership and of the other leaf's proof; the reasons are filled in by the verifier.
fn changes(proofs: &[Proof]) -> Vec<Refused> {
    let parts = Parts::of(&unhex(&proofs[0].inline));
    let tape = 9 + parts.hints().len();
    let witness = tape + parts.tape.len();
    let p = hex(&2_130_706_433_u32.to_le_bytes());
    let change = |name: &str| Refused {
        name: name.into(),
        base: proofs[0].name.clone(),
        form: "inline".into(),
        ..Default::default()
    };
    let set = |name: &str, at: usize, bytes: &str| Refused { set: Some((at, bytes.into())), ..change(name) };
    let absent = &proofs[1];
    let own_key = Refused {
        base: absent.name.clone(),
        set: Some((11, absent.request.statement.key().to_string())),
        ..change("the key's own leaf as another key's")
    };
    let off_path = Refused {
        base: absent.name.clone(),
        set: Some((11, "00".repeat(31))),
        ..change("another key's leaf that is not on the path")
    };
    vec![
        set("another magic", 0, "54"),
        set("an unknown version", 4, "02"),
        set("an unknown form", 5, "02"),
        set("detached, and a witness follows", 5, "00"),
        set("an unknown kind", 6, "04"),
        set("another kind", 6, "02"),
        set("an unknown shape", 7, "02"),
        set("a path longer than any key", 9, "f9"),
        set("a level more than tape and witness are for", 9, &format!("{:02x}", parts.depth + 1)),
        set("an unknown end of path", 10, "03"),
        set("an end that is not the stated state's", 10, "00"),
        own_key,
        off_path,
        set("a word of the tape that is not below p", tape, &p),
        set("another element on the tape", tape, "01000000"),
        set("a word of the witness that is not below p", witness, &p),
        set("another element of the witness", witness, "01000000"),
        Refused { cut: Some(1), ..change("a byte missing") },
        Refused { append: Some("00".into()), ..change("a byte more") },
        Refused { context: Some(hex(b"Test")), ..change("another context") },
        Refused { set_in_statement: Some((4, "01000000".into())), ..change("another root") },
        Refused { set_in_statement: Some((36, "ff".into())), ..change("another key") },
        Refused { set_in_statement: Some((67, "01000000".into())), ..change("another value") },
        Refused { form: "detached".into(), append: Some("00".into()), ..change("a byte more, detached") },
        Refused {
            form: "detached".into(),
            set: Some((tape, "01000000".into())),
            ..change("another element, detached")
        },
    ]
}

/// Why the changed proof is refused; `None` if it is not.
fn refusal(circuits: &Preparations, proofs: &[Proof], refused: &Refused) -> Option<String> {
    let base = proofs.iter().find(|proof| proof.name == refused.base).unwrap();
    let inline = refused.form == "inline";
    let mut proof = unhex(if inline { &base.inline } else { &base.detached });
    overwrite(&mut proof, &refused.set);
    proof.truncate(proof.len() - refused.cut.unwrap_or(0));
    proof.extend(unhex(refused.append.as_deref().unwrap_or_default()));
    let mut statement = unhex(&base.statement_bytes);
    overwrite(&mut statement, &refused.set_in_statement);
    let context = unhex(refused.context.as_ref().unwrap_or(&base.context));
    let statement = Statement::from_bytes(&statement).unwrap();
    let request = Request { statement, ..base.request.clone() };
    let prepared = circuits.get(&statement).unwrap();
    match Envelope::decode(&proof) {
        Err(error) => Some(error.to_string()),
        Ok(envelope) if inline => {
            verify(prepared, &statement, &context, &envelope).err().map(|error| error.to_string())
        }
        Ok(envelope) => verify_detached(prepared, &request, &context, &envelope).err().map(|error| error.to_string()),
    }
}

fn overwrite(bytes: &mut [u8], set: &Option<(usize, String)>) {
    if let Some((at, written)) = set {
        let written = unhex(written);
        bytes[*at..*at + written.len()].copy_from_slice(&written);
    }
}

fn generate() -> Vectors {
    let (circuits, proofs) = (circuits(), proofs());
    let with_reason = |refused: Refused| Refused { error: refusal(&circuits, &proofs, &refused).unwrap(), ..refused };
    let refused = changes(&proofs).into_iter().map(with_reason).collect();
    Vectors { about: about(), proofs, refused }
}

fn read() -> Vectors {
    serde_json::from_str(&fs::read_to_string(super::file("proofs.json")).expect("the file is committed")).unwrap()
}

#[test]
fn the_file_is_what_the_prover_and_the_verifier_make() {
    let generated = serde_json::to_string_pretty(&generate()).unwrap() + "\n";
    let path = super::file("proofs.json");
    if std::env::var_os("STATESYNC_BLESS").is_some_and(|bless| bless == "1") {
        fs::write(&path, &generated).unwrap();
    }
    let same = fs::read_to_string(&path).is_ok_and(|written| written == generated);
    assert!(same, "proofs.json differs from what is made now: a change of the format, or a fault");
}

#[test]
fn every_proof_of_the_file_is_accepted_and_every_changed_one_refused_for_its_reason() {
    let (circuits, vectors) = (circuits(), read());
    for proof in &vectors.proofs {
        let Request { statement, .. } = &proof.request;
        assert_eq!(Statement::from_bytes(&unhex(&proof.statement_bytes)).as_ref(), Ok(statement));
        let prepared = circuits.get(statement).unwrap();
        let [inline, detached] = [&proof.inline, &proof.detached].map(|bytes| Envelope::decode(&unhex(bytes)).unwrap());
        let context = unhex(&proof.context);
        assert!(verify(prepared, statement, &context, &inline).is_ok(), "{}", proof.name);
        assert!(verify_detached(prepared, &proof.request, &context, &detached).is_ok(), "{}", proof.name);
    }
    for refused in &vectors.refused {
        assert_eq!(refusal(&circuits, &vectors.proofs, refused).as_ref(), Some(&refused.error), "{}", refused.name);
    }
    assert_eq!((vectors.proofs.len(), vectors.refused.len()), (4, 25));
}

#[test]
fn a_proof_replaced_by_noise_is_not_accepted() {
    let (circuits, mut vectors) = (circuits(), read());
    for (number, proof) in vectors.proofs.iter_mut().enumerate() {
        let mut parts = Parts::of(&unhex(&proof.inline));
        let noise = |i: usize| ((i + number) as u32).wrapping_mul(2_654_435_761) >> 2;
        parts.tape = (0..parts.tape.len() / 4).flat_map(|i| noise(i).to_le_bytes()).collect();
        let envelope = Envelope::decode(&parts.to_bytes()).unwrap();
        let statement = &proof.request.statement;
        let verdict = verify(circuits.get(statement).unwrap(), statement, &unhex(&proof.context), &envelope);
        let reason = verdict.map(drop).unwrap_err().to_string();
        assert!(reason.starts_with("the proof does not show the statement"), "{reason}");
    }
}
