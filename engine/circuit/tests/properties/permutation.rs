//! The Poseidon2 circuit computes Poseidon2.

use p3_field::{PrimeCharacteristicRing, PrimeField32};
use p3_koala_bear::{
    KOALABEAR_POSEIDON2_RC_16_EXTERNAL_FINAL as FINAL, KOALABEAR_POSEIDON2_RC_16_EXTERNAL_INITIAL as INITIAL,
    KOALABEAR_POSEIDON2_RC_16_INTERNAL as INTERNAL, default_koalabear_poseidon2_16,
};
use p3_symmetric::Permutation;
use serde_json::Value;
use statesync_circuit::{Copies, F, Trace};

use crate::poseidon2::{DIGEST, WIDTH, compression};
use crate::template::{elements, rng};

/// The first 8 elements of the permuted state, by the circuit: nothing is claimed and the feed-forward taken off.
fn permuted(state: &[F]) -> Vec<F> {
    let input = [state, &[F::ZERO; DIGEST]].concat();
    let trace = Trace::evaluate(&compression(), Copies::one(), input);
    trace.outputs().iter().zip(state).map(|(&output, &left)| output - left).collect()
}

#[test]
fn width_16_with_cubes_has_8_external_and_20_internal_rounds() {
    assert_eq!((INITIAL.len(), INTERNAL.len(), FINAL.len()), (4, 20, 4));
    assert_eq!(compression().layers().iter().filter(|layer| !layer.is_linear()).count(), 28);
}

#[test]
fn the_circuit_agrees_with_plonky3() {
    let rng = &mut rng(1);
    for _ in 0..100 {
        let state: [F; WIDTH] = elements(rng, WIDTH).try_into().expect("sixteen");
        assert_eq!(permuted(&state), default_koalabear_poseidon2_16().permute(state)[..DIGEST]);
    }
}

#[test]
fn a_claimed_output_is_zero_exactly_where_it_is_right() {
    let state: [F; WIDTH] = elements(&mut rng(2), WIDTH).try_into().expect("sixteen");
    let permuted = default_koalabear_poseidon2_16().permute(state);
    let mut input = state.to_vec();
    input.extend((0..DIGEST).map(|j| permuted[j] + state[j]));
    input[WIDTH + 3] += F::ONE;
    let trace = Trace::evaluate(&compression(), Copies::one(), input);
    assert_eq!(trace.outputs(), [F::ZERO, F::ZERO, F::ZERO, F::NEG_ONE, F::ZERO, F::ZERO, F::ZERO, F::ZERO]);
}

/// Pairs of state and permuted state that a second implementation made.
fn vectors() -> Vec<[Vec<F>; 2]> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/vectors/hashes.json");
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).expect("the vectors")).expect("JSON");
    let list = |value: &Value| {
        let numbers = value.as_array().expect("a list").iter().map(|number| number.as_u64().expect("a number"));
        numbers.map(|number| F::new(u32::try_from(number).expect("below p"))).collect::<Vec<F>>()
    };
    let all = file["permutations"].as_array().expect("a list");
    let wanted = all.iter().filter(|vector| vector["width"] == WIDTH);
    wanted.map(|vector| [list(&vector["input"]), list(&vector["output"])]).collect()
}

#[test]
fn the_circuit_agrees_with_the_published_vectors_and_with_no_noise() {
    let vectors = vectors();
    assert!(vectors.len() >= 5, "the file holds vectors of width 16");
    let noise = &mut rng(3);
    for [input, output] in vectors {
        assert_eq!(permuted(&input), output[..DIGEST], "input starts with {}", input[0].as_canonical_u32());
        assert_ne!(permuted(&input), elements(noise, DIGEST));
    }
}
