//! Without the witness in the transcript, challenges do not depend on it. What a tape leaves to be checked is then a
//! linear equation over the extension with coefficients that are known before the witness is chosen: four equations
//! over the base field, in as many unknowns as the witness has elements.

use p3_field::{BasedVectorSpace, PrimeCharacteristicRing};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use statesync_gkr::{F, InputClaim, Outputs, reduce};
use statesync_proof::{Envelope, Form, Kind, PreparedCircuit, Request, Statement, VerifyError, prove, verify};
use statesync_transcript::TapeReader;
use statesync_tree::{Leaf, LeafState, Present, Shape, ValueDigest};

use crate::common::{CONTEXT, Parts, key, sample};
use crate::linear::solve;
use crate::paths::{E, Path, digests, tape, transcript};

/// A verifier that absorbs `absorbed(witness)` in place of the witness, and is ours in everything else.
struct Verifier {
    prepared: PreparedCircuit,
    statement: Statement,
    path: Path,
    hints: Vec<u8>,
    absorbs_witness: bool,
}

impl Verifier {
    fn new(request: &Request, value: ValueDigest, absorbs_witness: bool) -> Self {
        let (key, anchor) = (*request.statement.key(), *request.statement.anchor());
        let terminal = Leaf::new(key, Present::Occupied(value)).digest();
        let depth = request.opening.depth();
        Self {
            prepared: PreparedCircuit::new(Kind::Membership, Shape::Keyed).unwrap(),
            statement: Statement::Membership { anchor, key, value },
            path: Path { key, depth, runs: vec![[terminal, anchor.root]] },
            hints: vec![depth as u8, 1],
            absorbs_witness,
        }
    }

    fn transcript(&self, witness: &[F]) -> statesync_transcript::Transcript {
        let absorbed = if self.absorbs_witness { witness } else { &[] };
        transcript(&self.prepared, &self.statement, &self.hints, absorbed)
    }

    /// What a tape leaves to be checked of the circuit's input.
    fn claim(&self, tape: &[u8], witness: &[F]) -> InputClaim<E> {
        let mut channel = TapeReader::new(self.transcript(witness), tape);
        let circuit = self.prepared.circuit();
        let claim = reduce::verify::<F, E>(circuit, self.path.copies(), Outputs::Zero, &mut channel).unwrap();
        channel.finish().unwrap();
        claim
    }

    /// The functional of a claim, on the input that a witness gives.
    fn evaluate(&self, claim: &InputClaim<E>, witness: &[F]) -> E {
        let copies = self.path.copies();
        let rows = claim.point.row_weights(copies);
        let columns = self.path.layout(self.prepared.circuit()).gather(witness);
        let column = |column: &[F]| column.iter().zip(&rows).map(|(&value, &eq)| eq * value).sum::<E>();
        columns.chunks_exact(copies.rows()).zip(&claim.weights).map(|(values, &weight)| column(values) * weight).sum()
    }

    fn accepts(&self, tape: &[u8], witness: &[F]) -> bool {
        let claim = self.claim(tape, witness);
        self.evaluate(&claim, witness) == claim.value
    }

    /// Any tape, and then the witness that fits the claim it leaves.
    fn forge(&self, rng: &mut StdRng, tape_len: usize) -> (Vec<u8>, Vec<F>) {
        let mut random = |_| F::from_u64(rng.random());
        let unknowns = self.path.layout(self.prepared.circuit()).witness_len();
        let (tape, first): (Vec<F>, Vec<F>) =
            ((0..tape_len / 4).map(&mut random).collect(), (0..unknowns).map(random).collect());
        let tape: Vec<u8> =
            tape.iter().flat_map(|word| p3_field::PrimeField32::as_canonical_u32(word).to_le_bytes()).collect();
        let claim = self.claim(&tape, &first);
        let zero = vec![F::ZERO; unknowns];
        let offset = self.evaluate(&claim, &zero);
        let columns: Vec<E> = (0..unknowns)
            .map(|at| {
                let mut unit = zero.clone();
                unit[at] = F::ONE;
                self.evaluate(&claim, &unit) - offset
            })
            .collect();
        let coordinate = |e: &E, i: usize| e.as_basis_coefficients_slice()[i];
        let rows: Vec<Vec<F>> = (0..4).map(|i| columns.iter().map(|column| coordinate(column, i)).collect()).collect();
        let wanted: Vec<F> = (0..4).map(|i| coordinate(&(claim.value - offset), i)).collect();
        (tape, solve(&rows, &wanted, &first).expect("more unknowns than equations"))
    }
}

#[test]
fn a_leaf_that_is_not_there_is_proved_by_linear_algebra_unless_the_witness_is_absorbed() {
    let request = sample(Shape::Keyed, 20).read(&key(Shape::Keyed, 0));
    let false_value = ValueDigest::of(b"never stored");
    for absorbs_witness in [false, true] {
        let verifier = Verifier::new(&request, false_value, absorbs_witness);
        let (tape, witness) = verifier.forge(&mut StdRng::seed_from_u64(1), 9_088);
        assert_eq!(verifier.accepts(&tape, &witness), !absorbs_witness);
        let depth = request.opening.depth();
        let parts = Parts {
            kind: Kind::Membership,
            shape: Shape::Keyed,
            depth,
            end: crate::common::End::Own,
            tape,
            witness: Some(digests(&witness)),
        };
        let envelope = Envelope::decode(&parts.to_bytes()).unwrap();
        let verdict = verify(&verifier.prepared, &verifier.statement, CONTEXT, &envelope);
        assert!(matches!(verdict, Err(VerifyError::Rejected(_))));
    }
}

#[test]
fn the_weaker_verifier_is_no_straw_man() {
    let request = sample(Shape::Keyed, 20).read(&key(Shape::Keyed, 0));
    let LeafState::Occupied(value) = request.statement.state() else { panic!("record 0 is occupied") };
    for absorbs_witness in [false, true] {
        let verifier = Verifier::new(&request, value, absorbs_witness);
        let witness = verifier.path.witness(&request.opening.siblings);
        let mut tape = tape(verifier.prepared.circuit(), &verifier.path, &witness, verifier.transcript(&witness));
        assert!(verifier.accepts(&tape, &witness), "an honest proof passes");
        let ours = prove(&verifier.prepared, &request, CONTEXT, Form::Detached).unwrap();
        assert_eq!(ours.tape() == tape, absorbs_witness, "with the rule it is our own verifier");
        tape[100] ^= 1;
        assert!(!verifier.accepts(&tape, &witness), "a changed proof does not");
    }
}
