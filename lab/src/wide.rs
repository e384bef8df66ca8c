//! A wide circuit with a true statement.

use clap::ValueEnum;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use statesync_circuit::{Circuit, Copies, Trace};
use statesync_gkr::{F, InputLayout, Instance, Outputs, Quartic, reduce};
use statesync_transcript::{Binding, Header, Mode, Preamble, ProverChannel, TapeWriter, Transcript};

use crate::dense;

/// How the prover holds a layer's gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Oracle {
    /// As a list, at a cost of `O(wires + gates)`.
    Sparse,
    /// As tables of all pairs of wires.
    Dense,
}

impl Oracle {
    /// Its name on the command line and in rows.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sparse => "sparse",
            Self::Dense => "dense",
        }
    }
}

/// A circuit that is closed sparsely, on one copy, with a witness and the outputs that it gives.
#[derive(Debug)]
pub struct WideCase {
    /// The circuit.
    pub circuit: Circuit,
    /// Its whole input.
    pub witness: Vec<F>,
    /// Its outputs, which are public.
    pub outputs: Vec<F>,
}

const APPLICATION: &[u8] = b"lab";

impl WideCase {
    /// The circuit on a random input.
    pub fn new(circuit: Circuit, seed: u64) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        let witness: Vec<F> = (0..circuit.input_wires()).map(|_| rng.random()).collect();
        let outputs = Trace::evaluate(&circuit, Copies::one(), witness.clone()).outputs().to_vec();
        Self { circuit, witness, outputs }
    }

    /// The statement.
    pub fn instance(&self) -> Instance<'_> {
        Instance {
            circuit: &self.circuit,
            copies: Copies::one(),
            outputs: Outputs::Columns(&self.outputs),
            application: APPLICATION,
            context: b"",
            statement: b"",
            hints: b"",
        }
    }

    /// The input is the witness.
    pub fn layout(&self) -> InputLayout {
        InputLayout::direct(&self.circuit, Copies::one())
    }

    /// The channel that [`Instance::bind`] starts, open to whoever sends the messages.
    pub fn channel(&self) -> TapeWriter {
        TapeWriter::new(Transcript::start(&Preamble {
            header: Header {
                extension_degree: 4,
                mode: Mode::Witness,
                public_outputs: true,
                application: APPLICATION,
                commitment: &[],
                circuit: &self.circuit.digest().0,
                context: b"",
            },
            statement: b"",
            outputs: &self.outputs,
            hints: b"",
            binding: Binding::Witness(&self.witness),
        }))
    }

    /// Runs the circuit and sends the messages of its proof. Returns the bytes that the oracle's tables held at most.
    pub fn send(&self, oracle: Oracle, channel: &mut impl ProverChannel<Quartic>) -> Option<usize> {
        let trace = Trace::evaluate(&self.circuit, Copies::one(), self.witness.clone());
        match oracle {
            Oracle::Sparse => {
                reduce::sparse::prove(&self.circuit, &trace, channel);
                None
            }
            Oracle::Dense => Some(dense::prove(&self.circuit, &trace, channel)),
        }
    }

    /// The proof.
    pub fn prove(&self, oracle: Oracle) -> Vec<u8> {
        let mut channel = self.channel();
        self.send(oracle, &mut channel);
        channel.into_tape()
    }
}
