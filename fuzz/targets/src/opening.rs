//! Merkle openings from a stranger.
//!
//! A check takes `anchor (35) || key (31) || opening`: the first two are the caller's in real life, and a
//! fuzzer may as well choose them.

use statesync_tree::{Anchor, Depth, Digest, Key, Leaf, LeafState, Opening, Present, Shape, Terminal, ValueDigest};

use crate::Outcome;

/// The byte form: what is accepted encodes to the same bytes.
pub fn bytes(input: &[u8]) -> Outcome {
    let decoded = Opening::decode(input);
    if let Ok(opening) = &decoded {
        let encoded = opening.encode().expect("what was decoded can be encoded");
        assert_eq!(encoded, input, "an opening has two byte forms");
    }
    decoded.into()
}

/// The JSON form: what is accepted comes back equal after writing it.
pub fn json(input: &[u8]) -> Outcome {
    let read = serde_json::from_slice::<Opening>(input);
    if let Ok(opening) = &read {
        let written = serde_json::to_vec(opening).expect("an opening can be written");
        let again: Opening = serde_json::from_slice(&written).expect("what was written can be read");
        assert_eq!(&again, opening, "an opening changes on its way through JSON");
    }
    read.into()
}

/// A check against an anchor: never two answers for one key at one root.
pub fn check(input: &[u8]) -> Outcome {
    let Some((anchor, rest)) = input.split_first_chunk::<{ Anchor::BYTES }>() else {
        return Outcome::Refused;
    };
    let Some((key, opening)) = rest.split_first_chunk::<{ Key::BYTES }>() else {
        return Outcome::Refused;
    };
    let (Ok(anchor), Ok(key), Ok(opening)) =
        (Anchor::from_bytes(anchor), Key::from_bytes(key), Opening::decode(opening))
    else {
        return Outcome::Refused;
    };
    let answer = opening.answer(&anchor, &key);
    for claimed in [LeafState::Empty, LeafState::Tombstone, LeafState::of(b"value 0")] {
        let holds = opening.check(&anchor, &key, &claimed).is_ok();
        assert_eq!(holds, answer == Ok(claimed), "check and answer disagree");
    }
    if let Ok(update) = opening.update(anchor.shape, &key, &LeafState::of(b"new")) {
        let same_root = update.old_root == anchor.root;
        assert_eq!(same_root, answer.is_ok(), "an update starts at another root than the answer");
    }
    answer.into()
}

/// A path, the shape and key that it belongs to.
struct Sample {
    shape: Shape,
    key: Key,
    opening: Opening,
}

impl Sample {
    /// An opening of `depth` levels above `terminal`; its siblings are digests like any others.
    fn new(shape: Shape, key: Key, depth: usize, terminal: Terminal) -> Self {
        let sibling = |level: usize| *ValueDigest::of(format!("sibling {level}").as_bytes()).digest();
        Self { shape, key, opening: Opening { siblings: (0..depth).map(sibling).collect(), terminal } }
    }

    fn root(&self) -> Digest {
        self.opening.root(self.shape, &self.key).expect("samples are well-formed")
    }

    fn encoded(&self) -> Vec<u8> {
        self.opening.encode().expect("samples are short")
    }
}

/// All kinds of terminal, in both shapes, on short and long paths.
fn samples() -> Vec<Sample> {
    let occupied = Present::Occupied(ValueDigest::of(b"value 0"));
    let depth = Depth::new(24).expect("24 is a depth");
    let slot = Key::slot(7, depth).expect("slot 7 exists");
    let key = Key::from_bytes(&[0x5a; Key::BYTES]).expect("31 bytes");
    let mut twin = [0x5a; Key::BYTES];
    twin[Key::BYTES - 1] ^= 1;
    let twin = Key::from_bytes(&twin).expect("31 bytes");
    let other = |state| Terminal::Other(Leaf::new(twin, state));
    vec![
        Sample::new(Shape::Slots(depth), slot, 24, Terminal::Empty),
        Sample::new(Shape::Slots(depth), slot, 24, Terminal::Own(occupied)),
        Sample::new(Shape::Slots(depth), slot, 24, Terminal::Own(Present::Tombstone)),
        Sample::new(Shape::Keyed, key, 0, Terminal::Empty),
        Sample::new(Shape::Keyed, key, 0, Terminal::Own(occupied)),
        Sample::new(Shape::Keyed, key, 17, Terminal::Empty),
        Sample::new(Shape::Keyed, key, 17, Terminal::Own(Present::Tombstone)),
        Sample::new(Shape::Keyed, key, 17, other(occupied)),
        Sample::new(Shape::Keyed, key, Key::BITS - 1, other(Present::Tombstone)),
        Sample::new(Shape::Keyed, key, Key::BITS, Terminal::Own(occupied)),
    ]
}

/// Starting points of [`bytes`].
pub fn byte_seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<_> = samples().iter().map(Sample::encoded).collect();
    seeds.push(Vec::new());
    seeds.push(seeds[0][..40].to_vec());
    seeds.push([seeds[0].as_slice(), &[0]].concat());
    seeds
}

/// Starting points of [`json`].
pub fn json_seeds() -> Vec<Vec<u8>> {
    let write = |sample: &Sample| serde_json::to_vec(&sample.opening).expect("an opening can be written");
    let mut seeds: Vec<_> = samples().iter().map(write).collect();
    seeds.push(b"{}".to_vec());
    seeds
}

/// Starting points of [`check`].
pub fn check_seeds() -> Vec<Vec<u8>> {
    let join = |anchor: Anchor, sample: &Sample| {
        [anchor.to_bytes().as_slice(), sample.key.as_bytes(), &sample.encoded()].concat()
    };
    let samples = samples();
    let mut seeds: Vec<_> = samples.iter().map(|s| join(Anchor::new(s.shape, s.root()), s)).collect();
    seeds.push(join(Anchor::empty(Shape::Keyed), &samples[5]));
    seeds
}
