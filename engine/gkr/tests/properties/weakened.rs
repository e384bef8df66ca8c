//! The transcript written a second time, from its description, with one label left out on both sides.

use p3_field::{BasedVectorSpace, PrimeCharacteristicRing, PrimeField32};
use sha2::{Digest, Sha256};
use statesync_gkr::{F, Quartic, reduce};
use statesync_transcript::{Label, ProverChannel, TapeError, VerifierChannel, label};

use crate::case::{Case, encode};

/// Prover's and verifier's channel in one: sent messages go to the end of the tape, received ones come from its start.
pub struct Weakened {
    dropped: Option<Label>,
    state: [u8; 32],
    drawn: bool,
    tape: Vec<Quartic>,
    read: usize,
    /// Every challenge so far.
    pub challenges: Vec<Quartic>,
}

impl Weakened {
    /// Starts like the real transcript of `case`, but for messages under `dropped`.
    pub fn new(case: &Case, dropped: Option<Label>, tape: Vec<Quartic>) -> Self {
        let mut channel = Self { dropped, state: [0; 32], drawn: false, tape, read: 0, challenges: Vec::new() };
        channel.absorb_bytes(label::HEADER, &header(case));
        channel.absorb_bytes(label::STATEMENT, &case.statement);
        channel.absorb_bytes(label::OUTPUTS, &base(&case.outputs));
        channel.absorb_bytes(label::HINTS, &case.hints);
        channel.absorb_bytes(label::WITNESS, &base(&case.witness));
        channel
    }

    pub fn into_tape(self) -> Vec<Quartic> {
        self.tape
    }

    /// Whether the whole tape was received.
    pub fn is_read(&self) -> bool {
        self.read == self.tape.len()
    }

    fn absorb_bytes(&mut self, label: Label, data: &[u8]) {
        self.absorb(label, &(data.len() as u64).to_le_bytes(), data);
    }

    fn absorb(&mut self, label: Label, count: &[u8], data: &[u8]) {
        if self.dropped != Some(label) {
            let message = [&self.state[..], &label.code().to_le_bytes(), count, data].concat();
            self.state = Sha256::digest(message).into();
            self.drawn = false;
        }
    }

    fn absorb_elements(&mut self, label: Label, elements: &[Quartic]) {
        self.absorb(label, &(elements.len() as u16).to_le_bytes(), &encode(elements));
    }

    fn next_challenge(&mut self) -> Quartic {
        if self.drawn {
            self.state = Sha256::digest([&self.state[..], &[0xfe]].concat()).into();
        }
        self.drawn = true;
        let coordinate = |i: usize| u64::from_le_bytes(self.state[8 * i..8 * i + 8].try_into().expect("eight bytes"));
        let challenge = Quartic::from_basis_coefficients_fn(|i| F::from_u64(coordinate(i)));
        self.challenges.push(challenge);
        challenge
    }
}

impl ProverChannel<Quartic> for Weakened {
    fn send(&mut self, label: Label, elements: &[Quartic]) {
        self.tape.extend_from_slice(elements);
        self.absorb_elements(label, elements);
    }

    fn draw(&mut self) -> Quartic {
        self.next_challenge()
    }
}

impl VerifierChannel<Quartic> for Weakened {
    fn receive(&mut self, label: Label, into: &mut [Quartic]) -> Result<(), TapeError> {
        let rest = &self.tape[self.read..];
        let short = TapeError::Short { wanted: into.len(), left: rest.len() };
        into.copy_from_slice(rest.get(..into.len()).ok_or(short)?);
        self.read += into.len();
        self.absorb_elements(label, into);
        Ok(())
    }

    fn draw(&mut self) -> Quartic {
        self.next_challenge()
    }
}

fn header(case: &Case) -> Vec<u8> {
    let sized = |bytes: &[u8]| [&(bytes.len() as u16).to_le_bytes(), bytes].concat();
    let mut header = b"statesync-gkr\0\0\0".to_vec();
    let (version, suite, degree, witness_mode, public_outputs) = (1, 1, 4, 0, 1);
    header.extend([version, suite, degree, witness_mode, public_outputs]);
    header.extend(sized(&case.application));
    header.extend(sized(&[]));
    header.extend(case.circuit.digest().0);
    header.extend((case.context.len() as u64).to_le_bytes());
    header.extend(&case.context);
    header
}

fn base(elements: &[F]) -> Vec<u8> {
    elements.iter().flat_map(|element| element.as_canonical_u32().to_le_bytes()).collect()
}

#[test]
fn with_no_label_left_out_it_is_the_transcript() {
    for seed in 0..500 {
        let case = Case::random(seed);
        let mut channel = Weakened::new(&case, None, Vec::new());
        reduce::prove::<F, Quartic>(&case.circuit, &case.trace(), &mut channel);
        assert_eq!(encode(&channel.into_tape()), case.prove::<Quartic>().expect("a true statement"), "seed {seed}");
    }
}
