//! A statement with all that belongs to it.

use p3_field::{BasedVectorSpace, ExtensionField, PrimeCharacteristicRing, PrimeField32};
use rand::rngs::StdRng;
use statesync_circuit::{Circuit, Copies, Trace};
use statesync_gkr::{
    Accepted, F, InputLayout, Instance, Outputs, ProveError, Quartic, Rejected, VerifyError, prove, reduce, verify,
};
use statesync_transcript::{Binding, Header, Mode, Preamble, TapeWriter, Transcript};

use crate::template::{Template, element, elements, random_copies, rng};

/// The order of the field.
pub const P: u32 = 2_130_706_433;

/// Bytes of one element of [`Quartic`] on a tape.
pub const ELEMENT: usize = 16;

#[derive(Clone, Debug)]
pub struct Case {
    pub template: Template,
    pub circuit: Circuit,
    pub copies: Copies,
    pub layout: InputLayout,
    pub witness: Vec<F>,
    pub outputs: Vec<F>,
    pub application: Vec<u8>,
    pub context: Vec<u8>,
    pub statement: Vec<u8>,
    pub hints: Vec<u8>,
}

/// Why a tape was not accepted.
#[derive(Debug, PartialEq)]
pub enum Refusal {
    Tape(VerifyError),
    Witness(Rejected),
}

impl Case {
    /// The true statement about `template` on a random witness.
    pub fn new(template: Template, copies: Copies, rng: &mut StdRng) -> Self {
        let circuit = template.build().expect("templates of tests are in range");
        let layout = InputLayout::direct(&circuit, copies);
        let mut case = Self {
            template,
            circuit,
            copies,
            witness: elements(rng, layout.witness_len()),
            layout,
            outputs: Vec::new(),
            application: b"test".to_vec(),
            context: b"context".to_vec(),
            statement: b"a statement".to_vec(),
            hints: b"hints".to_vec(),
        };
        case.outputs = case.true_outputs();
        case
    }

    pub fn random(seed: u64) -> Self {
        let rng = &mut rng(seed);
        Self::new(Template::random(rng), random_copies(rng), rng)
    }

    /// The case with another template of the same shape, and the same claim.
    pub fn with_template(&self, template: Template) -> Self {
        let circuit = template.build().expect("templates of tests are in range");
        Self { template, circuit, ..self.clone() }
    }

    /// What the formula gives, copy by copy.
    pub fn true_outputs(&self) -> Vec<F> {
        let (rows, input) = (self.copies.rows(), self.layout.gather(&self.witness));
        let mut outputs = vec![F::ZERO; self.circuit.output_wires() * rows];
        for c in 0..rows {
            let row: Vec<F> = input.iter().skip(c).step_by(rows).copied().collect();
            let values = self.template.run(&row).pop().expect("a layer");
            values.into_iter().enumerate().for_each(|(j, value)| outputs[j * rows + c] = value);
        }
        outputs
    }

    pub fn instance(&self) -> Instance<'_> {
        Instance {
            circuit: &self.circuit,
            copies: self.copies,
            outputs: Outputs::Columns(&self.outputs),
            application: &self.application,
            context: &self.context,
            statement: &self.statement,
            hints: &self.hints,
        }
    }

    pub fn prove<E: ExtensionField<F>>(&self) -> Result<Vec<u8>, ProveError> {
        prove(&self.instance().bind::<E>(&self.witness).expect("strong enough"), &self.layout)
    }

    pub fn verdict<E: ExtensionField<F>>(&self, tape: &[u8]) -> Result<(), Refusal> {
        let bound = self.instance().bind::<E>(&self.witness).expect("strong enough");
        let residual = verify(bound, tape).map_err(Refusal::Tape)?;
        residual.discharge_witness(&self.layout).map(|_: Accepted| ()).map_err(Refusal::Witness)
    }

    /// What [`Instance::bind`] starts from, for tests that drive the reduction themselves.
    pub fn transcript<E: ExtensionField<F>>(&self) -> Transcript {
        Transcript::start(&Preamble {
            header: Header {
                extension_degree: <E as BasedVectorSpace<F>>::DIMENSION as u8,
                mode: Mode::Witness,
                public_outputs: true,
                application: &self.application,
                commitment: &[],
                circuit: &self.circuit.digest().0,
                context: &self.context,
            },
            statement: &self.statement,
            outputs: &self.outputs,
            hints: &self.hints,
            binding: Binding::Witness(&self.witness),
        })
    }

    /// Whether each nonlinear layer has a linear gate, or a tap in it or above: then no layer checks anything itself.
    pub fn rejects_at_the_end_only(&self) -> bool {
        let mut tapped = false;
        self.circuit.layers().iter().rev().all(|layer| {
            tapped |= !layer.taps().is_empty();
            tapped || layer.is_linear() || !layer.linear().is_empty()
        })
    }

    pub fn trace(&self) -> Trace<F> {
        Trace::evaluate(&self.circuit, self.copies, self.layout.gather(&self.witness))
    }

    /// The tape of a prover that does not look whether what it proves is true.
    pub fn careless_tape<E: ExtensionField<F>>(&self) -> Vec<u8> {
        let mut tape = TapeWriter::new(self.transcript::<E>());
        reduce::prove::<F, E>(&self.circuit, &self.trace(), &mut tape);
        tape.into_tape()
    }
}

/// Another value than `value`.
pub fn other(rng: &mut StdRng, value: F) -> F {
    core::iter::repeat_with(|| element(rng)).find(|&other| other != value).expect("a field has two elements")
}

/// Elements as they stand on a tape.
pub fn encode(elements: &[Quartic]) -> Vec<u8> {
    let coordinates = elements.iter().flat_map(|element| element.as_basis_coefficients_slice().to_vec());
    coordinates.flat_map(|coordinate: F| coordinate.as_canonical_u32().to_le_bytes()).collect()
}

/// The coordinate at byte `at`.
pub fn word(tape: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(tape[at..at + 4].try_into().expect("four bytes"))
}

/// The tape with another word at byte `at`.
pub fn with_word(tape: &[u8], at: usize, word: u32) -> Vec<u8> {
    let mut tape = tape.to_vec();
    tape[at..at + 4].copy_from_slice(&word.to_le_bytes());
    tape
}
