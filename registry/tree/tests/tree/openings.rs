//! Forged and misused openings: each is refused with its reason.
//!
//! Cases M01, M04, M05, M08, M19, R09, R25, R28, R30, C01, C03, C05, C15, R52.

use std::collections::BTreeMap;

use p3_field::PrimeField32;
use statesync_tree::{
    Anchor, Depth, Digest, F, FormError, Key, Leaf, LeafState, Opening, OpeningError, Operation, Present, Registry,
    Shape, Terminal, ValueDigest, leaf_digest, leaf_digests, node_digest, node_digests,
};

use crate::naive::{Naive, key, present, slot, slots};

/// A keyed tree of some twenty leaves, with a member, an absent key beside another leaf, and one
/// at an empty place.
struct Tree {
    anchor: Anchor,
    naive: Naive,
    member: Key,
    beside: Key,
    at_empty: Key,
}

fn tree() -> Tree {
    let keys = (0..20_u8).map(|i| key(&[i << 3, i]));
    let mut states: BTreeMap<Key, LeafState> = keys.map(|key| (key, LeafState::of(key.as_bytes()))).collect();
    // Two that share 12 bits, so that the places beside their common path are empty.
    states.insert(key(&[0xff, 0xf0]), LeafState::Tombstone);
    states.insert(key(&[0xff, 0xf8]), LeafState::of(b"v"));
    let naive = Naive::new(Shape::Keyed, &states);
    Tree { anchor: naive.anchor(), naive, member: key(&[0x18, 3]), beside: key(&[0x18, 4]), at_empty: key(&[0xff, 0]) }
}

fn occupied(value: &[u8]) -> Present {
    present(&LeafState::of(value))
}

#[test]
fn the_three_terminals_are_what_their_names_say() {
    let tree = tree();
    let terminal = |key| tree.naive.opening(key).terminal;
    assert!(matches!(terminal(&tree.member), Terminal::Own(_)));
    assert!(matches!(terminal(&tree.beside), Terminal::Other(leaf) if leaf.key == tree.member));
    assert_eq!(terminal(&tree.at_empty), Terminal::Empty);
}

#[test]
fn a_keys_own_leaf_does_not_show_it_absent() {
    // M01.
    let tree = tree();
    let mut opening = tree.naive.opening(&tree.member);
    let Terminal::Own(state) = opening.terminal else { panic!("the member has its leaf") };
    opening.terminal = Terminal::Other(Leaf::new(tree.member, state));
    let verdict = opening.check(&tree.anchor, &tree.member, &LeafState::Empty);
    assert_eq!(verdict, Err(OpeningError::OtherIsOwn));
}

#[test]
fn another_leaf_must_lie_on_the_path() {
    let tree = tree();
    let opening = tree.naive.opening(&tree.beside);
    let elsewhere = key(&[0x98, 4]);
    let verdict = opening.answer(&tree.anchor, &elsewhere);
    let depth = opening.depth();
    assert_eq!(verdict, Err(OpeningError::OtherOffPath { shared: 0, depth }));
}

#[test]
fn another_leaf_shows_nothing_in_a_slot_tree() {
    let shape = slots(8);
    let states = BTreeMap::from([(slot(3, shape), LeafState::of(b"v"))]);
    let naive = Naive::new(shape, &states);
    let mut opening = naive.opening(&slot(3, shape));
    opening.terminal = Terminal::Other(Leaf::new(slot(3, shape), occupied(b"v")));
    let verdict = opening.answer(&naive.anchor(), &slot(2, shape));
    assert_eq!(verdict, Err(OpeningError::OtherInSlots));
}

