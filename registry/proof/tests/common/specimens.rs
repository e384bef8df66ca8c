//! One proof of each kind, for tests that take proofs apart.

use statesync_proof::{Preparations, Request};
use statesync_tree::{Key, LeafState, Shape, Terminal};

use super::{Naive, all_kinds, key, prove_both, sample, slots};

/// A true request and its proofs.
pub struct Specimen {
    pub name: &'static str,
    pub request: Request,
    pub detached: Vec<u8>,
    pub inline: Vec<u8>,
}

/// Specimens with the circuits for their shapes and for a few others.
pub struct Specimens {
    pub circuits: Preparations,
    pub all: Vec<Specimen>,
}

impl Specimens {
    /// A keyed tree of 20 records, and slots of depth 8.
    pub fn new() -> Self {
        let circuits = all_kinds(&[Shape::Keyed, slots(8), slots(9)]);
        let (tree, array) = (sample(Shape::Keyed, 20), sample(slots(8), 20));
        let absent = |end: fn(&Terminal) -> bool| absent_key(&tree, end);
        let (vacant, neighbour) =
            (absent(|end| *end == Terminal::Empty), absent(|end| matches!(end, Terminal::Other(_))));
        let requests = [
            ("membership", tree.read(&key(Shape::Keyed, 0))),
            ("non-membership, empty place", tree.read(&vacant)),
            ("non-membership, another key's leaf", tree.read(&neighbour)),
            ("non-membership, tombstone", tree.read(&key(Shape::Keyed, 10))),
            ("update, insert beside another leaf", tree.change(&neighbour, LeafState::of(b"new"))),
            ("update, erased slot", array.change(&key(slots(8), 5), LeafState::Empty)),
        ];
        let all = requests.map(|(name, request)| {
            let [detached, inline] = prove_both(&circuits, &request);
            Specimen { name, request, detached, inline }
        });
        Self { circuits, all: all.into() }
    }

    /// The one whose name begins so.
    pub fn get(&self, name: &str) -> &Specimen {
        self.all.iter().find(|specimen| specimen.name.starts_with(name)).unwrap()
    }
}

/// The first key outside the tree whose path ends so.
pub fn absent_key(tree: &Naive, end: fn(&Terminal) -> bool) -> Key {
    let absent = (1..).map(|index| key(Shape::Keyed, 5 * index + 1));
    absent.into_iter().find(|key| end(&tree.open(key).terminal)).unwrap()
}
