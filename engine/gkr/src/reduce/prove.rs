//! The prover's side of the reduction.

use p3_field::Algebra;
use statesync_circuit::{Circuit, F, Trace};
use statesync_transcript::{Extension, ProverChannel, label};

use crate::claim::powers;
use crate::parallel::for_each_row;
use crate::pullback::Pullback;
use crate::rounds::{LayerColumns, Rounds, Scratch};

/// Sends the messages of a proof that the run `trace` of `circuit` has the outputs that it has.
///
/// Columns are base values `B`, or packed lanes of them; challenges and messages are in the extension `E`, lane by
/// lane. Nothing is checked: a wrong run gives a tape that the verifier's residual claim will not fit.
pub fn prove<B, E>(circuit: &Circuit, trace: &Trace<B>, channel: &mut impl ProverChannel<E>)
where
    B: Algebra<F> + Copy + Send + Sync,
    E: Extension<B>,
{
    prove_by(circuit, trace, channel, &mut Scratch::new());
}

/// As [`prove`], with a choice of what the lanes are, in memory that is kept from one call to the next.
pub(crate) fn prove_by<B, E>(
    circuit: &Circuit,
    trace: &Trace<B>,
    channel: &mut impl ProverChannel<E>,
    sumcheck: &mut impl Rounds<B, E>,
) where
    B: Algebra<F> + Copy + Send + Sync,
    E: Extension<B>,
{
    let copies = trace.copies();
    let rows = copies.rows();
    let mut point: Vec<E> = (0..sumcheck.variables(copies)).map(|_| channel.draw()).collect();
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
                for_each_row(&mut column, 1, |c, value| {
                    value[0] -= pulled.constant + pulled.nonlinear(|position| nonlinear[position * rows + c]);
                });
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
        let (bound, opened) = sumcheck.run(&columns, &point, channel);
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
            if let Some(remainder) = &remainder {
                for_each_row(&mut column, 1, |c, value| value[0] += remainder[c]);
            }
            column
        });
    }
}

/// `sum_x weights[x] * column_x`.
fn weigh<B, E>(weights: &[E], columns: &[B], rows: usize) -> Vec<E>
where
    B: Algebra<F> + Copy + Send + Sync,
    E: Extension<B>,
{
    const CHUNK: usize = 4;
    let (chunks, rest) = weights.as_chunks::<CHUNK>();
    let mut sums = vec![E::ZERO; rows];
    for_each_row(&mut sums, 1, |c, sum| {
        let value = |x: usize| columns[x * rows + c];
        for (chunk, weights) in chunks.iter().enumerate() {
            let values: [B; CHUNK] = core::array::from_fn(|i| value(chunk * CHUNK + i));
            sum[0] += <E as Algebra<B>>::mixed_dot_product(weights, &values);
        }
        for (i, &weight) in rest.iter().enumerate() {
            sum[0] += weight * value(chunks.len() * CHUNK + i);
        }
    });
    sums
}
