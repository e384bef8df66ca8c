//! Samples of one quantity.

use std::time::Instant;

/// What one quantity was measured to be, run by run.
#[derive(Clone, Debug, Default)]
pub struct Samples(Vec<f64>);

impl Samples {
    /// Adds a run.
    pub fn push(&mut self, value: f64) {
        self.0.push(value);
    }

    /// Every run, in order.
    pub fn values(&self) -> &[f64] {
        &self.0
    }

    /// The middle run; of an even number, the mean of the two middle ones.
    ///
    /// # Panics
    /// If there was no run.
    pub fn median(&self) -> f64 {
        let sorted = self.sorted();
        let middle = sorted.len() / 2;
        if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 }
    }

    /// The least and the greatest run.
    ///
    /// # Panics
    /// If there was no run.
    pub fn range(&self) -> [f64; 2] {
        let sorted = self.sorted();
        [sorted[0], sorted[sorted.len() - 1]]
    }

    /// Another quantity, run by run.
    pub fn map(&self, of: impl Fn(f64) -> f64) -> Self {
        Self(self.0.iter().map(|&value| of(value)).collect())
    }

    /// The quotients of runs that were made side by side.
    pub fn over(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a / b).collect())
    }

    fn sorted(&self) -> Vec<f64> {
        assert!(!self.0.is_empty(), "a quantity must be measured before it is reported");
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted
    }
}

impl FromIterator<f64> for Samples {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

/// Times several things side by side, in microseconds: each once to warm up, then round after round, one of each, so
/// that whatever else the machine does meets all of them.
pub fn interleave<const N: usize>(rounds: usize, mut runs: [&mut dyn FnMut(); N]) -> [Samples; N] {
    let mut samples = [const { Samples(Vec::new()) }; N];
    runs.iter_mut().for_each(|run| run());
    for _ in 0..rounds {
        for (run, samples) in runs.iter_mut().zip(&mut samples) {
            samples.push(micros(run));
        }
    }
    samples
}

/// Microseconds that `run` takes.
pub(crate) fn micros(run: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64() * 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_and_the_range_the_ends() {
        let odd: Samples = [3.0, 1.0, 2.0].into_iter().collect();
        assert_eq!((odd.median(), odd.range()), (2.0, [1.0, 3.0]));
        let even: Samples = [4.0, 1.0, 2.0, 3.0].into_iter().collect();
        assert_eq!((even.median(), even.range()), (2.5, [1.0, 4.0]));
    }

    #[test]
    fn interleaved_runs_take_turns_after_one_of_each_to_warm_up() {
        let order = std::cell::RefCell::new(String::new());
        let samples = interleave(2, [&mut || order.borrow_mut().push('a'), &mut || order.borrow_mut().push('b')]);
        assert_eq!(*order.borrow(), "ababab");
        assert!(samples.iter().all(|samples| samples.values().len() == 2));
    }
}
