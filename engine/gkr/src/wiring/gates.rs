use p3_field::Algebra;
use statesync_circuit::F;

use super::{Family, Stride};
use crate::Weights;

/// Gates of one kind: those that form families, and all others as they are.
#[derive(Clone, Debug)]
pub struct Gates<const WIRES: usize> {
    /// In closed form.
    pub families: Vec<Family<WIRES>>,
    /// Wires and coefficient of every gate that is in no family.
    pub residue: Vec<([u32; WIRES], F)>,
}

/// Fewest gates in a family, as a power of two: a smaller one is walked as fast.
const MIN_BITS: u32 = 2;

/// Wires, and the coefficient.
type Gate<const WIRES: usize> = ([u32; WIRES], F);

impl<const WIRES: usize> Gates<WIRES> {
    /// Sorts gates into families and residue, in `O(n log n)`.
    ///
    /// Families are looked for among neighbours: in the circuit's own order, which shows gates of unequal strides, and
    /// then by the distances between their wires, which shows patterns that are interleaved.
    pub(super) fn derive(gates: impl Iterator<Item = ([u32; WIRES], F)>) -> Self {
        let mut families = Vec::new();
        let mut residue = sift(gates.collect(), &mut families);
        residue.sort_by_key(|(wires, _)| (wires.map(|wire| wire.wrapping_sub(wires[0])), wires[0]));
        residue = sift(residue, &mut families);
        Self { families, residue }
    }

    pub(super) fn evaluate<E: Algebra<F> + Copy>(&self, weights: [&Weights<E>; WIRES]) -> E {
        let families: E = self.families.iter().map(|family| family.evaluate(weights)).sum();
        if self.residue.is_empty() {
            return families;
        }
        let lookups = weights.map(Weights::lookup);
        let gate = |(wires, coefficient): &([u32; WIRES], F)| {
            let weights = lookups.iter().zip(wires).map(|(lookup, &wire)| lookup.at(wire));
            weights.product::<E>() * *coefficient
        };
        families + self.residue.iter().map(gate).sum::<E>()
    }

    /// Every gate again, for an audit: families written out, then the residue.
    pub fn expand(&self) -> Vec<([u32; WIRES], F)> {
        let families = self.families.iter().flat_map(|family| {
            (0..1 << family.bits)
                .map(|i| (family.wires.map(|stride| stride.index(i)), family.first + family.step * F::new(i)))
        });
        families.chain(self.residue.iter().copied()).collect()
    }
}

/// Moves families of neighbouring gates to `families`; returns the rest.
fn sift<const WIRES: usize>(gates: Vec<Gate<WIRES>>, families: &mut Vec<Family<WIRES>>) -> Vec<Gate<WIRES>> {
    let mut residue = Vec::new();
    let mut rest = &gates[..];
    while !rest.is_empty() {
        let (run, shifts) = leading_run(rest);
        match shifts {
            Some(shifts) => place(run.to_vec(), shifts, families, &mut residue),
            None => residue.extend_from_slice(run),
        }
        rest = &rest[run.len()..];
    }
    residue
}

/// Cuts a run into aligned families.
///
/// A run whose wires are all aligned at one place is cut into blocks. One whose wires never are, such as from wire `j` to
/// `j + 1`, is taken apart into its even and odd gates, of twice the stride, until they are.
fn place<const WIRES: usize>(
    run: Vec<Gate<WIRES>>,
    shifts: [u32; WIRES],
    families: &mut Vec<Family<WIRES>>,
    residue: &mut Vec<Gate<WIRES>>,
) {
    let (blocks, left) = blocks(&run, shifts);
    if run.len() < 2 << MIN_BITS || 2 * left.len() <= run.len() {
        families.extend(blocks);
        residue.extend(left);
        return;
    }
    for parity in 0..2 {
        let half = run.iter().skip(parity).step_by(2).copied().collect();
        place(half, shifts.map(|shift| shift + 1), families, residue);
    }
}

/// The largest aligned families that follow one another in `run`, and the gates between them.
fn blocks<const WIRES: usize>(run: &[Gate<WIRES>], shifts: [u32; WIRES]) -> (Vec<Family<WIRES>>, Vec<Gate<WIRES>>) {
    let (mut families, mut left, mut rest) = (Vec::new(), Vec::new(), run);
    while let Some(&(start, first)) = rest.first() {
        let wires: [Stride; WIRES] = core::array::from_fn(|k| Stride { start: start[k], shift: shifts[k] });
        let fits = |bits: &u32| wires.iter().all(|stride| stride.is_aligned(*bits));
        let bits = (0..=rest.len().ilog2()).rev().find(fits).unwrap_or(0);
        let (block, after) = rest.split_at(1 << bits);
        if bits < MIN_BITS {
            left.extend_from_slice(block);
        } else {
            families.push(Family { bits, wires, first, step: block[1].1 - first });
        }
        rest = after;
    }
    (families, left)
}

/// The longest run at the start of `gates` in which every wire moves by one power of two of its own and the
/// coefficient by one difference; without such a move, the first gate alone and no shifts.
fn leading_run<const WIRES: usize>(gates: &[Gate<WIRES>]) -> (&[Gate<WIRES>], Option<[u32; WIRES]>) {
    let [(a, first), (b, second), ..] = gates else { return (gates, None) };
    let moves: [u32; WIRES] = core::array::from_fn(|k| b[k].wrapping_sub(a[k]));
    if !moves.iter().all(|step| step.is_power_of_two()) {
        return (&gates[..1], None);
    }
    let step = *second - *first;
    let follows = |pair: &[Gate<WIRES>]| {
        let [(a, first), (b, second)] = pair else { return false };
        (0..WIRES).all(|k| b[k].wrapping_sub(a[k]) == moves[k]) && *second - *first == step
    };
    let length = 1 + gates.windows(2).take_while(|pair| follows(pair)).count();
    (&gates[..length], Some(moves.map(u32::trailing_zeros)))
}
