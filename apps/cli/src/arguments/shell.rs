use clap::Args;
use clap_complete::Shell;
use clap_mangen::Man as Page;

use super::program::program;
use crate::failure::{Blame, Failure, Fault};

/// The arguments of `completions`.
#[derive(Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

/// The arguments of `man`.
#[derive(Args)]
pub struct Man {
    /// One command; left out, the program
    command: Option<String>,
}

impl Completions {
    pub fn resolve(self) -> String {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program(), "statesync", &mut script);
        String::from_utf8_lossy(&script).into_owned()
    }
}

impl Man {
    pub fn resolve(self) -> Result<String, Failure> {
        let mut program = program();
        program.build();
        let command = match &self.command {
            None => program,
            Some(name) => {
                let found = program.find_subcommand(name).cloned();
                let unknown = || Failure::new(Fault::Usage, format_args!("no command is called `{name}`"));
                let found = found.ok_or_else(unknown).map_err(|failure| failure.next("`statesync --help` lists them"));
                let title = format!("statesync-{name}");
                found?.display_name(title)
            }
        };
        let mut page = Vec::new();
        Page::new(command).render(&mut page).blame(Fault::Io, "cannot render the page")?;
        Ok(String::from_utf8_lossy(&page).into_owned())
    }
}
