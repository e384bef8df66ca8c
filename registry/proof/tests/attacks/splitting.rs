//! An insert beside another leaf puts both below the first bit in which their keys differ. If that leaf came as a
//! digest with a key beside it, the prover could state any key, have the two parted too high, and the other leaf would
//! stand where nobody looks for it.

use statesync_proof::{Envelope, Kind, PreparedCircuit, Request, RequestError, Statement, VerifyError, verify};
use statesync_tree::{
    Anchor, Digest, Key, Leaf, LeafState, Opening, OpeningError, Present, Shape, Terminal, ValueDigest, climb,
    empty_digest, node_digest,
};

use crate::common::{CONTEXT, End, Parts, all_kinds, prove_both, read_statement};
use crate::erasure::{short_key, short_tree};
use crate::paths::{Path, unchecked_proof};

/// The weaker rule: the other leaf is a digest, parted from the new leaf by the key that the prover states for it.
fn split(depth: usize, own: &Leaf, stated: &Key, other: Digest) -> Digest {
    let empty = empty_digest(Shape::Keyed, 0);
    let parting = own.key.common_prefix(stated);
    let pair = if own.key.bit(parting) { [other, own.digest()] } else { [own.digest(), other] };
    let chain = (depth..parting).rev().map(|level| own.key.bit(level));
    chain.fold(node_digest(&pair[0], &pair[1]), |below, right| {
        if right { node_digest(&empty, &below) } else { node_digest(&below, &empty) }
    })
}

struct Insert {
    siblings: Vec<Digest>,
    new: Leaf,
    other: Leaf,
    old_root: Digest,
    state: LeafState,
}

/// 0001 is put into a tree of 0000 and 1100: it stands beside 0000, one level below the root.
fn insert() -> Insert {
    let tree = short_tree(&[0b0000, 0b1100]);
    let opening = tree.open(&short_key(0b0001));
    let Terminal::Other(other) = opening.terminal else { panic!("0000 shares three bits with 0001") };
    let value = ValueDigest::of(b"new");
    let new = Leaf::new(short_key(0b0001), Present::Occupied(value));
    Insert { siblings: opening.siblings, new, other, old_root: tree.anchor().root, state: LeafState::Occupied(value) }
}

impl Insert {
    fn root_from(&self, terminal: Digest) -> Digest {
        climb(&self.new.key, &self.siblings, terminal).last().unwrap()
    }

    fn statement(&self, new_root: Digest) -> Statement {
        let [old_anchor, new_anchor] = [self.old_root, new_root].map(|root| Anchor::new(Shape::Keyed, root));
        Statement::Update { old_anchor, new_anchor, key: self.new.key, old: LeafState::Empty, new: self.state }
    }
}

#[test]
fn an_insert_beside_a_leaf_whose_key_was_lied_about_hides_it_unless_the_verifier_hashes_that_leaf() {
    let insert = insert();
    let depth = insert.siblings.len();
    // 0100 also shares the one bit that the path has, and differs from 0001 two levels earlier than 0000 does.
    let lie = Leaf { key: short_key(0b0100), ..insert.other };
    assert_eq!(insert.root_from(insert.other.digest()), insert.old_root, "the weaker rule is met at the old root");
    let parted = split(depth, &insert.new, &lie.key, insert.other.digest());
    let hidden = insert.root_from(parted);
    let honest = insert.root_from(split(depth, &insert.new, &insert.other.key, insert.other.digest()));
    assert_eq!(honest, short_tree(&[0b0000, 0b1100]).with(insert.new.key, insert.state).anchor().root);
    assert_ne!(hidden, honest);

    // Under the forged root 0000 turns left with 0001, meets its leaf, and is absent.
    let absent = read_statement(Anchor::new(Shape::Keyed, hidden), insert.other.key, LeafState::Empty);
    let siblings = [&[insert.other.digest()], insert.siblings.as_slice()].concat();
    let opening = Opening { siblings, terminal: Terminal::Other(insert.new) };
    prove_both(&all_kinds(&[Shape::Keyed]), &Request { statement: absent, opening });

    // Ours hashes the leaf that is stated. Told the truth it finds another new root, told the lie another old one.
    let statement = insert.statement(hidden);
    let request = |other| Request {
        statement,
        opening: Opening { siblings: insert.siblings.clone(), terminal: Terminal::Other(other) },
    };
    assert_eq!(request(insert.other).check(), Err(RequestError::NewRoot { claimed: hidden, found: honest }));
    let refused = request(lie).check();
    assert!(matches!(refused, Err(RequestError::Opening(OpeningError::Root { .. }))), "{refused:?}");
}

#[test]
fn no_proof_of_such_an_insert_is_accepted_whatever_key_it_states() {
    let insert = insert();
    let depth = insert.siblings.len();
    let lie = Leaf { key: short_key(0b0100), ..insert.other };
    let hidden = insert.root_from(split(depth, &insert.new, &lie.key, insert.other.digest()));
    let statement = insert.statement(hidden);
    let prepared = PreparedCircuit::new(Kind::Update, Shape::Keyed).unwrap();
    for stated in [insert.other, lie] {
        let after = split(depth, &insert.new, &stated.key, stated.digest());
        let runs = vec![[stated.digest(), insert.old_root], [after, hidden]];
        let path = Path { key: insert.new.key, depth, runs };
        let hints = Parts {
            kind: Kind::Update,
            shape: Shape::Keyed,
            depth,
            end: End::Other(stated),
            tape: vec![],
            witness: None,
        };
        let proof = unchecked_proof(&statement, &path, &hints, &insert.siblings);
        let envelope = Envelope::decode(&proof.to_bytes()).unwrap();
        let verdict = verify(&prepared, &statement, CONTEXT, &envelope);
        assert!(matches!(verdict, Err(VerifyError::Rejected(_))), "{verdict:?}");
    }
}
