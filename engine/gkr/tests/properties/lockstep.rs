//! Proofs in lock step, one per lane, are byte for byte those made alone, and leave the same claims.

use p3_field::{BasedVectorSpace, ExtensionField, PackedValue, PrimeCharacteristicRing};
use rand::RngExt;
use statesync_circuit::Trace;
use statesync_gkr::{F, InputClaim, Outputs, Quartic, Quintic, VerifyError, reduce};
use statesync_transcript::{Extension, LANES, LockstepReader, LockstepWriter, Packing, TapeReader, Transcript};

use crate::case::Case;
use crate::template::{Template, random_copies, rng};

/// Cases about one circuit, with a witness and a statement each.
struct Batch(Vec<Case>);

impl Batch {
    fn random(seed: u64, lanes: usize) -> Self {
        let rng = &mut rng(seed);
        let (template, copies) = (Template::random(rng), random_copies(rng));
        let case = |lane: usize| {
            let statement = format!("statement {lane}").into_bytes();
            Case { statement, ..Case::new(template.clone(), copies, rng) }
        };
        Self((0..lanes).map(case).collect())
    }

    /// Lanes beyond the last case repeat it.
    fn pack(&self, columns: impl Fn(&Case) -> Vec<F>) -> Vec<Packing> {
        let columns: Vec<Vec<F>> = self.0.iter().map(columns).collect();
        let lane = |lane: usize| &columns[lane.min(columns.len() - 1)];
        (0..columns[0].len()).map(|at| Packing::from_fn(|l| lane(l)[at])).collect()
    }

    fn transcripts<E: ExtensionField<F>>(&self) -> Vec<Transcript> {
        self.0.iter().map(Case::transcript::<E>).collect()
    }

    fn prove<E: ExtensionField<F>>(&self) -> Vec<Vec<u8>>
    where
        E::ExtensionPacking: Extension<Packing>,
    {
        let Case { circuit, copies, .. } = &self.0[0];
        let trace = Trace::evaluate(circuit, *copies, self.pack(|case| case.layout.gather(&case.witness)));
        let mut writer = LockstepWriter::new(&self.transcripts::<E>(), 0);
        reduce::prove::<Packing, E::ExtensionPacking>(circuit, &trace, &mut writer);
        writer.into_tapes()
    }

    fn verify<E: ExtensionField<F>>(&self, tapes: &[Vec<u8>]) -> Result<InputClaim<E::ExtensionPacking>, VerifyError>
    where
        E::ExtensionPacking: Extension<Packing>,
    {
        let Case { circuit, copies, .. } = &self.0[0];
        let (elements, degree) = (circuit.tape_elements(*copies), <E as BasedVectorSpace<F>>::DIMENSION);
        let tapes: Vec<&[u8]> = tapes.iter().map(Vec::as_slice).collect();
        let reader = LockstepReader::new(&self.transcripts::<E>(), &tapes, elements, degree);
        let mut reader = reader.expect("canonical tapes of the right length");
        let outputs = self.pack(|case| case.outputs.clone());
        let outputs = Outputs::Columns(&outputs);
        let claim = reduce::verify::<Packing, E::ExtensionPacking>(circuit, *copies, outputs, &mut reader)?;
        reader.finish().expect("the whole tapes were read");
        Ok(claim)
    }
}

/// The claim that one case's proof leaves when it is read alone.
fn claim<E: ExtensionField<F>>(case: &Case, tape: &[u8]) -> Result<InputClaim<E>, VerifyError> {
    let mut reader = TapeReader::new(case.transcript::<E>(), tape);
    reduce::verify::<F, E>(&case.circuit, case.copies, Outputs::Columns(&case.outputs), &mut reader)
}

/// Coordinates of everything in a claim; `read` takes one coordinate to one lane of it.
fn coordinates<B, E>(claim: &InputClaim<E>, read: impl Fn(&B) -> F) -> Vec<F>
where
    B: PrimeCharacteristicRing,
    E: BasedVectorSpace<B> + PrimeCharacteristicRing + Copy,
{
    let elements = claim.weights.iter().chain(claim.point.coordinates()).chain([&claim.value]);
    elements.flat_map(|element| element.as_basis_coefficients_slice()).map(read).collect()
}

fn assert_lanes_agree<E: ExtensionField<F>>(seed: u64, lanes: usize)
where
    E::ExtensionPacking: Extension<Packing>,
{
    let batch = Batch::random(seed, lanes);
    let tapes = batch.prove::<E>();
    let alone: Vec<Vec<u8>> = batch.0.iter().map(|case| case.prove::<E>().expect("a true statement")).collect();
    assert_eq!(tapes, alone, "seed {seed}, {lanes} lanes");
    let packed = batch.verify::<E>(&tapes).expect("honest proofs");
    for (lane, (case, tape)) in batch.0.iter().zip(&tapes).enumerate() {
        let alone = claim::<E>(case, tape).expect("an honest proof");
        let in_lane = coordinates(&packed, |packed: &Packing| packed.as_slice()[lane]);
        assert_eq!(in_lane, coordinates(&alone, |&coordinate: &F| coordinate), "seed {seed}, lane {lane}");
    }
}

#[test]
fn every_number_of_lanes_gives_the_tapes_and_claims_of_single_proofs_in_degree_4() {
    for seed in 0..400 {
        assert_lanes_agree::<Quartic>(seed, 1 + seed as usize % LANES);
    }
}

#[test]
fn every_number_of_lanes_gives_the_tapes_and_claims_of_single_proofs_in_degree_5() {
    for seed in 400..800 {
        assert_lanes_agree::<Quintic>(seed, 1 + seed as usize % LANES);
    }
}

#[test]
fn a_changed_tape_moves_the_claim_of_its_own_lane_and_no_other() {
    let rng = &mut rng(50);
    let mut refused = 0;
    for seed in 0..200 {
        let batch = Batch::random(seed, LANES);
        let mut tapes = batch.prove::<Quartic>();
        if tapes[0].is_empty() {
            continue;
        }
        let lane = rng.random_range(0..LANES);
        let byte = 4 * rng.random_range(0..tapes[lane].len() / 4);
        tapes[lane][byte] ^= 1;
        match batch.verify::<Quartic>(&tapes) {
            Ok(packed) => {
                for (l, case) in batch.0.iter().enumerate() {
                    let alone = claim::<Quartic>(case, &tapes[l]).expect("what is fine in lock step is fine alone");
                    let in_lane = coordinates(&packed, |packed: &Packing| packed.as_slice()[l]);
                    assert_eq!(in_lane, coordinates(&alone, |&coordinate: &F| coordinate), "seed {seed}, lane {l}");
                    let rejected = case.verdict::<Quartic>(&tapes[l]).is_err();
                    assert_eq!(rejected, l == lane, "seed {seed}, lane {l}");
                }
            }
            // A layer without a linear part refuses the batch; alone, it refuses this tape and accepts the others.
            Err(error) => {
                refused += 1;
                assert_eq!(claim::<Quartic>(&batch.0[lane], &tapes[lane]), Err(error));
                let accepted = batch.0.iter().zip(&tapes).filter(|(case, tape)| case.verdict::<Quartic>(tape).is_ok());
                assert_eq!(accepted.count(), LANES - 1);
            }
        }
    }
    assert!((10..190).contains(&refused), "{refused} batches are refused by a layer");
}
