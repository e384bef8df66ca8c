//! Replays the corpus of every target, and damaged copies of it, on the ordinary toolchain.

mod mutate;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use mutate::mutate;
use peak_alloc::PeakAlloc;
use rand::SeedableRng;
use rand::rngs::StdRng;
use statesync_fuzz_targets::{Outcome, TARGETS, Target};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Damaged inputs per target.
const MUTATIONS: usize = 20_000;

/// Memory is counted for the whole process, so the tests of this file take turns.
fn alone() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn fuzz_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The corpus of a target, sorted by file name.
fn corpus(target: &Target) -> Vec<(PathBuf, Vec<u8>)> {
    // What a target makes once, such as the proofs that it damages, is no input's doing: made here, it is not counted.
    (target.seeds)();
    let folder = fuzz_folder().join("corpus").join(target.name);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// Runs the target and checks what it held at once. The input is named if it goes wrong.
fn run(target: &Target, input: &[u8], source: &str) -> Outcome {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let outcome = std::panic::catch_unwind(|| (target.run)(input));
    let held = MEMORY.peak_usage().saturating_sub(before);
    let outcome = outcome.unwrap_or_else(|_| panic!("{}: {source} breaks a law: {input:02x?}", target.name));
    let allowed = target.allowance(input.len());
    assert!(held <= allowed, "{}: {source} holds {held} bytes, not {allowed}: {input:02x?}", target.name);
    outcome
}

#[test]
fn every_input_of_every_corpus_is_survived() {
    let _turn = alone();
    for target in TARGETS {
        let outcomes: Vec<_> =
            corpus(target).iter().map(|(path, input)| run(target, input, &path.display().to_string())).collect();
        // A corpus whose inputs are all refused at the door tests the door alone.
        for wanted in [Outcome::Accepted, Outcome::Refused] {
            assert!(outcomes.contains(&wanted), "{}: no input is {wanted:?}", target.name);
        }
    }
}

#[test]
fn damaged_inputs_are_survived() {
    let _turn = alone();
    for target in TARGETS {
        let corpus = corpus(target);
        let mut rng = StdRng::seed_from_u64(1);
        for number in 0..MUTATIONS {
            let input = mutate(&mut rng, &corpus[number % corpus.len()].1, &corpus[number / 7 % corpus.len()].1);
            run(target, &input, &format!("mutation {number}"));
        }
    }
}

#[test]
fn the_corpus_holds_every_seed() {
    let _turn = alone();
    for target in TARGETS {
        let corpus = corpus(target);
        for (number, seed) in (target.seeds)().iter().enumerate() {
            let found = corpus.iter().any(|(_, input)| input == seed);
            assert!(found, "{}: seed {number} is missing; run the example `seeds`", target.name);
        }
    }
}

#[test]
fn targets_wrappers_and_corpora_are_the_same_list() {
    let _turn = alone();
    let mut names: Vec<_> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    names.sort();
    let listed = |folder: &str| {
        let entries = fs::read_dir(fuzz_folder().join(folder)).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned()).collect();
        names.sort();
        names
    };
    assert_eq!(listed("corpus"), names);
    assert_eq!(listed("fuzz_targets"), names);
    let manifest = fs::read_to_string(fuzz_folder().join("Cargo.toml")).unwrap();
    for name in names {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "fuzz/Cargo.toml does not build {name}");
    }
}
