//! The program and its commands, as words.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

use super::{inspect, prove, verify};
use crate::commands::Job;
use crate::failure::{Failure, Fault};
use crate::report::Output;

const AFTER_HELP: &str = "\
Exit codes:
  0  done; the claim is true
  1  the claim is false, or its proof is refused
  2  wrong usage, or malformed input
  3  a file or stream could not be read or written

Try `statesync demo` first: it needs nothing, and shows everything.";

/// An authenticated registry: answers that a client checks against one hash.
#[derive(Parser)]
#[command(name = "statesync", version, after_help = AFTER_HELP)]
struct Arguments {
    /// Print one JSON object instead of text; failures as JSON on standard error
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show it all on Debian's package index: answers proved, verified and forged
    Demo,
    /// Prove an answer about a registry that is built from a table
    Prove(prove::Arguments),
    /// Check a proof, or a plain Merkle opening, of your own statement
    Verify(verify::Arguments),
    /// Show a proof field by field, or the circuit behind a kind of proof
    Inspect(inspect::Arguments),
}

/// Reads the words of the command line. For whom to write is known even if they are wrong.
pub fn read(words: impl Iterator<Item = OsString>) -> (Output, Result<Job, Failure>) {
    let words: Vec<OsString> = words.collect();
    match Arguments::try_parse_from(&words) {
        Ok(arguments) => (output(arguments.json), arguments.command.resolve()),
        Err(error) => (output(words.iter().any(|word| word == "--json")), explained(&error)),
    }
}

fn output(json: bool) -> Output {
    if json { Output::Machines } else { Output::People }
}

impl Command {
    fn resolve(self) -> Result<Job, Failure> {
        Ok(match self {
            Self::Demo => Job::Demo,
            Self::Prove(arguments) => Job::Prove(arguments.resolve()?),
            Self::Verify(arguments) => Job::Verify(arguments.resolve()?),
            Self::Inspect(arguments) => Job::Inspect(arguments.resolve()?),
        })
    }
}

/// Help and version are asked for like any job; everything else that clap says is a failure.
fn explained(error: &clap::Error) -> Result<Job, Failure> {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let failure = Failure::new(Fault::Usage, "no command was given");
        return Err(failure.next("try `statesync demo`; `statesync --help` lists the commands"));
    }
    let text = error.render();
    if !error.use_stderr() {
        return Ok(Job::Explain(text.ansi().to_string()));
    }
    let text = text.to_string();
    let text = text.trim_start_matches("error: ").trim_end();
    let text = text.strip_suffix("For more information, try '--help'.").unwrap_or(text).trim_end();
    Err(Failure::new(Fault::Usage, text)
        .next("`statesync --help` lists the commands, `statesync COMMAND --help` what one takes"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_contradict_each_other_nowhere() {
        Arguments::command().debug_assert();
    }
}
