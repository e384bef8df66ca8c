//! The prover's tables over the wires, bound from the most significant bit.

use p3_field::{Algebra, ExtensionField, PrimeCharacteristicRing};
use statesync_circuit::F;
use statesync_transcript::{Label, ProverChannel};

/// What one phase of the sparse close sums beside the wires' values: `sum_x values(x) linear(x) + cubes(x) values(x)^3`.
pub(super) struct Factors<E> {
    pub(super) linear: Vec<E>,
    /// Empty where no wire is cubed.
    pub(super) cubes: Vec<E>,
}

/// The line `lo + X d` that two halves of a table span.
struct Line<V> {
    lo: V,
    d: V,
}

impl<E: ExtensionField<F>> Factors<E> {
    /// Runs a sumcheck of degree `degree` (2, or 4 with room for cubes) over a power of two of values. Returns its point
    /// and the value there.
    ///
    /// The first round is half of the work: it runs on the values as they come, from the base field where they can.
    pub(super) fn rounds<V: PrimeCharacteristicRing + Copy>(
        mut self,
        values: &[V],
        label: Label,
        degree: usize,
        channel: &mut impl ProverChannel<E>,
    ) -> (Vec<E>, E)
    where
        E: Algebra<V>,
    {
        if let [value] = *values {
            return (Vec::new(), value.into());
        }
        let mut point = vec![self.round(values, label, degree, channel)];
        let mut values = halved(values, point[0]);
        while values.len() > 1 {
            let rho = self.round(&values, label, degree, channel);
            bind(&mut values, rho);
            point.push(rho);
        }
        (point, values[0])
    }

    /// Sends a round's polynomial and binds the factors, not the values, to the point that is drawn.
    fn round<V: PrimeCharacteristicRing + Copy>(
        &mut self,
        values: &[V],
        label: Label,
        degree: usize,
        channel: &mut impl ProverChannel<E>,
    ) -> E
    where
        E: Algebra<V>,
    {
        let [c0, _, c2, c3, c4] = self.coefficients(values);
        channel.send(label, &[c0, c2, c3, c4][..degree]);
        let rho = channel.draw();
        bind(&mut self.linear, rho);
        bind(&mut self.cubes, rho);
        rho
    }

    /// `c_0 .. c_4` of the round polynomial; `c_1` is left out, the verifier knows it.
    ///
    /// ```text
    /// (a + X d)(f + X g)                = a f + .. + d g X^2
    /// (k + X l)(a^3 + 3 a^2 d X + 3 a d^2 X^2 + d^3 X^3)
    ///     = k a^3 + .. + 3 (k a d^2 + l a^2 d) X^2 + (k d^3 + 3 l a d^2) X^3 + l d^3 X^4
    /// ```
    fn coefficients<V: PrimeCharacteristicRing + Copy>(&self, values: &[V]) -> [E; 5]
    where
        E: Algebra<V>,
    {
        let mut sums = [E::ZERO; 5];
        for (Line { lo: a, d }, Line { lo: f, d: g }) in lines(values).zip(lines(&self.linear)) {
            sums[0] += f * a;
            sums[2] += g * d;
        }
        for (Line { lo: a, d }, Line { lo: k, d: l }) in lines(values).zip(lines(&self.cubes)) {
            let (a2, d2) = (a.square(), d.square());
            let (a2d, ad2, d3) = (a2 * d, a * d2, d2 * d);
            sums[0] += k * (a2 * a);
            sums[2] += triple(k * ad2 + l * a2d);
            sums[3] += k * d3 + triple(l * ad2);
            sums[4] += l * d3;
        }
        sums
    }
}

fn lines<V: PrimeCharacteristicRing + Copy>(table: &[V]) -> impl Iterator<Item = Line<V>> {
    let (low, high) = table.split_at(table.len() / 2);
    low.iter().zip(high).map(|(&lo, &hi)| Line { lo, d: hi - lo })
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

/// As [`bind`], into a table of its own.
fn halved<V: PrimeCharacteristicRing + Copy, E: ExtensionField<F> + Algebra<V>>(table: &[V], rho: E) -> Vec<E> {
    lines(table).map(|Line { lo, d }| rho * d + lo).collect()
}
