//! One function of the wires has one digest, whatever order its gates came in; every other has another.

use p3_field::PrimeCharacteristicRing;
use rand::seq::SliceRandom;
use statesync_circuit::{CircuitBuilder, Close, F, GateKind};

use crate::template::{Gate, Template, TemplateLayer, element, rng};

fn gate(kind: GateKind, output: usize, reads: [usize; 2], coefficient: u32) -> Gate {
    Gate { kind, output, reads, coefficient: F::new(coefficient) }
}

/// Two layers with every kind of gate; no two gates read the same wires into the same output.
fn template() -> Template {
    let layer = |outputs: usize, first: u32| TemplateLayer {
        outputs,
        gates: vec![
            gate(GateKind::Constant, 0, [0; 2], first),
            gate(GateKind::Linear, 0, [0; 2], first + 1),
            gate(GateKind::Linear, 1, [2; 2], first + 2),
            gate(GateKind::Product, 0, [0, 1], first + 3),
            gate(GateKind::Product, 1, [2, 2], first + 4),
            gate(GateKind::Cube, 1, [1; 2], first + 5),
            gate(GateKind::Tap, 2, [3; 2], first + 6),
        ],
    };
    Template { width: 3, tap_only: 2, layers: vec![layer(3, 10), layer(4, 20)] }
}

fn digest(template: &Template) -> [u8; 32] {
    template.build().expect("wires are in range").digest().0
}

/// Asserts that both are built to the same layers, with the same digest.
fn assert_same(one: &Template, other: &Template) {
    assert_eq!(one.build().expect("in range").layers(), other.build().expect("in range").layers());
    assert_eq!(digest(one), digest(other));
}

#[test]
fn the_order_of_gates_does_not_matter() {
    let rng = &mut rng(20);
    for template in core::iter::once(template()).chain((0..200).map(|seed| Template::random(&mut self::rng(seed)))) {
        let mut shuffled = template.clone();
        shuffled.layers.iter_mut().for_each(|layer| layer.gates.shuffle(rng));
        assert_same(&shuffled, &template);
    }
}

#[test]
fn a_gate_in_two_parts_is_one_gate() {
    let rng = &mut rng(21);
    let mut split = template();
    for layer in &mut split.layers {
        for index in 0..layer.gates.len() {
            let part = element(rng);
            layer.gates[index].coefficient -= part;
            let rest = Gate { coefficient: part, ..layer.gates[index] };
            layer.gates.push(rest);
        }
    }
    assert_same(&split, &template());
}

#[test]
fn a_gate_with_coefficient_zero_or_taken_back_is_no_gate() {
    let mut padded = template();
    for layer in &mut padded.layers {
        for kind in [GateKind::Constant, GateKind::Linear, GateKind::Product, GateKind::Cube, GateKind::Tap] {
            layer.gates.push(gate(kind, 2, [2; 2], 0));
            layer.gates.push(gate(kind, 2, [1; 2], 5));
            layer.gates.push(Gate { coefficient: -F::new(5), ..gate(kind, 2, [1; 2], 0) });
        }
    }
    assert_same(&padded, &template());
}

#[test]
fn the_two_sides_of_a_product_are_alike() {
    let mut swapped = template();
    swapped.layers.iter_mut().flat_map(|layer| &mut layer.gates).for_each(|gate| gate.reads.reverse());
    assert_same(&swapped, &template());
}

/// All templates that differ from `template` in one number, one gate or one layer.
fn changed(template: &Template) -> Vec<Template> {
    let mut all = Vec::new();
    let mut change = |edit: &dyn Fn(&mut Template)| {
        let mut changed = template.clone();
        edit(&mut changed);
        all.push(changed);
    };
    change(&|t| t.width += 1);
    change(&|t| t.tap_only += 1);
    change(&|t| (t.width, t.tap_only) = (t.width + 1, t.tap_only - 1));
    change(&|t| t.layers.push(TemplateLayer { outputs: 1, gates: Vec::new() }));
    change(&|t| t.layers.insert(0, t.layers[0].clone()));
    change(&|t| _ = t.layers.pop());
    for (l, layer) in template.layers.iter().enumerate() {
        change(&|t| t.layers[l].outputs += 1);
        for (g, gate) in layer.gates.iter().enumerate() {
            change(&|t| _ = t.layers[l].gates.remove(g));
            change(&|t| t.layers[1 - l].gates.push(*gate));
            change(&|t| t.layers[l].gates[g].coefficient += F::ONE);
            change(&|t| t.layers[l].gates[g].output = (gate.output + 1) % 3);
            if gate.kind != GateKind::Constant {
                change(&|t| t.layers[l].gates[g].reads[0] = (gate.reads[0] + 1) % 3);
            }
            if gate.kind == GateKind::Product {
                change(&|t| t.layers[l].gates[g].reads[1] = (gate.reads[1] + 1) % 3);
            }
            for kind in [GateKind::Linear, GateKind::Product, GateKind::Cube, GateKind::Tap] {
                if kind != gate.kind && gate.reads[0] < 3 {
                    change(&|t| t.layers[l].gates[g].kind = kind);
                }
            }
        }
    }
    all
}

#[test]
fn every_single_change_gives_another_digest() {
    let template = template();
    let changed = changed(&template);
    assert!(changed.len() > 100, "every gate is changed in several ways");
    let circuits: Vec<_> = changed.iter().map(|t| t.build().expect("in range")).collect();
    let original = template.build().expect("in range");
    for (i, circuit) in circuits.iter().enumerate() {
        assert_ne!(circuit.digest(), original.digest(), "{:?}", changed[i]);
        for other in &circuits[..i] {
            let same = (circuit.input_wires(), circuit.layers()) == (other.input_wires(), other.layers());
            assert_eq!(circuit.digest() == other.digest(), same, "{circuit:?} and {other:?}");
        }
    }
}

#[test]
fn circuits_that_differ_in_how_layers_are_closed_have_different_digests() {
    let builder = || {
        let mut builder = CircuitBuilder::new(1, 0);
        builder.layer(1).cube(0, 0, F::ONE);
        builder
    };
    let [open, sparse] = [builder(), builder().sparse()].map(|builder| builder.build().expect("in range"));
    assert_eq!([open.close(), sparse.close()], [Close::Open, Close::Sparse]);
    assert_eq!(open.layers(), sparse.layers());
    assert_ne!(open.digest(), sparse.digest());
}

/// The value is SHA-256 of the encoding in the head of `digest.rs`, made from that text by another program.
#[test]
fn the_digest_of_a_small_circuit_is_fixed() {
    let digest = template().build().expect("in range").digest();
    assert_eq!(digest.to_string(), "812e98e3fa9d69e31568c88e3723b7450b35b5755c55a42cbff1508687ea6230");
    assert_eq!(format!("{digest:?}"), digest.to_string());
}
