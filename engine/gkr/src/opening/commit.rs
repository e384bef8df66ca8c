//! The prover: commit first, then the layers, then the opening.

use p3_challenger::CanSample;
use p3_commit::MultilinearPcs;
use p3_field::PrimeCharacteristicRing;
use p3_matrix::dense::RowMajorMatrix;
use p3_multilinear_util::point::Point;
use p3_sha256::Sha256;
use p3_sumcheck::PrescribedPointPcs;
use p3_sumcheck::layout::{Layout, Table, observe_commitment};
use statesync_circuit::{Circuit, Close, Copies, Trace};
use statesync_transcript::{LANES, Packing, TapeWriter};

use super::scheme::{Challenger, Claim, Scheme, Stack, Whir};
use super::{CommitmentError, CommitmentParameters, Profile, sumcheck, wire};
use crate::{
    Bound, F, Input, InputLayout, Instance, InstanceError, ProveError, Quintic, Residual, prove_tape, vectors, verify,
};

type Data = <Whir as MultilinearPcs<Quintic, Challenger>>::ProverData;

/// A witness with the commitment to it, made before the first challenge.
pub struct CommittedWitness {
    parameters: CommitmentParameters,
    witness: Vec<F>,
    scheme: Scheme,
    root: [u8; 32],
    data: Data,
}

/// A proof whose witness is committed to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommittedProof {
    /// The commitment.
    pub root: [u8; 32],
    /// The messages of the layers.
    pub tape: Vec<u8>,
    /// The reduction's messages and the WHIR proof.
    pub opening: Vec<u8>,
}

impl CommittedWitness {
    /// Commits to `witness`, padded with zeros to the next power of two of at least 2^12 elements.
    ///
    /// # Errors
    /// [`CommitmentError::TooLarge`].
    ///
    /// # Panics
    /// If the commitment depended on a challenge, which it must not: it comes before all of them.
    pub fn new(witness: Vec<F>, profile: Profile) -> Result<Self, CommitmentError> {
        let parameters = CommitmentParameters::for_witness(witness.len(), profile)?;
        let scheme = Scheme::new(parameters);
        let elements = 1 << parameters.log_elements();
        let mut padded = Vec::with_capacity(elements);
        padded.extend_from_slice(&witness);
        padded.resize(elements, F::ZERO);
        let table = Table::new(RowMajorMatrix::new(padded, elements));
        let stacked = <Stack as Layout<F, Quintic>>::new_witness(vec![table], parameters.first_fold());
        let mut unused = Challenger::from_hasher(Vec::new(), Sha256);
        let mut fresh = unused.clone();
        let (root, data) = scheme.whir.commit(stacked, &mut unused).expect("the schedule fits the witness");
        observe_commitment::<F, _, _>(&mut fresh, root.clone());
        let drawn: [Quintic; 2] = [unused.sample(), fresh.sample()];
        assert_eq!(drawn[0], drawn[1], "committing must draw nothing and observe the root alone");
        let &[root] = root.roots() else { panic!("a tree has one root") };
        Ok(Self { parameters, witness, scheme, root, data })
    }

    /// The commitment.
    pub fn root(&self) -> &[u8; 32] {
        &self.root
    }

    /// Size and strength.
    pub fn parameters(&self) -> CommitmentParameters {
        self.parameters
    }
}

/// Proves that the circuit, on the input that `layout` makes of `witness`, has the instance's outputs.
///
/// Where there are enough copies, they are the lanes, and `run` computes the circuit on the vectors of their input:
/// [`Trace::evaluate`], or what gives the same faster.
///
/// # Errors
/// [`ProveError`] if the outputs are others, the witness does not fit, or the proof would be too weak.
///
/// # Panics
/// If the layout has other copies than the instance, or blocks that are no power of two.
pub fn prove_committed(
    instance: Instance<'_>,
    layout: &InputLayout,
    witness: Vec<F>,
    profile: Profile,
    run: impl FnOnce(&Circuit, Copies, Vec<Packing>) -> Trace<Packing>,
) -> Result<CommittedProof, ProveError> {
    let committed = CommittedWitness::new(witness, profile).map_err(InstanceError::from)?;
    let root = committed.root;
    let bound = instance.bind_commitment(committed.parameters, root)?;
    let tape = prove_layers(&bound, layout, &committed.witness, run)?;
    let residual = verify(bound, &tape).expect("the prover's own tape is well formed");
    let opening = residual.open(layout, committed);
    Ok(CommittedProof { root, tape, opening })
}

/// The messages of the layers: with the copies in the lanes and over all cores, where there are enough of them.
fn prove_layers(
    bound: &Bound<'_, Quintic>,
    layout: &InputLayout,
    witness: &[F],
    run: impl FnOnce(&Circuit, Copies, Vec<Packing>) -> Trace<Packing>,
) -> Result<Vec<u8>, ProveError> {
    let Instance { circuit, copies, .. } = bound.instance;
    let packed = vectors::vectors(copies).filter(|_| circuit.close() == Close::Open);
    let Some(packed) = packed.filter(|_| witness.len() == layout.witness_len()) else {
        return prove_tape(bound, layout, witness);
    };
    vectors::prove(bound, &run(circuit, packed, vectors::gather(layout, witness)))
}

impl Residual<'_, Quintic> {
    /// The messages that discharge this claim about the committed witness.
    fn open(self, layout: &InputLayout, committed: CommittedWitness) -> Vec<u8> {
        let CommittedWitness { parameters, mut witness, scheme, root, data } = committed;
        debug_assert!(matches!(self.bound.input, Input::Commitment { root: bound, .. } if bound == root));
        let transcript = self.transcript.expect("the tape was read alone");
        let mut channel = TapeWriter::new(transcript);
        let weights = layout.witness_weights(&self.claim);
        witness.resize(witness.len().next_multiple_of(LANES), F::ZERO);
        let (point, value) = sumcheck::reduce(parameters.log_elements(), weights, &witness, &mut channel);
        let state = *channel.transcript().state();
        let claim = Claim { root: &root, point: &point, value };
        let mut challenger = claim.challenger(&state);
        let points = [Point::new(point.clone())];
        let proof = scheme
            .whir
            .open_at(data, &scheme.protocol, &points, &mut challenger)
            .expect("one claim is within every budget");
        let mut opening = channel.into_tape();
        opening.extend(wire::encode(&proof));
        opening
    }
}
