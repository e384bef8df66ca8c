//! Lock step is the scalar channel, byte for byte, for every number of lanes.

use p3_field::{PrimeCharacteristicRing, PrimeField32};
use statesync_transcript::{
    Extension, F, LANES, Label, LaneError, LockstepReader, LockstepWriter, Packing, ProverChannel, TapeError,
    TapeReader, TapeWriter, Transcript, VerifierChannel, label,
};

use crate::fixture::{E4, E5, Packed4, Packed5, pack, random, rng, transcripts, unpack};

/// One step of a run: a message of so many elements, or a draw.
#[derive(Clone, Copy)]
enum Step {
    Send(Label, usize),
    Draw,
}

/// Every label; sizes on both sides of every place in a block; draws after messages and after draws.
fn steps() -> Vec<Step> {
    let mut steps = vec![Step::Draw, Step::Draw];
    for (i, (label, _)) in label::ALL.iter().enumerate() {
        steps.extend([Step::Send(*label, i % 4), Step::Draw]);
    }
    for elements in (0..20).chain([63, 64, 65, 257]) {
        steps.extend([Step::Send(label::OPENED, elements), Step::Draw, Step::Draw, Step::Draw]);
    }
    steps.extend([Step::Send(label::ROUND, 3), Step::Send(label::ROUND, 3)]);
    steps
}

/// The messages of every proof, one proof after the other.
fn messages<E: Extension<F>>(proofs: usize) -> Vec<Vec<Vec<E>>> {
    let mut rng = rng(4);
    let mut message = |step: Step| match step {
        Step::Send(_, elements) => (0..elements).map(|_| random(&mut rng)).collect(),
        Step::Draw => Vec::new(),
    };
    (0..proofs).map(|_| steps().into_iter().map(&mut message).collect()).collect()
}

/// Tape and challenges of one proof, by the scalar writer.
fn scalar<E: Extension<F>>(start: &Transcript, messages: &[Vec<E>]) -> (Vec<u8>, Vec<E>) {
    let mut channel = TapeWriter::new(start.clone());
    let mut challenges = Vec::new();
    for (step, message) in steps().into_iter().zip(messages) {
        match step {
            Step::Send(label, _) => channel.send(label, message),
            Step::Draw => challenges.push(channel.draw()),
        }
    }
    (channel.into_tape(), challenges)
}

fn lockstep_is_scalar<E: Extension<F>, A: Extension<Packing>>(proofs: usize) {
    let starts = transcripts(E::DIMENSION, proofs);
    let messages = messages::<E>(proofs);
    let wanted: Vec<_> = starts.iter().zip(&messages).map(|(start, messages)| scalar(start, messages)).collect();
    let tapes: Vec<&[u8]> = wanted.iter().map(|(tape, _)| tape.as_slice()).collect();
    let elements = tapes[0].len() / 4 / E::DIMENSION;

    let mut writer = LockstepWriter::new(&starts, 0);
    let mut reader = LockstepReader::new(&starts, &tapes, elements, E::DIMENSION).expect("honest tapes");
    let mut draws = 0;
    for (number, step) in steps().into_iter().enumerate() {
        match step {
            Step::Send(label, elements) => {
                let column = |i: usize| messages.iter().map(|proof| proof[number][i]).collect::<Vec<E>>();
                let message: Vec<A> = (0..elements).map(|i| pack(&column(i))).collect();
                let mut received = vec![A::ZERO; elements];
                writer.send(label, &message);
                reader.receive(label, &mut received).expect("checked before");
                assert!(received == message, "step {number}: another message was received");
            }
            Step::Draw => {
                let drawn: [A; 2] = [writer.draw(), reader.draw()];
                for lane in 0..LANES {
                    let wanted = wanted[lane.min(proofs - 1)].1[draws];
                    assert!(drawn.iter().all(|drawn| unpack::<E, A>(drawn, lane) == wanted), "step {number}");
                }
                draws += 1;
            }
        }
    }
    reader.finish().expect("everything was read");
    assert!(writer.into_tapes() == tapes, "{proofs} proofs: the tapes differ");
}

#[test]
fn lock_step_equals_the_scalar_channel_byte_for_byte_for_every_number_of_lanes() {
    for proofs in 1..=LANES {
        lockstep_is_scalar::<E4, Packed4>(proofs);
        lockstep_is_scalar::<E5, Packed5>(proofs);
    }
}

