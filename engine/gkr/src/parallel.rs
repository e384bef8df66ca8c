//! Loops over rows, on all cores where there are many.

use core::ops::Range;

use rayon::prelude::*;

/// Rows that one thread takes at a time. Fewer than twice as many stay on the thread that asks.
const BATCH: usize = 64;

/// Adds up what `sum` gives for ranges that make up `0..count`. The order of addition must not matter.
pub(crate) fn add_up<S: Send>(
    count: usize,
    sum: impl Fn(Range<usize>) -> S + Send + Sync,
    plus: impl Fn(S, S) -> S + Send + Sync,
) -> S {
    if count < 2 * BATCH {
        return sum(0..count);
    }
    let batches = (0..count.div_ceil(BATCH)).into_par_iter();
    let sums = batches.map(|batch| sum(batch * BATCH..count.min((batch + 1) * BATCH)));
    sums.reduce_with(plus).unwrap_or_else(|| sum(0..0))
}

/// Calls `write` for every row of `width` elements, with its number.
pub(crate) fn for_each_row<T: Send>(rows: &mut [T], width: usize, write: impl Fn(usize, &mut [T]) + Send + Sync) {
    if width == 0 {
        return;
    }
    if rows.len() < 2 * BATCH * width {
        rows.chunks_exact_mut(width).enumerate().for_each(|(c, row)| write(c, row));
    } else {
        rows.par_chunks_exact_mut(width).with_min_len(BATCH).enumerate().for_each(|(c, row)| write(c, row));
    }
}
