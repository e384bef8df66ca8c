//! Tables over all pairs of wires, row after row.

use p3_field::ExtensionField;
use statesync_circuit::Layer;
use statesync_gkr::F;
use statesync_transcript::{Label, ProverChannel};

/// The tables of one layer. What no gate needs is empty.
pub(super) struct Tables<E> {
    /// Rows: values of `x` that are left.
    height: usize,
    /// Columns: values of `y` that are left.
    width: usize,
    pub(super) lines: Vec<E>,
    pub(super) pairs: Vec<E>,
    pub(super) cubes: Vec<E>,
    pub(super) left: Vec<E>,
    pub(super) right: Vec<E>,
}

impl<E: ExtensionField<F>> Tables<E> {
    /// The tables of `layer` on the wires `values`, its outputs weighted by `weights`.
    pub(super) fn new(layer: &Layer, weights: &[E], values: &[F]) -> Self {
        let n = 1 << layer.input_bits();
        let table = |needed: bool| if needed { vec![E::ZERO; n * n] } else { Vec::new() };
        let has_products = !layer.products().is_empty();
        let mut tables = Self {
            height: n,
            width: n,
            lines: table(!layer.linear().is_empty()),
            pairs: table(has_products),
            cubes: table(!layer.cubes().is_empty()),
            left: table(true),
            right: table(has_products),
        };
        for gate in layer.linear() {
            tables.lines[gate.input as usize * n] += weights[gate.output as usize] * gate.coefficient;
        }
        for gate in layer.products() {
            tables.pairs[gate.left as usize * n + gate.right as usize] +=
                weights[gate.output as usize] * gate.coefficient;
        }
        for gate in layer.cubes() {
            tables.cubes[gate.input as usize * n] += weights[gate.output as usize] * gate.coefficient;
        }
        for (x, &value) in values.iter().enumerate() {
            tables.left[x * n..][..n].fill(E::from(value));
            tables.right.iter_mut().skip(x).step_by(n).for_each(|entry| *entry = E::from(value));
        }
        tables
    }

    /// Bytes that the tables have room for.
    pub(super) fn bytes(&self) -> usize {
        let tables = [&self.lines, &self.pairs, &self.cubes, &self.left, &self.right];
        tables.iter().map(|table| table.capacity() * size_of::<E>()).sum()
    }

    /// Binds all bits of `x`, from the most significant.
    pub(super) fn bind_left(&mut self, label: Label, degree: usize, channel: &mut impl ProverChannel<E>) -> Vec<E> {
        let mut point = Vec::new();
        while self.height > 1 {
            let half = self.height / 2 * self.width;
            let [c0, _, c2, c3, c4] = self.left_coefficients(half);
            channel.send(label, &[c0, c2, c3, c4][..degree]);
            point.push(self.bind(half, channel));
            self.height /= 2;
        }
        point
    }

    /// Binds all bits of `y`, from the most significant, in what is left of `pairs` and `right`.
    pub(super) fn bind_right(&mut self, label: Label, channel: &mut impl ProverChannel<E>) -> Vec<E> {
        let mut point = Vec::new();
        while self.width > 1 {
            let half = self.width / 2;
            let (mut c0, mut c2) = (E::ZERO, E::ZERO);
            for y in 0..half {
                let (pair, value) = (line(&self.pairs, y, half), line(&self.right, y, half));
                c0 += pair[0] * value[0];
                c2 += pair[1] * value[1];
            }
            channel.send(label, &[c0, c2]);
            point.push(self.bind(half, channel));
            self.width = half;
        }
        point
    }

    /// `c_0 .. c_4` of the round polynomial, `c_1` left out, by a loop over pairs of rows and one over columns.
    fn left_coefficients(&self, half: usize) -> [E; 5] {
        let mut sums = [E::ZERO; 5];
        for row in (0..half).step_by(self.width) {
            for at in row..row + self.width {
                let ([a, d], mut factor) = (line(&self.left, at, half), line(&self.lines, at, half));
                if let Some(&right) = self.right.get(at) {
                    let pair = line(&self.pairs, at, half);
                    factor[0] += pair[0] * right;
                    factor[1] += pair[1] * right;
                }
                sums[0] += a * factor[0];
                sums[2] += d * factor[1];
                if !self.cubes.is_empty() {
                    let [k, l] = line(&self.cubes, at, half);
                    let cube = [a.cube(), a.square() * d, a * d.square(), d.cube()];
                    let [a3, a2d, ad2, d3] = [cube[0], triple(cube[1]), triple(cube[2]), cube[3]];
                    sums[0] += k * a3;
                    sums[2] += k * ad2 + l * a2d;
                    sums[3] += k * d3 + l * ad2;
                    sums[4] += l * d3;
                }
            }
        }
        sums
    }

    /// Draws a challenge and puts each entry of the first half on the line to its partner in the second.
    fn bind(&mut self, half: usize, channel: &mut impl ProverChannel<E>) -> E {
        let rho = channel.draw();
        for table in [&mut self.lines, &mut self.pairs, &mut self.cubes, &mut self.left, &mut self.right] {
            if table.is_empty() {
                continue;
            }
            for at in 0..half {
                let [lo, d] = line(table, at, half);
                table[at] = lo + rho * d;
            }
            table.truncate(half);
        }
        rho
    }
}

/// An entry and the way from it to its partner; nothing in a table that is not stored.
fn line<E: ExtensionField<F>>(table: &[E], at: usize, half: usize) -> [E; 2] {
    if table.is_empty() { [E::ZERO; 2] } else { [table[at], table[half + at] - table[at]] }
}

fn triple<E: ExtensionField<F>>(value: E) -> E {
    value.double() + value
}
