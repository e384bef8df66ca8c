use clap::Args;
use clap_complete::Shell;
use clap_mangen::Man as Page;

use super::program::program;
use crate::failure::{Advise, Blame, Failure, Fault};

/// The arguments of `completions`.
#[derive(Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

/// The arguments of `man`.
#[derive(Args)]
pub struct Man {
    /// One command, such as `apply` or `sync verify`; left out, the program
    command: Vec<String>,
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
        let mut command = program();
        command.build();
        let mut title = String::from("statesync");
        for name in &self.command {
            let unknown = || Failure::new(Fault::Usage, format_args!("no command is called `{name}`"));
            let found = command.find_subcommand(name).cloned().ok_or_else(unknown);
            title = format!("{title}-{name}");
            command = found.next("`statesync --help` lists them")?.display_name(&title);
        }
        let mut page = Vec::new();
        Page::new(command).render(&mut page).blame(Fault::Io, "cannot render the page")?;
        Ok(String::from_utf8_lossy(&page).into_owned())
    }
}
