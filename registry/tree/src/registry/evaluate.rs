use std::ops::Range;

use rayon::prelude::*;

use super::{MAX_OPERATIONS, Operation, Refusal, RegistryError, Snapshot};
use crate::store::{Change, Record, StoreView};
use crate::trie::{Bucket, Edit};
use crate::{Key, Shape};

/// What a batch does to the tree of `head`, bucket by bucket.
///
/// Operations on different keys do not touch each other, so each key is evaluated alone, from its
/// first operation to its last; a key that ends as it began does not change.
///
/// # Errors
/// [`RegistryError::Refused`] for the first operation that cannot be carried out.
pub(super) fn evaluate<V: StoreView>(head: &Snapshot<V>, operations: &[Operation]) -> Result<Vec<Edit>, RegistryError> {
    if operations.len() > MAX_OPERATIONS {
        let got = operations.len();
        return Err(RegistryError::BatchTooLarge { got });
    }
    let misfit = first_misfit(head.shape(), operations);
    // Only what comes before a key that does not fit can be refused earlier.
    let end = misfit.as_ref().map_or(operations.len(), |misfit| misfit.position);
    let batch = Batch::new(&operations[..end]);
    let visited = head.visit(&batch.keys, |bucket, keys| batch.evaluate(head, bucket, keys))?;
    let mut edits = Vec::with_capacity(visited.len());
    let mut refused = misfit;
    for (bucket, changes) in visited {
        match changes {
            Ok(changes) if changes.is_empty() => (),
            Ok(changes) => edits.push(Edit { bucket, changes }),
            Err(later) => refused = Refused::first(refused, later),
        }
    }
    match refused {
        None => Ok(edits),
        Some(refused) => Err(RegistryError::Refused {
            position: refused.position,
            key: operations[refused.position].key,
            reason: refused.reason,
        }),
    }
}

/// An operation that cannot be carried out.
struct Refused {
    position: usize,
    reason: Refusal,
}

impl Refused {
    fn first(one: Option<Self>, other: Self) -> Option<Self> {
        one.into_iter().chain([other]).min_by_key(|refused| refused.position)
    }
}

fn first_misfit(shape: Shape, operations: &[Operation]) -> Option<Refused> {
    operations.iter().enumerate().find_map(|(position, operation)| {
        let reason = Refusal::Key(shape.admits(&operation.key).err()?);
        Some(Refused { position, reason })
    })
}

/// Operations, grouped by key.
struct Batch<'a> {
    operations: &'a [Operation],
    /// Positions of operations, by key, then by position.
    order: Vec<usize>,
    /// Every key once, ascending.
    keys: Vec<Key>,
    /// Where in `order` the operations of each key begin; then its end.
    starts: Vec<usize>,
}

impl<'a> Batch<'a> {
    fn new(operations: &'a [Operation]) -> Self {
        let mut order: Vec<usize> = (0..operations.len()).collect();
        order.par_sort_unstable_by_key(|&position| (operations[position].key, position));
        let mut keys = Vec::new();
        let mut starts = Vec::new();
        for (start, &position) in order.iter().enumerate() {
            let key = operations[position].key;
            if keys.last() != Some(&key) {
                keys.push(key);
                starts.push(start);
            }
        }
        starts.push(order.len());
        Self { operations, order, keys, starts }
    }

    /// The changes of the keys of one bucket, or the first refusal among them.
    fn evaluate<V: StoreView>(
        &self,
        head: &Snapshot<V>,
        bucket: &Bucket,
        keys: Range<usize>,
    ) -> Result<Result<Vec<Change>, Refused>, RegistryError> {
        let mut changes = Vec::with_capacity(keys.len());
        let mut refused = None;
        for index in keys {
            let key = self.keys[index];
            let found = head.record(&key, bucket.state(&key))?;
            match self.outcome(index, &found) {
                Ok(outcome) if outcome == found => (),
                Ok(outcome) => changes.push(Change { key, old: found, new: outcome }),
                Err(later) => refused = Refused::first(refused, later),
            }
        }
        Ok(refused.map_or(Ok(changes), Err))
    }

    /// What the key at `index` holds after all its operations.
    fn outcome(&self, index: usize, found: &Record) -> Result<Record, Refused> {
        let positions = &self.order[self.starts[index]..self.starts[index + 1]];
        let mut record = found.clone();
        for &position in positions {
            let outcome = self.operations[position].outcome(&record);
            record = outcome.map_err(|reason| Refused { position, reason })?;
        }
        Ok(record)
    }
}
