use statesync_tree::store::MemoryStore;
use statesync_tree::{MAX_OPERATIONS, Operation, Registry, Shape};

use super::trouble;
use crate::failure::Failure;
use crate::records::{Label, Record, stored_value};

/// A registry in memory that holds these records, as one on disk would.
pub fn publish(shape: Shape, records: Vec<Record>) -> Result<Registry<MemoryStore>, Failure> {
    let insert = |record: Record| {
        let label = Label::Name(record.name);
        Ok(Operation::insert(label.key(shape)?, stored_value(shape, &label, &record.value)))
    };
    let operations: Vec<_> = records.into_iter().map(insert).collect::<Result<_, Failure>>()?;
    let registry = Registry::in_memory(shape);
    for batch in operations.chunks(MAX_OPERATIONS) {
        registry.apply(batch).map_err(trouble)?;
    }
    Ok(registry)
}
