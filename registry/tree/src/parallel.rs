use rayon::prelude::*;

/// What `make` gives for each run of `size` items, in their order, on all cores.
///
/// A single run stays on the calling thread: handing it to another costs more than a small batch.
pub(crate) fn map_chunks<T: Sync, R: Send>(items: &[T], size: usize, make: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    if items.len() <= size {
        return vec![make(items)];
    }
    items.par_chunks(size).map(&make).collect()
}
