//! Bytes, text and JSON: one form per value, and nothing else is read.
//!
//! Cases C14, F01, R16, R28.

use p3_field::PrimeField32;
use serde::Serialize;
use serde::de::DeserializeOwned;
use statesync_tree::store::{Counts, Version, VersionRow};
use statesync_tree::{
    Anchor, Depth, Digest, F, FormError, Key, Leaf, LeafState, Prefix, Present, Shape, SubtreeError, ValueDigest,
    empty_digest, subtree_digest,
};

use crate::naive::{key, present, slot, slots};

/// That a value has this text, alone and in JSON, and that the text gives the value back.
fn text_form<T>(value: T, text: &str)
where
    T: std::fmt::Debug + std::fmt::Display + PartialEq + std::str::FromStr,
    T: Serialize + DeserializeOwned,
{
    assert_eq!(value.to_string(), text);
    let json = serde_json::to_string(&value).expect("a string");
    assert_eq!(json, format!("\"{text}\""));
    assert_eq!(serde_json::from_str::<T>(&json).expect("what was written"), value);
    assert_eq!(text.parse::<T>().ok(), Some(value));
}

#[test]
fn every_type_has_its_text() {
    let digest = ValueDigest::of(b"v");
    let hex = digest.digest().to_string();
    assert_eq!(hex.len(), 64);
    text_form(*digest.digest(), &hex);
    text_form(digest, &hex);
    text_form(key(&[0xab]), &format!("ab{}", "0".repeat(60)));
    text_form(LeafState::Empty, "empty");
    text_form(LeafState::Tombstone, "tombstone");
    text_form(LeafState::Occupied(digest), &format!("occupied:{hex}"));
    text_form(Present::Tombstone, "tombstone");
    text_form(Shape::Keyed, "keyed");
    text_form(slots(64), "slots64");
    text_form(Anchor::new(slots(24), *digest.digest()), &format!("slots24:{hex}"));
    text_form(Anchor::new(Shape::Keyed, *digest.digest()), &format!("keyed:{hex}"));
}

#[test]
fn text_of_another_form_is_refused() {
    let hex = "0".repeat(64);
    let text = |result: Result<_, FormError>, what| {
        assert!(matches!(result, Err(FormError::Text { what: w, .. }) if w == what));
    };
    text("occupied".parse::<LeafState>().map(drop), "a leaf state");
    text("Empty".parse::<LeafState>().map(drop), "a leaf state");
    text("empty".parse::<Present>().map(drop), "the state of a leaf that exists");
    text(hex.parse::<Anchor>().map(drop), "an anchor");
    for shape in ["slots", "slots024", "slots+24", "slots 24", "Keyed", "keyed24", "slots-1"] {
        text(shape.parse::<Shape>().map(drop), "a tree shape");
    }
    for (shape, got) in [("slots0", 0), ("slots65", 65), ("slots18446744073709551615", u64::MAX)] {
        assert_eq!(shape.parse::<Shape>(), Err(FormError::DepthOutOfRange { got }));
    }
}

#[test]
fn hexadecimal_is_exact() {
    let key_of = |text: &str| text.parse::<Key>();
    let zeros = "0".repeat(61);
    let what = "a key";
    assert_eq!(key_of(&format!("{zeros}A")), Err(FormError::NotHex { what, position: 61 }));
    assert_eq!(key_of(&format!("g{zeros}")), Err(FormError::NotHex { what, position: 0 }));
    let (want, got) = (31, 31);
    assert_eq!(key_of(&zeros), Err(FormError::Length { what, want, got }));
    let (want, got) = (31, 32);
    assert_eq!(key_of(&format!("{zeros}000")), Err(FormError::Length { what, want, got }));
    assert!(key_of(&format!("{}é", "0".repeat(60))).is_err(), "62 bytes, not all of them ASCII");
}

#[test]
fn bytes_of_another_length_are_refused() {
    // C14: every reader of bytes takes exactly its length.
    let long = [0; 64];
    for length in 0..=long.len() {
        let bytes = &long[..length];
        assert_eq!(Key::from_bytes(bytes).is_ok(), length == Key::BYTES);
        assert_eq!(Digest::from_bytes(bytes).is_ok(), length == Digest::BYTES);
        assert!(Anchor::from_bytes(bytes).is_err(), "format 0 does not exist");
        assert_eq!(Prefix::from_bytes(bytes).is_ok(), length == Prefix::BYTES);
    }
    let anchor = Anchor::empty(Shape::Keyed).to_bytes();
    assert_eq!(Anchor::from_bytes(&anchor), Ok(Anchor::empty(Shape::Keyed)));
    for bytes in [&anchor[..34], &[anchor.as_slice(), &[0]].concat()] {
        assert!(matches!(Anchor::from_bytes(bytes), Err(FormError::Length { want: 35, .. })));
    }
}