#[test]
fn another_state_is_refused_and_named() {
    let tree = tree();
    for (asked, found) in [
        (tree.member, LeafState::of(tree.member.as_bytes())),
        (tree.beside, LeafState::Empty),
        (tree.at_empty, LeafState::Empty),
        (key(&[0xff, 0xf0]), LeafState::Tombstone),
    ] {
        let opening = tree.naive.opening(&asked);
        for claimed in [LeafState::Empty, LeafState::Tombstone, LeafState::of(b"other")] {
            let verdict = opening.check(&tree.anchor, &asked, &claimed);
            let refused = Err(OpeningError::State { claimed, found });
            assert_eq!(verdict, if claimed == found { Ok(()) } else { refused });
        }
        assert_eq!(opening.answer(&tree.anchor, &asked), Ok(found));
    }
}

#[test]
fn an_opening_is_of_one_key_one_root_and_one_shape() {
    let tree = tree();
    let opening = tree.naive.opening(&tree.member);
    let root = |result| matches!(result, Err(OpeningError::Root { .. }));
    assert!(root(opening.answer(&tree.anchor, &tree.beside)));
    assert!(root(opening.answer(&Anchor::empty(Shape::Keyed), &tree.member)));
    let as_slots = Anchor::new(slots(opening.depth() as u64), tree.anchor.root);
    assert!(matches!(opening.answer(&as_slots, &tree.member), Err(OpeningError::Key(_))));
    let deeper = Anchor::new(slots(64), tree.anchor.root);
    assert!(matches!(opening.answer(&deeper, &key(&[8])), Err(OpeningError::Depth { .. })));
}

#[test]
fn a_path_of_another_length_is_refused() {
    // M05, M19: lengths around 31, 32, 63, 64 and 248, and none at all.
    let sibling = node_digest(&Digest::new(F::new_array([1; 8])), &Digest::new(F::new_array([2; 8])));
    let with_length = |length| Opening { siblings: vec![sibling; length], terminal: Terminal::Empty };
    for depth in [1_u64, 31, 32, 33, 63, 64] {
        let (shape, exact) = (slots(depth), depth as usize);
        for got in [0, exact - 1, exact + 1, 2 * exact, 249, 1000] {
            let verdict = with_length(got).answer(&Anchor::empty(shape), &Key::ZERO);
            let wrong = got != exact;
            assert_eq!(verdict == Err(OpeningError::Depth { got, shape }), wrong, "{got}");
        }
    }
    for got in 0..=250 {
        let verdict = with_length(got).root(Shape::Keyed, &Key::ZERO);
        assert_eq!(verdict.is_err(), got > Key::BITS, "{got}");
    }
}

#[test]
fn a_shortened_path_that_ends_in_a_node_is_refused() {
    // M04: a node taken for the place of a leaf, and a leaf for a node.
    let tree = tree();
    let opening = tree.naive.opening(&tree.member);
    for cut in 1..=opening.depth() {
        let siblings = opening.siblings[cut..].to_vec();
        for terminal in [Terminal::Empty, opening.terminal, Terminal::Own(Present::Tombstone)] {
            let siblings = siblings.clone();
            let forged = Opening { siblings, terminal };
            let verdict = forged.answer(&tree.anchor, &tree.member);
            assert!(matches!(verdict, Err(OpeningError::Root { .. })));
        }
    }
}

#[test]
fn a_leaf_that_spells_two_digests_does_not_hash_to_their_node() {
    // M04: leaf and node are different permutations.
    let (left, right) = (*ValueDigest::of(b"left").digest(), *ValueDigest::of(b"right").digest());
    let node = node_digest(&left, &right);
    for state in [LeafState::Occupied(ValueDigest::from_digest(right)), LeafState::Tombstone] {
        let spelled = Key::from_bytes(&left.to_bytes()[..31]).expect("31 bytes");
        assert_ne!(leaf_digest(&spelled, &state), node);
    }
    assert_ne!(node_digest(&left, &right), node_digest(&right, &left));
}

