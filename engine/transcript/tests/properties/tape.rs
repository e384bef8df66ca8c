//! What a tape is, and every way in which it is refused. Cases F01, C01.

use p3_field::{PrimeCharacteristicRing, PrimeField32};
use statesync_transcript::{Extension, F, ProverChannel, TapeError, TapeReader, TapeWriter, VerifierChannel, label};

use crate::fixture::{E4, E5, Parts, coordinates, random, rng};

const P: u32 = F::ORDER_U32;

/// Three messages of 3, 0 and 5 elements, and the challenge after them.
fn written<E: Extension<F>>() -> (Vec<E>, Vec<u8>, E) {
    let mut rng = rng(3);
    let elements: Vec<E> = (0..8).map(|_| random(&mut rng)).collect();
    let mut writer = TapeWriter::new(Parts::witness(E::DIMENSION).start());
    writer.send(label::ROUND, &elements[..3]);
    writer.send(label::TAP_VALUE, &elements[3..3]);
    writer.send(label::OPENED, &elements[3..]);
    let challenge = writer.draw();
    (elements, writer.into_tape(), challenge)
}

/// Reads what [`written`] writes.
fn read<E: Extension<F>>(tape: &[u8]) -> Result<(Vec<E>, E), TapeError> {
    let mut elements = vec![E::ZERO; 8];
    let mut reader = TapeReader::new(Parts::witness(E::DIMENSION).start(), tape);
    reader.receive(label::ROUND, &mut elements[..3])?;
    reader.receive(label::TAP_VALUE, &mut elements[3..3])?;
    reader.receive(label::OPENED, &mut elements[3..])?;
    let challenge = reader.draw();
    reader.finish()?;
    Ok((elements, challenge))
}

fn a_tape_is_its_coordinates<E: Extension<F>>() {
    let (elements, tape, challenge) = written::<E>();
    let encoded = elements.iter().flat_map(coordinates).flat_map(u32::to_le_bytes);
    assert_eq!(tape, encoded.collect::<Vec<u8>>());
    let (received, same_challenge) = read::<E>(&tape).expect("an honest tape");
    assert!(received == elements && same_challenge == challenge, "the reader saw something else");
}

#[test]
fn a_tape_is_the_canonical_coordinates_in_order_and_reads_back() {
    a_tape_is_its_coordinates::<E4>();
    a_tape_is_its_coordinates::<E5>();
}

fn words_from_p_upwards_are_refused<E: Extension<F>>() {
    let (_, tape, _) = written::<E>();
    for position in (0..tape.len()).step_by(4) {
        for word in [P, P + 1, 2 * P - 1, 1 << 31, u32::MAX] {
            let mut forged = tape.clone();
            forged[position..position + 4].copy_from_slice(&word.to_le_bytes());
            assert_eq!(read::<E>(&forged).err(), Some(TapeError::NotCanonical { position, word }));
        }
        let mut largest = tape.clone();
        largest[position..position + 4].copy_from_slice(&(P - 1).to_le_bytes());
        let (elements, _) = read::<E>(&largest).expect("p - 1 is canonical");
        let read: Vec<u32> = elements.iter().flat_map(coordinates).collect();
        assert_eq!(read[position / 4], P - 1);
    }
}

#[test]
fn every_coordinate_from_p_upwards_is_refused_and_p_minus_one_is_read() {
    words_from_p_upwards_are_refused::<E4>();
    words_from_p_upwards_are_refused::<E5>();
}

#[test]
fn every_shorter_tape_is_refused() {
    let (_, tape, _) = written::<E4>();
    for length in 0..tape.len() {
        let (wanted, start) = if length < 48 { (48, 0) } else { (80, 48) };
        let short = TapeError::Short { wanted, left: length - start };
        assert_eq!(read::<E4>(&tape[..length]).err(), Some(short));
    }
}

#[test]
fn bytes_after_the_last_message_are_refused() {
    let (_, tape, _) = written::<E5>();
    for surplus in [vec![0], tape.clone(), vec![0xa5; 64 << 10]] {
        let longer = [tape.clone(), surplus.clone()].concat();
        assert_eq!(read::<E5>(&longer).err(), Some(TapeError::LeftOver { bytes: surplus.len() }));
    }
}

#[test]
fn every_flipped_bit_of_a_tape_is_refused_or_moves_the_challenge() {
    let (_, tape, challenge) = written::<E4>();
    for bit in 0..8 * tape.len() {
        let mut forged = tape.clone();
        forged[bit / 8] ^= 1 << (bit % 8);
        let moved = read::<E4>(&forged).map_or(true, |(_, other)| other != challenge);
        assert!(moved, "bit {bit} is not bound");
    }
}

#[test]
fn a_refused_message_leaves_the_transcript_where_it_was() {
    let start = Parts::witness(4).start();
    let mut reader = TapeReader::new(start.clone(), &[0xff; 16]);
    let mut message = [E4::ZERO; 2];
    reader.receive(label::ROUND, &mut message).expect_err("the tape has one element");
    reader.receive(label::ROUND, &mut message[..1]).expect_err("and it is not canonical");
    assert_eq!(reader.transcript().state(), start.state());
    assert_eq!(reader.finish(), Err(TapeError::LeftOver { bytes: 16 }));
}

#[test]
fn refusals_read_as_sentences() {
    let messages = [
        (TapeError::Short { wanted: 48, left: 5 }, "the tape is too short: 48 more bytes are needed and 5 are left"),
        (
            TapeError::NotCanonical { position: 8, word: P },
            "the tape holds 2130706433 at byte 8, which is not below the field's order",
        ),
        (TapeError::LeftOver { bytes: 3 }, "the tape is too long: 3 bytes are left over"),
    ];
    for (error, message) in messages {
        assert_eq!(error.to_string(), message);
    }
}
