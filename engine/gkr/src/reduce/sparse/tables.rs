//! The prover's tables over the wires, bound from the most significant bit.

use p3_field::ExtensionField;
use statesync_circuit::F;
use statesync_transcript::{Label, ProverChannel};

/// `sum_x values(x) factor(x) + cubes(x) values(x)^3`: what one phase of the sparse close sums.
pub(super) struct Phase<E> {
    pub(super) values: Vec<E>,
    pub(super) factor: Vec<E>,
    /// Empty where no wire is cubed.
    pub(super) cubes: Vec<E>,
}

/// The line `lo + X d` that two halves of a table span.
struct Line<E> {
    lo: E,
    d: E,
}

impl<E: ExtensionField<F>> Phase<E> {
    /// Runs a sumcheck of degree `degree` (2, or 4 with room for cubes). Returns its point; what is left of each table
    /// is its value there.
    pub(super) fn rounds(&mut self, label: Label, degree: usize, channel: &mut impl ProverChannel<E>) -> Vec<E> {
        let mut point = Vec::with_capacity(self.values.len().ilog2() as usize);
        while self.values.len() > 1 {
            let [c0, _, c2, c3, c4] = self.coefficients();
            channel.send(label, &[c0, c2, c3, c4][..degree]);
            let rho = channel.draw();
            for table in [&mut self.values, &mut self.factor, &mut self.cubes] {
                bind(table, rho);
            }
            point.push(rho);
        }
        point
    }

    /// `c_0 .. c_4` of the round polynomial; `c_1` is left out, the verifier knows it.
    ///
    /// ```text
    /// (a + X d)(f + X g)                = a f + .. + d g X^2
    /// (k + X l)(a^3 + 3 a^2 d X + 3 a d^2 X^2 + d^3 X^3)
    ///     = k a^3 + .. + 3 (k a d^2 + l a^2 d) X^2 + (k d^3 + 3 l a d^2) X^3 + l d^3 X^4
    /// ```
    fn coefficients(&self) -> [E; 5] {
        let half = self.values.len() / 2;
        let line = |table: &[E], x: usize| Line { lo: table[x], d: table[half + x] - table[x] };
        let mut sums = [E::ZERO; 5];
        for x in 0..half {
            let (value, factor) = (line(&self.values, x), line(&self.factor, x));
            sums[0] += value.lo * factor.lo;
            sums[2] += value.d * factor.d;
            if !self.cubes.is_empty() {
                let (Line { lo: a, d }, Line { lo: k, d: l }) = (value, line(&self.cubes, x));
                let (a2, d2) = (a.square(), d.square());
                let (a2d, ad2, d3) = (a2 * d, a * d2, d2 * d);
                sums[0] += k * (a2 * a);
                sums[2] += triple(k * ad2 + l * a2d);
                sums[3] += k * d3 + triple(l * ad2);
                sums[4] += l * d3;
            }
        }
        sums
    }
}

fn triple<E: ExtensionField<F>>(value: E) -> E {
    value.double() + value
}

fn bind<E: ExtensionField<F>>(table: &mut Vec<E>, rho: E) {
    let half = table.len() / 2;
    let (low, high) = table.split_at_mut(half);
    low.iter_mut().zip(high).for_each(|(lo, hi)| *lo += rho * (*hi - *lo));
    table.truncate(half);
}
