//! `prove`: a table and a name -> a proof or a plain opening, in a file.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use statesync_proof::{Form, Kind, Request, Statement};
use statesync_tree::{Anchor, Key, LeafState, Opening};

use crate::failure::{Advise, Blame, Failure, Fault};
use crate::records::Table;
use crate::report::{Bytes, Count, Page, Report, Took};
use crate::{files, registry};

/// What is to be proved, of which registry, and where it goes.
#[derive(Debug)]
pub struct Job {
    /// The registry's records.
    pub table: Table,
    /// The record.
    pub name: String,
    /// What to prove of it.
    pub asked: Asked,
    /// What to make.
    pub artefact: Artefact,
    /// Where it goes.
    pub out: PathBuf,
    /// Where the statement goes.
    pub statement_out: Option<PathBuf>,
}

/// What is to be proved of a record.
#[derive(Debug)]
pub enum Asked {
    /// Its state, whatever that is.
    WhatIsTrue,
    /// That it is there.
    Present,
    /// That it is not there.
    Absent,
    /// That changing it to this state, and nothing else, gives the new anchor.
    Change(LeafState),
}

/// What is made.
#[derive(Debug)]
pub enum Artefact {
    /// A proof.
    Proof {
        /// Whether the witness travels with it.
        form: Form,
        /// What it is bound to besides its statement.
        context: Vec<u8>,
        /// Where the request goes, if the proof is detached or someone wants it.
        request_out: Option<PathBuf>,
    },
    /// A plain opening.
    Opening,
}

/// What was made.
#[derive(Debug, Serialize)]
pub struct Made {
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
    verify: String,
}

/// Builds the registry, opens the record, and makes what is asked.
pub fn run(job: &Job) -> Result<Made, Failure> {
    let (registry, publish_us) = Took::timing(|| registry::publish(job.table.shape, job.table.read()?));
    let snapshot = registry?.snapshot();
    let key = registry::key_of(job.table.shape, job.name.as_bytes())?;
    let opening = snapshot.open(&key).blame(Fault::Usage, "the registry does not open")?;
    let statement = job.statement(*snapshot.anchor(), key, &opening)?;
    let request = Request { statement, opening };
    let (artefact, bytes, prove_us) = make(&job.artefact, &request)?;
    files::write(&job.out, &bytes)?;
    job.write_companions(&request)?;
    Ok(Made {
        statement,
        records: snapshot.counts().active,
        depth: request.opening.depth(),
        artefact,
        bytes: bytes.len(),
        publish_us,
        prove_us,
        out: job.out.clone(),
        verify: job.how_to_verify(),
    })
}

impl Job {
    /// The statement that is asked for, if it is true.
    fn statement(&self, anchor: Anchor, key: Key, opening: &Opening) -> Result<Statement, Failure> {
        let name = &self.name;
        match (&self.asked, opening.state()) {
            (Asked::Change(new), old) => {
                let update = opening.update(anchor.shape, &key, new);
                let update = update
                    .blame(Fault::Refused, format_args!("`{name}` cannot be changed so"))
                    .next("only a record that is there can be deleted")?;
                let new_anchor = Anchor::new(anchor.shape, update.new_root);
                Ok(Statement::Update { old_anchor: anchor, new_anchor, key, old, new: *new })
            }
            (Asked::Present, state @ (LeafState::Empty | LeafState::Tombstone)) => {
                Err(self.untrue(format_args!("`{name}` is not registered: it is {state}"), Kind::NonMembership))
            }
            (Asked::Absent, state @ LeafState::Occupied(_)) => {
                Err(self.untrue(format_args!("`{name}` is registered: it is {state}"), Kind::Membership))
            }
            (Asked::WhatIsTrue | Asked::Present | Asked::Absent, state) => {
                Ok(registry::true_statement(anchor, key, state))
            }
        }
    }

    fn untrue(&self, why: impl Display, instead: Kind) -> Failure {
        let failure = Failure::new(Fault::Refused, why);
        failure.next(format!("ask for `{instead}`, or leave the kind out to prove what is true"))
    }

    /// Writes the statement and the request, where they are wanted.
    fn write_companions(&self, request: &Request) -> Result<(), Failure> {
        if let Some(path) = &self.statement_out {
            let json = serde_json::to_string_pretty(&request.statement).blame(Fault::Io, "the statement as JSON")?;
            files::write(path, format!("{json}\n").as_bytes())?;
        }
        if let Artefact::Proof { request_out: Some(path), .. } = &self.artefact {
            files::write(path, &request.encode().blame(Fault::Usage, "the request as bytes")?)?;
        }
        Ok(())
    }

    /// The command that checks what was made.
    fn how_to_verify(&self) -> String {
        let statement = self.statement_out.as_deref().unwrap_or(Path::new("FILE")).display();
        let out = self.out.display();
        let Artefact::Proof { form, context, request_out } = &self.artefact else {
            return format!("statesync verify --opening {out} --statement {statement}");
        };
        let mut command = format!("statesync verify {out} --statement {statement}");
        if let (Form::Detached, Some(request)) = (form, request_out) {
            command += &format!(" --request {}", request.display());
        }
        if !context.is_empty() {
            let digits: String = context.iter().map(|byte| format!("{byte:02x}")).collect();
            command += &format!(" --context hex:{digits}");
        }
        command
    }
}

/// The bytes that are asked for, with their name, and how long proving took.
fn make(artefact: &Artefact, request: &Request) -> Result<(String, Vec<u8>, Option<Took>), Failure> {
    let Artefact::Proof { form, context, .. } = artefact else {
        let bytes = request.opening.encode().blame(Fault::Usage, "the opening as bytes")?;
        return Ok(("plain opening".into(), bytes, None));
    };
    let statement = &request.statement;
    let prepared = super::prepared(statement.kind(), statement.shape())?;
    let (envelope, took) = Took::timing(|| statesync_proof::prove(&prepared, request, context, *form));
    let envelope = envelope.blame(Fault::Refused, "the statement cannot be proved")?;
    Ok((format!("{form} proof"), envelope.encode(), Some(took)))
}

impl Report for Made {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(format_args!("{}: {} of {}", self.out.display(), self.artefact, self.statement.kind()))?;
        page.statement(&self.statement)?;
        page.field("registry", format_args!("{} records, built in {}", Count(self.records), self.publish_us))?;
        page.field("path", format_args!("{} levels", self.depth))?;
        match &self.prove_us {
            Some(took) => page.field("proof", format_args!("{}, made in {took}", Bytes(self.bytes)))?,
            None => page.field("opening", Bytes(self.bytes))?,
        }
        page.field("check it", &self.verify)
    }
}
