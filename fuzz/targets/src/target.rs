use crate::{forms, opening, proof, sync};

/// What a target made of its input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The input obeys the rules, and the laws of what it stands for held.
    Accepted,
    /// The input breaks a rule, and an error said so.
    Refused,
}

impl<T, E> From<Result<T, E>> for Outcome {
    fn from(result: Result<T, E>) -> Self {
        if result.is_ok() { Self::Accepted } else { Self::Refused }
    }
}

/// One entry to code that reads a stranger's bytes.
pub struct Target {
    /// Its name; the corpus is `fuzz/corpus/NAME`.
    pub name: &'static str,
    /// Runs it. Panics where a law is broken, for the fuzzer to see.
    pub run: fn(&[u8]) -> Outcome,
    /// Inputs to start from, some accepted, some not.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Bytes it may hold at once beyond [`Target::allowance`]'s share per input byte.
    pub fixed_allowance: usize,
}

impl Target {
    /// The most bytes it may allocate at once for an input of this length: sixteen per input byte
    /// and a fixed part.
    pub fn allowance(&self, input: usize) -> usize {
        self.fixed_allowance + 16 * input
    }
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target { name: "opening", run: opening::bytes, seeds: opening::byte_seeds, fixed_allowance: 64 << 10 },
    Target { name: "opening_json", run: opening::json, seeds: opening::json_seeds, fixed_allowance: 64 << 10 },
    Target { name: "opening_check", run: opening::check, seeds: opening::check_seeds, fixed_allowance: 64 << 10 },
    Target { name: "forms", run: forms::run, seeds: forms::seeds, fixed_allowance: 16 << 10 },
    Target { name: "statement", run: proof::statement, seeds: proof::statement_seeds, fixed_allowance: 16 << 10 },
    Target { name: "request", run: proof::request, seeds: proof::request_seeds, fixed_allowance: 64 << 10 },
    Target {
        name: "request_json",
        run: proof::request_json,
        seeds: proof::request_json_seeds,
        fixed_allowance: 64 << 10,
    },
    Target { name: "envelope", run: proof::envelope, seeds: proof::envelope_seeds, fixed_allowance: 1 << 20 },
    Target { name: "verify", run: proof::edited, seeds: proof::edited_seeds, fixed_allowance: 1 << 20 },
    Target { name: "sync_statement", run: sync::statement, seeds: sync::statement_seeds, fixed_allowance: 16 << 10 },
    Target { name: "sync_proof", run: sync::proof, seeds: sync::proof_seeds, fixed_allowance: 1 << 20 },
    Target { name: "sync_verify", run: sync::edited, seeds: sync::edited_seeds, fixed_allowance: 1 << 20 },
];

/// Runs the target of this name: what a libFuzzer wrapper calls.
///
/// # Panics
/// If a law is broken, or if no target has this name.
pub fn run(name: &str, input: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name);
    (target.expect("every wrapper names a listed target").run)(input);
}
