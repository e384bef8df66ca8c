//! `eq` weights of stored copies.

use p3_field::PrimeCharacteristicRing;
use rand::RngExt;
use rand::rngs::StdRng;
use statesync_circuit::Copies;
use statesync_gkr::{CopyPoint, Quartic};

use crate::template::rng;

/// `prod_i (r_i c_i + (1 - r_i) (1 - c_i))`, bit 0 of `c` with coordinate 0.
fn eq(point: &[Quartic], c: usize) -> Quartic {
    let factor = |(i, &r): (usize, &Quartic)| if c >> i & 1 == 1 { r } else { Quartic::ONE - r };
    point.iter().enumerate().map(factor).product()
}

fn random_point(log: usize, rng: &mut StdRng) -> Vec<Quartic> {
    (0..log).map(|_| rng.random()).collect()
}

#[test]
fn row_weights_are_eq_of_each_real_copy_and_the_sum_over_all_padding() {
    let rng = &mut rng(80);
    for log in 0..=8 {
        let point = random_point(log, rng);
        for real in 1..=1 << log {
            let copies = Copies::new(real, log).expect("in range");
            let mut expected: Vec<Quartic> = (0..real).map(|c| eq(&point, c)).collect();
            if copies.is_padded() {
                expected.push((real..1 << log).map(|c| eq(&point, c)).sum());
            }
            assert_eq!(CopyPoint::new(point.clone()).row_weights(copies), expected, "{real} of 2^{log}");
        }
    }
}

#[test]
fn at_a_corner_of_the_cube_the_weights_pick_one_copy() {
    let copies = Copies::new(8, 3).expect("in range");
    for c in 0..8 {
        let corner = (0..3).map(|i| Quartic::from_usize(c >> i & 1)).collect();
        let weights = CopyPoint::new(corner).row_weights(copies);
        assert!((0..8).all(|other| weights[other] == Quartic::from_bool(other == c)), "copy {c}");
    }
}
