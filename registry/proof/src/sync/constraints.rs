//! The constraints of a sync proof, checked natively: on small trees they hold exactly for the changes that the tree makes.

use std::collections::BTreeMap;

use rayon::prelude::*;
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

/// Every change of the states of `chosen`, whose list holds with the right roots, and with no others. Says how many.
fn check_every_list(circuit: &SyncCircuit, shape: Shape, chosen: &[Key], tree: &Leaves) -> usize {
    let lists = (0..4_usize.pow(chosen.len() as u32)).map(|choice| changes(chosen, tree, choice));
    let meaningful = lists.filter(|changes| check_changes(shape, changes).is_ok());
    meaningful.map(|changes| check(circuit, shape, tree, &changes)).count()
}

/// Each key goes to Empty, a value or Tombstone, or stays: four choices a key.
fn changes(chosen: &[Key], tree: &Leaves, choice: usize) -> Vec<StateChange> {
    let news = [LeafState::Empty, LeafState::of(b"new"), LeafState::Tombstone];
    let change = |(i, &key): (usize, &Key)| {
        let old = tree.get(&key).copied().unwrap_or(LeafState::Empty);
        let new = news.get(choice / 4_usize.pow(i as u32) % 4).copied().unwrap_or(old);
        StateChange { key, old, new }
    };
    chosen.iter().enumerate().map(change).collect()
}

fn check(circuit: &SyncCircuit, shape: Shape, tree: &Leaves, changes: &[StateChange]) {
    let mut after = tree.clone();
    after.extend(changes.iter().map(|change| (change.key, change.new)));
    let [old_root, new_root] = [root(shape, tree), root(shape, &after)];
    let keys: Vec<Key> = changes.iter().map(|change| change.key).collect();
    let traced = Traced::of_leaves(shape, &leaves(tree), &keys);
    let claim = |old, new, changes: &[StateChange]| {
        let [old_anchor, new_anchor] = [old, new].map(|root| Anchor::new(shape, root));
        holds(circuit, &SyncStatement { old_anchor, new_anchor, changes: changes.to_vec() }, &traced)
    };
    assert!(claim(old_root, new_root, changes), "{changes:?}");
    let other = root(shape, &[(Key::ZERO, LeafState::of(b"another"))].into());
    assert!(!claim(other, new_root, changes) && !claim(old_root, other, changes));
    if old_root != new_root {
        assert!(!claim(old_root, old_root, changes) && !claim(new_root, new_root, changes));
    }
    if let Some(first) = changes.first() {
        let forged = |old, new| [&[StateChange { old, new, ..*first }], &changes[1..]].concat();
        assert!(!claim(old_root, new_root, &forged(first.old, LeafState::of(b"forged"))), "{changes:?}");
        let lie = if first.old == LeafState::Tombstone { LeafState::of(b"x") } else { LeafState::Tombstone };
        assert!(!claim(old_root, new_root, &forged(lie, first.new)), "{changes:?}");
        // Without a read the statement is true, and in a slot tree its skeleton is the same.
        assert!(!first.is_change() || !claim(old_root, new_root, &changes[1..]));
    }
}

fn shapes(bits: u64) -> [Shape; 2] {
    [Shape::Keyed, Shape::Slots(Depth::new(bits).unwrap())]
}

fn keys(bits: u64) -> Vec<Key> {
    (0..1 << bits).map(|index| Key::slot(index, Depth::new(bits).unwrap()).unwrap()).collect()
}

/// Up to three of the keys.
fn subsets(keys: &[Key]) -> impl Iterator<Item = Vec<Key>> {
    (0..1_usize << keys.len())
        .filter(|subset| subset.count_ones() <= 3)
        .map(|subset| (0..keys.len()).filter(|i| subset >> i & 1 == 1).map(|i| keys[i]).collect())
}

/// Every tree of `keys`: a key of `chosen` has one of three states, another one is there or not. What an untouched key
/// holds only enters the digest of what is opaque.
fn trees(keys: &[Key], chosen: &[Key]) -> Vec<Leaves> {
    let states: Vec<usize> = keys.iter().map(|key| if chosen.contains(key) { 3 } else { 2 }).collect();
    let tree = |mut code: usize| {
        let mut tree = Leaves::new();
        for (i, (&key, states)) in keys.iter().zip(&states).enumerate() {
            match code % states {
                0 => {}
                1 => _ = tree.insert(key, LeafState::of(&[i as u8])),
                _ => _ = tree.insert(key, LeafState::Tombstone),
            }
            code /= states;
        }
        tree
    };
    (0..states.iter().product()).map(tree).collect()
}

/// Every `step`th tree with every subset and every list of changes.
fn check_trees(bits: u64, step: usize) -> usize {
    let circuit = SyncCircuit::new().unwrap();
    let keys = keys(bits);
    let cases: Vec<_> = shapes(bits)
        .into_iter()
        .flat_map(|shape| subsets(&keys).map(move |chosen| (shape, chosen)))
        .flat_map(|(shape, chosen)| trees(&keys, &chosen).into_iter().map(move |tree| (shape, chosen.clone(), tree)))
        .step_by(step)
        .collect();
    cases.par_iter().map(|(shape, chosen, tree)| check_every_list(&circuit, *shape, chosen, tree)).sum()
}

#[test]
fn every_tree_of_four_keys_allows_exactly_the_changes_that_it_makes() {
    assert_eq!(check_trees(2, 1), 25_760);
}

/// The step is prime to the number of trees of every subset, so that all states of all keys occur;
/// `STATESYNC_EXHAUSTIVE=1` goes through all trees, in minutes.
#[test]
fn trees_of_eight_keys_allow_exactly_the_changes_that_they_make() {
    let all = std::env::var_os("STATESYNC_EXHAUSTIVE").is_some();
    let checked = check_trees(3, if all { 1 } else { 199 });
    println!("{checked} lists of changes");
    assert!(checked > if all { 4_000_000 } else { 20_000 }, "{checked}");
}
