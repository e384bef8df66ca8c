//! The gates of one kind as the columns of a matrix.
//!
//! Weights of a layer's outputs are pulled back to its inputs by the transposed matrix `a`. Most entries of a dense
//! one are often the same number, the *background*; then only the others cost a product:
//!
//! ```text
//! sum_j w[j] a[j][x] = background sum_j w[j] + sum_j w[j] (a[j][x] - background)
//! ```

use p3_field::PrimeCharacteristicRing;

use crate::F;

/// A matrix, input by input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    background: F,
    columns: Vec<Column>,
}

/// What one input adds to the outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The wire that is read.
    pub input: u32,
    /// Outputs whose coefficient is not the background, with the difference.
    pub corrections: Vec<(u32, F)>,
}

impl Columns {
    /// From gates `(input, output, coefficient)`, ascending and none twice, of a layer with `outputs` outputs.
    pub(crate) fn new(gates: &[(u32, u32, F)], outputs: usize) -> Self {
        let background = background(gates, outputs);
        let columns = gates
            .chunk_by(|a, b| a.0 == b.0)
            .map(|run| Column { input: run[0].0, corrections: corrections(run, outputs, background) });
        Self { background, columns: columns.collect() }
    }

    /// The coefficient that every input has for every output, up to corrections.
    pub fn background(&self) -> F {
        self.background
    }

    /// One column for each input that is read, ascending.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }
}

/// The coefficient with the most gates, if it leaves fewer corrections than there are gates; else zero.
fn background(gates: &[(u32, u32, F)], outputs: usize) -> F {
    let mut coefficients: Vec<F> = gates.iter().map(|gate| gate.2).collect();
    coefficients.sort_unstable();
    let runs = coefficients.chunk_by(|a, b| a == b);
    let most = runs.max_by_key(|run| run.len()).map_or((F::ZERO, 0), |run| (run[0], run.len()));
    let entries = gates.chunk_by(|a, b| a.0 == b.0).count() * outputs;
    if entries - most.1 < gates.len() { most.0 } else { F::ZERO }
}

fn corrections(run: &[(u32, u32, F)], outputs: usize, background: F) -> Vec<(u32, F)> {
    if background == F::ZERO {
        return run.iter().map(|&(_, output, coefficient)| (output, coefficient)).collect();
    }
    let mut column = vec![F::ZERO; outputs];
    run.iter().for_each(|&(_, output, coefficient)| column[output as usize] = coefficient);
    let differences = (0..).zip(column).map(|(output, coefficient)| (output, coefficient - background));
    differences.filter(|&(_, difference)| difference != F::ZERO).collect()
}

#[cfg(test)]
mod tests {
    use rand::rngs::StdRng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    #[test]
    fn background_and_corrections_give_every_coefficient() {
        let rng = &mut StdRng::seed_from_u64(1);
        for round in 0..300 {
            let (inputs, outputs) = (rng.random_range(1..6), rng.random_range(1..6));
            let density = f64::from(round % 3 + 1) / 3.0;
            let wires = (0..inputs).flat_map(|input| (0..outputs).map(move |output| (input, output)));
            let wires: Vec<(u32, u32)> = wires.filter(|_| rng.random_bool(density)).collect();
            let gates: Vec<_> = wires.iter().map(|&(i, o)| (i, o, F::from_u32(rng.random_range(1..4)))).collect();
            let columns = Columns::new(&gates, outputs as usize);
            let corrections: usize = columns.columns().iter().map(|column| column.corrections.len()).sum();
            assert!(corrections <= gates.len());
            let inputs_read = gates.chunk_by(|a, b| a.0 == b.0);
            assert_eq!(columns.columns().len(), inputs_read.clone().count());
            for (run, column) in inputs_read.zip(columns.columns()) {
                assert_eq!(column.input, run[0].0);
                for output in 0..outputs {
                    let wanted = run.iter().find(|gate| gate.1 == output).map_or(F::ZERO, |gate| gate.2);
                    let correction = column.corrections.iter().find(|entry| entry.0 == output);
                    assert_eq!(columns.background() + correction.map_or(F::ZERO, |entry| entry.1), wanted);
                }
            }
        }
    }
}
