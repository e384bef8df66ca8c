//! How a command ends when it does not succeed.

use std::fmt;
use std::io;

use serde::Serialize;

/// Whose fault it is. The number is the exit code; success is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The claim is false, its proof is refused, or a change does not fit the registry.
    Refused = 1,
    /// The command was used wrongly, or what it was given is malformed.
    Usage = 2,
    /// A registry, file or stream could not be read or written.
    Io = 3,
}

/// Why a command did not do what it was asked, and what to do about it.
#[derive(Debug)]
pub struct Failure {
    /// What the exit code says.
    pub fault: Fault,
    error: anyhow::Error,
    next: Option<String>,
}

/// What a machine reads on standard error.
#[derive(Serialize)]
struct Message<'a> {
    error: String,
    code: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<&'a str>,
}

impl Failure {
    /// A failure of our own finding.
    pub fn new(fault: Fault, error: impl fmt::Display) -> Self {
        Self { fault, error: anyhow::anyhow!("{error}"), next: None }
    }

    /// A failure that another package found.
    pub fn of(fault: Fault, error: impl Into<anyhow::Error>) -> Self {
        Self { fault, error: error.into(), next: None }
    }

    /// The same, with what it was about in front.
    pub fn about(self, subject: impl fmt::Display) -> Self {
        Self { error: self.error.context(subject.to_string()), ..self }
    }

    /// The same, with the next step for whoever reads it.
    pub fn next(mut self, advice: impl Into<String>) -> Self {
        self.next = Some(advice.into());
        self
    }

    /// The same, with this next step unless a better one is named.
    pub fn or_next(self, advice: &str) -> Self {
        if self.advice().is_some() { self } else { self.next(advice) }
    }

    /// The next step, if there is one to name.
    pub fn advice(&self) -> Option<&str> {
        self.next.as_deref().or_else(|| self.system_error().and_then(|error| advice_on(error.kind())))
    }

    /// What the operating system said, if the failure comes from there.
    fn system_error(&self) -> Option<&io::Error> {
        self.error.root_cause().downcast_ref()
    }

    /// Why it failed: each cause after what it caused, unless that has named it already.
    pub fn reason(&self) -> String {
        let mut text = String::new();
        for cause in self.error.chain().map(ToString::to_string) {
            if text.is_empty() {
                text = cause;
            } else if !text.ends_with(&cause) {
                text = format!("{text}: {cause}");
            }
        }
        text
    }

    /// Whether the reader of our output has gone away, which is its right.
    pub fn is_closed_pipe(&self) -> bool {
        self.system_error().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// One object on one line.
    pub fn to_json(&self) -> String {
        let message = Message { error: self.reason(), code: self.fault as u8, next: self.advice() };
        serde_json::to_string(&message).unwrap_or_else(|error| error.to_string())
    }
}

/// What to do about what the operating system says.
fn advice_on(kind: io::ErrorKind) -> Option<&'static str> {
    use io::ErrorKind::{AlreadyExists, IsADirectory, NotADirectory, NotFound, PermissionDenied, StorageFull};
    Some(match kind {
        NotFound => "see whether the name is right, and whether its folder is there",
        PermissionDenied => "see who may read and write it, and its folder",
        IsADirectory => "this is a folder: name a file",
        NotADirectory | AlreadyExists => "a file has the name of a folder that is needed: name another one",
        StorageFull => "make room there, or write elsewhere",
        _ => return None,
    })
}

/// Turns the errors of other packages into failures.
pub trait Blame<T> {
    /// The error is this fault, met while `doing`.
    fn blame(self, fault: Fault, doing: impl fmt::Display) -> Result<T, Failure>;
}

impl<T, E: Into<anyhow::Error>> Blame<T> for Result<T, E> {
    fn blame(self, fault: Fault, doing: impl fmt::Display) -> Result<T, Failure> {
        self.map_err(|error| Failure::of(fault, error).about(doing))
    }
}

/// Adds advice to a failure, if there is one.
pub trait Advise {
    /// Says what to do next.
    fn next(self, advice: impl Into<String>) -> Self;
    /// Says what to do next, if nothing better is said.
    fn or_next(self, advice: &str) -> Self;
}

impl<T> Advise for Result<T, Failure> {
    fn next(self, advice: impl Into<String>) -> Self {
        self.map_err(|failure| failure.next(advice))
    }

    fn or_next(self, advice: &str) -> Self {
        self.map_err(|failure| failure.or_next(advice))
    }
}
