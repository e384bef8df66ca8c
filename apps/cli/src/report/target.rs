use std::borrow::Cow;
use std::path::{Path, PathBuf};

use super::{Output, Report};
use crate::failure::{Failure, Fault};
use crate::files;

/// Where a result goes.
#[derive(Clone, Debug)]
pub enum Target {
    /// To standard output, where nothing else is printed then.
    Stdout,
    /// To a file, and standard output has the report.
    File(PathBuf),
}

impl Target {
    /// `-` is standard output.
    pub fn of(path: PathBuf) -> Self {
        if path == Path::new("-") { Self::Stdout } else { Self::File(path) }
    }

    /// Refuses to put two things on standard output.
    pub fn check(&self, output: Output) -> Result<(), Failure> {
        if matches!((self, output), (Self::Stdout, Output::Machines)) {
            let message = "standard output is for the result or for the JSON object about it, not both";
            return Err(Failure::new(Fault::Usage, message).next("leave `--json` out, or name a file: `--out FILE`"));
        }
        Ok(())
    }

    /// Text as it goes there: compressed, if that is a file whose name ends in `.gz`.
    pub fn packed<'a>(&self, text: &'a [u8]) -> Cow<'a, [u8]> {
        match self {
            Self::Stdout => text.into(),
            Self::File(path) => files::packed(path, text),
        }
    }

    /// Writes the result, and reports about the file that it is in.
    pub fn take<R: Report>(
        &self,
        result: &[u8],
        output: Output,
        report: impl FnOnce(&Path) -> R,
    ) -> Result<(), Failure> {
        match self {
            Self::Stdout => Output::bytes(result),
            Self::File(path) => {
                files::write(path, result)?;
                output.print(&report(path))
            }
        }
    }
}
