//! Without the input added to the output, the compression is a truncated permutation: whoever wants children of a
//! digest chooses the half that was cut off and runs the permutation backwards, once.

use p3_field::PrimeCharacteristicRing;
use statesync_circuit::{Circuit, CircuitBuilder, Copies, Layer};
use statesync_gkr::{Accepted, F, InputLayout, Instance, Outputs, ProveError, Quartic, Source, prove, verify};
use statesync_proof::{Kind, PreparedCircuit};
use statesync_tree::{Digest, Shape, ValueDigest, node_digest};

use crate::linear::solve;
use crate::paths::{digests, elements};

/// `3 * CUBE_ROOT = 1 mod p - 1`.
const CUBE_ROOT: u64 = 1_420_470_955;

/// The node template without the taps that add `left` to the output.
fn without_feed_forward(circuit: &Circuit) -> Circuit {
    let mut builder = CircuitBuilder::new(16, 8);
    for layer in circuit.layers() {
        let copy = builder.layer(layer.outputs());
        layer.constants().iter().for_each(|gate| _ = copy.constant(gate.output as usize, gate.value));
        for gate in layer.linear() {
            copy.linear(gate.output as usize, gate.input as usize, gate.coefficient);
        }
        for gate in layer.cubes() {
            copy.cube(gate.output as usize, gate.input as usize, gate.coefficient);
        }
        for gate in layer.taps().iter().filter(|gate| gate.input >= 16) {
            copy.tap(gate.output as usize, gate.input as usize, gate.coefficient);
        }
    }
    builder.build().unwrap()
}

/// The inputs of a layer that has these outputs; `free` decides what the outputs leave open.
fn backwards(layer: &Layer, outputs: &[F], free: &[F]) -> Vec<F> {
    let mut rows = vec![vec![F::ZERO; layer.inputs()]; layer.outputs()];
    layer.linear().iter().for_each(|gate| rows[gate.output as usize][gate.input as usize] += gate.coefficient);
    layer.cubes().iter().for_each(|gate| rows[gate.output as usize][gate.input as usize] += gate.coefficient);
    let mut values = outputs.to_vec();
    layer.constants().iter().for_each(|gate| values[gate.output as usize] -= gate.value);
    let mut inputs = solve(&rows, &values, free).expect("a round of a permutation");
    layer.nonlinear_wires().iter().for_each(|&wire| inputs[wire as usize] = inputs[wire as usize].exp_u64(CUBE_ROOT));
    inputs
}

/// Two digests that the truncated permutation compresses to `parent`.
fn children(circuit: &Circuit, parent: &Digest, choice: u32) -> [Digest; 2] {
    let free = [F::from_u32(choice); 16];
    let top = parent.elements().to_vec();
    let inputs = circuit.layers().iter().rev().fold(top, |outputs, layer| backwards(layer, &outputs, &free));
    digests(&inputs).try_into().unwrap()
}

/// Proves and verifies "I know children of `parent`".
fn shows_children(circuit: &Circuit, children: &[Digest; 2], parent: &Digest) -> Result<Accepted, ProveError> {
    let (copies, witness) = (Copies::one(), elements(children));
    let sources = vec![Source::Witness(0), Source::Witness(1), Source::Public(0)];
    let layout = InputLayout::new(circuit, copies, 8, sources, parent.elements().to_vec(), 2).unwrap();
    let (application, statement) = (b"children", &parent.to_bytes());
    let outputs = Outputs::Zero;
    let instance = Instance { circuit, copies, outputs, application, context: b"", statement, hints: b"" };
    let tape = prove(&instance.bind::<Quartic>(&witness).unwrap(), &layout)?;
    let residual = verify(instance.bind::<Quartic>(&witness).unwrap(), &tape).unwrap();
    Ok(residual.discharge_witness(&layout).unwrap())
}

#[test]
fn any_digest_has_children_found_by_one_inverse_call_unless_the_input_is_added() {
    let prepared = PreparedCircuit::new(Kind::Membership, Shape::Keyed).unwrap();
    let ours = prepared.circuit();
    let weaker = without_feed_forward(ours);
    let nobodys = *ValueDigest::of(b"a digest that nobody has hashed").digest();
    let found = [1, 2].map(|choice| children(&weaker, &nobodys, choice));
    assert_ne!(found[0], found[1], "two trees under one root");
    for children in found {
        assert!(shows_children(&weaker, &children, &nobodys).is_ok());
        assert_ne!(node_digest(&children[0], &children[1]), nobodys);
        let refused = shows_children(ours, &children, &nobodys);
        assert!(matches!(refused, Err(ProveError::WrongOutput { .. })));
    }
    let [left, right] = found[0];
    assert!(shows_children(ours, &[left, right], &node_digest(&left, &right)).is_ok(), "true children are shown");
}
