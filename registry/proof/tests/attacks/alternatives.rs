//! One change of one tree has one new root: no other witness fits the old one.

use statesync_circuit::Trace;
use statesync_gkr::F;
use statesync_proof::{Kind, PreparedCircuit, Statement};
use statesync_tree::{Digest, LeafState, empty_digest, leaf_digest, node_digest};

use crate::common::{Naive, key, slots};
use crate::paths::{Path, elements};

#[test]
fn of_all_assignments_of_a_small_trees_digests_one_fits_the_old_root_and_it_gives_the_new_one() {
    let shape = slots(2);
    let (record, neighbour) = (key(shape, 1), key(shape, 2));
    let (old, new) = (LeafState::of(b"old"), LeafState::of(b"new"));
    let tree = Naive::new(shape).with(record, old).with(neighbour, old);
    let request = tree.change(&record, new);
    let Statement::Update { old_anchor, new_anchor, .. } = request.statement else { panic!("a change is an update") };
    let [before, after] = [old, new].map(|state| leaf_digest(&record, &state));
    let (empty, other) = (empty_digest(shape, 0), leaf_digest(&neighbour, &old));
    let pairs = [[empty, empty], [empty, before], [empty, after], [other, empty], [before, after], [after, before]];
    let nodes = pairs.map(|[left, right]| node_digest(&left, &right));
    let pool = [[empty, other, before, after].as_slice(), &nodes].concat();

    // The new root is left open: with zero in its place, the output of its copy is the root that would fit.
    let zero = Digest::new(Default::default());
    let path = Path { key: record, depth: 2, runs: vec![[before, old_anchor.root], [after, zero]] };
    let prepared = PreparedCircuit::new(Kind::Update, shape).unwrap();
    let (layout, rows) = (path.layout(prepared.circuit()), path.copies().rows());
    let new_root_copy = 3;
    let mut fitting = Vec::new();
    for number in 0..pool.len().pow(4) {
        let slots = [0, 1, 2, 3].map(|place| pool[number / pool.len().pow(place) % pool.len()]);
        let trace = Trace::evaluate(prepared.circuit(), path.copies(), layout.gather(&elements(&slots)));
        let output = |copy: usize| core::array::from_fn(|wire| trace.outputs()[wire * rows + copy]);
        if (0..rows).all(|copy| copy == new_root_copy || output(copy) == [F::new(0); 8]) {
            fitting.push((slots.to_vec(), Digest::new(output(new_root_copy))));
        }
    }
    let [lower, upper] = request.opening.siblings[..] else { panic!("two levels") };
    let inner = [before, after].map(|terminal| node_digest(&lower, &terminal));
    assert_eq!(fitting, [([inner.as_slice(), &[lower, upper]].concat(), new_anchor.root)]);
}
