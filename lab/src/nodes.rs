//! Many copies of the node circuit: the engine's own share of the registry's proofs, and large instances.

use anyhow::{Context, Result};
use p3_field::PackedValue;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use statesync_circuit::{Circuit, Copies, Trace};
use statesync_gkr::lockstep::Lanes;
use statesync_gkr::{Bound, F, InputLayout, Instance, Outputs, prove_trace, vectors, verify};
use statesync_proof::{Kind, PreparedCircuit};
use statesync_transcript::Packing;
use statesync_tree::Shape;

/// Elements of a digest.
const BLOCK: usize = 8;

/// Node hashes of random children, each copy with the digest that the circuit gives: all outputs are zero.
#[derive(Debug)]
pub struct NodeCase {
    prepared: PreparedCircuit,
    copies: Copies,
    layout: InputLayout,
    /// Left child, right child and digest, copy after copy.
    witness: Vec<F>,
}

impl NodeCase {
    /// `copies` of the template.
    ///
    /// # Errors
    /// Those of the template.
    pub fn new(copies: Copies, seed: u64) -> Result<Self> {
        Ok(Self::of(PreparedCircuit::new(Kind::Membership, Shape::Keyed)?, copies, seed))
    }

    /// `count` cases that share their template.
    ///
    /// # Errors
    /// Those of the template.
    pub fn many(copies: Copies, count: usize) -> Result<Vec<Self>> {
        let prepared = PreparedCircuit::new(Kind::Membership, Shape::Keyed)?;
        Ok((0..count as u64).map(|seed| Self::of(prepared.clone(), copies, seed)).collect())
    }

    fn of(prepared: PreparedCircuit, copies: Copies, seed: u64) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        let layout = InputLayout::direct(prepared.circuit(), copies);
        let mut witness = vec![F::new(0); layout.witness_len()];
        for copy in witness.chunks_exact_mut(3 * BLOCK) {
            copy[..2 * BLOCK].fill_with(|| rng.random());
        }
        let run = Trace::evaluate(prepared.circuit(), copies, layout.gather(&witness));
        for (c, copy) in witness.chunks_exact_mut(3 * BLOCK).enumerate() {
            let digest = run.outputs().iter().skip(c).step_by(copies.rows());
            copy[2 * BLOCK..].iter_mut().zip(digest).for_each(|(slot, &value)| *slot = value);
        }
        Self { prepared, copies, layout, witness }
    }

    /// The template.
    pub fn circuit(&self) -> &Circuit {
        self.prepared.circuit()
    }

    /// The input of every permutation: left and right child.
    pub fn states(&self) -> Vec<[F; 2 * BLOCK]> {
        let copies = self.witness.chunks_exact(3 * BLOCK);
        copies.map(|copy| std::array::from_fn(|i| copy[i])).collect()
    }

    /// The statement, with its witness absorbed.
    ///
    /// # Errors
    /// If the instance is too large for the extension.
    pub fn bind<E: Lanes>(&self) -> Result<Bound<'_, E>> {
        let instance = Instance {
            circuit: self.circuit(),
            copies: self.copies,
            outputs: Outputs::Zero,
            application: b"lab",
            context: b"",
            statement: b"",
            hints: b"",
        };
        Ok(instance.bind(&self.witness)?)
    }

    /// The run of the circuit on the witness.
    pub fn run(&self) -> Trace<F> {
        Trace::evaluate(self.circuit(), self.copies, self.layout.gather(&self.witness))
    }

    /// The runs of as many cases as there are lanes or fewer, one per lane.
    pub fn run_in_lanes(cases: &[Self]) -> Trace<Packing> {
        let columns: Vec<Vec<F>> = cases.iter().map(|case| case.layout.gather(&case.witness)).collect();
        let lane = |lane: usize| &columns[lane.min(columns.len() - 1)];
        let input = (0..columns[0].len()).map(|at| Packing::from_fn(|i| lane(i)[at])).collect();
        Trace::evaluate(cases[0].circuit(), cases[0].copies, input)
    }

    /// The run of a large instance, its copies in the lanes.
    ///
    /// # Errors
    /// If there are too few copies for that.
    pub fn run_in_vectors(&self) -> Result<Trace<Packing>> {
        let vectors = vectors::vectors(self.copies).context("there are too few copies to be put in lanes")?;
        Ok(Trace::evaluate(self.circuit(), vectors, vectors::gather(&self.layout, &self.witness)))
    }

    /// The proof of a large instance: the same bytes as those of [`prove`](Self::prove).
    ///
    /// # Errors
    /// If the instance is too large for the extension.
    pub fn prove_in_vectors<E: Lanes>(&self, run: &Trace<Packing>) -> Result<Vec<u8>> {
        Ok(vectors::prove(&self.bind::<E>()?, run)?)
    }

    /// The proof.
    ///
    /// # Errors
    /// If the instance is too large for the extension.
    pub fn prove<E: Lanes>(&self, run: &Trace<F>) -> Result<Vec<u8>> {
        Ok(prove_trace(&self.bind::<E>()?, run)?)
    }

    /// Checks a proof.
    ///
    /// # Errors
    /// If it is refused.
    pub fn check<E: Lanes>(&self, tape: &[u8]) -> Result<()> {
        let residual = verify(self.bind::<E>()?, tape).context("the tape is refused")?;
        residual.discharge_witness(&self.layout).map(drop).context("the residual is refused")
    }
}
