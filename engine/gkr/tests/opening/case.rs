use p3_field::PrimeCharacteristicRing;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use statesync_circuit::{Circuit, CircuitBuilder, Copies, Trace};
use statesync_gkr::{
    Accepted, CommitmentParameters, CommittedProof, F, InputLayout, Instance, InstanceError, OpeningError, Outputs,
    Profile, Source, VerifyError, prove_committed, verify,
};

/// Elements of a block.
pub const BLOCK: usize = 8;

/// A statement about a small circuit with all gate kinds, whose input is read from witness slots and public ones.
pub struct Case {
    pub circuit: Circuit,
    pub copies: Copies,
    pub layout: InputLayout,
    pub witness: Vec<F>,
    pub outputs: Vec<F>,
    pub context: &'static [u8],
    pub profile: Profile,
}

/// Why a proof was not accepted.
#[derive(Debug, PartialEq)]
pub enum Refusal {
    Instance(InstanceError),
    Tape(VerifyError),
    Opening(OpeningError),
}

impl Case {
    /// A random case with `slots` slots of witness.
    pub fn random(seed: u64, slots: usize, copies: Copies, profile: Profile) -> Self {
        let rng = &mut rng(seed);
        let circuit = circuit(rng);
        let blocks = circuit.input_wires() / BLOCK;
        let sources: Vec<Source> = (0..blocks * copies.rows())
            .map(|_| {
                if rng.random_bool(0.2) {
                    Source::Public(rng.random_range(0..4))
                } else {
                    Source::Witness(rng.random_range(0..slots))
                }
            })
            .collect();
        let layout = InputLayout::new(&circuit, copies, BLOCK, sources, elements(rng, 4 * BLOCK), slots).unwrap();
        let witness = elements(rng, layout.witness_len());
        let outputs = Trace::evaluate(&circuit, copies, layout.gather(&witness)).outputs().to_vec();
        Self { circuit, copies, layout, witness, outputs, context: b"context", profile }
    }

    /// A case of the smallest commitment.
    pub fn small(seed: u64) -> Self {
        Self::random(seed, 40, Copies::new(21, 5).unwrap(), Profile::Bits100)
    }

    pub fn instance(&self) -> Instance<'_> {
        Instance {
            circuit: &self.circuit,
            copies: self.copies,
            outputs: Outputs::Columns(&self.outputs),
            application: b"opening",
            context: self.context,
            statement: b"statement",
            hints: b"",
        }
    }

    pub fn prove(&self) -> CommittedProof {
        prove_committed(self.instance(), &self.layout, self.witness.clone(), self.profile, Trace::evaluate).unwrap()
    }

    pub fn verify(&self, proof: &CommittedProof) -> Result<Accepted, Refusal> {
        let parameters = CommitmentParameters::for_witness(self.layout.witness_len(), self.profile).unwrap();
        let bound = self.instance().bind_commitment(parameters, proof.root).map_err(Refusal::Instance)?;
        let residual = verify(bound, &proof.tape).map_err(Refusal::Tape)?;
        residual.discharge_opening(&self.layout, &proof.opening).map_err(Refusal::Opening)
    }
}

/// Three layers of 16 wires: a linear one, one of cubes and products, one with taps.
fn circuit(rng: &mut StdRng) -> Circuit {
    let mut builder = CircuitBuilder::new(16, 8);
    for gates in [[32, 0, 0], [24, 8, 8], [16, 4, 4]] {
        let layer = builder.layer(16);
        let mut wire = || rng.random_range(0..16);
        let [linear, products, cubes] = gates;
        (0..linear).for_each(|i| {
            layer.linear(i % 16, wire(), F::from_usize(i + 2));
        });
        (0..products).for_each(|i| {
            layer.product(i % 16, wire(), wire(), F::from_usize(i + 3));
        });
        (0..cubes).for_each(|i| {
            layer.cube(i % 16, wire(), F::from_usize(i + 5));
        });
    }
    let last = builder.layer(8);
    (0..8).for_each(|j| {
        last.cube(j, j, F::ONE).tap(j, 16 + j, F::NEG_ONE);
    });
    builder.build().expect("wires are in range")
}

pub fn rng(seed: u64) -> StdRng {
    StdRng::seed_from_u64(seed)
}

fn elements(rng: &mut StdRng, count: usize) -> Vec<F> {
    (0..count).map(|_| F::from_u64(rng.random())).collect()
}
