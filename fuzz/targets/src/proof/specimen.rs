//! True requests with their proofs.

use std::sync::LazyLock;

use statesync_proof::{Absence, Form, PreparedCircuit, Request, Statement, prove};
use statesync_tree::{Anchor, Depth, Digest, Key, Leaf, LeafState, Opening, Present, Shape, Terminal, ValueDigest};

/// The caller's context.
pub const CONTEXT: &[u8] = b"fuzz";

/// A request that is true, its circuit, and its proof in both forms.
pub struct Specimen {
    pub request: Request,
    pub prepared: PreparedCircuit,
    pub detached: Vec<u8>,
    pub inline: Vec<u8>,
}

/// Every kind, every end of a path, both shapes; one path without levels and one of more than 32 copies.
pub static SPECIMENS: LazyLock<Vec<Specimen>> = LazyLock::new(|| requests().into_iter().map(Specimen::new).collect());

impl Specimen {
    fn new(request: Request) -> Self {
        let statement = &request.statement;
        let prepared = PreparedCircuit::new(statement.kind(), statement.shape()).expect("a good template");
        let make = |form| prove(&prepared, &request, CONTEXT, form).expect("a true claim").encode();
        let (detached, inline) = (make(Form::Detached), make(Form::Inline));
        Self { request, prepared, detached, inline }
    }
}

/// The siblings are digests like any others: a proof does not ask what hangs below them.
fn siblings(count: u64) -> Vec<Digest> {
    (0..count).map(|level| *ValueDigest::of(&level.to_le_bytes()).digest()).collect()
}

/// What an opening shows of a key, as a statement.
fn read(shape: Shape, key: Key, opening: Opening) -> Request {
    let anchor = Anchor::new(shape, opening.root(shape, &key).expect("an admissible path"));
    let statement = match opening.state() {
        LeafState::Occupied(value) => Statement::Membership { anchor, key, value },
        LeafState::Empty => Statement::NonMembership { anchor, key, absence: Absence::Empty },
        LeafState::Tombstone => Statement::NonMembership { anchor, key, absence: Absence::Tombstone },
    };
    Request { statement, opening }
}

/// A change of what an opening shows.
fn change(shape: Shape, key: Key, opening: Opening, new: LeafState) -> Request {
    let update = opening.update(shape, &key, &new).expect("an admissible change");
    let [old_anchor, new_anchor] = [update.old_root, update.new_root].map(|root| Anchor::new(shape, root));
    let statement = Statement::Update { old_anchor, new_anchor, key, old: opening.state(), new };
    Request { statement, opening }
}

fn requests() -> Vec<Request> {
    let depth = Depth::new(24).expect("24 is a depth");
    let (slots, slot) = (Shape::Slots(depth), Key::slot(7, depth).expect("slot 7 exists"));
    let key = Key::from_bytes(&[0x5a; Key::BYTES]).expect("31 bytes");
    let mut near = [0x5a; Key::BYTES];
    near[1] ^= 1;
    let near = Key::from_bytes(&near).expect("31 bytes");
    let (old, new) = (Present::Occupied(ValueDigest::of(b"old")), LeafState::of(b"new"));
    let opening = |levels, terminal| Opening { siblings: siblings(levels), terminal };
    let other = Terminal::Other(Leaf::new(near, Present::Tombstone));
    vec![
        read(Shape::Keyed, key, opening(5, Terminal::Own(old))),
        read(Shape::Keyed, key, opening(5, Terminal::Empty)),
        read(Shape::Keyed, key, opening(5, other)),
        read(Shape::Keyed, key, opening(0, other)),
        read(slots, slot, opening(24, Terminal::Own(Present::Tombstone))),
        change(Shape::Keyed, key, opening(5, other), new),
        change(slots, slot, opening(24, Terminal::Own(old)), LeafState::Empty),
    ]
}
