//! A circuit as a plain list of gates, before any check, order or merge.

use p3_field::PrimeCharacteristicRing;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use statesync_circuit::{BuildError, Circuit, CircuitBuilder, Copies, F, GateKind};

/// `Out[output] += coefficient * (1, In[a], In[a] In[b], In[a]^3 or Input[a])`, with `reads = [a, b]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gate {
    pub kind: GateKind,
    pub output: usize,
    pub reads: [usize; 2],
    pub coefficient: F,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TemplateLayer {
    pub outputs: usize,
    pub gates: Vec<Gate>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Template {
    pub width: usize,
    pub tap_only: usize,
    pub layers: Vec<TemplateLayer>,
}

impl Template {
    pub fn build(&self) -> Result<Circuit, BuildError> {
        let mut builder = CircuitBuilder::new(self.width, self.tap_only);
        for TemplateLayer { outputs, gates } in &self.layers {
            let layer = builder.layer(*outputs);
            for &Gate { kind, output, reads: [a, b], coefficient } in gates {
                match kind {
                    GateKind::Constant => layer.constant(output, coefficient),
                    GateKind::Linear => layer.linear(output, a, coefficient),
                    GateKind::Product => layer.product(output, a, b, coefficient),
                    GateKind::Cube => layer.cube(output, a, coefficient),
                    GateKind::Tap => layer.tap(output, a, coefficient),
                };
            }
        }
        builder.build()
    }

    /// One copy, straight from the formula: what each layer reads, then the outputs.
    pub fn run(&self, input: &[F]) -> Vec<Vec<F>> {
        let mut values = vec![input[..self.width].to_vec()];
        for layer in &self.layers {
            let read = &values[values.len() - 1];
            let term = |&Gate { kind, reads: [a, b], coefficient, .. }: &Gate| match kind {
                GateKind::Constant => coefficient,
                GateKind::Linear => coefficient * read[a],
                GateKind::Product => coefficient * read[a] * read[b],
                GateKind::Cube => coefficient * read[a] * read[a] * read[a],
                GateKind::Tap => coefficient * input[a],
            };
            let output = |j| layer.gates.iter().filter(|gate| gate.output == j).map(term).sum();
            values.push((0..layer.outputs).map(output).collect());
        }
        values
    }

    /// 1 to 6 layers of width 1 to 6; some layers are linear, some have no linear gate, some have taps.
    pub fn random(rng: &mut StdRng) -> Self {
        let (width, tap_only) = (rng.random_range(1..=6), rng.random_range(0..=3));
        let cubes = if rng.random_bool(0.7) { 0.5 } else { 0.0 };
        let mut inputs = width;
        let layers = (0..rng.random_range(1..=6)).map(|_| {
            let outputs = rng.random_range(1..=6);
            let mut gates = Vec::new();
            for (kind, likely, most) in [
                (GateKind::Constant, 0.6, 3),
                (GateKind::Linear, 0.6, 8),
                (GateKind::Product, 0.5, 6),
                (GateKind::Cube, cubes, 4),
                (GateKind::Tap, 0.3, 3),
            ] {
                let readable = if kind == GateKind::Tap { width + tap_only } else { inputs };
                let count = if rng.random_bool(likely) { rng.random_range(1..=most) } else { 0 };
                gates.extend((0..count).map(|_| Gate {
                    kind,
                    output: rng.random_range(0..outputs),
                    reads: [rng.random_range(0..readable), rng.random_range(0..readable)],
                    coefficient: element(rng),
                }));
            }
            inputs = outputs;
            TemplateLayer { outputs, gates }
        });
        Self { width, tap_only, layers: layers.collect() }
    }
}

pub fn rng(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

pub fn element(rng: &mut StdRng) -> F {
    F::from_u64(rng.random())
}

pub fn elements(rng: &mut StdRng, count: usize) -> Vec<F> {
    (0..count).map(|_| element(rng)).collect()
}

/// Up to 2^4 copies, often with padding.
pub fn random_copies(rng: &mut StdRng) -> Copies {
    let log = rng.random_range(0..=4);
    Copies::new(rng.random_range(1..=1 << log), log).expect("the number is in range")
}