#[test]
fn lock_step_goes_on_from_transcripts_that_were_used() {
    let mut starts = transcripts(5, LANES);
    for start in &mut starts {
        let mut writer = TapeWriter::new(start.clone());
        writer.send(label::OPENED, &[E5::ONE]);
        let _drawn: E5 = writer.draw();
        *start = writer.transcript().clone();
    }
    let wanted: Vec<E5> = starts.iter().map(|start| start.clone().draw()).collect();
    let drawn: Packed5 = LockstepWriter::new(&starts, 64).draw();
    assert!((0..LANES).all(|lane| unpack::<E5, Packed5>(&drawn, lane) == wanted[lane]));
}

/// One tape of two elements per lane.
fn tapes<E: Extension<F>>() -> Vec<Vec<u8>> {
    let mut rng = rng(5);
    let tape = |start| {
        let mut channel = TapeWriter::new(start);
        channel.send(label::OPENED, &[random::<E>(&mut rng), random(&mut rng)]);
        channel.into_tape()
    };
    transcripts(E::DIMENSION, LANES).into_iter().map(tape).collect()
}

fn opened(tapes: &[Vec<u8>]) -> Result<(), LaneError> {
    let tapes: Vec<&[u8]> = tapes.iter().map(Vec::as_slice).collect();
    LockstepReader::new(&transcripts(4, LANES), &tapes, 2, 4).map(drop)
}

#[test]
fn a_tape_with_a_coordinate_from_p_upwards_is_named() {
    let honest = tapes::<E4>();
    opened(&honest).expect("honest tapes");
    for lane in 0..LANES {
        for position in (0..32).step_by(4) {
            let p = F::ORDER_U32;
            for word in [p, p + 1, 2 * p - 1, 1 << 31, u32::MAX] {
                let mut forged = honest.clone();
                forged[lane][position..position + 4].copy_from_slice(&word.to_le_bytes());
                let error = TapeError::NotCanonical { position, word };
                assert_eq!(opened(&forged), Err(LaneError { lane, error }));
            }
            let mut largest = honest.clone();
            largest[lane][position..position + 4].copy_from_slice(&(p - 1).to_le_bytes());
            opened(&largest).expect("p - 1 is canonical");
        }
    }
}

#[test]
fn a_tape_that_is_too_short_or_too_long_is_named() {
    let honest = tapes::<E4>();
    for lane in 0..LANES {
        for length in (0..100).filter(|length| *length != 32) {
            let mut forged = honest.clone();
            forged[lane].resize(length, 0);
            let error = match length {
                ..32 => TapeError::Short { wanted: 32, left: length },
                _ => TapeError::LeftOver { bytes: length - 32 },
            };
            assert_eq!(opened(&forged), Err(LaneError { lane, error }));
        }
    }
    let error = LaneError { lane: 3, error: TapeError::LeftOver { bytes: 1 } };
    assert_eq!(error.to_string(), "tape 3: the tape is too long: 1 bytes are left over");
}

#[test]
fn asking_for_more_or_less_than_the_tapes_hold_is_an_error() {
    let honest = tapes::<E4>();
    let slices: Vec<&[u8]> = honest.iter().map(Vec::as_slice).collect();
    let starts = transcripts(4, LANES);
    let mut reader = LockstepReader::new(&starts, &slices, 2, 4).expect("honest tapes");
    let mut message = [Packed4::ZERO; 3];
    assert_eq!(reader.receive(label::OPENED, &mut message), Err(TapeError::Short { wanted: 48, left: 32 }));
    reader.receive(label::OPENED, &mut message[..1]).expect("one of two");
    assert_eq!(reader.finish(), Err(TapeError::LeftOver { bytes: 16 }));
}

#[test]
fn a_lane_does_not_depend_on_its_neighbours() {
    let honest = tapes::<E4>();
    let starts = transcripts(4, LANES);
    let challenge = |tapes: &[Vec<u8>]| -> Packed4 {
        let tapes: Vec<&[u8]> = tapes.iter().map(Vec::as_slice).collect();
        let mut reader = LockstepReader::new(&starts, &tapes, 2, 4).expect("canonical tapes");
        reader.receive(label::OPENED, &mut [Packed4::ZERO; 2]).expect("checked before");
        reader.draw()
    };
    let before = challenge(&honest);
    for changed in 0..LANES {
        let mut tapes = honest.clone();
        tapes[changed].copy_from_slice(&[1; 32]);
        let after = challenge(&tapes);
        for lane in 0..LANES {
            let [before, after]: [E4; 2] = [&before, &after].map(|challenge| unpack(challenge, lane));
            assert_eq!(before != after, lane == changed, "lane {changed} was changed, lane {lane} looked at");
        }
        let mut scalar = TapeReader::new(starts[changed].clone(), &tapes[changed]);
        scalar.receive(label::OPENED, &mut [E4::ZERO; 2]).expect("canonical");
        let wanted: E4 = scalar.draw();
        assert!(unpack::<E4, Packed4>(&after, changed) == wanted);
    }
}
