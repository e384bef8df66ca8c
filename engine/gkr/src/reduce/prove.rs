//! The prover's side of the reduction.

use p3_field::Algebra;
use statesync_circuit::{Circuit, F, Trace};
use statesync_transcript::{Extension, ProverChannel, label};

use crate::claim::powers;
use crate::pullback::Pullback;
use crate::rounds::{LayerColumns, Scratch};

/// Sends the messages of a proof that the run `trace` of `circuit` has the outputs that it has.
///
/// Columns are base values `B`, or packed lanes of them; challenges and messages are in the extension `E`, lane by
/// lane. Nothing is checked: a wrong run gives a tape that the verifier's residual claim will not fit.
pub fn prove<B, E>(circuit: &Circuit, trace: &Trace<B>, channel: &mut impl ProverChannel<E>)
where
    B: Algebra<F> + Copy,
    E: Extension<B>,
{
    prove_with(circuit, trace, channel, &mut Scratch::new());
}

/// As [`prove`], in memory that is kept from one call to the next.
pub fn prove_with<B, E>(
    circuit: &Circuit,
    trace: &Trace<B>,
    channel: &mut impl ProverChannel<E>,
    scratch: &mut Scratch<E>,
) where
    B: Algebra<F> + Copy,
    E: Extension<B>,
{
    let copies = trace.copies();
    let rows = copies.rows();
    let mut point: Vec<E> = (0..copies.log()).map(|_| channel.draw()).collect();
    let alpha = channel.draw();
    let mut wires = powers(E::ONE, alpha, circuit.output_wires());
    let mut taps = vec![E::ZERO; circuit.input_wires()];
    let mut tap_column: Option<Vec<E>> = None;
    // The combined column <w, Out(c)> + <t, Input(c)>, kept only where a layer below needs it.
    let mut combined = circuit.carries(circuit.layers().len() - 1).then(|| weigh(&wires, trace.outputs(), rows));
    for (index, layer) in circuit.layers().iter().enumerate().rev() {
        // 1.
        let pulled = Pullback::new::<B>(layer, &wires, &mut taps);
        if !layer.taps().is_empty() {
            tap_column = Some(weigh(&taps, trace.input(), rows));
        }
        // 2.
        if layer.is_linear() {
            combined.iter_mut().flatten().for_each(|value| *value -= pulled.constant);
            wires = pulled.linear;
            continue;
        }
        // 3. What is linear is known without touching a linear wire: the rest of the combined column.
        let nonlinear = trace.kept(index);
        let remainder = if layer.linear().is_empty() {
            tap_column.clone()
        } else {
            combined.map(|mut column| {
                for (c, value) in column.iter_mut().enumerate() {
                    *value -= pulled.constant + pulled.nonlinear(|position| nonlinear[position * rows + c]);
                }
                column
            })
        };
        let columns = LayerColumns {
            pulled: &pulled,
            nonlinear,
            remainder: remainder.as_deref(),
            copies,
            degree: circuit.degree(),
        };
        let (bound, opened) = scratch.run(&columns, &point, channel);
        point = bound;
        // 4.
        channel.send(label::OPENED, &opened);
        let gamma = channel.draw();
        // 5.
        let weights = powers(gamma, gamma, opened.len());
        wires = pulled.linear;
        for (&wire, &weight) in layer.nonlinear_wires().iter().zip(&weights) {
            wires[wire as usize] += weight;
        }
        combined = (index > 0 && circuit.carries(index - 1)).then(|| {
            let mut column = weigh(&weights, nonlinear, rows);
            column.iter_mut().zip(remainder.iter().flatten()).for_each(|(value, &rest)| *value += rest);
            column
        });
    }
}

/// `sum_x weights[x] * column_x`.
fn weigh<B, E>(weights: &[E], columns: &[B], rows: usize) -> Vec<E>
where
    B: Algebra<F> + Copy,
    E: Extension<B>,
{
    let mut sum = vec![E::ZERO; rows];
    for (&weight, column) in weights.iter().zip(columns.chunks_exact(rows)) {
        sum.iter_mut().zip(column).for_each(|(sum, &value)| *sum += weight * value);
    }
    sum
}
