//! A circuit that cannot be built is refused with a sentence that names the layer and the gate.

use p3_field::PrimeCharacteristicRing;
use statesync_circuit::{
    BuildError, CircuitBuilder, F, GateKind, LayerBuilder, MAX_GATES, MAX_LAYERS, MAX_OPENED, MAX_WIRES,
};

fn refusal(builder: CircuitBuilder) -> String {
    builder.build().expect_err("must be refused").to_string()
}

/// A circuit of one good layer (2 to 3 wires), then one of 4 outputs with the gates that `gates` adds. One more
/// input wire is for taps only.
fn second_layer(gates: impl Fn(&mut LayerBuilder)) -> Result<(), BuildError> {
    let mut builder = CircuitBuilder::new(2, 1);
    builder.layer(3).linear(0, 0, F::ONE);
    gates(builder.layer(4));
    builder.build().map(|_| ())
}

#[test]
fn a_circuit_without_layers_is_refused() {
    assert_eq!(refusal(CircuitBuilder::new(1, 0)), "the circuit has no layers");
}

#[test]
fn the_most_layers_are_allowed_and_one_more_is_refused() {
    let mut builder = CircuitBuilder::new(1, 0);
    (0..MAX_LAYERS).for_each(|_| _ = builder.layer(1));
    assert!(builder.clone().build().is_ok());
    builder.layer(1);
    assert_eq!(refusal(builder), "the circuit has 4097 layers; at most 4096 are allowed");
}

#[test]
fn an_input_that_the_first_layer_cannot_read_is_refused() {
    let input = |width: usize, tap_only: usize| {
        let mut builder = CircuitBuilder::new(width, tap_only);
        builder.layer(1);
        builder
    };
    assert_eq!(
        refusal(input(0, 3)),
        "the first layer reads 0 of 3 input wires; it must read at least 1 of at most 1048576"
    );
    assert_eq!(
        refusal(input(2, MAX_WIRES - 1)),
        "the first layer reads 2 of 1048577 input wires; it must read at least 1 of at most 1048576"
    );
    assert!(input(1, MAX_WIRES - 1).build().is_ok());
    let [read, wires] = [1, usize::MAX];
    assert_eq!(input(1, usize::MAX).build().err(), Some(BuildError::InputWidth { read, wires }));
}

#[test]
fn a_layer_without_outputs_or_with_too_many_is_refused_by_its_number() {
    for (outputs, sentence) in [
        (0, "layer 1 has 0 output wires; it must have 1 to 1048576"),
        (MAX_WIRES + 1, "layer 1 has 1048577 output wires; it must have 1 to 1048576"),
    ] {
        let mut builder = CircuitBuilder::new(1, 0);
        builder.layer(MAX_WIRES);
        builder.layer(outputs);
        assert_eq!(refusal(builder), sentence);
    }
}

#[test]
fn the_most_gates_are_allowed_and_one_more_is_refused() {
    let mut builder = CircuitBuilder::new(1, 0);
    builder.layer(1);
    let layer = builder.layer(1);
    (0..MAX_GATES).for_each(|_| _ = layer.constant(0, F::ONE));
    let circuit = builder.clone().build().expect("as many as are allowed");
    assert_eq!(circuit.layers()[1].constants().len(), 1, "they are one gate once they are merged");
    builder.layer(1);
    let mut builder = CircuitBuilder::new(1, 0);
    builder.layer(1);
    let layer = builder.layer(1);
    (0..MAX_GATES).for_each(|_| _ = layer.tap(0, 0, F::ONE));
    layer.linear(0, 0, F::ONE);
    assert_eq!(refusal(builder), "layer 1 has 16777217 gates; at most 16777216 are allowed");
}

