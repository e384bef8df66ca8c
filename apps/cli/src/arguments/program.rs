//! The program and its commands, as words.

use std::ffi::OsString;

use clap::error::{ContextKind, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};
use statesync_tree::Action;

use super::{change, contents, history, import, inspect, prove, replica, shell, sync, upkeep, verify};
use crate::commands::Job;
use crate::failure::{Failure, Fault};
use crate::report::Output;

const AFTER_HELP: &str = "\
Exit codes:
  0  done; the claim is true
  1  the claim is false, its proof is refused, or a change does not fit the registry
  2  wrong usage, or malformed input
  3  a registry, file or stream could not be read or written

The registry is a folder, the same way everywhere: --registry DIR, or the environment variable STATESYNC_REGISTRY.

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
    Demo(upkeep::Demo),
    /// Make an empty registry in a folder
    Init(upkeep::Init),
    /// Put the records of a table: TSV, CSV or JSON Lines, from a file or standard input
    Import(import::Arguments),
    /// Give a record a value, whether it is there or not
    Put(change::Valued),
    /// Delete records, for everyone to see that they were there
    Delete(change::Delete),
    /// Give a deleted record a value again
    Restore(change::Valued),
    /// Carry out a file of changes, all or none
    Apply(change::Apply),
    /// Show a record, now or in an older version
    Get(contents::Get),
    /// List records: all, or those whose names begin with something
    List(contents::List),
    /// Write records as a table that can be imported: TSV, CSV or JSON Lines
    Export(contents::Export),
    /// Show what a registry is, and where it stands
    Status(upkeep::Status),
    /// List the versions that are kept
    Log(history::Log),
    /// Write the changes between two versions, as `apply` reads them
    Diff(history::Diff),
    /// Make an older version the newest
    Rollback(history::Rollback),
    /// Forget old versions, by their number or age
    Prune(history::Prune),
    /// Compute everything anew from the leaves, and compare
    Doctor(upkeep::Doctor),
    /// Prove an answer about a registry, or many answers
    Prove(prove::Arguments),
    /// Check a proof, or a plain Merkle opening, of your own statement
    Verify(verify::Arguments),
    /// Prove or check that a whole list of changes, and nothing else, leads from one anchor to another
    #[command(subcommand)]
    Sync(sync::Sync),
    /// Keep the leaves of a registry up to date by verified sync proofs, and by nothing else
    #[command(subcommand)]
    Replica(replica::Replica),
    /// Show a proof field by field, or the circuit behind a kind of proof
    Inspect(inspect::Arguments),
    /// Print the completions of a shell
    Completions(shell::Completions),
    /// Print the manual, of the program or of one command, as a man page
    Man(shell::Man),
}

/// Reads the words of the command line. For whom to write is known even if they are wrong.
pub fn read(words: impl Iterator<Item = OsString>) -> (Output, Result<Job, Failure>) {
    let words: Vec<OsString> = words.collect();
    match Arguments::try_parse_from(&words) {
        Ok(arguments) => (output(arguments.json), arguments.command.resolve()),
        Err(error) => (output(words.iter().any(|word| word == "--json")), explained(&error, &words)),
    }
}

fn output(json: bool) -> Output {
    if json { Output::Machines } else { Output::People }
}

/// The program, as clap describes it.
pub fn program() -> clap::Command {
    Arguments::command()
}

impl Command {
    fn resolve(self) -> Result<Job, Failure> {
        Ok(match self {
            Self::Demo(arguments) => Job::Demo(arguments.resolve()),
            Self::Init(arguments) => Job::Init(arguments.resolve()?),
            Self::Import(arguments) => Job::Import(arguments.resolve()?),
            Self::Put(arguments) => Job::Change(arguments.resolve(Action::Put)?),
            Self::Delete(arguments) => Job::Change(arguments.resolve()?),
            Self::Restore(arguments) => Job::Change(arguments.resolve(Action::Restore)?),
            Self::Apply(arguments) => Job::Change(arguments.resolve()?),
            Self::Get(arguments) => Job::Get(arguments.resolve()?),
            Self::List(arguments) => Job::List(arguments.resolve()?),
            Self::Export(arguments) => Job::Export(arguments.resolve()?),
            Self::Status(arguments) => Job::Status(arguments.resolve()?),
            Self::Log(arguments) => Job::Log(arguments.resolve()?),
            Self::Diff(arguments) => Job::Diff(arguments.resolve()?),
            Self::Rollback(arguments) => Job::Rollback(arguments.resolve()?),
            Self::Prune(arguments) => Job::Prune(arguments.resolve()?),
            Self::Doctor(arguments) => Job::Doctor(arguments.resolve()?),
            Self::Prove(arguments) => arguments.resolve()?,
            Self::Verify(arguments) => Job::Verify(arguments.resolve()?),
            Self::Sync(arguments) => Job::Sync(arguments.resolve()?),
            Self::Replica(arguments) => Job::Replica(arguments.resolve()),
            Self::Inspect(arguments) => Job::Inspect(arguments.resolve()?),
            Self::Completions(arguments) => Job::Explain(arguments.resolve()),
            Self::Man(arguments) => Job::Explain(arguments.resolve()?),
        })
    }
}

/// Help and version are asked for like any job; everything else that clap says is a failure.
fn explained(error: &clap::Error, words: &[OsString]) -> Result<Job, Failure> {
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
    let misspelt = error.get(ContextKind::InvalidArg).filter(|_| error.kind() == ErrorKind::ValueValidation);
    let form = misspelt.and_then(|argument| form_of(&argument.to_string()));
    Err(Failure::new(Fault::Usage, text).next(form.map_or_else(|| help(words), str::to_owned)))
}

/// How the value of an argument is written, by the word for it in the help.
fn form_of(argument: &str) -> Option<&'static str> {
    let (_, value) = argument.rsplit_once('<')?;
    Some(match value.trim_end_matches(['>', '.']) {
        "ANCHOR" => {
            "an anchor is a shape, `keyed` or such as `slots24`, a colon and 64 hexadecimal digits: `statesync log` shows some"
        }
        "KEY" => "a key is 62 hexadecimal digits: `statesync get NAME` shows that of a name",
        "DIGEST" => "a digest is 64 hexadecimal digits: `statesync get NAME` shows that of a value, in its state",
        "STATE" => "a state is empty, tombstone, or occupied:DIGEST: `statesync get NAME` shows that of a record",
        "VERSION" => "a version is a number: `statesync log` lists those that are kept",
        _ => return None,
    })
}

/// Where to read what the command takes that these words begin with.
fn help(words: &[OsString]) -> String {
    let (mut command, mut called) = (program(), String::from("statesync"));
    for word in words.iter().skip(1).filter_map(|word| word.to_str()) {
        if let Some(found) = command.find_subcommand(word).cloned() {
            called = format!("{called} {word}");
            command = found;
        }
    }
    let shows = if command.has_subcommands() { "lists the commands" } else { "shows what it takes" };
    format!("`{called} --help` {shows}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_contradict_each_other_nowhere() {
        Arguments::command().debug_assert();
    }
}