#[test]
fn a_leaf_binds_its_key() {
    // R30: the same value under any other key is another leaf, also where paths agree.
    let state = LeafState::of(b"v");
    let (one, other) = (key(&[1]), Key::from_bytes(&[0xff; 31]).expect("31 bytes"));
    let mut digests: Vec<String> = (0..248)
        .map(|bit| {
            let mut bytes = *other.as_bytes();
            bytes[bit / 8] ^= 0x80 >> (bit % 8);
            let flipped = Key::from_bytes(&bytes).expect("31 bytes");
            leaf_digest(&flipped, &state).to_string()
        })
        .collect();
    digests.push(leaf_digest(&one, &state).to_string());
    digests.push(leaf_digest(&other, &state).to_string());
    digests.sort_unstable();
    digests.dedup();
    assert_eq!(digests.len(), 250);
}

#[test]
fn indices_that_agree_modulo_p_are_different_slots() {
    // R25: i, i + p and i + 2p in trees deep enough to have them.
    let p = u64::from(F::ORDER_U32);
    for (depth, multiples) in [(31, 1), (32, 2), (64, 2)] {
        let shape = slots(depth);
        let index = 5;
        let registry = Registry::in_memory(shape);
        let member = slot(index, shape);
        registry.apply(&[Operation::insert(member, *b"v")]).expect("the slot is empty");
        let snapshot = registry.snapshot();
        let opening = snapshot.open(&member).expect("memory does not fail");
        let state = LeafState::of(b"v");
        assert_eq!(opening.check(snapshot.anchor(), &member, &state), Ok(()));
        for multiple in 1..=multiples {
            let alias = Key::slot(index + multiple * p, Depth::new(depth).expect("a depth"));
            let Ok(alias) = alias else { continue };
            assert_ne!(alias, member);
            assert!(opening.check(snapshot.anchor(), &alias, &state).is_err());
            let own = snapshot.open(&alias).expect("memory does not fail");
            assert_eq!(own.check(snapshot.anchor(), &alias, &LeafState::Empty), Ok(()));
        }
    }
}

#[test]
fn an_update_that_is_no_statement_is_refused() {
    let tree = tree();
    let opening = tree.naive.opening(&tree.member);
    let update = opening.update(Shape::Keyed, &tree.member, &LeafState::Empty);
    assert!(matches!(update, Err(OpeningError::Transition(_))));
    let opening = tree.naive.opening(&tree.beside);
    let update = opening.update(Shape::Keyed, &tree.beside, &LeafState::Tombstone);
    let text = update.expect_err("no tombstone without a record").to_string();
    assert_eq!(text, "in a keyed tree a leaf does not change from empty to tombstone");
}

#[test]
fn many_hashes_at_once_are_the_single_ones() {
    let digests: Vec<Digest> = (0..70_u8).map(|i| *ValueDigest::of(&[i]).digest()).collect();
    let pairs: Vec<[Digest; 2]> = digests.windows(2).map(|pair| [pair[0], pair[1]]).collect();
    let leaves: Vec<Leaf> = (0..70_u8)
        .map(|i| match i % 3 {
            0 => Leaf::new(Key::hashed(&[i]), Present::Tombstone),
            _ => Leaf::new(Key::hashed(&[i]), occupied(&[i])),
        })
        .collect();
    // Every number of lanes in use, up to several vectors.
    for count in 0..pairs.len() {
        let single = pairs[..count].iter().map(|[left, right]| node_digest(left, right));
        assert_eq!(node_digests(&pairs[..count]), single.collect::<Vec<_>>());
        let single = leaves[..count].iter().map(Leaf::digest);
        assert_eq!(leaf_digests(&leaves[..count]), single.collect::<Vec<_>>());
    }
}

/// One opening of each kind, with its key, at the roots of two trees.
fn samples() -> Vec<(Anchor, Key, Opening)> {
    let tree = tree();
    let shape = slots(9);
    let states = BTreeMap::from([(slot(3, shape), LeafState::of(b"v")), (slot(4, shape), LeafState::Tombstone)]);
    let array = Naive::new(shape, &states);
    let keyed = [tree.member, tree.beside, tree.at_empty, key(&[0xff, 0xf0])];
    let keyed = keyed.map(|key| (tree.anchor, key, tree.naive.opening(&key)));
    let indexed = [3, 4, 5].map(|index| slot(index, shape));
    let indexed = indexed.map(|key| (array.anchor(), key, array.opening(&key)));
    keyed.into_iter().chain(indexed).collect()
}