#[test]
fn elements_of_p_and_above_are_refused() {
    // F01.
    let p = F::ORDER_U32;
    for element in 0..8 {
        let read = |value: u32| {
            let mut bytes = [0; 32];
            bytes[4 * element..][..4].copy_from_slice(&value.to_le_bytes());
            (bytes, Digest::from_bytes(&bytes))
        };
        for value in [p, p + 1, 2 * p - 1, 1 << 31, u32::MAX] {
            assert_eq!(read(value).1, Err(FormError::NotCanonical { element, value }));
        }
        let (bytes, digest) = read(p - 1);
        assert_eq!(digest.expect("below p").to_bytes(), bytes);
    }
}

#[test]
fn an_anchor_names_shape_depth_and_format() {
    let anchor = Anchor::empty(slots(24));
    let with = |position: usize, byte: u8| {
        let mut bytes = anchor.to_bytes();
        bytes[position] = byte;
        Anchor::from_bytes(&bytes)
    };
    assert_eq!(anchor.to_bytes()[..3], [1, 24, 1]);
    for (shape, depth) in [(0, 24), (2, 24)] {
        assert_eq!(with(0, shape), Err(FormError::UnknownShape { shape, depth }));
    }
    for depth in [0, 65, 255] {
        assert_eq!(with(1, depth), Err(FormError::UnknownShape { shape: 1, depth }));
    }
    for got in [0, 2] {
        assert_eq!(with(2, got), Err(FormError::UnknownVersion { got }));
    }
}

#[test]
fn slots_end_at_the_last_index() {
    // R28: the last one is a key, the next is an error and never wrapped.
    for levels in [1, 7, 8, 24, 28, 31, 32, 33, 63, 64] {
        let depth = Depth::new(levels).expect("a depth");
        let last = depth.last_slot();
        let key = Key::slot(last, depth).expect("the last slot");
        assert_eq!(key.slot_index(depth), Ok(last));
        assert_eq!((0..248).filter(|bit| key.bit(*bit)).count(), depth.levels());
        for index in [last.wrapping_add(1), last.wrapping_add(5), 1 << 32 | last, u64::MAX] {
            if index > last {
                let refused = Err(FormError::SlotOutOfRange { index, depth });
                assert_eq!(Key::slot(index, depth), refused);
            }
        }
    }
    for got in [0, 65, 256, 257, u64::MAX] {
        assert_eq!(Depth::new(got), Err(FormError::DepthOutOfRange { got }));
    }
}

#[test]
fn a_slot_key_has_no_bit_below_its_depth() {
    let depth = Depth::new(28).expect("a depth");
    for bit in 28..248 {
        let mut bytes = [0; 31];
        bytes[bit / 8] = 0x80 >> (bit % 8);
        let key = Key::from_bytes(&bytes).expect("31 bytes");
        assert_eq!(key.slot_index(depth), Err(FormError::NotASlotKey { bit, depth }));
        assert_eq!(Shape::Slots(depth).admits(&key), Err(FormError::NotASlotKey { bit, depth }));
        assert_eq!(Shape::Keyed.admits(&key), Ok(()));
    }
}

#[test]
fn keys_are_in_the_order_of_their_bits() {
    let keys = [Key::ZERO, key(&[0, 1]), key(&[0x7f]), key(&[0x80]), key(&[0xff, 0xff])];
    for (position, one) in keys.iter().enumerate() {
        for other in &keys[position + 1..] {
            let shared = one.common_prefix(other);
            assert!(one < other && !one.bit(shared) && other.bit(shared));
            assert!((0..shared).all(|bit| one.bit(bit) == other.bit(bit)));
        }
        assert_eq!(one.common_prefix(one), Key::BITS);
        assert!(!one.bit(Key::BITS), "past the end there is nothing");
    }
}

