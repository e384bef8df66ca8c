//! What one SHA-256 block of a transcript costs, alone and per lane in lock step.
//!
//! The messages are those of a membership proof: three elements per round (two blocks of hashing) with a challenge
//! after each, and sixteen opened values (five blocks).

use std::hint::black_box;
use std::time::Instant;

use criterion::{Criterion, criterion_group, criterion_main};
use p3_field::extension::BinomialExtensionField;
use p3_field::{ExtensionField, PrimeCharacteristicRing};
use statesync_transcript::{
    Binding, F, Header, LANES, LockstepReader, LockstepWriter, Mode, Preamble, ProverChannel, TapeReader, TapeWriter,
    Transcript, VerifierChannel, label,
};

type E = BinomialExtensionField<F, 4>;
type PackedE = <E as ExtensionField<F>>::ExtensionPacking;

/// Messages on one tape.
const MESSAGES: u32 = 256;

/// Elements of a message, and the SHA-256 blocks that absorbing it takes.
const SIZES: [(usize, u32); 2] = [(3, 2), (16, 5)];

fn transcript() -> Transcript {
    let header = Header {
        extension_degree: 4,
        mode: Mode::Witness,
        public_outputs: false,
        application: b"bench",
        commitment: &[],
        circuit: &[0; 32],
        context: &[],
    };
    Transcript::start(&Preamble { header, statement: b"", outputs: &[], hints: &[], binding: Binding::Witness(&[]) })
}

fn write<A>(channel: &mut impl ProverChannel<A>, elements: usize)
where
    A: PrimeCharacteristicRing + Copy,
{
    let mut challenge = A::ONE;
    for _ in 0..MESSAGES {
        channel.send(label::ROUND, &[challenge; 16][..elements]);
        challenge = channel.draw();
    }
}

fn read<A>(channel: &mut impl VerifierChannel<A>, elements: usize) -> A
where
    A: PrimeCharacteristicRing + Copy,
{
    let mut message = [A::ZERO; 16];
    let mut challenge = A::ONE;
    for _ in 0..MESSAGES {
        channel.receive(label::ROUND, &mut message[..elements]).expect("the tape is long enough");
        challenge = channel.draw();
    }
    challenge
}

/// Times `run` and reports the time of one block in one lane.
fn report<T>(criterion: &mut Criterion, name: &str, elements: usize, divisor: u32, run: impl Fn() -> T) {
    criterion.bench_function(&format!("{name}/{elements} elements, per block and lane"), |bencher| {
        bencher.iter_custom(|iterations| {
            let start = Instant::now();
            for _ in 0..iterations {
                black_box(run());
            }
            start.elapsed() / divisor
        });
    });
}

fn benches(criterion: &mut Criterion) {
    let start = transcript();
    let starts = vec![start.clone(); LANES];
    for (elements, blocks) in SIZES {
        let scalar = MESSAGES * blocks;
        let lockstep = scalar * LANES as u32;
        let tape_bytes = 4 * 4 * MESSAGES as usize * elements;
        let write_one = || {
            let mut channel = TapeWriter::new(start.clone());
            write::<E>(&mut channel, elements);
            channel.into_tape()
        };
        let write_all = || {
            let mut channel = LockstepWriter::new(&starts, tape_bytes);
            write::<PackedE>(&mut channel, elements);
            channel.into_tapes()
        };
        let (tape, tapes) = (write_one(), write_all());
        let tapes: Vec<&[u8]> = tapes.iter().map(Vec::as_slice).collect();
        let total = MESSAGES as usize * elements;
        report(criterion, "write one", elements, scalar, write_one);
        report(criterion, "write lock step", elements, lockstep, write_all);
        report(criterion, "read one", elements, scalar, || {
            read::<E>(&mut TapeReader::new(start.clone(), &tape), elements)
        });
        report(criterion, "read lock step", elements, lockstep, || {
            let channel = LockstepReader::new(&starts, &tapes, total, 4);
            read::<PackedE>(&mut channel.expect("honest tapes"), elements)
        });
    }
}

criterion_group!(all, benches);
criterion_main!(all);
