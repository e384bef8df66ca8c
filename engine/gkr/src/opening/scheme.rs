//! The instance of WHIR: SHA-256 throughout, one column, one point.

use p3_challenger::{HashChallenger, SerializingChallenger32};
use p3_dft::Radix2DFTSmallBatch;
use p3_field::{BasedVectorSpace, PrimeField32};
use p3_merkle_tree::{MerkleCap, MerkleTreeMmcs};
use p3_multilinear_util::point::Point;
use p3_sha256::{Sha256, Sha256Compress};
use p3_sumcheck::layout::SuffixProver;
use p3_sumcheck::{OpeningBatch, OpeningProtocol, PrescribedPointPcs, TableShape, TableSpec};
use p3_symmetric::SerializingHasher;
use p3_whir::{PcsProof, WhirConfig, pcs::prover::WhirProver};

use super::CommitmentParameters;
use super::shape::ProofShape;
use crate::{F, OpeningError, Quintic};

pub(crate) type Challenger = SerializingChallenger32<F, HashChallenger<u8, Sha256, 32>>;
/// Leaves are padded SHA-256, nodes its bare compression function: no leaf is a node.
pub(crate) type Tree = MerkleTreeMmcs<F, u8, SerializingHasher<Sha256>, Sha256Compress, 2, 32>;
pub(crate) type Stack = SuffixProver<F, Quintic>;
pub(crate) type Whir = WhirProver<Quintic, F, Radix2DFTSmallBatch<F>, Tree, Challenger, Stack>;
pub(crate) type Proof = PcsProof<F, Quintic, Tree>;
/// A Merkle root, as the trees have it.
pub(crate) type Root = MerkleCap<F, [u8; 32]>;

/// WHIR for one size and strength.
pub(crate) struct Scheme {
    pub(crate) whir: Whir,
    pub(crate) protocol: OpeningProtocol,
}

/// What an opening says: the committed polynomial has `value` at `point`, most significant variable first.
pub(crate) struct Claim<'a> {
    pub(crate) root: &'a [u8; 32],
    pub(crate) point: &'a [Quintic],
    pub(crate) value: Quintic,
}

impl Scheme {
    /// # Panics
    /// Never for parameters: a test derives the schedule of every size and profile.
    pub(crate) fn new(parameters: CommitmentParameters) -> Self {
        let log = parameters.log_elements();
        let config = WhirConfig::new(log, parameters.protocol()).expect("every size has a schedule");
        let trees = Tree::new(SerializingHasher::new(Sha256), Sha256Compress, 0);
        let whir = Whir::new(config, Radix2DFTSmallBatch::default(), trees);
        let one_point = vec![OpeningBatch::new(vec![0], Vec::new())];
        let protocol = OpeningProtocol::new(vec![TableSpec::new(TableShape::new(log, 1), one_point)]);
        Self { whir, protocol }
    }

    pub(crate) fn shape(&self) -> ProofShape {
        ProofShape::of(&self.whir)
    }

    /// Checks the bytes of a WHIR proof of `claim`.
    pub(crate) fn check(&self, state: &[u8; 32], claim: &Claim<'_>, bytes: &[u8]) -> Result<(), OpeningError> {
        let proof = super::wire::decode(&self.shape(), claim.value, bytes)?;
        let root = Root::new(vec![*claim.root]);
        let points = [Point::new(claim.point.to_vec())];
        let refused = |reason: String| OpeningError::Whir { reason };
        let opened = self
            .whir
            .verify_at(&root, &proof, &self.protocol, &points, &mut claim.challenger(state))
            .map_err(|error| refused(error.to_string()))?;
        // `verify_at` says that these values are opened, not that they are the ones asked for.
        let asked = OpeningBatch::new(vec![claim.value], Vec::new());
        if opened == [asked] { Ok(()) } else { Err(refused("another value is opened".into())) }
    }
}

impl Claim<'_> {
    /// A fresh challenger that has observed the transcript's state, the commitment, the point and the value.
    pub(crate) fn challenger(&self, state: &[u8; 32]) -> Challenger {
        let mut observed = [*state, *self.root].concat();
        for element in self.point.iter().chain([&self.value]) {
            let coordinates: &[F] = element.as_basis_coefficients_slice();
            observed.extend(coordinates.iter().flat_map(|c| c.as_canonical_u32().to_le_bytes()));
        }
        Challenger::from_hasher(observed, Sha256)
    }
}
