//! Wide circuits with a true statement each.

use p3_field::{ExtensionField, PrimeCharacteristicRing};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use statesync_circuit::{Circuit, CircuitBuilder, Copies, Layer, Trace};
use statesync_gkr::wiring::{Derived, Table, Wiring};
use statesync_gkr::{
    F, InputLayout, Instance, Outputs, ProveError, Quartic, Rejected, VerifyError, prove, verify_with,
};
use statesync_transcript::{Binding, Header, Mode, Preamble, Transcript};

pub struct Case {
    pub circuit: Circuit,
    pub copies: Copies,
    pub layout: InputLayout,
    pub witness: Vec<F>,
    pub outputs: Vec<F>,
}

#[derive(Debug, PartialEq)]
pub enum Refusal {
    Tape(VerifyError),
    Witness(Rejected),
}

pub fn rng(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

pub fn element(rng: &mut StdRng) -> F {
    F::from_u64(rng.random())
}

impl Case {
    pub fn new(circuit: Circuit, copies: Copies, rng: &mut StdRng) -> Self {
        let layout = InputLayout::direct(&circuit, copies);
        let witness: Vec<F> = (0..layout.witness_len()).map(|_| element(rng)).collect();
        let outputs = Trace::evaluate(&circuit, copies, layout.gather(&witness)).outputs().to_vec();
        Self { circuit, copies, layout, witness, outputs }
    }

    /// 1 to 8 layers of widths 2 to 256, with random gates of all kinds and up to 8 copies.
    pub fn random(seed: u64) -> Self {
        let rng = &mut rng(seed);
        let circuit = random_circuit(rng, true);
        let log = rng.random_range(0..=3);
        let copies = Copies::new(rng.random_range(1..=1 << log), log).unwrap();
        Self::new(circuit, copies, rng)
    }

    /// The same claim about a circuit that differs in one coefficient; `None` where there is no gate.
    pub fn with_changed_gate(&self, rng: &mut StdRng) -> Option<Self> {
        let layers = self.circuit.layers();
        let gates = |layer: &Layer| {
            let linear = layer.constants().len() + layer.linear().len() + layer.taps().len();
            linear + layer.products().len() + layer.cubes().len()
        };
        let count: usize = layers.iter().map(gates).sum();
        let (mut gate, changed) = (0, rng.random_range(0..count.max(1)));
        let mut next = |coefficient: F| {
            gate += 1;
            if gate == changed + 1 { coefficient + F::ONE } else { coefficient }
        };
        let width = layers.first().map_or(0, Layer::inputs);
        let mut builder = CircuitBuilder::new(width, self.circuit.input_wires() - width).sparse();
        for layer in layers {
            let new = builder.layer(layer.outputs());
            layer.constants().iter().for_each(|g| _ = new.constant(g.output as usize, next(g.value)));
            layer.linear().iter().for_each(|g| {
                new.linear(g.output as usize, g.input as usize, next(g.coefficient));
            });
            layer.products().iter().for_each(|g| {
                new.product(g.output as usize, g.left as usize, g.right as usize, next(g.coefficient));
            });
            layer.cubes().iter().for_each(|g| _ = new.cube(g.output as usize, g.input as usize, next(g.coefficient)));
            layer.taps().iter().for_each(|g| _ = new.tap(g.output as usize, g.input as usize, next(g.coefficient)));
        }
        let (layout, witness, outputs) = (self.layout.clone(), self.witness.clone(), self.outputs.clone());
        let circuit = builder.build().unwrap();
        (count > 0).then_some(Self { circuit, copies: self.copies, layout, witness, outputs })
    }

    pub fn instance(&self) -> Instance<'_> {
        Instance {
            circuit: &self.circuit,
            copies: self.copies,
            outputs: Outputs::Columns(&self.outputs),
            application: b"wide",
            context: b"",
            statement: b"",
            hints: b"",
        }
    }

    /// The transcript that proof and verification start from.
    pub fn transcript(&self) -> Transcript {
        Transcript::start(&Preamble {
            header: Header {
                extension_degree: 4,
                mode: Mode::Witness,
                public_outputs: true,
                application: b"wide",
                commitment: &[],
                circuit: &self.circuit.digest().0,
                context: b"",
            },
            statement: b"",
            outputs: &self.outputs,
            hints: b"",
            binding: Binding::Witness(&self.witness),
        })
    }

    pub fn prove<E: ExtensionField<F>>(&self) -> Result<Vec<u8>, ProveError> {
        prove(&self.instance().bind::<E>(&self.witness).unwrap(), &self.layout)
    }

    pub fn verdict_by<E: ExtensionField<F>>(&self, wiring: &impl Wiring, tape: &[u8]) -> Result<(), Refusal> {
        let residual = verify_with(self.instance().bind::<E>(&self.witness).unwrap(), wiring, tape);
        residual.map_err(Refusal::Tape)?.discharge_witness(&self.layout).map(drop).map_err(Refusal::Witness)
    }

    /// The verdict of both wirings, which must agree.
    pub fn verdict(&self, tape: &[u8]) -> Result<(), Refusal> {
        let verdict = self.verdict_by::<Quartic>(&Table(&self.circuit), tape);
        assert_eq!(self.verdict_by::<Quartic>(&Derived::new(&self.circuit), tape), verdict);
        verdict
    }
}

