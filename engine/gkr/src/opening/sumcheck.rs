//! One functional of the witness to one evaluation of it: the prover's side.
//!
//! A round binds the most significant variable left: element `i` of the lower half and of the upper half are the
//! line `lo + X (hi - lo)`. Elements past the end of a table are zeros and are not stored.
//!
//! Neighbouring elements are the lanes of a vector: they differ in the least significant variables, which are bound
//! last, without lanes.

use p3_field::{Algebra, PackedValue, PrimeCharacteristicRing};
use rayon::prelude::*;
use statesync_transcript::{LANES, Packing, ProverChannel, label};

use crate::lockstep::{Packed, add_lanes, broadcast, lane};
use crate::{F, Quintic};

/// [`LANES`] weights, or values of later rounds, side by side.
pub(super) type Vector = Packed<Quintic>;

/// Pairs of one task.
const TASK: usize = 1 << 8;

/// Sends the rounds and the value. Returns the point and the value.
///
/// # Panics
/// If there are fewer variables than two vectors have, or the witness is not made of whole vectors.
pub(crate) fn reduce(
    variables: usize,
    weights: Vec<Vector>,
    witness: &[F],
    channel: &mut impl ProverChannel<Quintic>,
) -> (Vec<Quintic>, Quintic) {
    let lane_variables = LANES.ilog2() as usize;
    let mut point = Vec::with_capacity(variables);
    let mut send = |sent: [Quintic; 2]| {
        channel.send(label::REDUCTION_ROUND, &sent);
        let rho: Quintic = channel.draw();
        point.push(rho);
        rho
    };
    let half = 1 << (variables - lane_variables - 1);
    let witness = Packing::pack_slice(witness);
    let add_lanes = |sums: [Vector; 2]| sums.map(|sum| add_lanes::<Quintic>(&sum));
    let rho = broadcast::<Quintic>(send(add_lanes(round(&weights, witness, half))));
    let mut vectors = [fold(&weights, half, rho), fold(witness, half, rho)];
    drop(weights);
    for variable in (0..variables - lane_variables - 1).rev() {
        let half = 1 << variable;
        let rho = broadcast::<Quintic>(send(add_lanes(round(&vectors[0], &vectors[1], half))));
        vectors = vectors.map(|table| fold(&table, half, rho));
    }
    let mut elements = vectors.map(|table| lanes_of(&at(&table, 0)));
    for variable in (0..lane_variables).rev() {
        let half = 1 << variable;
        let rho = send(round(&elements[0], &elements[1], half));
        elements = elements.map(|table| fold(&table, half, rho));
    }
    let value = at(&elements[1], 0);
    channel.send(label::REDUCED_VALUE, &[value]);
    (point, value)
}

/// `c_0 = sum lo lo'` and `c_2 = sum (hi - lo)(hi' - lo')`.
fn round<E, V>(weights: &[E], values: &[V], half: usize) -> [E; 2]
where
    E: Algebra<V> + Copy + Send + Sync,
    V: PrimeCharacteristicRing + Copy + Send + Sync,
{
    let stored = half.min(weights.len().max(values.len()));
    let tasks = (0..stored.div_ceil(TASK)).into_par_iter().map(|task| {
        let mut sums = [E::ZERO; 2];
        for i in task * TASK..stored.min((task + 1) * TASK) {
            let (w0, w1) = (at(weights, i), at(weights, i + half));
            let (v0, v1) = (at(values, i), at(values, i + half));
            sums[0] += w0 * v0;
            sums[1] += (w1 - w0) * (v1 - v0);
        }
        sums
    });
    tasks.reduce(|| [E::ZERO; 2], |a, b| [a[0] + b[0], a[1] + b[1]])
}

