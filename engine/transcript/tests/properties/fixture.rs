//! Preambles and elements.

use p3_field::extension::{BinomialExtensionField, QuinticTrinomialExtensionField};
use p3_field::{BasedVectorSpace, ExtensionField, PackedValue, PrimeField32};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use statesync_transcript::{Binding, Extension, F, Header, Mode, Packing, Preamble, Transcript};

pub type E4 = BinomialExtensionField<F, 4>;
pub type E5 = QuinticTrinomialExtensionField<F>;
pub type Packed4 = <E4 as ExtensionField<F>>::ExtensionPacking;
pub type Packed5 = <E5 as ExtensionField<F>>::ExtensionPacking;

/// The parts of a preamble, each its own so that a test can change it.
#[derive(Clone, Debug)]
pub struct Parts {
    pub degree: u8,
    pub application: Vec<u8>,
    pub commitment: Vec<u8>,
    pub circuit: [u8; 32],
    pub context: Vec<u8>,
    pub statement: Vec<u8>,
    pub outputs: Vec<F>,
    pub hints: Vec<u8>,
    pub input: Input,
}

#[derive(Clone, Debug)]
pub enum Input {
    Witness(Vec<F>),
    Commitment([u8; 32]),
}

impl Parts {
    /// A preamble in witness mode with something in every part.
    pub fn witness(degree: usize) -> Self {
        Self {
            degree: degree as u8,
            application: b"kind".to_vec(),
            commitment: Vec::new(),
            circuit: [7; 32],
            context: b"context".to_vec(),
            statement: b"statement".to_vec(),
            outputs: vec![F::new(5), F::new(0)],
            hints: b"hints".to_vec(),
            input: Input::Witness((0..70).map(F::new).collect()),
        }
    }

    /// A preamble in commitment mode with something in every part.
    pub fn commitment(degree: usize) -> Self {
        Self { commitment: b"parameters".to_vec(), input: Input::Commitment([9; 32]), ..Self::witness(degree) }
    }

    pub fn header(&self) -> Header<'_> {
        let mode = match self.input {
            Input::Witness(_) => Mode::Witness,
            Input::Commitment(_) => Mode::Commitment,
        };
        Header {
            extension_degree: self.degree,
            mode,
            public_outputs: !self.outputs.is_empty(),
            application: &self.application,
            commitment: &self.commitment,
            circuit: &self.circuit,
            context: &self.context,
        }
    }

    pub fn preamble(&self) -> Preamble<'_> {
        let binding = match &self.input {
            Input::Witness(witness) => Binding::Witness(witness),
            Input::Commitment(root) => Binding::Commitment(root),
        };
        Preamble {
            header: self.header(),
            statement: &self.statement,
            outputs: &self.outputs,
            hints: &self.hints,
            binding,
        }
    }

    pub fn start(&self) -> Transcript {
        Transcript::start(&self.preamble())
    }
}

/// `count` transcripts that differ in their statements.
pub fn transcripts(degree: usize, count: usize) -> Vec<Transcript> {
    let statement = |number| format!("statement {number}").into_bytes();
    (0..count).map(|number| Parts { statement: statement(number), ..Parts::witness(degree) }.start()).collect()
}

pub fn rng(seed: u64) -> SmallRng {
    SmallRng::seed_from_u64(seed)
}

pub fn random<E: Extension<F>>(rng: &mut SmallRng) -> E {
    E::from_basis_coefficients_fn(|_| F::new(rng.random::<u32>()))
}

/// Puts one scalar element into each lane; lanes beyond the last repeat it.
pub fn pack<E: Extension<F>, A: Extension<Packing>>(lanes: &[E]) -> A {
    let coordinate = |lane: usize, i: usize| lanes[lane.min(lanes.len() - 1)].as_basis_coefficients_slice()[i];
    A::from_basis_coefficients_fn(|i| Packing::from_fn(|lane| coordinate(lane, i)))
}

/// The element in one lane.
pub fn unpack<E: Extension<F>, A: Extension<Packing>>(packed: &A, lane: usize) -> E {
    E::from_basis_coefficients_fn(|i| packed.as_basis_coefficients_slice()[i].extract(lane))
}

pub fn coordinates<E: BasedVectorSpace<F>>(element: &E) -> Vec<u32> {
    element.as_basis_coefficients_slice().iter().map(F::as_canonical_u32).collect()
}
