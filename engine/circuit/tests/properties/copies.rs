//! How copies are counted, padded and halved.

use statesync_circuit::Copies;

#[test]
fn at_least_one_copy_and_at_most_two_to_the_log_fit() {
    assert!(Copies::new(0, 3).is_none());
    assert!(Copies::new(9, 3).is_none());
    assert!(Copies::new(1, Copies::MAX_LOG + 1).is_none());
    assert!(Copies::new(1, usize::MAX).is_none());
    assert_eq!(Copies::new(8, 3).map(|copies| (copies.real(), copies.log())), Some((8, 3)));
    assert_eq!(Copies::new(1, 0), Some(Copies::one()));
}

#[test]
fn padding_is_stored_once() {
    for log in 0..=6 {
        for real in 1..=1 << log {
            let copies = Copies::new(real, log).expect("in range");
            assert_eq!(copies.is_padded(), real < 1 << log);
            assert_eq!(copies.rows(), if real < 1 << log { real + 1 } else { real });
        }
    }
}

#[test]
fn halving_keeps_padding_at_the_end() {
    for log in 1..=6 {
        for real in 1..=1 << log {
            let halved = Copies::new(real, log).expect("in range").halved();
            // A pair is real if its even member is.
            let pairs = (0..1 << (log - 1)).filter(|pair| 2 * pair < real).count();
            assert_eq!((halved.real(), halved.log()), (pairs, log - 1));
        }
    }
}

#[test]
fn twenty_four_of_thirty_two_copies_need_24_pairs_in_all_rounds() {
    let mut copies = Copies::new(24, 5).expect("in range");
    let mut pairs = 0;
    while copies.log() > 0 {
        copies = copies.halved();
        pairs += copies.real();
    }
    assert_eq!(pairs, 12 + 6 + 3 + 2 + 1);
}

#[test]
#[should_panic(expected = "a single copy has no coordinate to bind")]
fn one_copy_cannot_be_halved() {
    let _ = Copies::one().halved();
}
