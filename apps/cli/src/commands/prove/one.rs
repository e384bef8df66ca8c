use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use statesync_proof::{Form, Request, Statement};

use super::job::{Artefact, Job};
use crate::commands;
use crate::failure::{Blame, Failure, Fault};
use crate::files;
use crate::records::digits;
use crate::report::{Bytes, Output, Page, Report, Took};

/// What was made.
#[derive(Debug, Serialize)]
struct Made {
    statement: Statement,
    records: u64,
    depth: usize,
    artefact: String,
    bytes: usize,
    publish_us: Took,
    #[serde(skip_serializing_if = "Option::is_none")]
    prove_us: Option<Took>,
    out: PathBuf,
    #[serde(skip)]
    registry: String,
    #[serde(skip)]
    verify: String,
}

/// Opens the record, and makes what is asked.
pub fn run(job: &Job, output: Output) -> Result<(), Failure> {
    job.out.check(output)?;
    let answers = job.origin.answer(std::slice::from_ref(&job.question))?;
    let request = answers.requests.into_iter().next().expect("there is one answer for one question")?;
    let (artefact, bytes, prove_us) = make(&job.artefact, &request)?;
    job.write_companions(&request)?;
    let made = |out: &Path| Made {
        statement: request.statement,
        records: answers.records,
        depth: request.opening.depth(),
        artefact,
        bytes: bytes.len(),
        publish_us: answers.took,
        prove_us,
        out: out.into(),
        registry: answers.registry,
        verify: job.how_to_verify(out),
    };
    job.out.take(&bytes, output, made)
}

impl Job {
    /// Writes the statement and the request, where they are wanted.
    fn write_companions(&self, request: &Request) -> Result<(), Failure> {
        if let Some(path) = &self.statement_out {
            files::write(path, &statement_file(&request.statement)?)?;
        }
        if let Some(path) = &self.request_out {
            files::write(path, &request.encode().blame(Fault::Usage, "the request as bytes")?)?;
        }
        Ok(())
    }

    /// The command that checks what was made.
    fn how_to_verify(&self, out: &Path) -> String {
        let statement = self.statement_out.as_deref().unwrap_or(Path::new("FILE")).display();
        let out = out.display();
        let Artefact::Proof { form, context } = &self.artefact else {
            return format!("statesync verify --opening {out} --statement {statement}");
        };
        let mut command = format!("statesync verify {out} --statement {statement}");
        if let (Form::Detached, Some(request)) = (form, &self.request_out) {
            command += &format!(" --request {}", request.display());
        }
        if !context.is_empty() {
            command += &format!(" --context hex:{}", digits(context));
        }
        command
    }
}

/// A statement as a file of JSON.
pub fn statement_file(statement: &Statement) -> Result<Vec<u8>, Failure> {
    let json = serde_json::to_string_pretty(statement).blame(Fault::Io, "the statement as JSON")?;
    Ok((json + "\n").into_bytes())
}

/// The bytes that are asked for, with their name, and how long proving took.
fn make(artefact: &Artefact, request: &Request) -> Result<(String, Vec<u8>, Option<Took>), Failure> {
    let Artefact::Proof { form, context } = artefact else {
        let bytes = request.opening.encode().blame(Fault::Usage, "the opening as bytes")?;
        return Ok(("plain opening".into(), bytes, None));
    };
    let statement = &request.statement;
    let prepared = commands::prepared(statement.kind(), statement.shape())?;
    let (envelope, took) = Took::timing(|| statesync_proof::prove(&prepared, request, context, *form));
    let envelope = envelope.blame(Fault::Refused, "the statement cannot be proved")?;
    Ok((format!("{form} proof"), envelope.encode(), Some(took)))
}

impl Report for Made {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(format_args!("{}: {} of {}", self.out.display(), self.artefact, self.statement.kind()))?;
        page.statement(&self.statement)?;
        page.field("registry", &self.registry)?;
        page.field("path", format_args!("{} levels", self.depth))?;
        match &self.prove_us {
            Some(took) => page.field("proof", format_args!("{}, made in {took}", Bytes(self.bytes)))?,
            None => page.field("opening", Bytes(self.bytes))?,
        }
        page.field("check it", &self.verify)
    }
}
