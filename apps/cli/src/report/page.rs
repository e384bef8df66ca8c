//! A page of text for people.

use std::fmt::Display;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use statesync_proof::Statement;

use super::Columns;
use crate::failure::{Failure, Fault};

const HEADING: Style = Style::new().bold();
const NAME: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// Width of the names of fields.
const NAME_WIDTH: usize = 12;
/// Width of a sentence.
const SENTENCE_WIDTH: usize = 84;
/// In front of everything but headings.
const INDENT: &str = "  ";

/// Text as it is shown: control characters are written out, tabs aside. A name, a value or a file must not steer the
/// terminal, nor begin a line that looks like one of ours.
fn shown(text: impl Display) -> String {
    let mut shown = String::new();
    for character in text.to_string().chars() {
        match character {
            '\t' => shown.push('\t'),
            control if control.is_control() => shown.extend(control.escape_default()),
            other => shown.push(other),
        }
    }
    shown
}

/// Where a report is written, line by line.
pub struct Page<'a>(&'a mut dyn Write);

impl<'a> Page<'a> {
    /// A page of standard output, or of anything else.
    pub fn new(out: &'a mut dyn Write) -> Self {
        Self(out)
    }

    /// A line that says what follows.
    pub fn heading(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.0, "{HEADING}{}{HEADING:#}", shown(text))
    }

    /// A name and what it stands for.
    pub fn field(&mut self, name: &str, value: impl Display) -> io::Result<()> {
        writeln!(self.0, "{INDENT}{NAME}{name:<NAME_WIDTH$}{NAME:#}{}", shown(value))
    }

    /// A field whose value is good news.
    pub fn good(&mut self, name: &str, value: impl Display) -> io::Result<()> {
        writeln!(self.0, "{INDENT}{GOOD}{name:<NAME_WIDTH$}{GOOD:#}{}", shown(value))
    }

    /// A field whose value is a refusal.
    pub fn bad(&mut self, name: &str, value: impl Display) -> io::Result<()> {
        writeln!(self.0, "{INDENT}{BAD}{name:<NAME_WIDTH$}{BAD:#}{}", shown(value))
    }

    /// A sentence under a field, in as many lines as it takes.
    pub fn sentence(&mut self, text: &str) -> io::Result<()> {
        textwrap::wrap(text, SENTENCE_WIDTH).iter().try_for_each(|line| self.field("", line))
    }

    /// Running text, in lines of its own.
    pub fn note(&mut self, text: &str) -> io::Result<()> {
        text.lines().try_for_each(|line| writeln!(self.0, "{INDENT}{}", shown(line)))
    }

    /// An aligned table.
    pub fn table(&mut self, table: &Columns) -> io::Result<()> {
        for (number, line) in table.lines().map(shown).enumerate() {
            match number {
                0 => writeln!(self.0, "{INDENT}{NAME}{line}{NAME:#}")?,
                _ => writeln!(self.0, "{INDENT}{line}")?,
            }
        }
        Ok(())
    }

    /// Text that has its lines and colours already.
    pub fn text(&mut self, text: &str) -> io::Result<()> {
        self.0.write_all(text.as_bytes())
    }

    /// A statement, field by field.
    pub fn statement(&mut self, statement: &Statement) -> io::Result<()> {
        let key = statement.key();
        match statement {
            Statement::Update { old_anchor, new_anchor, old, new, .. } => {
                self.field("old anchor", old_anchor)?;
                self.field("new anchor", new_anchor)?;
                self.field("key", key)?;
                self.field("old state", old)?;
                self.field("new state", new)
            }
            Statement::Membership { anchor, .. } | Statement::NonMembership { anchor, .. } => {
                self.field("anchor", anchor)?;
                self.field("key", key)?;
                self.field("state", statement.state())
            }
        }
    }

    /// A failure, and what to do about it.
    pub fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        let head = match failure.fault {
            Fault::Refused => "refused",
            Fault::Usage | Fault::Io => "error",
        };
        // Usage has lines of its own, and is the program's own text.
        let reason: Vec<String> = failure.reason().lines().map(shown).collect();
        writeln!(self.0, "{BAD}{head}:{BAD:#} {}", reason.join("\n"))?;
        match failure.advice() {
            Some(advice) => writeln!(self.0, "{INDENT}{NAME}next:{NAME:#} {}", shown(advice)),
            None => Ok(()),
        }
    }

    /// An empty line.
    pub fn blank(&mut self) -> io::Result<()> {
        writeln!(self.0)
    }
}
