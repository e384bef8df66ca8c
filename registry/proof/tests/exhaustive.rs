//! Every claim about every small tree: true ones are proved, false ones are refused, natively and by the verifier.
//!
//! | world | keys | trees of up to 3 leaves, each Occupied or a Tombstone |
//! |---|---|---|
//! | keyed | 16, over all values of 4 bits at levels 0, 1, 3 and 8: paths of 0 to 9 levels | 4 993 |
//! | slots | all 8 of depth 3 | 577 |
//!
//! About a key of a tree there are 32 claims: 4 reads and 28 updates. What is cheap is done for all of them; proofs are
//! made for every tree of up to 2 leaves and for a fixed share of the others, see [`World::pairs`].

mod common;

use std::collections::HashSet;

use common::{CONTEXT, End, Naive, Parts, all_kinds, read_statement, slots};
use rayon::prelude::*;
use statesync_proof::{Envelope, Form, Kind, Preparations, Request, Statement, Verified, VerifyError};
use statesync_proof::{prove, prove_batch, verify_batch, verify_detached_batch};
use statesync_tree::{Key, Leaf, LeafState, Present, Shape, ValueDigest};

struct World {
    shape: Shape,
    keys: Vec<Key>,
}

/// Two values, so that a wrong value can be claimed; leaves of the trees hold the first.
fn states() -> [LeafState; 4] {
    [LeafState::Empty, LeafState::of(b"a"), LeafState::of(b"b"), LeafState::Tombstone]
}

/// Whether the design allows a statement about this change.
fn is_statement(shape: Shape, old: LeafState, new: LeafState) -> bool {
    let creates_tombstone = old == LeafState::Empty && new == LeafState::Tombstone;
    let erases = old != LeafState::Empty && new == LeafState::Empty;
    shape != Shape::Keyed || !(creates_tombstone || erases)
}

impl World {
    fn keyed() -> Self {
        let key = |number: u32| {
            let mut bytes = [0; Key::BYTES];
            for (place, level) in [0, 1, 3, 8].into_iter().enumerate() {
                if number >> place & 1 == 1 {
                    bytes[level / 8] |= 0x80 >> (level % 8);
                }
            }
            Key::from_bytes(&bytes).unwrap()
        };
        Self { shape: Shape::Keyed, keys: (0..16).map(key).collect() }
    }

    fn slots() -> Self {
        let shape = slots(3);
        Self { shape, keys: (0..8).map(|index| common::key(shape, index)).collect() }
    }

    /// Every set of up to 3 leaves, every state of each.
    fn trees(&self) -> Vec<Naive> {
        let mut trees = vec![Naive::new(self.shape)];
        let mut last: Vec<(Naive, usize)> = vec![(trees[0].clone(), 0)];
        for _ in 0..3 {
            let grow = |(tree, from): &(Naive, usize)| {
                let tree = tree.clone();
                (*from..self.keys.len()).flat_map(move |at| {
                    let tree = tree.clone();
                    let leaf = move |state| (tree.clone().with(self.keys[at], state), at + 1);
                    [states()[1], LeafState::Tombstone].map(leaf)
                })
            };
            last = last.iter().flat_map(grow).collect();
            trees.extend(last.iter().map(|(tree, _)| tree.clone()));
        }
        trees
    }

    /// The trees with the keys that proofs are made about: all keys where there are up to 2 leaves, one key in
    /// `share` where there are 3, another one for each tree.
    fn pairs(&self, share: usize) -> Vec<(Naive, Key)> {
        let mut pairs = Vec::new();
        for (number, tree) in self.trees().into_iter().enumerate() {
            let step = if tree.leaves.len() < 3 { 1 } else { share };
            let keys = self.keys.iter().skip(number % step).step_by(step);
            pairs.extend(keys.map(|key| (tree.clone(), *key)));
        }
        pairs
    }
}

/// Every claim about `key` with the opening that the tree gives, and whether it is true: each state, each change of
/// state with the root that it leads to, and the true old state with the roots that other changes lead to.
fn claims(tree: &Naive, key: Key) -> Vec<(Request, bool)> {
    let (anchor, state, opening) = (tree.anchor(), tree.state(&key), tree.open(&key));
    let after = states().map(|new| (new, tree.clone().with(key, new).anchor()));
    let mut claims: Vec<_> = states().map(|claimed| (read_statement(anchor, key, claimed), claimed == state)).to_vec();
    for (old, (new, new_anchor)) in pairs_of(&states(), &after) {
        let statement = Statement::Update { old_anchor: anchor, new_anchor, key, old, new };
        claims.push((statement, old == state && is_statement(tree.shape, old, new)));
    }
    for ((new, right), (_, new_anchor)) in pairs_of(&after, &after).filter(|(a, b)| a.0 != b.0) {
        assert_ne!(right, new_anchor, "two states, one root");
        claims.push((Statement::Update { old_anchor: anchor, new_anchor, key, old: state, new }, false));
    }
    claims.into_iter().map(|(statement, truth)| (Request { statement, opening: opening.clone() }, truth)).collect()
}

