use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use statesync_proof::sync::{Replica, ReplicaError, SyncProof, SyncStatement, prove};
use statesync_proof::{DecodeError, Profile};
use statesync_tree::store::{MemoryStore, StoreView};
use statesync_tree::{
    Anchor, FormError, Key, Leaf, LeafState, Operation, Prefix, Registry, Shape, Snapshot, SubtreeError,
};

use crate::case::{CIRCUIT, CONTEXT, check, key, slots};

/// A batch that every registry takes: values for some keys, deletions of those that have one.
fn batch<V: StoreView>(snapshot: &Snapshot<V>, keys: u64, rng: &mut StdRng) -> Vec<Operation> {
    let mut operations = Vec::new();
    for _ in 0..rng.random_range(0..6) {
        let key = key(snapshot.shape(), rng.random_range(0..keys));
        let taken = operations.iter().any(|operation: &Operation| operation.key == key);
        let occupied = matches!(snapshot.state(&key).unwrap(), LeafState::Occupied(_));
        if occupied && !taken && rng.random_bool(0.4) {
            operations.push(Operation::delete(key));
        } else {
            operations.push(Operation::put(key, rng.random::<[u8; 3]>()));
        }
    }
    operations
}

fn leaves<V: StoreView>(snapshot: &Snapshot<V>) -> Vec<Leaf> {
    snapshot.leaves(Prefix::ROOT).map(Result::unwrap).collect()
}

/// A statement about the next version of a registry, and its proof.
fn next(registry: &Registry<MemoryStore>, operations: &[Operation]) -> (SyncStatement, SyncProof) {
    let staged = registry.stage(operations).unwrap();
    let (old_anchor, new_anchor) = (*staged.base().anchor(), staged.outcome().anchor);
    let statement = SyncStatement { old_anchor, new_anchor, changes: staged.changes() };
    let keys: Vec<Key> = statement.changes.iter().map(|change| change.key).collect();
    let traced = staged.base().trace(&keys).unwrap();
    staged.commit().unwrap();
    let proof = prove(&CIRCUIT, &statement, &traced, CONTEXT, Profile::Bits100).unwrap();
    (statement, proof)
}

#[test]
fn replicas_of_500_random_registries_have_their_roots_after_every_verified_proof() {
    let mut proofs = 0;
    for seed in 0..500 {
        let shape = if seed % 2 == 0 { Shape::Keyed } else { slots([3, 9, 24, 64][seed as usize / 2 % 4]) };
        let mut rng = StdRng::seed_from_u64(seed);
        let registry = Registry::in_memory(shape);
        let keys = [4, 8, 30, 200][rng.random_range(0..4)].min(if seed % 8 == 1 { 8 } else { 200 });
        if rng.random_bool(0.7) {
            let first: Vec<Operation> = (0..keys)
                .map(|i| Operation::put(key(shape, i), i.to_le_bytes()))
                .filter(|_| rng.random_bool(0.6))
                .collect();
            registry.apply(&first).unwrap();
        }
        let start = registry.snapshot();
        let mut replica = Replica::new(*start.anchor(), &leaves(&start)).unwrap();
        for step in 1..=2 {
            let (statement, proof) = next(&registry, &batch(&registry.snapshot(), keys, &mut rng));
            replica.apply(check(&statement, &proof).unwrap()).unwrap();
            replica = Replica::decode(&replica.encode()).unwrap();
            let snapshot = registry.snapshot();
            assert_eq!((replica.anchor(), replica.root().unwrap()), (snapshot.anchor(), snapshot.anchor().root));
            assert_eq!(replica.leaves().collect::<Vec<_>>(), leaves(&snapshot));
            assert_eq!(replica.proofs(), step);
            proofs += 1;
        }
    }
    assert_eq!(proofs, 1_000);
}

fn small() -> (Registry<MemoryStore>, Replica) {
    let registry = Registry::in_memory(Shape::Keyed);
    let put = |i| Operation::put(key(Shape::Keyed, i), *b"v");
    registry.apply(&[put(1), put(2), put(3), Operation::delete(key(Shape::Keyed, 3))]).unwrap();
    let snapshot = registry.snapshot();
    let replica = Replica::new(*snapshot.anchor(), &leaves(&snapshot)).unwrap();
    (registry, replica)
}

