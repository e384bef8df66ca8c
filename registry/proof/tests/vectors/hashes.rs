//! The circuit computes the hash of the vectors, and not only what the native code computes.

use std::fs;

use p3_field::PrimeCharacteristicRing;
use serde_json::Value;
use statesync_circuit::{Copies, Trace};
use statesync_proof::{F, Kind, PreparedCircuit};
use statesync_tree::{Digest, Shape};

/// `left || right` with the node digest that they should have.
struct Row {
    input: Vec<F>,
    digest: [F; 8],
}

fn digest(value: &Value) -> [F; 8] {
    *value.as_str().unwrap().parse::<Digest>().unwrap().elements()
}

fn words(value: &Value) -> Vec<F> {
    value.as_array().unwrap().iter().map(|word| F::from_u64(word.as_u64().unwrap())).collect()
}

/// The node hashes of the file, and its permutations of width 16 with the input added.
fn rows() -> Vec<Row> {
    let vectors: Value = serde_json::from_str(&fs::read_to_string(super::file("hashes.json")).unwrap()).unwrap();
    let nodes = vectors["nodes"].as_array().unwrap().iter().map(|row| Row {
        input: [digest(&row["left"]), digest(&row["right"])].concat(),
        digest: digest(&row["digest"]),
    });
    let permutations = vectors["permutations"].as_array().unwrap().iter().filter(|row| row["width"] == 16);
    let permutations = permutations.map(|row| {
        let (input, output) = (words(&row["input"]), words(&row["output"]));
        let digest = core::array::from_fn(|i| output[i] + input[i]);
        Row { input, digest }
    });
    let rows: Vec<Row> = nodes.chain(permutations).collect();
    assert!(rows.len() >= 18, "the file has {} rows", rows.len());
    rows
}

/// How many of these rows the circuit agrees with: its outputs are the computed digest less the claimed one.
fn agreeing(rows: &[Row]) -> usize {
    let prepared = PreparedCircuit::new(Kind::Membership, Shape::Keyed).unwrap();
    let agrees = |row: &&Row| {
        let input = [row.input.as_slice(), &row.digest].concat();
        let trace = Trace::evaluate(prepared.circuit(), Copies::one(), input);
        trace.outputs() == [F::ZERO; 8]
    };
    rows.iter().filter(agrees).count()
}

#[test]
fn the_circuit_computes_every_node_hash_of_the_vectors() {
    let rows = rows();
    assert_eq!(agreeing(&rows), rows.len());
}

#[test]
fn no_row_agrees_once_its_digest_is_replaced_by_noise() {
    let noise = |i: usize| F::from_u64((i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let rows: Vec<Row> = rows().into_iter().map(|row| Row { digest: core::array::from_fn(noise), ..row }).collect();
    assert_eq!(agreeing(&rows), 0);
}
