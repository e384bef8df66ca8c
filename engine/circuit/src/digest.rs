//! The canonical encoding of a circuit, hashed (docs/protocol.md, section 4).
//!
//! All integers are 32-bit little-endian; a field element is its canonical integer.
//!
//! ```text
//! "statesync-circuit" (17 bytes), version 1, close (0 open, 1 sparse), input wires, layers, then per layer from the input:
//!   inputs, outputs,
//!   constants, then (output, value) each,
//!   linear, then (output, input, coefficient) each,
//!   products, then (output, left, right, coefficient) each,
//!   cubes, then (output, input, coefficient) each,
//!   taps, then (output, input, coefficient) each,
//!   nonlinear wires, then each
//! ```

use p3_field::PrimeField32;
use sha2::{Digest, Sha256};

use crate::{CircuitDigest, Close, F, Layer};

const NAME: &[u8; 17] = b"statesync-circuit";
const VERSION: usize = 1;

pub(crate) fn digest(input_wires: usize, layers: &[Layer], close: Close) -> CircuitDigest {
    let mut hash = Words(Sha256::new());
    hash.0.update(NAME);
    let close = match close {
        Close::Open => 0,
        Close::Sparse => 1,
    };
    hash.counts(&[VERSION, close, input_wires, layers.len()]);
    for layer in layers {
        hash.counts(&[layer.inputs(), layer.outputs(), layer.constants().len()]);
        for gate in layer.constants() {
            hash.gate(&[gate.output], gate.value);
        }
        hash.counts(&[layer.linear().len()]);
        for gate in layer.linear() {
            hash.gate(&[gate.output, gate.input], gate.coefficient);
        }
        hash.counts(&[layer.products().len()]);
        for gate in layer.products() {
            hash.gate(&[gate.output, gate.left, gate.right], gate.coefficient);
        }
        hash.counts(&[layer.cubes().len()]);
        for gate in layer.cubes() {
            hash.gate(&[gate.output, gate.input], gate.coefficient);
        }
        hash.counts(&[layer.taps().len()]);
        for gate in layer.taps() {
            hash.gate(&[gate.output, gate.input], gate.coefficient);
        }
        hash.counts(&[layer.nonlinear_wires().len()]);
        layer.nonlinear_wires().iter().for_each(|&wire| hash.word(wire));
    }
    CircuitDigest(hash.0.finalize().into())
}

struct Words(Sha256);

impl Words {
    fn word(&mut self, word: u32) {
        self.0.update(word.to_le_bytes());
    }

    /// The builder's limits keep every count below 2^32.
    fn counts(&mut self, counts: &[usize]) {
        counts.iter().for_each(|&count| self.word(count as u32));
    }

    fn gate(&mut self, wires: &[u32], coefficient: F) {
        wires.iter().for_each(|&wire| self.word(wire));
        self.word(coefficient.as_canonical_u32());
    }
}
