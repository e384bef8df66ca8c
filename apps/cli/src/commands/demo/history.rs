//! What the publisher does.

use std::path::Path;

use serde::Serialize;
use statesync_tree::{Anchor, Key, Operation, Shape};

use crate::debian;
use crate::failure::{Blame, Failure, Fault};
use crate::records::{Label, Record, stored_value};
use crate::registry::{self, Disk, DiskSnapshot};
use crate::report::{Count, Took};

/// The package that is withdrawn, and put back.
pub const WITHDRAWN: &str = "cowsay";

/// A registry, version by version.
pub struct History {
    /// All packages of main.
    pub first: DiskSnapshot,
    /// One of them withdrawn.
    pub withdrawn: DiskSnapshot,
    /// The security updates applied.
    pub updated: DiskSnapshot,
    /// The withdrawn package put back: one change on top.
    pub restored: DiskSnapshot,
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
    /// Publishes four versions in a folder, and announces each.
    pub fn make(place: &Path, announce: Announce<'_>) -> Result<Self, Failure> {
        let mut publisher = Publisher { announce, versions: Vec::new() };
        let (main, updates) = (debian::main()?, debian::security_updates()?);
        let key = Key::hashed(WITHDRAWN.as_bytes());
        let record = main.iter().find(|record| record.name == WITHDRAWN.as_bytes());
        let value = record.map(stored).unwrap_or_default();

        let what = format!("{} packages: name -> version and SHA-256", Count::of(main.len()));
        let registry = registry::create(place, Shape::Keyed)?;
        let operations: Vec<Operation> = main.iter().map(put).collect();
        let first = publisher.apply(&registry, what, &operations)?;

        let what = format!("`{WITHDRAWN}` withdrawn");
        let withdrawn = publisher.apply(&registry, what, &[Operation::delete(key)])?;

        let operations: Vec<Operation> = updates.iter().map(put).collect();
        let outcome = registry.preview(&operations).blame(Fault::Refused, "the security updates")?;
        let added = outcome.counts.active - withdrawn.counts().active;
        let replaced = operations.len() as u64 - added;
        let what = format!(
            "{} security updates in one batch: {} replaced, {added} new",
            Count::of(operations.len()),
            Count(replaced)
        );
        let updated = publisher.apply(&registry, what, &operations)?;

        let what = format!("`{WITHDRAWN}` put back");
        let restored = publisher.apply(&registry, what, &[Operation::restore(key, value)])?;
        Ok(Self { first, withdrawn, updated, restored, versions: publisher.versions })
    }

    /// What was announced.
    pub fn into_versions(self) -> Vec<Published> {
        self.versions
    }
}

impl Publisher<'_> {
    fn apply(&mut self, registry: &Disk, what: String, operations: &[Operation]) -> Result<DiskSnapshot, Failure> {
        let (applied, took) = Took::timing(|| registry.apply(operations));
        applied.blame(Fault::Refused, &what)?;
        self.publish(registry, what, took)
    }

    fn publish(&mut self, registry: &Disk, what: String, took_us: Took) -> Result<DiskSnapshot, Failure> {
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

fn put(record: &Record) -> Operation {
    Operation::put(Key::hashed(&record.name), stored(record))
}

fn stored(record: &Record) -> Vec<u8> {
    stored_value(Shape::Keyed, &Label::Name(record.name.clone()), &record.value)
}