/// `lo + rho (hi - lo)`, element by element.
fn fold<E, V>(table: &[V], half: usize, rho: E) -> Vec<E>
where
    E: Algebra<V> + Copy + Send + Sync,
    V: PrimeCharacteristicRing + Copy + Send + Sync,
{
    let stored = half.min(table.len());
    let bind = |i| {
        let low = at(table, i);
        rho * (at(table, i + half) - low) + low
    };
    (0..stored).into_par_iter().with_min_len(TASK).map(bind).collect()
}

#[inline(always)]
fn at<V: PrimeCharacteristicRing + Copy>(table: &[V], index: usize) -> V {
    table.get(index).copied().unwrap_or(V::ZERO)
}

fn lanes_of(vector: &Vector) -> Vec<Quintic> {
    (0..LANES).map(|l| lane::<Quintic>(vector, l)).collect()
}

#[cfg(test)]
mod tests {
    use statesync_transcript::{Binding, Header, Label, Mode, Preamble, TapeWriter, Transcript};

    use super::*;
    use crate::lockstep::from_lanes;

    /// Notes the transcript's state before each challenge, and sends one element plus 1 instead of itself.
    struct Tampering {
        channel: TapeWriter,
        until: Option<usize>,
        challenges: Vec<Quintic>,
        sent: usize,
    }

    impl ProverChannel<Quintic> for Tampering {
        fn send(&mut self, label: Label, elements: &[Quintic]) {
            let mut elements = elements.to_vec();
            if let Some(element) = self.until.and_then(|until| elements.get_mut(until)) {
                *element += Quintic::ONE;
            }
            self.until = self.until.and_then(|until| until.checked_sub(elements.len()));
            self.sent += elements.len();
            self.channel.send(label, &elements);
        }

        fn draw(&mut self) -> Quintic {
            let challenge = self.channel.draw();
            self.challenges.push(challenge);
            challenge
        }
    }

    fn transcript(root: [u8; 32]) -> Transcript {
        Transcript::start(&Preamble {
            header: Header {
                extension_degree: 5,
                mode: Mode::Commitment,
                public_outputs: false,
                application: b"",
                commitment: &[0; 7],
                circuit: &[0; 32],
                context: b"",
            },
            statement: b"",
            outputs: &[],
            hints: b"",
            binding: Binding::Commitment(&root),
        })
    }

    /// The challenges of a reduction of 2^6 elements, and the state that WHIR starts from.
    fn run(changed: Option<usize>) -> (Vec<Quintic>, [u8; 32], usize) {
        let weight = |v: usize| from_lanes::<Quintic>(|l| Quintic::from_usize(3 * (v * LANES + l) + 1));
        let weights = (0..64 / LANES).map(weight).collect();
        let witness: Vec<F> = (0..64).map(|i| F::from_usize(i * i + 2)).collect();
        let channel = TapeWriter::new(transcript([0; 32]));
        let mut channel = Tampering { channel, until: changed, challenges: Vec::new(), sent: 0 };
        let _value = reduce(6, weights, &witness, &mut channel);
        (channel.challenges, *channel.channel.transcript().state(), channel.sent)
    }

    /// Case T01, for both labels of the reduction.
    #[test]
    fn every_element_of_every_message_moves_every_later_challenge_and_no_earlier_one() {
        let (challenges, state, sent) = run(None);
        assert_eq!((challenges.len(), sent), (6, 2 * 6 + 1));
        for at in 0..sent {
            let (moved, end, _) = run(Some(at));
            for (round, (a, b)) in moved.iter().zip(&challenges).enumerate() {
                assert_eq!(a != b, round >= at / 2, "element {at}, challenge {round}");
            }
            assert_ne!(end, state, "WHIR's challenges depend on element {at}");
        }
    }

    #[test]
    fn every_byte_of_a_commitment_moves_the_first_challenge() {
        let first: Quintic = transcript([0; 32]).draw();
        for byte in 0..32 {
            let mut root = [0; 32];
            root[byte] = 1;
            assert_ne!(transcript(root).draw::<Quintic>(), first);
        }
    }
}
