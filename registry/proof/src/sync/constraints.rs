//! The constraints of a sync proof, checked natively: on small trees they hold exactly for the changes that the tree makes.

use std::collections::BTreeMap;

use statesync_gkr::{F, Profile};
use statesync_tree::{
    Anchor, Depth, Digest, Key, Leaf, LeafState, Shape, StateChange, Traced, check_changes, node_digests,
    subtree_digest,
};

use super::plan::{Plan, Size};
use super::{SyncCircuit, SyncStatement};
use crate::circuit::BLOCK;

type Leaves = BTreeMap<Key, LeafState>;

fn leaves(tree: &Leaves) -> Vec<Leaf> {
    tree.iter().filter_map(|(&key, state)| Some(Leaf::new(key, state.present()?))).collect()
}

fn root(shape: Shape, tree: &Leaves) -> Digest {
    subtree_digest(shape, 0, &leaves(tree)).unwrap()
}

/// Whether the plan's native comparisons and every copy hold, on the witness that the trees give. A copy holds where its
/// third block is the node digest of the other two: that the template says so is tested with the template.
fn holds(circuit: &SyncCircuit, statement: &SyncStatement, traced: &Traced) -> bool {
    let Ok(plan) = Plan::new(statement, &traced.skeleton) else { return false };
    if plan.close_natively().is_err() {
        return false;
    }
    let Some(Size { copies, .. }) = plan.size(Profile::Bits100).unwrap() else { return true };
    let Ok(digests) = plan.tree.digests(&traced.opaque) else { return false };
    let below_roots = digests.old.iter().skip(1).chain(digests.new.iter().skip(1));
    let witness: Vec<F> = below_roots.chain(&traced.opaque).flat_map(|digest| *digest.elements()).collect();
    let columns = plan.layout(circuit.circuit(), copies).gather(&witness);
    let rows = copies.rows();
    let digest = |row, block| Digest::new(core::array::from_fn(|j| columns[(BLOCK * block + j) * rows + row]));
    let pairs: Vec<[Digest; 2]> = (0..rows).map(|row| [digest(row, 0), digest(row, 1)]).collect();
    node_digests(&pairs).into_iter().enumerate().all(|(row, node)| node == digest(row, 2))
}

/// Every list of up to three changes of `tree`, with every state: it holds with the right roots, and with no others.
fn check_every_list(circuit: &SyncCircuit, shape: Shape, keys: &[Key], tree: &Leaves) -> usize {
    let news = [LeafState::Empty, LeafState::of(b"new"), LeafState::Tombstone];
    let mut checked = 0;
    for subset in 0..1_usize << keys.len() {
        let chosen: Vec<Key> = (0..keys.len()).filter(|i| subset >> i & 1 == 1).map(|i| keys[i]).collect();
        for choice in 0..if chosen.len() > 3 { 0 } else { 4_usize.pow(chosen.len() as u32) } {
            let change = |(i, &key): (usize, &Key)| {
                let old = tree.get(&key).copied().unwrap_or(LeafState::Empty);
                let new = news.get(choice / 4_usize.pow(i as u32) % 4).copied().unwrap_or(old);
                StateChange { key, old, new }
            };
            let changes: Vec<StateChange> = chosen.iter().enumerate().map(change).collect();
            if check_changes(shape, &changes).is_err() {
                continue;
            }
            let mut after = tree.clone();
            after.extend(changes.iter().map(|change| (change.key, change.new)));
            let [old_root, new_root] = [root(shape, tree), root(shape, &after)];
            let traced = Traced::of_leaves(shape, &leaves(tree), &chosen);
            let claim = |old, new, changes: &[StateChange]| {
                let [old_anchor, new_anchor] = [old, new].map(|root| Anchor::new(shape, root));
                holds(circuit, &SyncStatement { old_anchor, new_anchor, changes: changes.to_vec() }, &traced)
            };
            assert!(claim(old_root, new_root, &changes), "{changes:?}");
            let other = root(shape, &[(keys[0], LeafState::of(b"another"))].into());
            assert!(!claim(other, new_root, &changes) && !claim(old_root, other, &changes));
            if old_root != new_root {
                assert!(!claim(old_root, old_root, &changes) && !claim(new_root, new_root, &changes));
            }
            if let Some(first) = changes.first() {
                let mut forged = changes.clone();
                forged[0].new = LeafState::of(b"forged");
                assert!(!claim(old_root, new_root, &forged), "{changes:?}");
                let mut forged = changes.clone();
                forged[0].old =
                    if first.old == LeafState::Tombstone { LeafState::of(b"x") } else { LeafState::Tombstone };
                assert!(!claim(old_root, new_root, &forged), "{changes:?}");
                // Without a read the statement is true, and in a slot tree its skeleton is the same.
                assert!(!first.is_change() || !claim(old_root, new_root, &changes[1..]));
            }
            checked += 1;
        }
    }
    checked
}

fn shapes(bits: u64) -> [Shape; 2] {
    [Shape::Keyed, Shape::Slots(Depth::new(bits).unwrap())]
}

fn keys(bits: u64) -> Vec<Key> {
    (0..1 << bits).map(|index| Key::slot(index, Depth::new(bits).unwrap()).unwrap()).collect()
}

const STATES: [u8; 3] = [b'-', b'a', b'T'];

fn tree(keys: &[Key], code: usize) -> Leaves {
    let state = |i: usize| match STATES[code / 3_usize.pow(i as u32) % 3] {
        b'a' => Some(LeafState::of(&[i as u8])),
        b'T' => Some(LeafState::Tombstone),
        _ => None,
    };
    keys.iter().enumerate().filter_map(|(i, &key)| Some((key, state(i)?))).collect()
}

#[test]
fn every_tree_of_four_keys_allows_exactly_the_changes_that_it_makes() {
    let circuit = SyncCircuit::new().unwrap();
    let keys = keys(2);
    let checked: usize = shapes(2)
        .into_iter()
        .flat_map(|shape| (0..81).map(move |code| (shape, code)))
        .map(|(shape, code)| check_every_list(&circuit, shape, &keys, &tree(&keys, code)))
        .sum();
    assert!(checked > 10_000, "{checked}");
}

#[test]
fn trees_of_eight_keys_allow_exactly_the_changes_that_they_make() {
    let circuit = SyncCircuit::new().unwrap();
    let keys = keys(3);
    // A step that is prime to 3, so that all states of all keys occur.
    for code in (0..6_561).step_by(731) {
        for shape in shapes(3) {
            assert!(check_every_list(&circuit, shape, &keys, &tree(&keys, code)) > 500);
        }
    }
}