fn pairs_of<A: Copy, B: Copy>(left: &[A], right: &[B]) -> impl Iterator<Item = (A, B)> {
    left.iter().flat_map(move |&a| right.iter().map(move |&b| (a, b)))
}

/// Numbers of trees, claims and true claims of a world; every true claim is admitted, every false one refused.
fn check_natively(world: &World) -> [usize; 3] {
    let circuits = all_kinds(&[world.shape]);
    let count = |tree: &Naive| {
        let claims: Vec<_> = world.keys.iter().flat_map(|key| claims(tree, *key)).collect();
        for (request, truth) in &claims {
            // A true claim would be proved, which the other tests do.
            let refused = match truth {
                true => request.check().is_err(),
                false => prove(circuits.get(&request.statement).unwrap(), request, CONTEXT, Form::Inline).is_err(),
            };
            assert_eq!(refused, !truth, "{:?} of {tree:?}", request.statement);
        }
        [1, claims.len(), claims.iter().filter(|(_, truth)| *truth).count()]
    };
    sum(world.trees().par_iter().map(count))
}

fn sum<const N: usize>(counts: impl ParallelIterator<Item = [usize; N]>) -> [usize; N] {
    counts.reduce(|| [0; N], |a, b| core::array::from_fn(|i| a[i] + b[i]))
}

#[test]
fn the_native_check_admits_exactly_the_true_claims() {
    assert_eq!(check_natively(&World::keyed()), [4_993, 4_993 * 16 * 32, 4_993 * 16 * 4]);
    assert_eq!(check_natively(&World::slots()), [577, 577 * 8 * 32, 577 * 8 * 5]);
}

#[test]
fn true_claims_are_proved_and_verified_in_both_forms() {
    // Keyed: 513 trees of up to 2 leaves with 16 keys each, 4 480 of 3 leaves with one each.
    assert_eq!(prove_true_claims(&World::keyed(), 16), 4 * (513 * 16 + 4_480));
    assert_eq!(prove_true_claims(&World::slots(), 1), 5 * 577 * 8);
}

/// Number of claims that were proved. A detached proof is the inline one without its witness.
fn prove_true_claims(world: &World, share: usize) -> usize {
    let circuits = all_kinds(&[world.shape]);
    let pairs = world.pairs(share);
    let proved = pairs.par_chunks(64).map(|pairs| {
        let claims = pairs.iter().flat_map(|(tree, key)| claims(tree, *key)).filter(|(_, truth)| *truth);
        let requests: Vec<Request> = claims.map(|(request, _)| request).collect();
        let inline = prove_batch(&circuits, &requests, CONTEXT, Form::Inline);
        let inline: Vec<Envelope> = inline.into_iter().map(|proof| proof.expect("a true claim")).collect();
        let detached: Vec<Envelope> = inline.iter().map(without_witness).collect();
        let statements: Vec<_> = requests.iter().map(|request| &request.statement).zip(&inline).collect();
        let requests: Vec<_> = requests.iter().zip(&detached).collect();
        let verdicts =
            [verify_batch(&circuits, &statements, CONTEXT), verify_detached_batch(&circuits, &requests, CONTEXT)];
        for (verdict, (statement, _)) in verdicts.concat().iter().zip(statements.iter().cycle()) {
            assert_eq!(verdict.as_ref().map(Verified::statement), Ok(*statement));
        }
        verdicts[0].len()
    });
    proved.sum()
}

fn without_witness(inline: &Envelope) -> Envelope {
    Envelope::decode(&Parts { witness: None, ..Parts::of(&inline.encode()) }.to_bytes()).unwrap()
}

/// The four trees that differ in the state of one key, and the key after it, whose state is the same in all.
struct Family<'a> {
    trees: [Naive; 4],
    key: Key,
    next: Key,
    circuits: &'a Preparations,
    /// True claims about the key in every tree, and about the next key in the first tree, with their proofs.
    proofs: Vec<(Statement, Parts)>,
}

impl<'a> Family<'a> {
    fn new(circuits: &'a Preparations, rest: &Naive, key: Key, next: Key) -> Self {
        let trees = states().map(|state| rest.clone().with(key, state));
        let about = trees.iter().map(|tree| (tree, key)).chain([(&trees[0], next)]);
        let requests = about.flat_map(|(tree, key)| claims(tree, key)).filter(|(_, truth)| *truth);
        let requests: Vec<Request> = requests.map(|(request, _)| request).collect();
        let proofs = prove_batch(circuits, &requests, CONTEXT, Form::Inline).into_iter().zip(&requests);
        let proofs = proofs.map(|(proof, request)| (request.statement, Parts::of(&proof.unwrap().encode())));
        let proofs = proofs.collect();
        Self { trees, key, next, circuits, proofs }
    }

