//! Checking one proof of depth 24, one thread, beside the plain opening that answers the same question.

mod cases;

use std::hint::black_box;

use cases::{CONTEXT, cases};
use criterion::{Criterion, criterion_group, criterion_main};
use statesync_proof::{Envelope, Form, prove, verify_detached};

fn verify(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("verify");
    for case in cases() {
        let (prepared, request) = (&case.prepared, &case.request);
        let make = |form| prove(prepared, request, CONTEXT, form).expect("a true claim");
        let (detached, inline) = (make(Form::Detached), make(Form::Inline));
        group.bench_function(format!("{}/detached", case.name), |bencher| {
            bencher.iter(|| verify_detached(prepared, request, CONTEXT, black_box(&detached)).map(drop));
        });
        group.bench_function(format!("{}/inline", case.name), |bencher| {
            bencher
                .iter(|| statesync_proof::verify(prepared, &request.statement, CONTEXT, black_box(&inline)).map(drop));
        });
        let bytes = inline.encode();
        group.bench_function(format!("{}/decode inline", case.name), |bencher| {
            bencher.iter(|| Envelope::decode(black_box(&bytes)));
        });
        group.bench_function(format!("{}/plain opening", case.name), |bencher| {
            bencher.iter(|| black_box(request).check());
        });
    }
}

criterion_group!(benches, verify);
criterion_main!(benches);
