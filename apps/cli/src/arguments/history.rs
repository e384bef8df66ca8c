use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use statesync_tree::store::Version;

use super::registry::Registry;
use super::values;
use crate::commands::diff;
use crate::commands::history::{self, Keep};
use crate::failure::{Failure, Fault};
use crate::report::Target;

/// The arguments of `log`.
#[derive(Args)]
pub struct Log {
    /// Show the newest so many
    #[arg(long, short = 'n', value_name = "COUNT")]
    limit: Option<usize>,
    #[command(flatten)]
    registry: Registry,
}

/// The arguments of `diff`.
#[derive(Args)]
pub struct Diff {
    /// The older version
    #[arg(long, value_name = "VERSION", value_parser = values::version)]
    from: Version,
    /// The newer version; left out, the newest of all
    #[arg(long, value_name = "VERSION", value_parser = values::version)]
    to: Option<Version>,
    /// Where the changes go, compressed if the name ends in .gz; left out or -, to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    registry: Registry,
}

/// The arguments of `rollback`.
#[derive(Args)]
pub struct Rollback {
    /// The version that becomes the newest; those after it are gone, and their numbers are not used again
    #[arg(value_parser = values::version)]
    version: Version,
    #[command(flatten)]
    registry: Registry,
}

/// The arguments of `prune`.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("kept").required(true))]
pub struct Prune {
    /// Keep the last so many versions
    #[arg(long, value_name = "COUNT", group = "kept")]
    keep: Option<NonZeroUsize>,
    /// Keep versions that are younger: 90d, 12h, 30min
    #[arg(long, value_name = "AGE", value_parser = humantime::parse_duration, group = "kept")]
    older_than: Option<Duration>,
    /// Keep this version and later ones
    #[arg(long, value_name = "VERSION", value_parser = values::version, group = "kept")]
    before: Option<Version>,
    #[command(flatten)]
    registry: Registry,
}

impl Log {
    pub fn resolve(self) -> Result<history::Log, Failure> {
        Ok(history::Log { place: self.registry.resolve()?, limit: self.limit })
    }
}

impl Diff {
    pub fn resolve(self) -> Result<diff::Job, Failure> {
        let out = self.out.map_or(Target::Stdout, Target::of);
        Ok(diff::Job { place: self.registry.resolve()?, from: self.from, to: self.to, out })
    }
}

impl Rollback {
    pub fn resolve(self) -> Result<history::Rollback, Failure> {
        Ok(history::Rollback { place: self.registry.resolve()?, to: self.version })
    }
}

impl Prune {
    pub fn resolve(self) -> Result<history::Prune, Failure> {
        let keep = match (self.keep, self.older_than, self.before) {
            (Some(count), ..) => Keep::Last(count),
            (_, Some(age), _) => Keep::Younger(age),
            (_, _, Some(version)) => Keep::From(version),
            (None, None, None) => return Err(Failure::new(Fault::Usage, "nothing says which versions are kept")),
        };
        Ok(history::Prune { place: self.registry.resolve()?, keep })
    }
}
