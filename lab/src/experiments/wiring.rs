//! The verifier's wiring: the table of gates against closed forms of regular families.

use std::cell::Cell;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::Args;
use p3_field::Algebra;
use statesync_circuit::Circuit;
use statesync_gkr::wiring::{Derived, Table, Wiring};
use statesync_gkr::{F, Quartic, Weights, verify_with};

use crate::{Family, Meter, Oracle, Report, Row, Samples, WideCase, interleave};

/// Which widths.
#[derive(Args, Clone, Debug)]
pub struct WiringFlags {
    /// log2 of the narrowest circuit
    #[arg(long, default_value_t = 10)]
    pub from: u32,
    /// log2 of the widest
    #[arg(long, default_value_t = 16)]
    pub to: u32,
    /// Timed runs of each form
    #[arg(long, default_value_t = 9)]
    pub repetitions: usize,
}

/// `ratio`: time in the wiring up to the residual, table over derived. `full_ratio`: the whole check, from binding the
/// witness to the discharge. `derive_us` is spent once per circuit.
///
/// # Errors
/// If an honest proof is refused, or a forged one accepted, by either.
pub fn run(flags: &WiringFlags, report: &mut Report) -> Result<()> {
    for width in (flags.from..=flags.to).map(|log| 1 << log) {
        for family in Family::ALL {
            measure(family, width, flags.repetitions, report)?;
        }
    }
    Ok(())
}

fn measure(family: Family, width: usize, repetitions: usize, report: &mut Report) -> Result<()> {
    let case = WideCase::new(family.circuit(width)?, 1);
    let tape = case.prove(Oracle::Sparse);
    let meter = Meter::start();
    let derived = Derived::new(&case.circuit);
    let derive_us = meter.micros();
    let table = Timed::new(Table(&case.circuit));
    let derived = Timed::new(derived);
    check_verdicts(&case, &tape, &table, &derived)?;
    let (mut by_table, mut by_derived) = (Samples::default(), Samples::default());
    let [full_table, full_derived] = interleave(
        repetitions,
        [&mut || by_table.push(table.time(|| verdict(&case, &tape, &table))), &mut || {
            by_derived.push(derived.time(|| verdict(&case, &tape, &derived)));
        }],
    );
    report.emit(
        Row::new("wiring", 1, repetitions)
            .set("family", family.name())
            .set("width", width)
            .measure("table_us", &by_table)
            .measure("derived_us", &by_derived)
            .measure("ratio", &by_table.over(&by_derived))
            .measure("full_ratio", &full_table.over(&full_derived))
            .set("derive_us", derive_us),
    )
}

fn check_verdicts(case: &WideCase, tape: &[u8], table: &impl Wiring, derived: &impl Wiring) -> Result<()> {
    ensure!(verdict(case, tape, table) && verdict(case, tape, derived), "an honest proof was refused");
    let mut forged = tape.to_vec();
    forged[0] ^= 1;
    ensure!(!verdict(case, &forged, table) && !verdict(case, &forged, derived), "a forged proof was accepted");
    Ok(())
}

fn verdict(case: &WideCase, tape: &[u8], wiring: &impl Wiring) -> bool {
    let Ok(bound) = case.instance().bind::<Quartic>(&case.witness) else { return false };
    let residual = verify_with(bound, wiring, tape);
    residual.is_ok_and(|residual| residual.discharge_witness(&case.layout()).is_ok())
}

/// A wiring that counts the time spent in it.
struct Timed<W> {
    wiring: W,
    spent: Cell<Duration>,
}

impl<W> Timed<W> {
    fn new(wiring: W) -> Self {
        Self { wiring, spent: Cell::new(Duration::ZERO) }
    }

    /// Microseconds that `run` spends in the wiring.
    fn time<T>(&self, run: impl FnOnce() -> T) -> f64 {
        self.spent.set(Duration::ZERO);
        std::hint::black_box(run());
        self.spent.get().as_secs_f64() * 1e6
    }

    fn count<T>(&self, evaluate: impl FnOnce(&W) -> T) -> T {
        let start = Instant::now();
        let value = evaluate(&self.wiring);
        self.spent.set(self.spent.get() + start.elapsed());
        value
    }
}

impl<W: Wiring> Wiring for Timed<W> {
    fn circuit(&self) -> &Circuit {
        self.wiring.circuit()
    }

    fn constant<E: Algebra<F> + Copy>(&self, layer: usize, w: &Weights<E>) -> E {
        self.count(|wiring| wiring.constant(layer, w))
    }

    fn linear<E: Algebra<F> + Copy>(&self, layer: usize, w: &Weights<E>, p: &Weights<E>) -> E {
        self.count(|wiring| wiring.linear(layer, w, p))
    }

    fn cubes<E: Algebra<F> + Copy>(&self, layer: usize, w: &Weights<E>, p: &Weights<E>) -> E {
        self.count(|wiring| wiring.cubes(layer, w, p))
    }

    fn products<E: Algebra<F> + Copy>(&self, layer: usize, w: &Weights<E>, p: &Weights<E>, q: &Weights<E>) -> E {
        self.count(|wiring| wiring.products(layer, w, p, q))
    }
}