#[test]
fn a_replica_begins_with_the_leaves_of_its_anchor_and_with_no_others() {
    let (registry, replica) = small();
    let (anchor, all) = (*registry.snapshot().anchor(), leaves(&registry.snapshot()));
    assert_eq!(all.len(), 3);
    assert!(
        matches!(Replica::new(anchor, &all[1..]), Err(ReplicaError::Root { anchored, .. }) if anchored == anchor.root)
    );
    let disorder = [all[1], all[0], all[2]];
    assert_eq!(Replica::new(anchor, &disorder), Err(SubtreeError::NotAscending { position: 1 }.into()));
    let empty = Replica::new(Anchor::empty(slots(7)), &[]).unwrap();
    assert_eq!(empty.root().unwrap(), Anchor::empty(slots(7)).root);
    assert_eq!(replica.state(&key(Shape::Keyed, 3)), LeafState::Tombstone);
    assert_eq!(replica.state(&key(Shape::Keyed, 4)), LeafState::Empty);
}

#[test]
fn proofs_out_of_order_and_damaged_replicas_are_refused_and_change_nothing() {
    let (registry, mut replica) = small();
    let first = next(&registry, &[Operation::put(key(Shape::Keyed, 9), *b"w")]);
    let second =
        next(&registry, &[Operation::put(key(Shape::Keyed, 1), *b"x"), Operation::delete(key(Shape::Keyed, 9))]);
    let before = replica.clone();
    let (held, proved) = (*replica.anchor(), second.0.old_anchor);
    let refused = replica.apply(check(&second.0, &second.1).unwrap());
    assert_eq!(refused, Err(ReplicaError::OtherAnchor { proved, held }));
    assert_eq!(replica, before);
    replica.apply(check(&first.0, &first.1).unwrap()).unwrap();

    let bytes = replica.encode();
    let place = bytes.windows(31).position(|window| window == key(Shape::Keyed, 9).as_bytes()).unwrap();
    let mut damaged = bytes;
    damaged[place + 32] ^= 1;
    let mut damaged = Replica::decode(&damaged).unwrap();
    assert_ne!(damaged.root().unwrap(), damaged.anchor().root);
    let copy = damaged.clone();
    let refused = damaged.apply(check(&second.0, &second.1).unwrap());
    assert!(matches!(refused, Err(ReplicaError::OtherState { key: at, .. }) if at == key(Shape::Keyed, 9)));
    assert_eq!(damaged, copy);
}

#[test]
fn bytes_that_are_no_replica_are_refused() {
    let (_, replica) = small();
    let bytes = replica.encode();
    assert_eq!(Replica::decode(&bytes), Ok(replica));
    for length in 0..bytes.len() {
        assert!(Replica::decode(&bytes[..length]).is_err(), "{length} bytes");
    }
    let with = |place: usize, byte: u8| {
        let mut changed = bytes.clone();
        changed[place] = byte;
        Replica::decode(&changed)
    };
    let what = "a replica";
    assert_eq!(with(0, b'X'), Err(DecodeError::NotThisForm { what }));
    assert_eq!(with(4, 2), Err(DecodeError::UnknownVersion { what, got: 2 }));
    assert_eq!(with(55, 1), Err(DecodeError::Short { what, wanted: 32 * ((1 << 56) + 3), left: bytes.len() - 56 }));
    assert_eq!(with(56 + 31, 0), Err(DecodeError::UnknownTag { what: "state of a leaf", tag: 0 }));
    let last_key_first = [&bytes[..56], &[0xff; 31], &[2], &bytes[56..]].concat();
    let mut more = last_key_first;
    more[48] += 1;
    assert_eq!(Replica::decode(&more), Err(DecodeError::NotAscending { what }));
    assert_eq!(Replica::decode(&[&bytes[..], &[0]].concat()), Err(DecodeError::LeftOver { what, bytes: 1 }));
    let slot = Replica::new(Anchor::empty(slots(7)), &[]).unwrap().encode();
    let mut stray = [&slot[..], &[0xff; 31], &[2]].concat();
    stray[48] += 1;
    assert!(matches!(Replica::decode(&stray), Err(DecodeError::Form(FormError::NotASlotKey { .. }))));
}
