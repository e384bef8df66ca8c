use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use statesync_proof::{Form, Preparations, Request, prove_batch};

use super::job::{Artefact, Asked, Many, Question};
use super::one::statement_file;
use crate::failure::{Advise, Blame, Failure, Fault};
use crate::files;
use crate::records::{Label, read_lines};
use crate::report::{Bytes, Count, Output, Page, Progress, Report, Took};

/// What was made of a file of requests.
#[derive(Debug, Serialize)]
struct Folder {
    out: PathBuf,
    made: usize,
    refused: Vec<Refused>,
    bytes: usize,
    prove_us: Took,
    #[serde(skip)]
    registry: String,
}

/// A request that could not be met.
#[derive(Debug, Serialize)]
struct Refused {
    line: u64,
    name: String,
    error: String,
}

/// Answers every request of the file from one version, and proves the answers together. A bad request fails alone.
pub fn run(job: &Many, output: Output) -> Result<(), Failure> {
    let asked = read_lines(&job.requests, question)?;
    let questions: Vec<Question> = asked.iter().map(|(_, question)| question.clone()).collect();
    fs::create_dir_all(&job.out).blame(Fault::Io, format_args!("cannot make {}", job.out.display()))?;
    let progress = Progress::of(format!("opening {} records", Count::of(asked.len())));
    let answers = job.origin.answer(&questions)?;
    let mut refused = Vec::new();
    let mut requests = Vec::new();
    let mut lines = Vec::new();
    for ((line, question), request) in asked.iter().zip(answers.requests) {
        match request {
            Ok(request) => {
                requests.push(request);
                lines.push((*line, question));
            }
            Err(failure) => refused.push(Refused::new(*line, question, failure.reason())),
        }
    }
    progress.now(format!("proving {} answers", Count::of(requests.len())));
    let (made, prove_us) = Took::timing(|| make(&job.artefact, &requests));
    let made = made?;
    clear(&job.out)?;
    let mut bytes = 0;
    for (((line, question), request), made) in lines.into_iter().zip(&requests).zip(made) {
        match made {
            Ok(proof) => {
                bytes += proof.len();
                job.artefact.write(&job.out, line, request, &proof)?;
            }
            Err(reason) => refused.push(Refused::new(line, question, reason)),
        }
    }
    drop(progress);
    let made = asked.len() - refused.len();
    let folder = Folder { out: job.out.clone(), made, refused, bytes, prove_us, registry: answers.registry };
    output.print(&folder)?;
    match folder.refused.len() {
        0 => Ok(()),
        count => Err(Failure::new(Fault::Refused, format_args!("{count} of {} requests were refused", asked.len()))
            .next("the others were proved; ask for a name alone to prove what is true of it")),
    }
}

/// Removes the answers of an earlier run: to a line that is refused now they would look like an answer.
fn clear(folder: &Path) -> Result<(), Failure> {
    let cleared = || {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if is_answer(&path) {
                fs::remove_file(path)?;
            }
        }
        Ok::<(), io::Error>(())
    };
    cleared().blame(Fault::Io, format_args!("cannot clear {}", folder.display()))
}

/// Whether a file is named as [`Artefact::write`] names them.
fn is_answer(path: &Path) -> bool {
    let [stem, ending] =
        [path.file_stem(), path.extension()].map(|part| part.and_then(OsStr::to_str).unwrap_or_default());
    let is_number = stem.len() >= 6 && stem.bytes().all(|digit| digit.is_ascii_digit());
    is_number && ["json", "proof", "opening", "request"].contains(&ending)
}

/// A line: a name, or a kind, a tab and a name, for an update with a tab and the new value.
fn question(line: &[u8]) -> Result<Question, Failure> {
    let cells: Vec<&[u8]> = line.splitn(3, |byte| *byte == b'\t').collect();
    let (asked, name) = match cells[..] {
        [name] => (Asked::WhatIsTrue, name),
        [b"membership", name] => (Asked::Present, name),
        [b"non-membership", name] => (Asked::Absent, name),
        [b"delete", name] => (Asked::Deletion, name),
        [b"update", name, value] => (Asked::Change(value.to_vec()), name),
        _ => {
            let failure = Failure::new(Fault::Usage, "this is no request");
            return Err(failure).next(
                "a line is NAME, or KIND, a tab and NAME, where KIND is membership, non-membership, delete or, \
                       with another tab and a value, update",
            );
        }
    };
    Ok(Question { label: Label::Name(name.to_vec()), asked })
}

/// The bytes that are asked for, or why there are none, for each request.
fn make(artefact: &Artefact, requests: &[Request]) -> Result<Vec<Result<Vec<u8>, String>>, Failure> {
    let Artefact::Proof { form, context } = artefact else {
        let openings = requests.iter().map(|request| request.opening.encode());
        return Ok(openings.map(|bytes| bytes.map_err(|error| error.to_string())).collect());
    };
    let mut prepared = Preparations::default();
    for request in requests {
        let (kind, shape) = (request.statement.kind(), request.statement.shape());
        prepared.prepare(kind, shape).blame(Fault::Usage, "the circuit cannot be made")?;
    }
    let envelopes = prove_batch(&prepared, requests, context, *form).into_iter();
    Ok(envelopes.map(|made| made.map(|envelope| envelope.encode()).map_err(|error| error.to_string())).collect())
}

impl Artefact {
    /// Writes what was made for the request on this line, with its statement, and the request where it is needed.
    fn write(&self, folder: &Path, line: u64, request: &Request, bytes: &[u8]) -> Result<(), Failure> {
        let file = |ending: &str| folder.join(format!("{line:06}.{ending}"));
        files::write(&file("json"), &statement_file(&request.statement)?)?;
        match self {
            Self::Opening => files::write(&file("opening"), bytes),
            Self::Proof { form, .. } => {
                if *form == Form::Detached {
                    files::write(&file("request"), &request.encode().blame(Fault::Usage, "the request as bytes")?)?;
                }
                files::write(&file("proof"), bytes)
            }
        }
    }
}

impl Refused {
    fn new(line: u64, question: &Question, error: String) -> Self {
        Self { line, name: question.label.to_string(), error }
    }
}

impl Report for Folder {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let (made, bytes) = (Count::of(self.made), Bytes(self.bytes));
        page.heading(format_args!("{}: {made} answers, {bytes}, made in {}", self.out.display(), self.prove_us))?;
        page.field("registry", &self.registry)?;
        for Refused { line, name, error } in &self.refused {
            page.bad("refused", format_args!("line {line}: {name}"))?;
            page.sentence(error)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_asks_for_what_it_says_and_a_malformed_one_is_refused() {
        let asked = |line: &str| question(line.as_bytes()).map(|question| (question.label.to_string(), question.asked));
        let bash = |asked| ("bash".to_owned(), asked);
        assert_eq!(asked("bash").unwrap(), bash(Asked::WhatIsTrue));
        assert_eq!(asked("membership\tbash").unwrap(), bash(Asked::Present));
        assert_eq!(asked("non-membership\tbash").unwrap(), bash(Asked::Absent));
        assert_eq!(asked("delete\tbash").unwrap(), bash(Asked::Deletion));
        assert_eq!(asked("update\tbash\t6.0\tff").unwrap(), bash(Asked::Change(b"6.0\tff".to_vec())));
        for wrong in ["bash\tmembership", "update\tbash", "membership\tbash\t5.2"] {
            assert_eq!(asked(wrong).unwrap_err().fault, Fault::Usage, "{wrong}");
        }
    }
}
