//! Making one proof of depth 24, circuit prepared, one thread.

mod cases;

use std::hint::black_box;

use cases::{CONTEXT, cases};
use criterion::{Criterion, criterion_group, criterion_main};
use statesync_proof::Form;

fn prove(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("prove");
    for case in cases() {
        for form in [Form::Detached, Form::Inline] {
            group.bench_function(format!("{}/{form}", case.name), |bencher| {
                bencher.iter(|| {
                    statesync_proof::prove(&case.prepared, black_box(&case.request), CONTEXT, form)
                        .expect("a true claim")
                });
            });
        }
    }
}

criterion_group!(benches, prove);
criterion_main!(benches);