    /// Offers every variant of every near proof for the false claims about the key: all reads, and every 25th update
    /// from `first` on. Returns the numbers of claims, of proofs, and of proofs that were refused by what they
    /// prove, their root or their tape, and not by their hints.
    fn offer(&self, first: usize) -> [usize; 3] {
        let claims = self.trees.iter().flat_map(|tree| claims(tree, self.key)).filter(|(_, truth)| !truth);
        let (reads, updates): (Vec<_>, Vec<_>) =
            claims.map(|(request, _)| request.statement).partition(|claim| claim.kind() != Kind::Update);
        let mut counts = [0; 3];
        for claim in reads.iter().chain(updates.iter().skip(first % 25).step_by(25)) {
            let near = self.proofs.iter().filter(|(truth, _)| are_near(claim, truth));
            let variants = near.flat_map(|(_, parts)| self.variants(parts, claim.kind()));
            let offered: Vec<_> = variants.map(|parts| Envelope::decode(&parts.to_bytes()).unwrap()).collect();
            let offered: Vec<_> = offered.iter().map(|envelope| (claim, envelope)).collect();
            let refusals = verify_batch(self.circuits, &offered, CONTEXT);
            let refusals = refusals.into_iter().map(|verdict| verdict.expect_err("a false claim is not proved"));
            let by_content =
                |refusal: &VerifyError| matches!(refusal, VerifyError::Rejected(_) | VerifyError::Root { .. });
            counts = [counts[0] + 1, counts[1] + offered.len(), counts[2] + refusals.filter(by_content).count()];
        }
        counts
    }

    /// A proof, said to be of another kind, under every variant of its hints: one level less and more, every end,
    /// and as other leaf each of the trees', also the key's own. Slot trees have no hints.
    fn variants(&self, parts: &Parts, kind: Kind) -> impl Iterator<Item = Parts> {
        let leaves = self.trees.iter().flat_map(|tree| &tree.leaves).map(|(key, state)| Leaf::new(*key, *state));
        let next = Leaf::new(self.next, Present::Tombstone);
        let leaves: HashSet<Leaf> = leaves.chain([next]).collect();
        let ends = [End::Empty, End::Own].into_iter().chain(leaves.into_iter().map(End::Other));
        let hints: Vec<_> = match parts.shape {
            Shape::Slots(depth) => vec![(depth.levels(), End::Stated)],
            Shape::Keyed => pairs_of(&[0, 1, 2], &ends.collect::<Vec<_>>())
                .filter_map(|(more, end)| Some(((parts.depth + more).checked_sub(1)?, end)))
                .collect(),
        };
        let filling = *ValueDigest::of(b"filling").digest();
        hints.into_iter().map(move |(depth, end)| parts.with_kind(kind, &filling).with_hints(depth, end, &filling))
    }
}

/// Whether two claims differ in little: both are reads, or both are changes that share a state or a key.
fn are_near(a: &Statement, b: &Statement) -> bool {
    match (a, b) {
        (Statement::Update { key, old, new, .. }, Statement::Update { key: key_b, old: old_b, new: new_b, .. }) => {
            (old == old_b && new == new_b) || (key == key_b && (old == old_b || new == new_b))
        }
        (Statement::Update { .. }, _) | (_, Statement::Update { .. }) => false,
        _ => true,
    }
}

/// Families over trees of up to 2 other leaves: `keys_of_two` keys each where there are 2, all keys where there are
/// fewer.
fn offer_in(world: &World, keys_of_two: usize) -> [usize; 4] {
    let circuits = all_kinds(&[world.shape]);
    let rests = world.trees().into_iter().enumerate().filter(|(_, rest)| rest.leaves.len() <= 2);
    let families: Vec<_> = rests
        .flat_map(|(number, rest)| {
            let mut free: Vec<_> = world.keys.iter().copied().filter(|key| !rest.leaves.contains_key(key)).collect();
            let turn = number % free.len();
            free.rotate_left(turn);
            let most = if rest.leaves.len() == 2 { keys_of_two } else { free.len() };
            let next = |key: &Key| world.keys.iter().position(|other| other == key).unwrap() + 1;
            let chosen: Vec<_> = free.iter().take(most).map(|key| (*key, next(key))).collect();
            chosen.into_iter().map(move |(key, next)| (rest.clone(), key, world.keys[next % world.keys.len()]))
        })
        .collect();
    sum(families.par_iter().enumerate().map(|(number, (rest, key, next))| {
        let [claims, proofs, tapes] = Family::new(&circuits, rest, *key, *next).offer(number);
        [1, claims, proofs, tapes]
    }))
}

#[test]
fn a_false_claim_is_not_proved_by_the_proof_of_any_near_true_one_under_any_hints() {
    assert_eq!(offer_in(&World::slots(), 6), [792, 12_548, 69_593, 69_593]);
    assert_eq!(offer_in(&World::keyed(), 1), [976, 15_616, 1_667_577, 251_146]);
}