#[test]
fn a_prefix_is_its_bits_and_their_number() {
    let prefix = Prefix::of(&key(&[0xab, 0xcd]), 12).expect("at most 248 bits");
    assert_eq!(*prefix.first_key(), key(&[0xab, 0xc0]));
    assert!(prefix.covers(&key(&[0xab, 0xcf])) && !prefix.covers(&key(&[0xab, 0xb0])));
    assert_eq!(Prefix::from_bytes(&prefix.to_bytes()), Ok(prefix));
    assert_eq!(prefix.to_string(), format!("{}/12", key(&[0xab, 0xc0])));
    let (left, right) = (prefix.child(false), prefix.child(true));
    assert!(prefix < left && left < right && right.len() == 13);
    assert!(Prefix::ROOT.is_empty() && Prefix::ROOT.covers(&key(&[9])));
    let mut bytes = prefix.to_bytes();
    bytes[1] |= 1;
    assert!(matches!(Prefix::from_bytes(&bytes), Err(FormError::Text { .. })));
    bytes[31] = 249;
    assert_eq!(Prefix::from_bytes(&bytes), Err(FormError::PathTooLong { got: 249 }));
    assert_eq!(Prefix::of(&Key::ZERO, 300), Err(FormError::PathTooLong { got: 300 }));
}

#[test]
#[should_panic(expected = "no subtree is below a whole key")]
fn a_whole_key_has_no_halves() {
    let _ = Prefix::whole(&Key::ZERO).child(true);
}

#[test]
fn a_list_of_leaves_that_is_no_subtree_is_refused() {
    let leaf = |first: &[u8]| Leaf::new(key(first), Present::Tombstone);
    let keyed = |level, leaves: &[Leaf]| subtree_digest(Shape::Keyed, level, leaves);
    let unsorted = [leaf(&[2]), leaf(&[1])];
    assert_eq!(keyed(0, &unsorted), Err(SubtreeError::NotAscending { position: 1 }));
    let twice = [leaf(&[1]), leaf(&[2]), leaf(&[2])];
    assert_eq!(keyed(0, &twice), Err(SubtreeError::NotAscending { position: 2 }));
    let apart = [leaf(&[0x10]), leaf(&[0x11])];
    assert!(keyed(7, &apart).is_ok());
    assert_eq!(keyed(8, &apart), Err(SubtreeError::NotOneSubtree { shared: 7, level: 8 }));
    let (level, deepest, shape) = (249, 248, Shape::Keyed);
    assert_eq!(keyed(249, &[]), Err(SubtreeError::TooDeep { level, deepest, shape }));
    let beyond = subtree_digest(slots(4), 0, &[leaf(&[1])]);
    assert!(matches!(beyond, Err(SubtreeError::Key(FormError::NotASlotKey { bit: 7, .. }))));
}

#[test]
fn a_subtree_at_every_level_is_the_hash_of_its_halves() {
    let shape = slots(8);
    let leaves: Vec<Leaf> = [3, 4, 200]
        .map(|index| slot(index, shape))
        .into_iter()
        .map(|key| Leaf::new(key, present(&LeafState::of(b"v"))))
        .collect();
    for level in 0..8 {
        let own = &leaves[..1];
        let sibling = empty_digest(shape, 7 - level);
        let below = subtree_digest(shape, level + 1, own).expect("one subtree");
        let pair = if own[0].key.bit(level) { [sibling, below] } else { [below, sibling] };
        let node = statesync_tree::node_digest(&pair[0], &pair[1]);
        assert_eq!(subtree_digest(shape, level, own), Ok(node));
    }
    assert_eq!(subtree_digest(shape, 3, &[]), Ok(empty_digest(shape, 5)));
}

#[test]
#[should_panic(expected = "no subtree of height 5")]
fn an_empty_subtree_higher_than_its_tree_is_our_own_mistake() {
    let _ = empty_digest(slots(4), 5);
}

#[test]
fn a_version_row_has_a_json_form() {
    let row = VersionRow {
        version: Version(3),
        parent: Some(Version(2)),
        anchor: Anchor::empty(slots(5)),
        counts: Counts { active: 4, tombstones: 1 },
        time: 1_700_000_000_000,
    };
    let json = serde_json::to_value(row).expect("a map");
    assert_eq!(json["version"], 3);
    assert_eq!(json["anchor"], Anchor::empty(slots(5)).to_string());
    assert_eq!(serde_json::from_value::<VersionRow>(json).expect("what was written"), row);
}

#[test]
fn numbers_in_messages_are_those_of_the_fault() {
    let refused = Key::slot(16, Depth::new(4).expect("a depth")).expect_err("it ends at 15");
    let text = "slot 16 does not exist: a tree of depth 4 ends at slot 15";
    assert_eq!(refused.to_string(), text);
    let refused = Anchor::from_bytes(&[0; 35]).expect_err("format 0");
    let text = "format version 0 is unknown: this release reads version 1";
    assert_eq!(refused.to_string(), text);
}
