//! The command line of an authenticated registry.
//!
//! ```text
//! words --arguments--> Job --commands--> Report or Failure --report--> text or JSON, exit code
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `arguments/` | what may be typed, resolved once into a job |
//! | `commands/` | one file or folder for each command |
//! | `records/` | records as they are written: labels, tables, changes, stored bytes |
//! | `registry/` | registries on disk and in memory, and what they hold |
//! | `debian.rs` | the data of the demo |
//! | `files.rs` | files, read whole and written whole or not at all |
//! | `report/` | what is printed, for people or machines |
//! | `failure.rs` | why a command fails, and its exit code |

mod arguments;
mod commands;
mod debian;
mod failure;
mod files;
mod records;
mod registry;
mod report;

use std::process::ExitCode;

fn main() -> ExitCode {
    let (output, job) = arguments::read(std::env::args_os());
    match job.and_then(|job| commands::run(&job, output)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            output.fail(&failure);
            ExitCode::from(failure.fault as u8)
        }
    }
}
