//! The same permutations by a STARK: Plonky3's uni-stark with its own Poseidon2 AIR, in the configuration of that
//! crate's example (Keccak trees, eight permutations in a row, FRI parameters for benchmarks), with this project's round
//! constants.

use anyhow::{Result, anyhow};
use p3_challenger::{HashChallenger, SerializingChallenger32};
use p3_commit::ExtensionMmcs;
use p3_dft::Radix2DitParallel;
use p3_field::extension::BinomialExtensionField;
use p3_fri::{FriParameters, TwoAdicFriPcs};
use p3_keccak::{Keccak256Hash, KeccakF, VECTOR_LEN as KECCAK_LANES};
use p3_koala_bear::{
    GenericPoseidon2LinearLayersKoalaBear as LinearLayers, KOALABEAR_POSEIDON2_RC_16_EXTERNAL_FINAL as FINAL,
    KOALABEAR_POSEIDON2_RC_16_EXTERNAL_INITIAL as INITIAL, KOALABEAR_POSEIDON2_RC_16_INTERNAL as INTERNAL,
};
use p3_matrix::dense::RowMajorMatrix;
use p3_merkle_tree::MerkleTreeMmcs;
use p3_poseidon2_air::{RoundConstants, VectorizedPoseidon2Air, generate_vectorized_trace_rows};
use p3_symmetric::{CompressionFunctionFromHasher, PaddingFreeSponge, SerializingHasher};
use p3_uni_stark::{Proof, StarkConfig};
use statesync_gkr::F;

/// Permutations in a row of the trace.
pub const PER_ROW: usize = 8;
const WIDTH: usize = 16;
const HALF: usize = INITIAL.len();
const PARTIAL: usize = INTERNAL.len();

type Challenge = BinomialExtensionField<F, 4>;
type Sponge = PaddingFreeSponge<KeccakF, 25, 17, 4>;
type Hasher = SerializingHasher<Sponge>;
type Compress = CompressionFunctionFromHasher<Sponge, 2, 4>;
type Mmcs = MerkleTreeMmcs<[F; KECCAK_LANES], [u64; KECCAK_LANES], Hasher, Compress, 2, 4>;
type ChallengeMmcs = ExtensionMmcs<F, Challenge, Mmcs>;
type Challenger = SerializingChallenger32<F, HashChallenger<u8, Keccak256Hash, 32>>;
type Dft = Radix2DitParallel<F>;
type Config = StarkConfig<TwoAdicFriPcs<F, Dft, Mmcs, ChallengeMmcs>, Challenge, Challenger>;
type Air = VectorizedPoseidon2Air<F, LinearLayers, WIDTH, 3, 0, HALF, PARTIAL, PER_ROW>;

/// The STARK, set up once.
pub struct Stark {
    config: Config,
    air: Air,
    log_blowup: usize,
}

impl Default for Stark {
    fn default() -> Self {
        Self::new()
    }
}

impl Stark {
    /// Sets it up.
    pub fn new() -> Self {
        let sponge = Sponge::new(KeccakF {});
        let mmcs = Mmcs::new(Hasher::new(sponge), Compress::new(sponge), 3);
        let parameters = FriParameters::new_benchmark(ChallengeMmcs::new(mmcs.clone()));
        let log_blowup = parameters.log_blowup;
        let pcs = TwoAdicFriPcs::new(Dft::default(), mmcs, parameters);
        let config = Config::new(pcs, Challenger::from_hasher(Vec::new(), Keccak256Hash {}));
        Self { config, air: Air::new(constants()), log_blowup }
    }

    /// Computes the permutations. The number of states is a power of two, at least [`PER_ROW`].
    pub fn trace(&self, states: Vec<[F; WIDTH]>) -> RowMajorMatrix<F> {
        generate_vectorized_trace_rows::<F, LinearLayers, WIDTH, 3, 0, HALF, PARTIAL, PER_ROW>(
            states,
            &constants(),
            self.log_blowup,
        )
    }

    /// Proves a trace.
    ///
    /// # Errors
    /// Those of the crate.
    pub fn prove(&self, trace: RowMajorMatrix<F>) -> Result<Proof<Config>> {
        p3_uni_stark::prove(&self.config, &self.air, trace, &[]).map_err(|error| anyhow!("the STARK: {error:?}"))
    }

    /// Checks a proof.
    ///
    /// # Errors
    /// If it is refused.
    pub fn check(&self, proof: &Proof<Config>) -> Result<()> {
        p3_uni_stark::verify(&self.config, &self.air, proof, &[]).map_err(|error| anyhow!("the STARK: {error:?}"))
    }

    /// Size of a proof, by postcard.
    ///
    /// # Errors
    /// If it cannot be encoded.
    pub fn bytes(proof: &Proof<Config>) -> Result<usize> {
        Ok(postcard::to_stdvec(proof)?.len())
    }
}

fn constants() -> RoundConstants<F, WIDTH, HALF, PARTIAL> {
    RoundConstants::new(INITIAL, INTERNAL, FINAL)
}
