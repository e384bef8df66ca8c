use statesync_circuit::Copies;
use statesync_gkr::{Accepted, Profile};

use crate::case::Case;

#[test]
fn true_statements_are_accepted_at_every_kind_of_schedule_and_strength() {
    let copies = Copies::new(700, 10).unwrap();
    for (slots, profile) in [
        (1, Profile::Bits100),
        (512, Profile::Bits100),
        (513, Profile::Bits100),
        (1 << 11, Profile::Bits120),
        (1 << 12, Profile::Bits100),
        (3000, Profile::Bits120),
        (1 << 14, Profile::Bits100),
    ] {
        let case = Case::random(slots as u64, slots, copies, profile);
        let _: Accepted = case.verify(&case.prove()).unwrap_or_else(|refusal| panic!("{slots} slots: {refusal:?}"));
    }
}

#[test]
fn one_copy_and_copies_without_padding_are_proved() {
    for (real, log) in [(1, 0), (1, 4), (2, 1), (8, 3), (9, 4)] {
        let case = Case::random(real as u64, 30, Copies::new(real, log).unwrap(), Profile::Bits100);
        assert!(case.verify(&case.prove()).is_ok(), "{real} of 2^{log}");
    }
}
