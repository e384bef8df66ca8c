//! The published vectors, made by an independent implementation: `docs/vectors/{hashes,trees}.json`.
//!
//! Cases F04, F07 (fixed vectors of a second source, and noise in them is noticed), F01, C14, R16,
//! R27, R28, R47.

use p3_field::PrimeField32;
use p3_koala_bear::{default_koalabear_poseidon2_16, default_koalabear_poseidon2_24};
use p3_symmetric::Permutation;
use serde::Deserialize;
use statesync_tree::{
    Anchor, Depth, Digest, F, Key, Leaf, LeafState, Opening, Shape, Terminal, ValueDigest, empty_digest, leaf_digest,
    node_digest, subtree_digest,
};

#[derive(Deserialize)]
struct Hashes {
    permutations: Vec<Permuted>,
    nodes: Vec<Node>,
    hashed_keys: Vec<HashedKey>,
    slot_keys: Vec<SlotKey>,
    slots_refused: Vec<SlotRefused>,
    key_limbs: Vec<KeyLimbs>,
    values: Vec<HashedValue>,
    leaves: Vec<HashedLeaf>,
    empty: Vec<Empty>,
    digests_refused: Vec<DigestRefused>,
}

#[derive(Deserialize)]
struct Permuted {
    width: usize,
    input: Vec<u32>,
    output: Vec<u32>,
}

#[derive(Deserialize)]
struct Node {
    left: Digest,
    right: Digest,
    digest: Digest,
}

#[derive(Deserialize)]
struct HashedKey {
    name: String,
    key: Key,
}

#[derive(Deserialize)]
struct SlotKey {
    index: String,
    depth: u64,
    key: Key,
}

#[derive(Deserialize)]
struct SlotRefused {
    index: String,
    depth: u64,
}

#[derive(Deserialize)]
struct KeyLimbs {
    key: Key,
    limbs: Vec<u32>,
}

#[derive(Deserialize)]
struct HashedValue {
    value: String,
    digest: Digest,
}

#[derive(Deserialize)]
struct HashedLeaf {
    #[serde(flatten)]
    leaf: KeyAndState,
    digest: Digest,
}

#[derive(Deserialize)]
struct Empty {
    height: usize,
    digest: Digest,
}

#[derive(Deserialize)]
struct DigestRefused {
    digest: String,
    why: String,
}

#[derive(Deserialize)]
struct KeyAndState {
    key: Key,
    #[serde(flatten)]
    state: State,
}

#[derive(Deserialize)]
struct State {
    state: String,
    value_digest: Option<Digest>,
}

impl State {
    fn read(&self) -> LeafState {
        match (self.state.as_str(), self.value_digest) {
            ("empty", None) => LeafState::Empty,
            ("tombstone", None) => LeafState::Tombstone,
            ("occupied", Some(value)) => LeafState::Occupied(ValueDigest::from_digest(value)),
            (state, value) => panic!("{state} with value digest {value:?} is no leaf state"),
        }
    }
}

impl KeyAndState {
    fn leaf(&self) -> Leaf {
        let state = self.state.read().present();
        Leaf::new(self.key, state.expect("a listed leaf exists"))
    }
}

#[derive(Deserialize)]
struct Trees {
    trees: Vec<Tree>,
    anchors_refused: Vec<AnchorRefused>,
}

#[derive(Deserialize)]
struct Tree {
    name: String,
    shape: String,
    depth: u64,
    leaves: Vec<KeyAndState>,
    root: Digest,
    anchor: Anchor,
    anchor_bytes: String,
    openings: Vec<VectorOpening>,
    updates: Vec<VectorUpdate>,
}

#[derive(Deserialize)]
struct VectorOpening {
    #[serde(flatten)]
    claim: KeyAndState,
    siblings: Vec<Digest>,
    terminal: VectorTerminal,
}

#[derive(Deserialize)]
struct VectorTerminal {
    kind: String,
    #[serde(flatten)]
    leaf: Option<KeyAndState>,
}

#[derive(Deserialize)]
struct VectorUpdate {
    key: Key,
    old: State,
    new: State,
    anchor: Anchor,
}

#[derive(Deserialize)]
struct AnchorRefused {
    bytes: Option<String>,
    text: Option<String>,
    why: String,
}

impl VectorOpening {
    fn read(&self) -> Opening {
        let terminal = match (self.terminal.kind.as_str(), &self.terminal.leaf) {
            ("empty", None) => Terminal::Empty,
            ("own", None) => Terminal::Own(self.claim.leaf().state),
            ("other", Some(other)) => Terminal::Other(other.leaf()),
            (kind, _) => panic!("{kind} is no terminal"),
        };
        Opening { siblings: self.siblings.clone(), terminal }
    }
}

fn read<T: for<'de> Deserialize<'de>>(file: &str) -> T {
    let path = format!("{}/../../docs/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the vectors are part of the project");
    serde_json::from_str(&text).expect("the vectors have the fields that their `about` lists")
}

fn elements<const N: usize>(words: &[u32]) -> [F; N] {
    let elements: Vec<F> = words.iter().map(|&word| F::new(word)).collect();
    elements.try_into().expect("as many words as the width")
}

fn bytes(hex: &str) -> Vec<u8> {
    let pairs = hex.as_bytes().chunks(2);
    let text = pairs.map(|pair| std::str::from_utf8(pair).expect("ASCII"));
    text.map(|pair| u8::from_str_radix(pair, 16).expect("hexadecimal")).collect()
}

