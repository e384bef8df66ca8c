//! Any number of threads: the same roots, and readers that never see half of a commit.
//!
//! Cases R19, S11, S12.

use std::sync::atomic::{AtomicBool, Ordering};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use rayon::ThreadPoolBuilder;
use statesync_tree::store::{MemoryStore, Version};
use statesync_tree::{Digest, Key, LeafState, Opening, Operation, Prefix, Registry, Shape};

use crate::naive::{key, slot, slots};

/// Random batches that are never refused, some without any effect; one in two hundred is large
/// enough for every part of the work to be spread over threads.
fn batches(shape: Shape, count: usize) -> Vec<Vec<Operation>> {
    let mut rng = SmallRng::seed_from_u64(11);
    let mut batch = |size| -> Vec<Operation> {
        let operation = |_| {
            let number: u16 = rng.random_range(0..6000);
            let key = match shape {
                Shape::Keyed => key(&number.wrapping_mul(0x9e37).to_be_bytes()),
                Shape::Slots(_) => slot(number.into(), shape),
            };
            let empty = rng.random_bool(0.1);
            Operation::put(key, &[rng.random_range(0..4)][usize::from(empty)..])
        };
        (0..size).map(operation).collect()
    };
    (0..count).map(|at| batch(if at % 200 == 0 { 1500 } else { 2 })).collect()
}

/// The roots after each batch, each with openings of keys that it changed, on so many threads.
fn run(
    shape: Shape,
    batches: &[Vec<Operation>],
    threads: usize,
    apply: impl Fn(&Registry<MemoryStore>, &[Operation]) + Sync,
) -> Vec<(Digest, Vec<Opening>)> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let after = |registry: &Registry<MemoryStore>, batch: &Vec<Operation>| {
        apply(registry, batch);
        let snapshot = registry.snapshot();
        let keys = batch.iter().step_by(100).map(|operation| operation.key);
        let openings = keys.map(|key| snapshot.open(&key).expect("memory does not fail"));
        (snapshot.anchor().root, openings.collect())
    };
    pool.install(|| {
        let registry = Registry::in_memory(shape);
        batches.iter().map(|batch| after(&registry, batch)).collect()
    })
}

#[test]
fn any_number_of_threads_and_one_operation_after_the_other_give_the_same_roots_and_openings() {
    for shape in [Shape::Keyed, slots(13)] {
        let batches = batches(shape, 5000);
        let together = |registry: &Registry<MemoryStore>, batch: &[Operation]| {
            registry.apply(batch).expect("puts");
        };
        let alone = run(shape, &batches, 1, together);
        assert!(run(shape, &batches, 2, together) == alone, "two threads");
        assert!(run(shape, &batches, 8, together) == alone, "eight threads");
        let sequential = run(shape, &batches, 1, |registry, batch| {
            for operation in batch {
                registry.apply(std::slice::from_ref(operation)).expect("a put");
            }
        });
        assert!(sequential == alone, "one operation after the other");
    }
}

/// A registry that says in one record which version it is.
fn write(registry: &Registry<MemoryStore>, commits: u64) {
    for number in 1..=commits {
        let says = Operation::put(Key::ZERO, number.to_le_bytes());
        let other = Operation::put(key(&(number as u16).to_be_bytes()), *b"v");
        let row = registry.apply(&[says, other]).expect("puts");
        assert_eq!(row.version, Version(number));
        if number % 100 == 0 {
            registry.prune(Version(number - 50)).expect("the version is kept");
        }
    }
}

#[test]
fn version_root_and_answer_belong_together_beside_a_writer() {
    let registry = Registry::in_memory(Shape::Keyed);
    let done = AtomicBool::new(false);
    let read = || {
        let mut reads = 0;
        while reads < 2500 || !done.load(Ordering::Relaxed) {
            let snapshot = registry.snapshot();
            let number = snapshot.version().0;
            let opening = snapshot.open(&Key::ZERO).expect("memory does not fail");
            let state = match number {
                0 => LeafState::Empty,
                _ => LeafState::of(&number.to_le_bytes()),
            };
            assert_eq!(opening.check(snapshot.anchor(), &Key::ZERO, &state), Ok(()));
            assert_eq!(snapshot.row().version, snapshot.version());
            reads += 1;
        }
    };
    std::thread::scope(|scope| {
        for _reader in 0..4 {
            scope.spawn(read);
        }
        write(&registry, 1500);
        done.store(true, Ordering::Relaxed);
    });
    let leaves = registry.snapshot().leaves(Prefix::ROOT).count();
    assert_eq!(leaves, 1501, "every commit is there");
}

#[test]
fn two_writers_take_turns() {
    let registry = Registry::in_memory(Shape::Keyed);
    std::thread::scope(|scope| {
        for writer in 0..2_u8 {
            let registry = &registry;
            scope.spawn(move || {
                for number in 0..200_u8 {
                    let insert = Operation::insert(key(&[writer, number]), [number]);
                    registry.apply(&[insert]).expect("the key is new");
                }
            });
        }
    });
    let row = *registry.snapshot().row();
    assert_eq!((row.version, row.counts.active), (Version(400), 400));
}
