//! Our own mistakes stop at once, with a sentence.

use p3_field::PrimeCharacteristicRing;
use statesync_transcript::{
    Binding, LANES, LockstepReader, LockstepWriter, Mode, Preamble, ProverChannel, TapeReader, TapeWriter, Transcript,
    VerifierChannel, label,
};

use crate::fixture::{E4, E5, Packed4, Packed5, Parts, transcripts};

/// Starts from a preamble that was edited after its parts agreed.
fn start_edited(edit: impl FnOnce(&mut Preamble<'_>)) -> Transcript {
    let parts = Parts::witness(4);
    let mut preamble = parts.preamble();
    edit(&mut preamble);
    Transcript::start(&preamble)
}

#[test]
#[should_panic(expected = "the extension degree must be 4 or 5")]
fn a_degree_other_than_4_or_5_is_no_preamble() {
    start_edited(|preamble| preamble.header.extension_degree = 6);
}

#[test]
#[should_panic(expected = "the header's mode must be that of the binding")]
fn a_header_that_says_witness_does_not_go_with_a_commitment() {
    start_edited(|preamble| preamble.binding = Binding::Commitment(&[0; 32]));
}

#[test]
#[should_panic(expected = "the header's mode must be that of the binding")]
fn a_header_that_says_commitment_does_not_go_with_a_witness() {
    start_edited(|preamble| preamble.header.mode = Mode::Commitment);
}

#[test]
#[should_panic(expected = "public outputs must be there exactly if the header says so")]
fn outputs_that_the_header_denies_are_no_preamble() {
    start_edited(|preamble| preamble.header.public_outputs = false);
}

#[test]
#[should_panic(expected = "public outputs must be there exactly if the header says so")]
fn outputs_that_the_header_announces_must_be_there() {
    start_edited(|preamble| preamble.outputs = &[]);
}

#[test]
#[should_panic(expected = "commitment parameters must be empty in witness mode")]
fn commitment_parameters_in_witness_mode_are_no_preamble() {
    start_edited(|preamble| preamble.header.commitment = b"parameters");
}

#[test]
#[should_panic(expected = "at most 65535 bytes")]
fn application_bytes_that_no_length_field_holds_are_no_preamble() {
    start_edited(|preamble| preamble.header.application = &[0; 65_536]);
}

#[test]
#[should_panic(expected = "a message has at most 65535 elements")]
fn a_message_that_no_count_field_holds_is_not_sent() {
    TapeWriter::new(Parts::witness(4).start()).send(label::OPENED, &vec![E4::ZERO; 65_536]);
}

#[test]
fn the_longest_message_is_sent_and_received() {
    let start = Parts::witness(4).start();
    let mut message = vec![E4::ONE; 65_535];
    let mut writer = TapeWriter::new(start.clone());
    writer.send(label::OPENED, &message);
    let sent: E4 = writer.draw();
    let tape = writer.into_tape();
    let mut reader = TapeReader::new(start, &tape);
    reader.receive(label::OPENED, &mut message).expect("an honest tape");
    let received: E4 = reader.draw();
    assert!(sent == received);
}

const OTHER_DEGREE: &str = "elements must have the extension degree of the header";

/// Runs `misuse` and returns the sentence that it stops with.
fn sentence(misuse: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let payload = std::panic::catch_unwind(misuse).expect_err("a misuse must stop");
    payload.downcast_ref::<String>().cloned().expect("a sentence")
}

#[test]
fn elements_of_another_degree_than_the_headers_stop_every_channel() {
    let stops = [
        sentence(|| {
            let _challenge: E5 = Parts::witness(4).start().draw();
        }),
        sentence(|| TapeWriter::new(Parts::witness(4).start()).send(label::ROUND, &[E5::ONE])),
        sentence(|| {
            let mut reader = TapeReader::new(Parts::witness(4).start(), &[0; 20]);
            reader.receive(label::ROUND, &mut [E5::ONE]).expect("it stops before");
        }),
        sentence(|| LockstepWriter::new(&transcripts(4, 1), 0).send(label::ROUND, &[Packed5::ONE])),
        sentence(|| {
            let _challenge: Packed4 = LockstepWriter::new(&transcripts(5, 1), 0).draw();
        }),
        sentence(|| drop(LockstepReader::new(&transcripts(4, 1), &[&[0; 20]], 1, 5))),
    ];
    for stop in stops {
        assert!(stop.contains(OTHER_DEGREE), "{stop}");
    }
}

#[test]
#[should_panic(expected = "lock step takes 1 to")]
fn lock_step_of_no_proof_stops() {
    drop(LockstepWriter::new(&[], 0));
}

#[test]
#[should_panic(expected = "lock step takes 1 to")]
fn lock_step_of_more_proofs_than_lanes_stops() {
    drop(LockstepWriter::new(&transcripts(4, LANES + 1), 0));
}

#[test]
#[should_panic(expected = "lock step reads one tape per transcript")]
fn lock_step_with_a_tape_too_many_stops() {
    drop(LockstepReader::new(&transcripts(4, 1), &[&[0; 16], &[0; 16]], 1, 4));
}

/// These need two lanes.
#[cfg(any(target_feature = "avx2", target_feature = "neon"))]
mod with_lanes {
    use super::*;

    #[test]
    #[should_panic(expected = "transcripts in lock step must have one extension degree")]
    fn lock_step_of_two_degrees_stops() {
        drop(LockstepWriter::new(&[Parts::witness(4).start(), Parts::witness(5).start()], 0));
    }

    #[test]
    #[should_panic(expected = "transcripts in lock step must stand at the same step")]
    fn lock_step_of_transcripts_at_different_steps_stops() {
        let mut transcripts = transcripts(4, 2);
        let _challenge: E4 = transcripts[1].draw();
        drop(LockstepWriter::new(&transcripts, 0));
    }
}
