use std::collections::BTreeMap;

use p3_field::{PrimeCharacteristicRing, PrimeField32};
use statesync_circuit::Circuit;
use statesync_gkr::F;
use statesync_gkr::wiring::{Derived, Gates};

use crate::wide::{random_circuit, regular, rng};

type Weighted = BTreeMap<Vec<u32>, u32>;

/// The gates as a multiset, coefficients of equal wires added.
fn multiset<const WIRES: usize>(gates: impl Iterator<Item = ([u32; WIRES], F)>) -> Weighted {
    let mut sums: BTreeMap<Vec<u32>, F> = BTreeMap::new();
    gates.for_each(|(wires, coefficient)| *sums.entry(wires.to_vec()).or_insert(F::ZERO) += coefficient);
    sums.into_iter().map(|(wires, coefficient)| (wires, coefficient.as_canonical_u32())).collect()
}

fn audit<const WIRES: usize>(derived: &Gates<WIRES>, gates: impl ExactSizeIterator<Item = ([u32; WIRES], F)>) {
    let expanded = derived.expand();
    assert_eq!(expanded.len(), gates.len(), "no gate is in two places");
    assert_eq!(multiset(expanded.into_iter()), multiset(gates));
}

fn audit_circuit(circuit: &Circuit) {
    let derived = Derived::new(circuit);
    for (derived, layer) in derived.layers().iter().zip(circuit.layers()) {
        audit(&derived.constants, layer.constants().iter().map(|g| ([g.output], g.value)));
        audit(&derived.linear, layer.linear().iter().map(|g| ([g.output, g.input], g.coefficient)));
        audit(&derived.cubes, layer.cubes().iter().map(|g| ([g.output, g.input], g.coefficient)));
        audit(&derived.products, layer.products().iter().map(|g| ([g.output, g.left, g.right], g.coefficient)));
    }
}

#[test]
fn families_and_residue_written_out_are_the_gates_of_the_circuit() {
    for seed in 0..500 {
        audit_circuit(&random_circuit(&mut rng(seed), true));
    }
    for log in 1..=10 {
        audit_circuit(&regular(1 << log));
    }
}

#[test]
fn a_regular_layer_is_few_families_and_little_residue() {
    let circuit = regular(1 << 10);
    let derived = Derived::new(&circuit);
    for layer in derived.layers() {
        assert_eq!((layer.constants.families.len(), layer.constants.residue.len()), (1, 0));
        let sizes = |families: usize, residue: usize| (families <= 24, residue <= 8);
        assert_eq!(sizes(layer.linear.families.len(), layer.linear.residue.len()), (true, true));
        assert_eq!(sizes(layer.products.families.len(), layer.products.residue.len()), (true, true));
    }
}
