//! The byte form of a proof as its description gives it, written without the code under test.

use statesync_proof::Kind;
use statesync_tree::{Digest, Key, Leaf, LeafState, Present, Shape};

/// Bytes of a path's tape with at most 32 copies; twice as many copies take 28 rounds of 48 bytes more.
const TAPE_OF_32: usize = 9_088;
const TAPE_PER_DOUBLING: usize = 1_344;

/// Where a path ends, as hints say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Slot trees: it follows from the statement.
    Stated,
    Empty,
    Own,
    Other(Leaf),
}

/// A proof in its parts, each of which can be changed alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    pub kind: Kind,
    pub shape: Shape,
    pub depth: usize,
    pub end: End,
    pub tape: Vec<u8>,
    /// For inline proofs.
    pub witness: Option<Vec<Digest>>,
}

impl Parts {
    /// Takes a valid byte form apart.
    pub fn of(bytes: &[u8]) -> Self {
        let (head, rest) = bytes.split_at(9);
        assert_eq!(&head[..5], b"SSPF\x01");
        let kind = Kind::from_byte(head[6]).unwrap();
        let shape = Shape::from_bytes([head[7], head[8]]).unwrap();
        let (depth, end, rest) = match shape {
            Shape::Slots(depth) => (depth.levels(), End::Stated, rest),
            Shape::Keyed => read_hints(rest),
        };
        let (tape, witness) = rest.split_at(tape_bytes(kind, depth));
        let digests = witness.chunks(Digest::BYTES).map(|bytes| Digest::from_bytes(bytes).unwrap());
        let witness = (head[5] == 1).then(|| digests.collect());
        Self { kind, shape, depth, end, tape: tape.to_vec(), witness }
    }

    /// Puts the parts together. Nothing is checked or made to fit.
    pub fn to_bytes(&self) -> Vec<u8> {
        let [shape, depth] = self.shape.to_bytes();
        let form = u8::from(self.witness.is_some());
        let mut bytes = [b"SSPF\x01".as_slice(), &[form, self.kind.to_byte(), shape, depth]].concat();
        bytes.extend(self.hints());
        bytes.extend(&self.tape);
        bytes.extend(self.witness.iter().flatten().flat_map(Digest::to_bytes));
        bytes
    }

    /// The hints as bytes.
    pub fn hints(&self) -> Vec<u8> {
        let depth = self.depth as u8;
        match self.end {
            End::Stated => vec![],
            End::Empty => vec![depth, 0],
            End::Own => vec![depth, 1],
            End::Other(leaf) => {
                let head = [&[depth, 2], leaf.key.as_bytes().as_slice()].concat();
                match leaf.state {
                    Present::Tombstone => [head, vec![2]].concat(),
                    Present::Occupied(value) => [head, vec![1], value.digest().to_bytes().to_vec()].concat(),
                }
            }
        }
    }

    /// The same proof with other hints; tape and witness are cut or filled up with `filling` to the length that the
    /// hints ask for, so that decoding succeeds.
    pub fn with_hints(&self, depth: usize, end: End, filling: &Digest) -> Self {
        let mut parts = Self { depth, end, ..self.clone() };
        parts.fit(filling);
        parts
    }

    /// The same proof, said to be of another kind.
    pub fn with_kind(&self, kind: Kind, filling: &Digest) -> Self {
        let mut parts = Self { kind, ..self.clone() };
        parts.fit(filling);
        parts
    }

    fn fit(&mut self, filling: &Digest) {
        self.tape.resize(tape_bytes(self.kind, self.depth), 0);
        let slots = self.kind.runs() * self.depth.saturating_sub(1) + self.depth;
        if let Some(witness) = &mut self.witness {
            witness.resize(slots, *filling);
        }
    }
}

/// The length of a tape, by the table of sizes in the protocol.
pub fn tape_bytes(kind: Kind, depth: usize) -> usize {
    let nodes = kind.runs() * depth;
    match nodes {
        0 => 0,
        1..=32 => TAPE_OF_32,
        _ => TAPE_OF_32 + TAPE_PER_DOUBLING * (nodes.next_power_of_two().ilog2() as usize - 5),
    }
}

fn read_hints(bytes: &[u8]) -> (usize, End, &[u8]) {
    let depth = usize::from(bytes[0]);
    match bytes[1] {
        0 => (depth, End::Empty, &bytes[2..]),
        1 => (depth, End::Own, &bytes[2..]),
        _ => {
            let key = Key::from_bytes(&bytes[2..33]).unwrap();
            let (state, read) = match bytes[33] {
                2 => (LeafState::Tombstone, 34),
                _ => (LeafState::Occupied(value(&bytes[34..66])), 66),
            };
            (depth, End::Other(Leaf::new(key, state.present().unwrap())), &bytes[read..])
        }
    }
}

fn value(bytes: &[u8]) -> statesync_tree::ValueDigest {
    statesync_tree::ValueDigest::from_digest(Digest::from_bytes(bytes).unwrap())
}
