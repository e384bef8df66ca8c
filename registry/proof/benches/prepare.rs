//! Compiling a circuit, once for any number of proofs.

mod cases;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use statesync_proof::{Kind, PreparedCircuit};

fn prepare(criterion: &mut Criterion) {
    criterion.bench_function("prepare", |bencher| {
        bencher.iter(|| PreparedCircuit::new(black_box(Kind::Membership), cases::shape()));
    });
}

criterion_group!(benches, prepare);
criterion_main!(benches);
