use std::path::PathBuf;

use clap::Args;
use statesync_tree::{Depth, Shape};

use super::registry::Registry;
use super::values;
use crate::commands::{demo, doctor, init, status};
use crate::failure::{Failure, Fault};

/// The arguments of `init`.
#[derive(Args)]
pub struct Init {
    /// The folder of the new registry; it is made if it is not there
    #[arg(value_name = "DIR")]
    place: Option<PathBuf>,
    /// Make an array of slots, not a tree of named records
    #[arg(long, requires = "depth")]
    slots: bool,
    /// The array has 2^N slots
    #[arg(long, value_name = "N", value_parser = values::depth, requires = "slots")]
    depth: Option<Depth>,
    #[command(flatten)]
    registry: Registry,
}

/// The arguments of `status`.
#[derive(Args)]
pub struct Status {
    #[command(flatten)]
    registry: Registry,
}

/// The arguments of `doctor`.
#[derive(Args)]
pub struct Doctor {
    #[command(flatten)]
    registry: Registry,
}

/// The arguments of `demo`.
#[derive(Args)]
pub struct Demo {
    /// Keep the registry of the demo in this folder
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Init {
    pub fn resolve(self) -> Result<init::Job, Failure> {
        let place = match (self.place, self.registry.resolve()) {
            (Some(place), _) | (None, Ok(place)) => place,
            (None, Err(_)) => {
                let failure = Failure::new(Fault::Usage, "no folder is named for the new registry");
                return Err(failure.next("statesync init DIR"));
            }
        };
        Ok(init::Job { place, shape: self.depth.map_or(Shape::Keyed, Shape::Slots) })
    }
}

impl Status {
    pub fn resolve(self) -> Result<status::Job, Failure> {
        Ok(status::Job { place: self.registry.resolve()? })
    }
}

impl Doctor {
    pub fn resolve(self) -> Result<doctor::Job, Failure> {
        Ok(doctor::Job { place: self.registry.resolve()? })
    }
}

impl Demo {
    pub fn resolve(self) -> demo::Job {
        demo::Job { place: self.dir }
    }
}
