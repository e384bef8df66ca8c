use statesync_tree::{
    ChangesError, Depth, FormError, Key, Leaf, LeafState, Present, Shape, Skeleton, SkeletonError, StateChange, Symbol,
    Traced, TransitionError, check_changes,
};

use crate::model::{Leaves, key, replay, state, trace};

fn change(index: u64, old: u8, new: u8) -> StateChange {
    StateChange { key: key(index, 8), old: state(old), new: state(new) }
}

/// Keys 0b0000_0000, 0b0000_0001 and 0b1000_0000.
fn sample() -> Leaves {
    [(0, b'a'), (1, b'b'), (0x80, b'c')].into_iter().map(|(index, name)| (key(index, 8), state(name))).collect()
}

fn refusal(changes: &[StateChange], symbols: &[Symbol]) -> SkeletonError {
    let skeleton = symbols.iter().copied().collect();
    let traced = Traced { skeleton, opaque: trace(Shape::Keyed, &sample(), changes).opaque };
    replay(Shape::Keyed, changes, &traced).expect_err("the skeleton is malformed")
}

fn other(index: u64) -> Symbol {
    Symbol::Other(Leaf::new(key(index, 8), Present::Tombstone))
}

#[test]
fn every_malformed_skeleton_has_its_own_error() {
    use Symbol::{Empty, Inner, Own};
    let insert = [change(0xc0, b'-', b'n')];
    let replace = [change(0, b'a', b'n')];
    assert!(replay(Shape::Keyed, &insert, &trace(Shape::Keyed, &sample(), &insert)).is_ok());
    assert_eq!(refusal(&insert, &[]), SkeletonError::SymbolsMissing { symbols: 0 });
    assert_eq!(refusal(&insert, &[Inner]), SkeletonError::SymbolsMissing { symbols: 1 });
    assert_eq!(refusal(&insert, &[Inner, Empty, Empty]), SkeletonError::SymbolsLeft { left: 1 });
    assert_eq!(refusal(&insert, &[Own]), SkeletonError::NotOne { symbol: 0, found: 0 });
    let two = [change(0, b'a', b'n'), change(1, b'b', b'n')];
    assert_eq!(refusal(&two, &[Inner, Own]), SkeletonError::NotOne { symbol: 1, found: 2 });
    assert_eq!(refusal(&replace, &[Inner, Empty]), SkeletonError::NotThere { key: key(0, 8) });
    assert_eq!(refusal(&replace, &[other(1)]), SkeletonError::NotThere { key: key(0, 8) });
    assert_eq!(refusal(&insert, &[other(0xc0)]), SkeletonError::OtherIsListed { key: key(0xc0, 8) });
    let off = SkeletonError::OtherOffPath { key: key(0x40, 8), shared: 0, level: 1 };
    assert_eq!(refusal(&insert, &[Inner, other(0x40)]), off);
    let bottomless = SkeletonError::TooDeep { symbol: 248, level: 248 };
    assert_eq!(refusal(&insert, &[Inner; 400]), bottomless);
    let mut traced = trace(Shape::Keyed, &sample(), &insert);
    traced.opaque.pop();
    let missing = SkeletonError::Opaque { got: 0, wanted: 1 };
    assert_eq!(replay(Shape::Keyed, &insert, &traced), Err(missing));
    let slots = Shape::Slots(Depth::new(8).unwrap());
    let mut traced = trace(slots, &sample(), &insert);
    traced.skeleton = Skeleton::from_iter([Own]);
    assert_eq!(replay(slots, &insert, &traced), Err(SkeletonError::SymbolsLeft { left: 1 }));
}

#[test]
fn lists_of_changes_that_mean_nothing_are_refused_at_their_position() {
    let good = change(1, b'a', b'b');
    let position = 1;
    for bad in [change(1, b'a', b'b'), change(0, b'a', b'b')] {
        assert_eq!(check_changes(Shape::Keyed, &[good, bad]), Err(ChangesError::NotAscending { position }));
    }
    for (old, new) in [(b'a', b'-'), (b'T', b'-'), (b'-', b'T')] {
        let reason = TransitionError { old: state(old), new: state(new) };
        let refused = check_changes(Shape::Keyed, &[good, change(2, old, new)]);
        assert_eq!(refused, Err(ChangesError::Transition { position, reason }));
    }
    let depth = Depth::new(4).unwrap();
    let reason = FormError::NotASlotKey { bit: 7, depth };
    assert_eq!(check_changes(Shape::Slots(depth), &[good]), Err(ChangesError::Key { position: 0, reason }));
}

#[test]
fn every_changed_bit_of_a_skeleton_gives_other_roots_or_an_error() {
    let tree = sample();
    let changes = [change(0, b'a', b'n'), change(0x81, b'-', b'n')];
    let traced = trace(Shape::Keyed, &tree, &changes);
    let honest = replay(Shape::Keyed, &changes, &traced).unwrap();
    let bytes = traced.skeleton.to_bytes();
    for bit in 0..8 * bytes.len() {
        let mut forged = bytes.clone();
        forged[bit / 8] ^= 1 << (bit % 8);
        let Ok((skeleton, rest)) = Skeleton::read(&forged) else { continue };
        assert_eq!([skeleton.to_bytes(), rest.to_vec()].concat(), forged, "one encoding each");
        let roots = replay(Shape::Keyed, &changes, &Traced { skeleton, opaque: traced.opaque.clone() });
        assert_ne!(roots.ok(), Some(honest), "bit {bit}");
    }
}

/// Case C03.
#[test]
fn bytes_that_are_no_skeleton_are_refused() {
    let short = |wanted, left| SkeletonError::Other(FormError::Short { what: "a skeleton", wanted, left });
    assert_eq!(Skeleton::read(&[]), Err(short(4, 0)));
    let counts = [u32::MAX, 1 << 31, 9];
    for count in counts {
        let bytes = [&count.to_le_bytes()[..], &[0]].concat();
        assert_eq!(Skeleton::read(&bytes), Err(SkeletonError::Bits { symbols: count as usize, bytes: 1 }));
    }
    // Eight symbols of three bits do not fit one byte, nor may a bit follow the last symbol.
    assert_eq!(Skeleton::read(&[8, 0, 0, 0, 0xff]), Err(SkeletonError::UnknownSymbol { symbol: 0 }));
    assert_eq!(Skeleton::read(&[8, 0, 0, 0, 0x80]), Err(SkeletonError::Bits { symbols: 8, bytes: 1 }));
    assert_eq!(Skeleton::read(&[1, 0, 0, 0, 0x40]), Err(SkeletonError::Bits { symbols: 1, bytes: 1 }));
    assert_eq!(Skeleton::read(&[1, 0, 0, 0, 0xc0, 7]), Err(short(31, 1)));
    let other = [&[1, 0, 0, 0, 0xc0][..], Key::ZERO.as_bytes(), &[3]].concat();
    let unknown = FormError::UnknownTag { what: "leaf state", tag: 3 };
    assert_eq!(Skeleton::read(&other), Err(unknown.into()));
    assert!(LeafState::Empty.present().is_none());
}