#[test]
fn the_most_nonlinear_wires_are_allowed_and_one_more_is_refused() {
    let cubes = |wires: usize| {
        let mut builder = CircuitBuilder::new(100, 0);
        builder.layer(100);
        let layer = builder.layer(1);
        (0..wires).for_each(|wire| _ = layer.cube(0, wire, F::ONE));
        builder
    };
    assert!(cubes(MAX_OPENED).build().is_ok());
    assert_eq!(
        refusal(cubes(MAX_OPENED + 1)),
        "layer 1 reads 65 wires nonlinearly; at most 64 can be opened: close the circuit sparsely"
    );
    assert!(cubes(MAX_OPENED + 1).sparse().build().is_ok());
}

#[test]
fn a_gate_that_writes_no_wire_of_its_layer_is_refused_by_kind_and_number() {
    for kind in [GateKind::Constant, GateKind::Linear, GateKind::Product, GateKind::Cube, GateKind::Tap] {
        let built = second_layer(|layer| {
            for output in [3, 0, 4] {
                match kind {
                    GateKind::Constant => layer.constant(output, F::ONE),
                    GateKind::Linear => layer.linear(output, 0, F::ONE),
                    GateKind::Product => layer.product(output, 0, 0, F::ONE),
                    GateKind::Cube => layer.cube(output, 0, F::ONE),
                    GateKind::Tap => layer.tap(output, 0, F::ONE),
                };
            }
        });
        let error = built.expect_err("wire 4 of 4");
        assert_eq!(error, BuildError::OutputOutOfRange { layer: 1, kind, gate: 2, wire: 4, wires: 4 });
        let sentence = format!("layer 1, {kind:?} gate 2: output wire 4 is out of range, the layer has 4");
        assert_eq!(error.to_string(), sentence);
    }
}

#[test]
fn a_gate_that_reads_no_wire_of_the_layer_before_is_refused_by_kind_and_number() {
    let refused = |kind: GateKind, wire: usize, gates: &dyn Fn(&mut LayerBuilder)| {
        let error = second_layer(gates).expect_err("a wire beyond the last");
        assert_eq!(error, BuildError::InputOutOfRange { layer: 1, kind, gate: 1, wire, wires: 3 });
        let sentence = format!("layer 1, {kind:?} gate 1: input wire {wire} is out of range, there are 3");
        assert_eq!(error.to_string(), sentence);
    };
    refused(GateKind::Linear, 3, &|layer| _ = layer.linear(0, 2, F::ONE).linear(0, 3, F::ONE));
    refused(GateKind::Product, 3, &|layer| _ = layer.product(0, 2, 2, F::ONE).product(0, 3, 0, F::ONE));
    refused(GateKind::Product, 4, &|layer| _ = layer.product(0, 2, 2, F::ONE).product(0, 0, 4, F::ONE));
    refused(GateKind::Cube, 3, &|layer| _ = layer.cube(0, 2, F::ONE).cube(0, 3, F::ONE));
    refused(GateKind::Tap, 3, &|layer| _ = layer.tap(0, 2, F::ONE).tap(0, 3, F::ONE));
}

#[test]
fn a_wire_number_beyond_32_bits_is_refused_and_not_wrapped() {
    let wire = (1 << 32) + 1;
    assert!(matches!(
        second_layer(|layer| _ = layer.linear(0, wire, F::ONE)),
        Err(BuildError::InputOutOfRange { gate: 0, .. })
    ));
    assert!(matches!(
        second_layer(|layer| _ = layer.constant(wire, F::ONE)),
        Err(BuildError::OutputOutOfRange { gate: 0, .. })
    ));
}

#[test]
fn only_taps_read_the_wires_that_are_for_taps_only() {
    let read = |gates: &dyn Fn(&mut LayerBuilder)| {
        let mut builder = CircuitBuilder::new(2, 1);
        gates(builder.layer(1));
        builder.build().map(|_| ())
    };
    assert_eq!(read(&|layer| _ = layer.tap(0, 2, F::ONE)), Ok(()));
    assert_eq!(
        read(&|layer| _ = layer.linear(0, 2, F::ONE)),
        Err(BuildError::InputOutOfRange { layer: 0, kind: GateKind::Linear, gate: 0, wire: 2, wires: 2 })
    );
}
