//! Sync statements and sync proofs: forms, and verdicts on damaged ones.

use std::sync::LazyLock;

use statesync_proof::Profile;
use statesync_proof::sync::{SyncCircuit, SyncProof, SyncStatement, prove, verify};
use statesync_tree::{Anchor, Key, Leaf, LeafState, Present, Shape, StateChange, Traced, ValueDigest, subtree_digest};

use crate::Outcome;

const CONTEXT: &[u8] = b"fuzz";
const PROFILE: Profile = Profile::Bits100;

/// A true statement with its proof.
struct Specimen {
    circuit: SyncCircuit,
    statement: SyncStatement,
    proof: Vec<u8>,
}

static SPECIMEN: LazyLock<Specimen> = LazyLock::new(Specimen::new);

impl Specimen {
    /// Twelve records, of which two are replaced, one deleted and one read; one key is new.
    fn new() -> Self {
        let key = |index: u8| Key::hashed(&[index]);
        let value = |index: u8| ValueDigest::of(&[index]);
        let mut before: Vec<Leaf> =
            (0..12).map(|index| Leaf::new(key(index), Present::Occupied(value(index)))).collect();
        before.sort_unstable_by_key(|leaf| leaf.key);
        let change = |index: u8, new: LeafState| {
            let old = if index < 12 { LeafState::Occupied(value(index)) } else { LeafState::Empty };
            StateChange { key: key(index), old, new }
        };
        let occupied = |index| LeafState::Occupied(value(index));
        let mut changes = vec![
            change(0, occupied(100)),
            change(1, occupied(101)),
            change(2, LeafState::Tombstone),
            change(3, occupied(3)),
            change(20, occupied(20)),
        ];
        changes.sort_unstable_by_key(|change| change.key);
        let keys: Vec<Key> = changes.iter().map(|change| change.key).collect();
        let mut after: Vec<Leaf> =
            before.iter().filter(|leaf| keys.binary_search(&leaf.key).is_err()).copied().collect();
        after.extend(changes.iter().filter_map(|change| Some(Leaf::new(change.key, change.new.present()?))));
        after.sort_unstable_by_key(|leaf| leaf.key);
        let anchor = |leaves: &[Leaf]| {
            Anchor::new(Shape::Keyed, subtree_digest(Shape::Keyed, 0, leaves).expect("leaves ascend"))
        };
        let statement = SyncStatement { old_anchor: anchor(&before), new_anchor: anchor(&after), changes };
        let traced = Traced::of_leaves(Shape::Keyed, &before, &keys);
        let circuit = SyncCircuit::new().expect("a good template");
        let proof = prove(&circuit, &statement, &traced, CONTEXT, PROFILE).expect("a true claim").encode();
        Self { circuit, statement, proof }
    }
}

/// The bytes of a sync statement: what is accepted is well formed and encodes to the same bytes.
pub fn statement(input: &[u8]) -> Outcome {
    let read = SyncStatement::from_bytes(input);
    if let Ok(statement) = &read {
        assert_eq!(statement.to_bytes(), input, "a sync statement has two byte forms");
        assert_eq!(statement.check(), Ok(()), "a malformed sync statement was read");
    }
    read.into()
}

/// The bytes of a sync proof: what is accepted encodes to the same bytes, and is no second proof of the specimen's
/// statement.
pub fn proof(input: &[u8]) -> Outcome {
    let Specimen { circuit, statement, proof } = &*SPECIMEN;
    let decoded = SyncProof::decode(input);
    if let Ok(decoded) = &decoded {
        assert_eq!(decoded.encode(), input, "a sync proof has two byte forms");
        let accepted = verify(circuit, statement, CONTEXT, PROFILE, decoded).is_ok();
        assert_eq!(accepted, proof == input, "a statement has a second proof, or its own is refused");
    }
    decoded.into()
}

/// Damage to the specimen, 4 bytes each: offset u16 little-endian (its top bit set: in the statement), xor mask, and
/// what is added to the offset in units of 2^15. Accepted as long as nothing is damaged, and not otherwise.
pub fn edited(input: &[u8]) -> Outcome {
    let Specimen { circuit, statement: true_statement, proof: original } = &*SPECIMEN;
    let (mut proof, mut statement) = (original.clone(), true_statement.to_bytes());
    for &[low, high, mask, far] in input.as_chunks().0 {
        let target = if high & 0x80 != 0 { &mut statement } else { &mut proof };
        let at = usize::from(u16::from_le_bytes([low, high & 0x7f])) + (usize::from(far) << 15);
        let at = at % target.len();
        target[at] ^= mask;
    }
    let is_intact = proof == *original && statement == true_statement.to_bytes();
    let (Ok(proof), Ok(statement)) = (SyncProof::decode(&proof), SyncStatement::from_bytes(&statement)) else {
        assert!(!is_intact, "the specimen is not read");
        return Outcome::Refused;
    };
    let accepted = verify(circuit, &statement, CONTEXT, PROFILE, &proof).is_ok();
    assert_eq!(accepted, is_intact, "a damaged proof is accepted, or an intact one refused");
    if accepted { Outcome::Accepted } else { Outcome::Refused }
}

/// Starting points of [`statement`].
pub fn statement_seeds() -> Vec<Vec<u8>> {
    let bytes = SPECIMEN.statement.to_bytes();
    vec![bytes[..80].to_vec(), Vec::new(), bytes]
}

/// Starting points of [`proof`].
pub fn proof_seeds() -> Vec<Vec<u8>> {
    let bytes = &SPECIMEN.proof;
    vec![bytes.clone(), bytes[..200].to_vec(), b"SSPF\x01\x02\x04\0\0\0\xff\xff\xff\xff".to_vec()]
}

/// Starting points of [`edited`]: nothing damaged, then head, skeleton, root, tape, opening and statement.
pub fn edited_seeds() -> Vec<Vec<u8>> {
    let damages: [&[u8]; 7] =
        [&[], &[5, 0, 1, 0], &[14, 0, 0x80, 0], &[40, 0, 1, 0], &[0, 2, 1, 0], &[0xff, 0x7f, 1, 0], &[4, 0x80, 1, 0]];
    damages.map(<[u8]>::to_vec).to_vec()
}
