use statesync_circuit::Copies;
use statesync_gkr::wiring::{Derived, Table};
use statesync_gkr::{Quartic, Quintic};

use crate::wide::{Case, regular, rng};

#[test]
fn honest_proofs_about_random_wide_circuits_are_accepted_over_both_extensions_and_wirings() {
    for seed in 0..2_000 {
        let case = Case::random(seed);
        let tape = case.prove::<Quartic>().unwrap();
        assert_eq!(tape.len(), 16 * case.circuit.tape_elements(case.copies), "seed {seed}");
        assert_eq!(case.verdict(&tape), Ok(()), "seed {seed}");
        if seed % 10 == 0 {
            let tape = case.prove::<Quintic>().unwrap();
            assert_eq!(case.verdict_by::<Quintic>(&Table(&case.circuit), &tape), Ok(()), "seed {seed}");
            assert_eq!(case.verdict_by::<Quintic>(&Derived::new(&case.circuit), &tape), Ok(()), "seed {seed}");
        }
    }
}

#[test]
fn regular_circuits_are_proved_at_every_width() {
    for log in 1..=10 {
        let case = Case::new(regular(1 << log), Copies::one(), &mut rng(log));
        assert_eq!(case.verdict(&case.prove::<Quartic>().unwrap()), Ok(()));
    }
}