pub fn random_circuit(rng: &mut StdRng, sparse: bool) -> Circuit {
    let width = 1 << rng.random_range(1..=8);
    let width = rng.random_range(2..=width);
    let tap_only = rng.random_range(0..=3);
    let mut builder = CircuitBuilder::new(width, tap_only);
    if sparse {
        builder = builder.sparse();
    }
    let (mut inputs, cubes, taps) = (width, rng.random_bool(0.5), rng.random_bool(0.5));
    for _ in 0..rng.random_range(1..=8) {
        let most = 1 << rng.random_range(1..=8);
        let outputs = rng.random_range(2..=most);
        let layer = builder.layer(outputs);
        let [mut constants, mut linear, mut products, mut powers, mut tapped] = [0.4, 0.6, 0.6, 0.5, 0.3]
            .map(|likely| if rng.random_bool(likely) { rng.random_range(1..=outputs) } else { 0 });
        while constants + linear + products + powers + tapped > 0 {
            let (j, x, y) = (rng.random_range(0..outputs), rng.random_range(0..inputs), rng.random_range(0..inputs));
            if constants > 0 {
                layer.constant(j, element(rng));
            }
            if linear > 0 {
                layer.linear(j, x, element(rng));
            }
            if products > 0 {
                layer.product(j, x, y, element(rng));
            }
            if powers > 0 && cubes {
                layer.cube(j, x, element(rng));
            }
            if tapped > 0 && taps {
                layer.tap(j, rng.random_range(0..width + tap_only), element(rng));
            }
            for count in [&mut constants, &mut linear, &mut products, &mut powers, &mut tapped] {
                *count = count.saturating_sub(1);
            }
        }
        inputs = outputs;
    }
    builder.build().unwrap()
}

/// Two layers of `width` wires with gates of every kind in regular patterns.
pub fn regular(width: usize) -> Circuit {
    let mut builder = CircuitBuilder::new(width, 0).sparse();
    for layer in 0..2 {
        let gates = builder.layer(width);
        for j in 0..width {
            let coefficient = F::from_usize(3 + layer + 5 * j);
            gates.constant(j, coefficient).linear(j, j, coefficient).linear(j, (j + 1) % width, F::TWO);
            gates.product(j, j, (j + 1) % width, F::ONE).cube(j, width - 1 - j, F::TWO).cube(j, j, coefficient);
        }
    }
    builder.build().unwrap()
}
