//! All that the challenges of a proof depend on before the first is drawn.

use core::marker::PhantomData;

use p3_field::{BasedVectorSpace, ExtensionField};
use statesync_circuit::{Circuit, Copies};
use statesync_transcript::{Binding, Header, Mode, Preamble, Transcript};

use crate::{CommitmentError, CommitmentParameters, F, OpeningSecurity, Outputs, Quintic, Soundness, TARGET_BITS};

/// A statement about a circuit's outputs, with everything around it. Both sides make it from what they know.
#[derive(Clone, Copy, Debug)]
pub struct Instance<'a> {
    /// The circuit: the application's own, never a stranger's.
    pub circuit: &'a Circuit,
    /// How many copies; follows from statement and hints.
    pub copies: Copies,
    /// The outputs of every copy.
    pub outputs: Outputs<'a, F>,
    /// The application's kind, shape and depth.
    pub application: &'a [u8],
    /// The caller's context: a proof for one is refused for every other.
    pub context: &'a [u8],
    /// The application's statement.
    pub statement: &'a [u8],
    /// What the prover chose.
    pub hints: &'a [u8],
}

/// What stands for the circuit's input in the transcript.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Input<'a> {
    Witness(&'a [F]),
    Commitment { parameters: CommitmentParameters, root: [u8; 32] },
}

/// An instance with the witness or the commitment that was absorbed for it: the only one its proof can be checked
/// against.
#[derive(Debug)]
pub struct Bound<'a, E> {
    pub(crate) instance: Instance<'a>,
    pub(crate) input: Input<'a>,
    pub(crate) transcript: Transcript,
    extension: PhantomData<E>,
}

/// Why an instance cannot be proved or verified at all.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InstanceError {
    /// The circuit is too large for the field.
    #[error("the proof would have {bits:.1} bits of soundness; at least {TARGET_BITS} are required")]
    TooWeak {
        /// Bits by the union bound.
        bits: f64,
    },
    /// The public outputs are not one column per output wire.
    #[error("{got} public output values do not fit {wires} output wires on {rows} copies")]
    OutputCount {
        /// Values given.
        got: usize,
        /// Output wires of the circuit.
        wires: usize,
        /// Stored copies.
        rows: usize,
    },
    /// The witness is too large to be committed to at this strength.
    #[error(transparent)]
    Commitment(#[from] CommitmentError),
}

impl<'a> Instance<'a> {
    /// Absorbs header, statement, outputs, hints and the canonical bytes of the whole witness.
    ///
    /// Without the last, challenges would not depend on the witness, and a witness that fits any false statement
    /// could be found by linear algebra.
    pub fn bind<E: ExtensionField<F>>(self, witness: &'a [F]) -> Result<Bound<'a, E>, InstanceError> {
        let degree = <E as BasedVectorSpace<F>>::DIMENSION;
        let bits = Soundness::of(self.circuit, self.copies, degree).union_bound;
        if bits < TARGET_BITS {
            return Err(InstanceError::TooWeak { bits });
        }
        self.absorb(degree, Input::Witness(witness))
    }

    /// Absorbs header, statement, outputs, hints and the commitment to the witness.
    ///
    /// # Errors
    /// [`InstanceError`] if the outputs do not fit.
    ///
    /// # Panics
    /// If the whole proof would be weaker than the parameters' profile, which no circuit of allowed size makes it.
    pub fn bind_commitment(
        self,
        parameters: CommitmentParameters,
        root: [u8; 32],
    ) -> Result<Bound<'a, Quintic>, InstanceError> {
        let bits = OpeningSecurity::of(self.circuit, self.copies, parameters).total;
        let wanted = parameters.profile().target_bits();
        assert!(bits >= wanted, "the proof would have {bits:.1} bits of security, below {wanted}");
        self.absorb(5, Input::Commitment { parameters, root })
    }

    fn absorb<E>(self, degree: usize, input: Input<'a>) -> Result<Bound<'a, E>, InstanceError> {
        if !self.outputs.fit(self.circuit, self.copies) {
            let (got, wires) = (self.outputs.values().len(), self.circuit.output_wires());
            return Err(InstanceError::OutputCount { got, wires, rows: self.copies.rows() });
        }
        let circuit = self.circuit.digest();
        let (mode, commitment) = match &input {
            Input::Witness(_) => (Mode::Witness, Vec::new()),
            Input::Commitment { parameters, .. } => (Mode::Commitment, parameters.to_bytes().to_vec()),
        };
        let header = Header {
            extension_degree: degree as u8,
            mode,
            public_outputs: matches!(self.outputs, Outputs::Columns(_)),
            application: self.application,
            commitment: &commitment,
            circuit: &circuit.0,
            context: self.context,
        };
        let transcript = Transcript::start(&Preamble {
            header,
            statement: self.statement,
            outputs: self.outputs.values(),
            hints: self.hints,
            binding: match &input {
                Input::Witness(witness) => Binding::Witness(witness),
                Input::Commitment { root, .. } => Binding::Commitment(root),
            },
        });
        Ok(Bound { instance: self, input, transcript, extension: PhantomData })
    }
}
