//! Results and failures, for people or for machines.

use std::io::{self, Write};

use serde::Serialize;

use super::Page;
use crate::failure::{Blame, Failure, Fault};

/// What a command found: as text for people, and as one JSON object.
pub trait Report: Serialize {
    /// Writes it for people.
    fn write(&self, page: &mut Page<'_>) -> io::Result<()>;

    /// What the command has changed, for whoever cannot be given the report.
    fn done(&self) -> Option<String> {
        None
    }
}

/// For whom results and failures are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Text, in colour on a terminal.
    People,
    /// One JSON object on standard output, or on standard error if the command fails.
    Machines,
}

impl Output {
    /// Writes a result to standard output.
    pub fn print(self, report: &impl Report) -> Result<(), Failure> {
        let printed = match self {
            Self::People => self.page(|page| report.write(page)),
            Self::Machines => written(print_json(report)),
        };
        printed.map_err(|failure| match report.done() {
            Some(done) => failure
                .about(format_args!("{done}; only the report of it is lost"))
                .next("it is done: do not do it again"),
            None => failure,
        })
    }

    /// Writes a part of a longer text at once. Machines wait for the whole.
    pub fn page(self, write: impl FnOnce(&mut Page<'_>) -> io::Result<()>) -> Result<(), Failure> {
        if self == Self::Machines {
            return Ok(());
        }
        let mut text = Vec::new();
        let mut stdout = anstream::stdout().lock();
        let all = write(&mut Page::new(&mut text)).and_then(|()| stdout.write_all(&text)).and_then(|()| stdout.flush());
        written(all)
    }

    /// Writes bytes to standard output as they are, whoever reads them.
    pub fn bytes(bytes: &[u8]) -> Result<(), Failure> {
        let mut stdout = io::stdout().lock();
        written(stdout.write_all(bytes).and_then(|()| stdout.flush()))
    }

    /// Writes a failure to standard error. Nobody can be told if that fails too.
    pub fn fail(self, failure: &Failure) {
        let mut stderr = anstream::stderr().lock();
        let _ = match self {
            Self::People => Page::new(&mut stderr).failure(failure),
            Self::Machines => writeln!(stderr, "{}", failure.to_json()),
        };
    }
}

fn print_json(report: &impl Serialize) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    serde_json::to_writer_pretty(&mut stdout, report)?;
    writeln!(stdout)
}

fn written(result: io::Result<()>) -> Result<(), Failure> {
    result.blame(Fault::Io, "cannot write to standard output")
}