fn permuted<const N: usize>(permutation: impl Permutation<[F; N]>, input: &[u32]) -> Vec<u32> {
    let output = permutation.permute(elements::<N>(input));
    output.iter().map(F::as_canonical_u32).collect()
}

fn agrees(vector: &Permuted) -> bool {
    let output = match vector.width {
        16 => permuted(default_koalabear_poseidon2_16(), &vector.input),
        24 => permuted(default_koalabear_poseidon2_24(), &vector.input),
        width => panic!("no permutation of width {width}"),
    };
    output == vector.output
}

#[test]
fn permutations_nodes_and_leaves_hash_as_published() {
    let hashes: Hashes = read("hashes.json");
    assert!(hashes.permutations.iter().all(agrees));
    for node in &hashes.nodes {
        assert_eq!(node_digest(&node.left, &node.right), node.digest);
    }
    for HashedLeaf { leaf, digest } in &hashes.leaves {
        let state = leaf.state.read();
        // The bare formula with tag 3 and a key is in no tree: an empty place has no key.
        if state == LeafState::Empty && leaf.key != Key::ZERO {
            assert_eq!(leaf_digest(&leaf.key, &state), leaf_digest(&Key::ZERO, &state));
            continue;
        }
        assert_eq!(leaf_digest(&leaf.key, &state), *digest, "{state}");
    }
}

#[test]
fn keys_values_and_empty_subtrees_are_as_published() {
    let hashes: Hashes = read("hashes.json");
    for case in &hashes.hashed_keys {
        assert_eq!(Key::hashed(&bytes(&case.name)), case.key, "{}", case.name);
    }
    for case in &hashes.slot_keys {
        let depth = Depth::new(case.depth).expect("a depth");
        let index = case.index.parse().expect("an index");
        assert_eq!(Key::slot(index, depth), Ok(case.key));
        assert_eq!(case.key.slot_index(depth), Ok(index));
    }
    for case in &hashes.key_limbs {
        assert_eq!(case.key.limbs(), elements(&case.limbs));
    }
    for case in &hashes.values {
        let digest = ValueDigest::of(&bytes(&case.value));
        assert_eq!(*digest.digest(), case.digest);
    }
    let deepest = Shape::Slots(Depth::new(64).expect("a depth"));
    for case in &hashes.empty {
        assert_eq!(empty_digest(deepest, case.height), case.digest);
    }
}

#[test]
fn what_the_vectors_refuse_is_refused() {
    let hashes: Hashes = read("hashes.json");
    for case in &hashes.slots_refused {
        let depth = Depth::new(case.depth).expect("a depth");
        // An index that does not even fit 64 bits is refused by the integer's own parser.
        let slot = case.index.parse().map(|index| Key::slot(index, depth));
        assert!(!matches!(slot, Ok(Ok(_))), "slot {} of {depth}", case.index);
    }
    for case in &hashes.digests_refused {
        assert!(case.digest.parse::<Digest>().is_err(), "{}", case.why);
    }
    let trees: Trees = read("trees.json");
    for case in &trees.anchors_refused {
        let accepted = match (&case.bytes, &case.text) {
            (Some(hex), None) => Anchor::from_bytes(&bytes(hex)).is_ok(),
            (None, Some(text)) => text.parse::<Anchor>().is_ok(),
            _ => panic!("a refused anchor is bytes or text"),
        };
        assert!(!accepted, "{}", case.why);
    }
}

#[test]
fn roots_and_anchors_are_as_published() {
    for tree in read::<Trees>("trees.json").trees {
        let shape = match tree.shape.as_str() {
            "keyed" => Shape::Keyed,
            _ => Shape::Slots(Depth::new(tree.depth).expect("a depth")),
        };
        let leaves: Vec<Leaf> = tree.leaves.iter().map(KeyAndState::leaf).collect();
        assert_eq!(subtree_digest(shape, 0, &leaves), Ok(tree.root), "{}", tree.name);
        assert_eq!(Anchor::new(shape, tree.root), tree.anchor, "{}", tree.name);
        assert_eq!(tree.anchor.to_bytes().to_vec(), bytes(&tree.anchor_bytes));
        assert_eq!(Anchor::from_bytes(&bytes(&tree.anchor_bytes)), Ok(tree.anchor));
    }
}

#[test]
fn openings_lead_to_their_roots_and_updates_to_the_next() {
    for tree in read::<Trees>("trees.json").trees {
        for vector in &tree.openings {
            let (opening, key) = (vector.read(), &vector.claim.key);
            let state = vector.claim.state.read();
            assert_eq!(opening.check(&tree.anchor, key, &state), Ok(()), "{}", tree.name);
        }
        for update in &tree.updates {
            let of_key = |opening: &&VectorOpening| opening.claim.key == update.key;
            let opening = tree.openings.iter().find(of_key).expect("opened").read();
            assert_eq!(opening.state(), update.old.read());
            let roots = opening.update(tree.anchor.shape, &update.key, &update.new.read());
            let roots = roots.expect("a listed update is a statement");
            assert_eq!(roots.old_root, tree.root, "{}", tree.name);
            assert_eq!(roots.new_root, update.anchor.root, "{}", tree.name);
        }
    }
}

#[test]
fn noise_in_a_vector_is_noticed() {
    let mut hashes: Hashes = read("hashes.json");
    for vector in &mut hashes.permutations {
        for position in 0..vector.width {
            vector.output[position] ^= 1;
            assert!(!agrees(vector), "word {position} is not compared");
            vector.output[position] ^= 1;
        }
    }
}