#[test]
fn bytes_and_json_give_the_opening_back() {
    for (anchor, key, opening) in samples() {
        let bytes = opening.encode().expect("a path of a tree");
        assert!(bytes.len() <= Opening::MAX_BYTES);
        assert_eq!(Opening::decode(&bytes), Ok(opening.clone()));
        let json = serde_json::to_string(&opening).expect("strings and lists");
        let read: Opening = serde_json::from_str(&json).expect("what was written");
        assert_eq!(read.answer(&anchor, &key), Ok(opening.state()));
        assert_eq!(read, opening);
    }
}

#[test]
fn every_changed_bit_is_refused() {
    let (mut malformed, mut false_answers) = (0, 0);
    for (anchor, key, opening) in samples() {
        let state = opening.state();
        let bytes = opening.encode().expect("a path of a tree");
        for bit in 0..8 * bytes.len() {
            let mut forged = bytes.clone();
            forged[bit / 8] ^= 1 << (bit % 8);
            match Opening::decode(&forged) {
                Err(_) => malformed += 1,
                Ok(read) => {
                    assert_eq!(read.encode().as_ref(), Ok(&forged), "one form per opening");
                    assert!(read.check(&anchor, &key, &state).is_err(), "bit {bit} is not bound");
                    false_answers += 1;
                }
            }
        }
    }
    // A change of these numbers is a change of the format.
    assert_eq!((malformed, false_answers), (MALFORMED, FALSE_ANSWERS));
}

/// How many changed bits make [`samples`] unreadable, and how many only untrue.
const MALFORMED: usize = 957;
const FALSE_ANSWERS: usize = 15_595;

#[test]
fn bytes_of_another_length_are_refused() {
    for (_, _, opening) in samples() {
        let bytes = opening.encode().expect("a path of a tree");
        for length in 0..bytes.len() {
            let cut = Opening::decode(&bytes[..length]);
            assert!(matches!(cut, Err(FormError::Short { .. })), "{length}: {cut:?}");
        }
        for extra in [&[0][..], &bytes, &[7; 65536]] {
            let longer = [bytes.as_slice(), extra].concat();
            let left_over = FormError::LeftOver { what: "an opening", bytes: extra.len() };
            assert_eq!(Opening::decode(&longer), Err(left_over));
        }
    }
}

#[test]
fn each_field_is_refused_with_its_own_reason() {
    let (_, _, opening) = samples().swap_remove(1);
    let bytes = opening.encode().expect("a path of a tree");
    let with = |position: usize, byte: u8| {
        let mut changed = bytes.clone();
        changed[position] = byte;
        Opening::decode(&changed)
    };
    assert_eq!(with(0, b'X'), Err(FormError::NotThisForm { what: "an opening" }));
    assert_eq!(with(4, 2), Err(FormError::UnknownVersion { got: 2 }));
    assert_eq!(with(5, 249), Err(FormError::PathTooLong { got: 249 }));
    let unknown = |what, tag| Err(FormError::UnknownTag { what, tag });
    assert_eq!(with(6, 3), unknown("terminal", 3));
    assert_eq!(with(7 + 31, 3), unknown("leaf state", 3));
    assert_eq!(with(7 + 31, 0), unknown("leaf state", 0));
    let not_canonical = with(7 + 31 + 1 + 3, 0xff);
    assert!(matches!(not_canonical, Err(FormError::NotCanonical { element: 0, .. })));
    let too_long = Opening { siblings: vec![opening.siblings[0]; 249], terminal: Terminal::Empty };
    assert_eq!(too_long.encode(), Err(FormError::PathTooLong { got: 249 }));
}
