use p3_field::Algebra;
use statesync_circuit::F;

use crate::Weights;

/// The index of one wire along a family: `start + i * 2^shift`.
///
/// Bits `shift .. shift + bits` of `start` are zero, so counting touches those bits alone: bit `b` of the counter is
/// bit `shift + b` of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stride {
    /// Index of gate 0.
    pub start: u32,
    /// Step from gate to gate, as a power of two.
    pub shift: u32,
}

/// `2^bits` gates; gate `i` is on wires `wires[k].start + i * 2^shift` and has coefficient `first + i * step`.
///
/// `wires` are the output and then the inputs of the gate kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family<const WIRES: usize> {
    /// log2 of the number of gates.
    pub bits: u32,
    /// Where the gates are.
    pub wires: [Stride; WIRES],
    /// Coefficient of gate 0.
    pub first: F,
    /// Difference from gate to gate.
    pub step: F,
}

impl Stride {
    /// The index of gate `i`.
    pub fn index(self, i: u32) -> u32 {
        self.start + (i << self.shift)
    }

    /// Whether counting to `2^bits` leaves the other bits of `start` alone.
    pub fn is_aligned(self, bits: u32) -> bool {
        let counted = ((1_u64 << bits) - 1) << self.shift;
        counted & u64::from(self.start) == 0
    }
}

impl<const WIRES: usize> Family<WIRES> {
    /// `sum_i (first + i step) prod_k w_k[wires[k].index(i)]`, in one scan over the bits per choice of tensors.
    ///
    /// A product of tensors is a tensor. The bits outside the family give a constant; with `f_b(v)` the product of the
    /// factors of counter bit `b` and `S_b = f_b(0) + f_b(1)`,
    ///
    /// ```text
    /// sum_i prod_b f_b(i_b)   = prod_b S_b
    /// sum_i i prod_b f_b(i_b) = sum_b 2^b f_b(1) prod_{b' != b} S_b'
    /// ```
    pub(super) fn evaluate<E: Algebra<F> + Copy>(&self, weights: [&Weights<E>; WIRES]) -> E {
        let counts = weights.map(|weights| weights.0.len());
        let choices = 0..counts.iter().product::<usize>();
        choices.map(|choice| self.of_tensors(weights, choose(choice, counts))).sum()
    }

    fn of_tensors<E: Algebra<F> + Copy>(&self, weights: [&Weights<E>; WIRES], chosen: [usize; WIRES]) -> E {
        let tensors: [_; WIRES] = core::array::from_fn(|k| &weights[k].0[chosen[k]]);
        let mut outside = E::ONE;
        for (tensor, stride) in tensors.iter().zip(self.wires) {
            outside *= tensor.scale;
            for (b, factor) in tensor.factors.iter().enumerate() {
                let b = b as u32;
                if !(stride.shift..stride.shift + self.bits).contains(&b) {
                    outside *= factor[(stride.start >> b & 1) as usize];
                }
            }
        }
        // Over the bits seen so far: prod S_b, and sum_i i prod f.
        let (mut sum, mut counted) = (E::ONE, E::ZERO);
        for b in 0..self.bits {
            let factor = |v: usize| -> E {
                let factors = tensors.iter().zip(self.wires);
                factors.map(|(tensor, stride)| tensor.factors[(stride.shift + b) as usize][v]).product()
            };
            let (zero, one) = (factor(0), factor(1));
            counted = counted * (zero + one) + sum * one * F::new(1 << b);
            sum *= zero + one;
        }
        outside * (sum * self.first + counted * self.step)
    }
}

/// The digits of `choice` in the mixed radix `counts`.
fn choose<const WIRES: usize>(mut choice: usize, counts: [usize; WIRES]) -> [usize; WIRES] {
    counts.map(|count| {
        let digit = choice % count;
        choice /= count;
        digit
    })
}
