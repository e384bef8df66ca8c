//! Bits of soundness, computed from the circuit and the field that are really used.
//!
//! One false claim becomes one false claim unless a challenge hits a root: with probability at most
//! `(k + outputs - 1) / |E|` at the first draw, `d / |E|` in a round over copies, `|S| / |E|` when `S` is opened,
//! `(D m + 2 m + 2) / |E|` in a sparse close of `2^m` wires (Schwartz-Zippel [Sch80]). A challenge is a 64-bit word
//! mod p in each coordinate: any value's probability exceeds `1 / |E|` by a factor of at most `(1 + 2^-33)^D`, which is
//! counted.

use statesync_circuit::{Circuit, Close, Copies, Layer};

/// Fewest bits, by the union bound, at which a proof is made or accepted.
pub const TARGET_BITS: f64 = 100.0;

/// Soundness error of a proof, as bits: `-log2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Soundness {
    /// By the worst single challenge, which is what a prover must beat by guessing in the random-oracle model.
    pub worst_challenge: f64,
    /// By the union over all challenges.
    pub union_bound: f64,
}

impl Soundness {
    /// Of a proof about `copies` of `circuit` over the extension of degree `extension_degree`.
    pub fn of(circuit: &Circuit, copies: Copies, extension_degree: usize) -> Self {
        let first = copies.log() + circuit.output_wires() - 1;
        let rounds = circuit.rounds(copies);
        let round = if rounds > 0 { circuit.degree() } else { 0 };
        let closes = || circuit.layers().iter().map(|layer| Closing::of(circuit, layer));
        let worst = closes().map(|close| close.worst).chain([first, round]).max().unwrap_or(0);
        let all = first + rounds * circuit.degree() + closes().map(|close| close.sum).sum::<usize>();
        let field = extension_degree as f64 * ((1_u64 << 31) as f64 - (1_u64 << 24) as f64 + 1.0).log2();
        let bias = extension_degree as f64 * 2_f64.powi(-33) * core::f64::consts::LOG2_E;
        let bits = |numerator: usize| field - bias - (numerator.max(1) as f64).log2();
        Self { worst_challenge: bits(worst), union_bound: bits(all) }
    }
}

/// Bad values of the challenges of one layer's close.
struct Closing {
    worst: usize,
    sum: usize,
}

impl Closing {
    fn of(circuit: &Circuit, layer: &Layer) -> Self {
        match circuit.close() {
            Close::Open => {
                let opened = layer.nonlinear_wires().len();
                Self { worst: opened, sum: opened }
            }
            // D in each of m rounds, 2 in each of m more, 2 when claims are merged.
            Close::Sparse => {
                let (m, degree) = (layer.input_bits(), circuit.sparse_degree());
                Self { worst: degree, sum: degree * m + 2 * m + 2 }
            }
        }
    }
}
