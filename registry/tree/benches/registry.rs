//! Building, changing and opening a registry of a million records, in memory.
//!
//! `cargo bench -p statesync-tree`

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use statesync_tree::store::MemoryStore;
use statesync_tree::{Digest, Key, Operation, Registry, Shape, node_digest, node_digests};

const RECORDS: usize = 1_000_000;
const BATCH: usize = 4096;

fn key(number: usize) -> Key {
    Key::hashed(&(number as u64).to_le_bytes())
}

fn inserts() -> Vec<Operation> {
    let numbers = 0..RECORDS;
    numbers.map(|number| Operation::insert(key(number), number.to_le_bytes())).collect()
}

/// Replacements of as many different records, spread over the tree.
fn replacements(rng: &mut SmallRng) -> Vec<Operation> {
    let first: usize = rng.random_range(0..RECORDS);
    let spread = (0..BATCH).map(|step| (first + step * 241) % RECORDS);
    let value: [u8; 32] = rng.random();
    spread.map(|number| Operation::replace(key(number), value)).collect()
}

fn hashing(criterion: &mut Criterion) {
    let digest = node_digest(&Digest::new(Default::default()), &Digest::new(Default::default()));
    criterion.bench_function("hash one node", |bench| {
        bench.iter(|| node_digest(black_box(&digest), black_box(&digest)));
    });
    let pairs = vec![[digest; 2]; 1024];
    criterion.bench_function("hash 1024 nodes", |bench| {
        bench.iter(|| node_digests(black_box(&pairs)));
    });
}

fn building(criterion: &mut Criterion) {
    let inserts = inserts();
    let mut group = criterion.benchmark_group("million");
    group.sample_size(10).measurement_time(Duration::from_secs(20));
    group.bench_function("build", |bench| {
        bench.iter_batched(
            || Registry::in_memory(Shape::Keyed),
            |registry| {
                registry.apply(&inserts).expect("the keys are new");
                registry
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

fn changing(criterion: &mut Criterion) {
    let registry = Registry::in_memory(Shape::Keyed);
    registry.apply(&inserts()).expect("the keys are new");
    let mut rng = SmallRng::seed_from_u64(1);
    let mut group = criterion.benchmark_group("at a million");
    group.sample_size(20);
    group.bench_function("batch of 4096", |bench| {
        bench.iter_batched(
            || replacements(&mut rng),
            |batch| registry.apply(&batch).expect("the keys are in use"),
            BatchSize::PerIteration,
        );
    });
    let mut rng = SmallRng::seed_from_u64(2);
    group.bench_function("batch of one", |bench| {
        bench.iter_batched(
            || Operation::put(key(rng.random_range(0..RECORDS)), rng.random::<[u8; 32]>()),
            |operation| registry.apply(&[operation]).expect("a put is never refused"),
            BatchSize::SmallInput,
        );
    });
    reading(&mut group, &registry);
    group.finish();
}

fn reading(
    group: &mut criterion::BenchmarkGroup<'_, criterion::measurement::WallTime>,
    registry: &Registry<MemoryStore>,
) {
    let snapshot = registry.snapshot();
    let mut number = 0;
    let mut next = || {
        number = (number + 7919) % RECORDS;
        key(number)
    };
    let asked = next();
    let opening = snapshot.open(&asked).expect("memory does not fail");
    group.bench_function("open", |bench| {
        bench.iter_batched(&mut next, |key| snapshot.open(&key), BatchSize::SmallInput);
    });
    group.bench_function("get", |bench| {
        bench.iter_batched(&mut next, |key| snapshot.get(&key), BatchSize::SmallInput);
    });
    group.bench_function("check an opening", |bench| {
        bench.iter(|| opening.answer(snapshot.anchor(), black_box(&asked)));
    });
}

criterion_group!(benches, hashing, building, changing);
criterion_main!(benches);
