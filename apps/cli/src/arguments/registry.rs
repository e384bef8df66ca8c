use std::path::PathBuf;

use clap::Args;

use crate::failure::{Failure, Fault};

/// Which registry.
#[derive(Args)]
pub struct Registry {
    /// The folder of the registry
    #[arg(short, long, value_name = "DIR", env = "STATESYNC_REGISTRY", hide_env_values = true)]
    registry: Option<PathBuf>,
}

impl Registry {
    pub fn resolve(self) -> Result<PathBuf, Failure> {
        self.registry.ok_or_else(|| {
            let failure = Failure::new(Fault::Usage, "no registry is named");
            failure.next("add `--registry DIR` or set STATESYNC_REGISTRY; `statesync init DIR` makes a registry")
        })
    }
}
