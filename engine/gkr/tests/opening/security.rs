use statesync_circuit::{Copies, Trace};
use statesync_gkr::{CommitmentError, CommitmentParameters, InstanceError, OpeningSecurity, Profile, prove_committed};

use crate::case::Case;

#[test]
fn every_size_has_a_schedule_that_keeps_the_bits_of_its_profile() {
    let case = Case::small(1);
    for profile in [Profile::Bits100, Profile::Bits120] {
        for log in CommitmentParameters::MIN_LOG..=profile.max_log() {
            let parameters = CommitmentParameters::for_witness(1 << log, profile).unwrap();
            let copies = Copies::new(1 << 20, 24).unwrap();
            let security = OpeningSecurity::of(&case.circuit, copies, parameters);
            assert!(security.total >= profile.target_bits(), "2^{log} at {profile}: {security:?}");
            let terms = [security.circuit, security.reduction, security.opening, security.digest];
            assert!(terms.iter().all(|&term| term > security.total), "{security:?}");
            assert!(case.instance().bind_commitment(parameters, [0; 32]).is_ok());
        }
    }
}

#[test]
fn sizes_above_the_largest_of_a_profile_are_refused() {
    for (profile, most) in [(Profile::Bits100, 26), (Profile::Bits120, 22)] {
        let elements = (1 << most) + 1;
        let error = CommitmentError::TooLarge { elements, most, profile };
        assert_eq!(CommitmentParameters::for_witness(elements, profile), Err(error));
    }
}

#[test]
fn parameters_tell_sizes_and_strengths_apart() {
    let bytes = |elements, profile| CommitmentParameters::for_witness(elements, profile).unwrap().to_bytes();
    assert_eq!(bytes(1, Profile::Bits100), [1, 12, 3, 5, 3, 104, 10]);
    assert_eq!(bytes(1 << 16, Profile::Bits100), [1, 16, 2, 4, 4, 104, 10]);
    assert_eq!(bytes((1 << 17) + 1, Profile::Bits100), [1, 18, 2, 4, 4, 104, 16]);
    assert_eq!(bytes(1 << 16, Profile::Bits120), [1, 16, 2, 4, 4, 126, 16]);
    for profile in [Profile::Bits100, Profile::Bits120] {
        assert_eq!(Profile::from_byte(profile.to_byte()), Some(profile));
    }
    assert_eq!(Profile::from_byte(2), None);
}

#[test]
fn the_widest_and_deepest_circuit_still_keeps_120_bits() {
    use p3_field::PrimeCharacteristicRing;
    let mut builder = statesync_circuit::CircuitBuilder::new(64, 0);
    for _ in 0..statesync_circuit::MAX_LAYERS {
        let layer = builder.layer(64);
        (0..64).for_each(|wire| {
            layer.cube(wire, wire, statesync_gkr::F::ONE);
        });
    }
    let circuit = builder.build().unwrap();
    let parameters = CommitmentParameters::for_witness(1 << 22, Profile::Bits120).unwrap();
    let copies = Copies::new(1, Copies::MAX_LOG).unwrap();
    assert!(OpeningSecurity::of(&circuit, copies, parameters).total >= 120.0);
}

#[test]
fn a_witness_too_large_for_its_profile_is_not_proved() {
    let case = Case::small(2);
    let elements = (1 << 22) + 1;
    let proved = prove_committed(
        case.instance(),
        &case.layout,
        vec![Default::default(); elements],
        Profile::Bits120,
        Trace::evaluate,
    );
    let error = CommitmentError::TooLarge { elements, most: 22, profile: Profile::Bits120 };
    assert_eq!(proved, Err(InstanceError::from(error).into()));
}
