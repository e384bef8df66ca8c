//! A second user of the engine, with no tree in sight: `C = A B` for public matrices, checked in `O(n^2)`.
//!
//! ```text
//! cargo run --release -p statesync-gkr --example matrix_product
//! ```
//!
//! What a frontend brings is all here: its statement and how it is encoded, a circuit that the verifier compiles from
//! the statement's own parameters, where the circuit's input comes from, a context, and the discharge of the residual.

use p3_field::{PrimeCharacteristicRing, PrimeField32};
use statesync_circuit::{BuildError, Circuit, CircuitBuilder, Copies};
use statesync_gkr::wiring::Derived;
use statesync_gkr::{Accepted, F, InputLayout, Instance, Outputs, Quartic, Source, prove, verify_with};

/// "`product = left * right`", row by row, `size` rows and columns each.
struct Statement {
    size: usize,
    left: Vec<F>,
    right: Vec<F>,
    product: Vec<F>,
}

impl Statement {
    /// What is absorbed: the size, then both factors. The product is absorbed as the circuit's public outputs.
    fn encode(&self) -> Vec<u8> {
        let elements = self.left.iter().chain(&self.right);
        let mut bytes = (self.size as u64).to_le_bytes().to_vec();
        bytes.extend(elements.flat_map(|element| element.as_canonical_u32().to_le_bytes()));
        bytes
    }

    /// One layer of `n^3` products. Wide, so it is closed sparsely; regular, so its wiring has closed forms.
    fn circuit(&self) -> Result<Circuit, BuildError> {
        let n = self.size;
        let mut builder = CircuitBuilder::new(2 * n * n, 0).sparse();
        let layer = builder.layer(n * n);
        for i in 0..n {
            for j in 0..n {
                for k in 0..n {
                    layer.product(i * n + j, i * n + k, n * n + k * n + j, F::ONE);
                }
            }
        }
        builder.build()
    }

    /// The input is public: there is nothing that only the prover knows.
    fn layout(&self, circuit: &Circuit) -> Result<InputLayout, statesync_gkr::LayoutError> {
        let input = [&self.left[..], &self.right[..]].concat();
        InputLayout::new(circuit, Copies::one(), input.len(), vec![Source::Public(0)], input, 0)
    }

    fn instance<'a>(&'a self, circuit: &'a Circuit, encoded: &'a [u8]) -> Instance<'a> {
        Instance {
            circuit,
            copies: Copies::one(),
            outputs: Outputs::Columns(&self.product),
            application: b"matrix product",
            context: b"example",
            statement: encoded,
            hints: b"",
        }
    }

    fn prove(&self) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
        let (circuit, encoded) = (self.circuit()?, self.encode());
        let bound = self.instance(&circuit, &encoded).bind::<Quartic>(&[])?;
        Ok(prove(&bound, &self.layout(&circuit)?)?)
    }

    fn verify(&self, tape: &[u8]) -> Result<Accepted, Box<dyn std::error::Error>> {
        let (circuit, encoded) = (self.circuit()?, self.encode());
        let bound = self.instance(&circuit, &encoded).bind::<Quartic>(&[])?;
        let residual = verify_with(bound, &Derived::new(&circuit), tape)?;
        Ok(residual.discharge_witness(&self.layout(&circuit)?)?)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let size = 32;
    let matrix =
        |seed: u64| (0..(size * size) as u64).map(|i| F::from_u64(seed * (i + 1) * (i + 1))).collect::<Vec<F>>();
    let (left, right) = (matrix(3), matrix(5));
    let entry = |i: usize, j: usize| (0..size).map(|k| left[i * size + k] * right[k * size + j]).sum();
    let product = (0..size * size).map(|at| entry(at / size, at % size)).collect();
    let mut statement = Statement { size, left, right, product };

    let tape = statement.prove()?;
    statement.verify(&tape).map(drop)?;
    println!("a product of {size} x {size} matrices: proof of {} bytes, accepted", tape.len());

    statement.product[7] += F::ONE;
    match statement.verify(&tape) {
        Ok(_) => Err("a wrong product was accepted".into()),
        Err(refusal) => {
            println!("with one entry changed: {refusal}");
            Ok(())
        }
    }
}
