//! Names and records -> a registry in memory, and what is true of it.

use statesync_proof::{Absence, Statement};
use statesync_tree::store::MemoryStore;
use statesync_tree::{Anchor, Key, LeafState, MAX_OPERATIONS, Operation, Registry, Shape};

use crate::failure::{Blame, Failure, Fault};
use crate::records::Record;

/// The key of a name: its hash, or in an array of slots the slot of this index.
pub fn key_of(shape: Shape, name: &[u8]) -> Result<Key, Failure> {
    let Shape::Slots(depth) = shape else {
        return Ok(Key::hashed(name));
    };
    let text = String::from_utf8_lossy(name);
    // The shortest decimal form alone: with "007" one slot would have two names.
    let index = text.parse::<u64>().ok().filter(|index| index.to_string() == text);
    let index = index.ok_or_else(|| {
        let failure = Failure::new(Fault::Usage, format_args!("`{text}` is no index of a slot"));
        failure.next(format!("in an array of slots a name is a number from 0 to {}", depth.last_slot()))
    })?;
    Key::slot(index, depth).blame(Fault::Usage, format_args!("`{text}`"))
}

/// The true statement about a key in this state.
pub fn true_statement(anchor: Anchor, key: Key, state: LeafState) -> Statement {
    match state {
        LeafState::Occupied(value) => Statement::Membership { anchor, key, value },
        LeafState::Empty => Statement::NonMembership { anchor, key, absence: Absence::Empty },
        LeafState::Tombstone => Statement::NonMembership { anchor, key, absence: Absence::Tombstone },
    }
}

/// A registry that holds these records.
pub fn publish(shape: Shape, records: Vec<Record>) -> Result<Registry<MemoryStore>, Failure> {
    let insert = |record: Record| Ok(Operation::insert(key_of(shape, &record.name)?, record.value));
    let operations: Vec<_> = records.into_iter().map(insert).collect::<Result<_, Failure>>()?;
    let registry = Registry::in_memory(shape);
    for batch in operations.chunks(MAX_OPERATIONS) {
        registry.apply(batch).blame(Fault::Usage, "the records do not make a registry")?;
    }
    Ok(registry)
}
