//! What the publisher does.

use serde::Serialize;
use statesync_tree::store::{MemoryStore, MemoryView};
use statesync_tree::{Anchor, Key, Operation, Registry, Shape, Snapshot};

use crate::debian;
use crate::failure::{Blame, Failure, Fault};
use crate::records::Record;
use crate::registry;
use crate::report::{Count, Took};

/// The package that is withdrawn, and put back.
pub const WITHDRAWN: &str = "cowsay";

/// A registry, version by version.
pub struct History {
    /// All packages of main.
    pub first: Snapshot<MemoryView>,
    /// One of them withdrawn, and the security updates applied.
    pub updated: Snapshot<MemoryView>,
    /// The withdrawn package put back: one change on top.
    pub restored: Snapshot<MemoryView>,
    versions: Vec<Published>,
}

/// A version, as the publisher announces it.
#[derive(Debug, Serialize)]
pub struct Published {
    pub version: u64,
    pub what: String,
    /// All that a client needs to hold.
    pub anchor: Anchor,
    pub active: u64,
    pub tombstones: u64,
    pub took_us: Took,
}

/// Says what was published.
pub type Announce<'a> = &'a mut dyn FnMut(&Published) -> Result<(), Failure>;

struct Publisher<'a> {
    announce: Announce<'a>,
    versions: Vec<Published>,
}

impl History {
    /// Publishes four versions, and announces each.
    pub fn make(announce: Announce<'_>) -> Result<Self, Failure> {
        let mut publisher = Publisher { announce, versions: Vec::new() };
        let (main, updates) = (debian::main()?, debian::security_updates()?);
        let key = Key::hashed(WITHDRAWN.as_bytes());
        let withdrawn = main.iter().find(|record| record.name == WITHDRAWN.as_bytes());
        let value = withdrawn.map(|record| record.value.clone()).unwrap_or_default();

        let what = format!("{} packages: name -> version and SHA-256", Count::of(main.len()));
        let (registry, took) = Took::timing(|| registry::publish(Shape::Keyed, main));
        let registry = registry?;
        let first = publisher.publish(&registry, what, took)?;

        let what = format!("`{WITHDRAWN}` withdrawn");
        let without = publisher.apply(&registry, what, &[Operation::delete(key)])?;

        let operations: Vec<Operation> = updates.into_iter().map(put).collect();
        let outcome = registry.preview(&operations).blame(Fault::Refused, "the security updates")?;
        let added = outcome.counts.active - without.counts().active;
        let replaced = operations.len() as u64 - added;
        let what = format!(
            "{} security updates in one batch: {} replaced, {added} new",
            Count::of(operations.len()),
            Count(replaced)
        );
        let updated = publisher.apply(&registry, what, &operations)?;

        let what = format!("`{WITHDRAWN}` put back");
        let restored = publisher.apply(&registry, what, &[Operation::restore(key, value)])?;
        Ok(Self { first, updated, restored, versions: publisher.versions })
    }

    /// What was announced.
    pub fn into_versions(self) -> Vec<Published> {
        self.versions
    }
}

impl Publisher<'_> {
    fn apply(
        &mut self,
        registry: &Registry<MemoryStore>,
        what: String,
        operations: &[Operation],
    ) -> Result<Snapshot<MemoryView>, Failure> {
        let (applied, took) = Took::timing(|| registry.apply(operations));
        applied.blame(Fault::Refused, &what)?;
        self.publish(registry, what, took)
    }

    fn publish(
        &mut self,
        registry: &Registry<MemoryStore>,
        what: String,
        took_us: Took,
    ) -> Result<Snapshot<MemoryView>, Failure> {
        let snapshot = registry.snapshot();
        let counts = snapshot.counts();
        let published = Published {
            version: snapshot.version().0,
            what,
            anchor: *snapshot.anchor(),
            active: counts.active,
            tombstones: counts.tombstones,
            took_us,
        };
        (self.announce)(&published)?;
        self.versions.push(published);
        Ok(snapshot)
    }
}

fn put(record: Record) -> Operation {
    Operation::put(Key::hashed(&record.name), record.value)
}
