//! The copies, wiring and witness of a path, written again from their description; and a prover that follows the
//! protocol without asking whether its claim is true.

use statesync_circuit::{Circuit, Copies, Trace};
use statesync_gkr::{F, InputLayout, Quartic, Source, reduce};
use statesync_proof::{Kind, PreparedCircuit, Statement};
use statesync_transcript::{Binding, Header, Mode, Preamble, TapeWriter, Transcript};
use statesync_tree::{Digest, Key, climb, node_digest};

use crate::common::{CONTEXT, Parts};

/// The extension of all proofs.
pub type E = Quartic;

/// One path as a claim about copies: from each terminal to each root on the same siblings.
#[derive(Clone, Debug)]
pub struct Path {
    pub key: Key,
    pub depth: usize,
    /// Terminal and root of each run.
    pub runs: Vec<[Digest; 2]>,
}

impl Path {
    pub fn copies(&self) -> Copies {
        let real = self.runs.len() * self.depth;
        Copies::new(real, real.next_power_of_two().max(32).ilog2() as usize).unwrap()
    }

    /// Old run, new run, both without their root copy; the root copies; padding.
    pub fn layout(&self, circuit: &Circuit) -> InputLayout {
        let inner = (0..self.runs.len()).flat_map(|run| (0..self.depth - 1).map(move |height| (run, height)));
        let tops = (0..self.runs.len()).map(|run| (run, self.depth - 1));
        let mut sources: Vec<Source> = inner.chain(tops).flat_map(|(run, height)| self.wires(run, height)).collect();
        let padding = 2 * self.runs.len();
        let zero = Digest::new(Default::default());
        if self.copies().is_padded() {
            sources.extend([padding, padding, padding + 1].map(Source::Public));
        }
        let public = self.runs.concat().into_iter().chain([zero, node_digest(&zero, &zero)]);
        let public = public.flat_map(|digest| *digest.elements()).collect();
        let slots = self.runs.len() * (self.depth - 1) + self.depth;
        InputLayout::new(circuit, self.copies(), 8, sources, public, slots).unwrap()
    }

    fn wires(&self, run: usize, height: usize) -> [Source; 3] {
        let top = self.depth - 1;
        let below = if height == 0 { Source::Public(2 * run) } else { Source::Witness(run * top + height - 1) };
        let above = if height == top { Source::Public(2 * run + 1) } else { Source::Witness(run * top + height) };
        let sibling = Source::Witness(self.runs.len() * top + height);
        if self.key.bit(top - height) { [sibling, below, above] } else { [below, sibling, above] }
    }

    /// What the terminals and these siblings give, whatever the roots are.
    pub fn witness(&self, siblings: &[Digest]) -> Vec<F> {
        let runs =
            self.runs.iter().flat_map(|[terminal, _]| climb(&self.key, siblings, *terminal).take(self.depth - 1));
        elements(&runs.chain(siblings.iter().copied()).collect::<Vec<_>>())
    }
}

pub fn elements(digests: &[Digest]) -> Vec<F> {
    digests.iter().flat_map(|digest| *digest.elements()).collect()
}

pub fn digests(elements: &[F]) -> Vec<Digest> {
    elements.as_chunks().0.iter().map(|block| Digest::new(*block)).collect()
}

/// The transcript after everything but the witness, and then `absorbed` as the witness.
pub fn transcript(prepared: &PreparedCircuit, statement: &Statement, hints: &[u8], absorbed: &[F]) -> Transcript {
    let [shape, depth] = statement.shape().to_bytes();
    let header = Header {
        extension_degree: 4,
        mode: Mode::Witness,
        public_outputs: false,
        application: &[statement.kind().to_byte(), shape, depth],
        commitment: &[],
        circuit: &prepared.digest().0,
        context: CONTEXT,
    };
    let (statement, binding) = (&statement.to_bytes(), Binding::Witness(absorbed));
    Transcript::start(&Preamble { header, statement, outputs: &[], hints, binding })
}

/// The tape of a prover that runs the protocol on this witness, from this transcript, true or not.
pub fn tape(circuit: &Circuit, path: &Path, witness: &[F], transcript: Transcript) -> Vec<u8> {
    let trace = Trace::evaluate(circuit, path.copies(), path.layout(circuit).gather(witness));
    let mut tape = TapeWriter::new(transcript);
    reduce::prove::<F, E>(circuit, &trace, &mut tape);
    tape.into_tape()
}

/// An inline proof by such a prover, with these hints and siblings: correct in everything but the claim.
pub fn unchecked_proof(statement: &Statement, path: &Path, hints: &Parts, siblings: &[Digest]) -> Parts {
    let kind: Kind = statement.kind();
    let prepared = PreparedCircuit::new(kind, statement.shape()).unwrap();
    let witness = path.witness(siblings);
    let transcript = transcript(&prepared, statement, &hints.hints(), &witness);
    let tape = tape(prepared.circuit(), path, &witness, transcript);
    Parts { kind, shape: statement.shape(), tape, witness: Some(digests(&witness)), ..hints.clone() }
}
