//! Text and byte forms of the small values: what is accepted has exactly one form.

use std::fmt::Display;
use std::str::FromStr;

use statesync_tree::{Anchor, Depth, Digest, Key, LeafState, Shape, ValueDigest};

use crate::Outcome;

/// Tries the input as every small value. Accepted if it is any of them.
pub fn run(input: &[u8]) -> Outcome {
    let bytes = [
        Anchor::from_bytes(input).map(|anchor| anchor.to_bytes().to_vec()).ok(),
        Digest::from_bytes(input).map(|digest| digest.to_bytes().to_vec()).ok(),
        Key::from_bytes(input).map(|key| key.as_bytes().to_vec()).ok(),
    ];
    let text = std::str::from_utf8(input).unwrap_or_default();
    let texts = [
        written::<Anchor>(text),
        written::<Digest>(text),
        written::<Key>(text),
        written::<LeafState>(text),
        written::<Shape>(text),
        written::<ValueDigest>(text),
    ];
    let written: Vec<_> = bytes.into_iter().chain(texts).flatten().collect();
    for form in &written {
        assert_eq!(form, input, "a value has two forms");
    }
    if written.is_empty() { Outcome::Refused } else { Outcome::Accepted }
}

/// The text of the value that `text` stands for, if it stands for one.
fn written<T: FromStr + Display>(text: &str) -> Option<Vec<u8>> {
    text.parse::<T>().ok().map(|value| value.to_string().into_bytes())
}

/// Starting points: every form once, and near misses.
pub fn seeds() -> Vec<Vec<u8>> {
    let slots = Shape::Slots(Depth::new(64).expect("64 is a depth"));
    let (keyed, slots) = (Anchor::empty(Shape::Keyed), Anchor::empty(slots));
    let key = Key::hashed(b"bash");
    let occupied = LeafState::of(b"");
    let texts = [
        keyed.to_string(),
        slots.to_string(),
        slots.shape.to_string(),
        keyed.root.to_string(),
        key.to_string(),
        occupied.to_string(),
        LeafState::Empty.to_string(),
        LeafState::Tombstone.to_string(),
        "slots065".into(),
        keyed.root.to_string().to_uppercase(),
        String::new(),
    ];
    let bytes = [
        keyed.to_bytes().to_vec(),
        slots.to_bytes().to_vec(),
        slots.root.to_bytes().to_vec(),
        key.as_bytes().to_vec(),
        vec![0xff; Digest::BYTES],
    ];
    texts.into_iter().map(String::into_bytes).chain(bytes).collect()
}
