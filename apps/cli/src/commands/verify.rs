//! `verify`: a statement and a proof -> a verdict.
//!
//! The statement is the caller's own. What comes with the proof is evidence, and decides nothing.

use std::io;

use serde::Serialize;
use statesync_proof::{Envelope, Form, Request, Statement, VerifyError};
use statesync_tree::Opening;

use crate::failure::{Advise, Blame, Failure, Fault};
use crate::files;
use crate::records::Source;
use crate::report::{Bits, Bytes, Page, Report, Took};

/// What to do about evidence of something else than the statement.
const OF_ANOTHER: &str =
    "it is of another anchor, record, state or context, or was changed on its way: do not trust it";

/// What to do about a statement that is true of no registry.
pub const MEANS_NOTHING: &str =
    "see that key, states and anchors are of one registry, and that something changes in an update";

/// What is claimed, and what is to show it.
#[derive(Debug)]
pub struct Job {
    /// The caller's own statement.
    pub claim: Claim,
    /// What was received.
    pub evidence: Evidence,
}

/// Where the statement is.
#[derive(Debug)]
pub enum Claim {
    /// In a file of JSON.
    File(Source),
    /// In the arguments.
    Stated(Statement),
}

/// What is to show that the statement is true.
#[derive(Debug)]
pub enum Evidence {
    /// A proof.
    Proof {
        /// Its file.
        source: Source,
        /// What it must be bound to besides the statement.
        context: Vec<u8>,
        /// The file of the request whose opening is the witness, for a detached proof.
        request: Option<Source>,
    },
    /// The file of a plain opening.
    Opening(Source),
}

/// A verdict; the other one is a [`Failure`].
#[derive(Debug, Serialize)]
pub struct Accepted {
    verified: bool,
    statement: Statement,
    evidence: String,
    bytes: usize,
    depth: usize,
    check_us: Took,
    /// By the union bound. A path without levels has no challenges, and an opening none ever.
    #[serde(skip_serializing_if = "Option::is_none")]
    soundness_bits: Option<Bits>,
}

/// Checks the evidence.
pub fn run(job: &Job) -> Result<Accepted, Failure> {
    let statement = job.claim.read()?;
    statement.check().blame(Fault::Usage, "the statement means nothing").next(MEANS_NOTHING)?;
    match &job.evidence {
        Evidence::Opening(source) => check_opening(statement, source),
        Evidence::Proof { source, context, request } => check_proof(statement, source, context, request.as_ref()),
    }
}

impl Claim {
    fn read(&self) -> Result<Statement, Failure> {
        match self {
            Self::Stated(statement) => Ok(*statement),
            Self::File(source) => serde_json::from_slice(&files::read(source)?)
                .blame(Fault::Usage, format_args!("{} is not a statement", source.name()))
                .next("a statement is the JSON that `statesync prove --statement-out FILE` writes"),
        }
    }
}

fn check_opening(statement: Statement, source: &Source) -> Result<Accepted, Failure> {
    let bytes = files::read(source)?;
    let opening = Opening::decode(&bytes)
        .blame(Fault::Usage, format_args!("{} is not an opening", source.name()))
        .next("openings are what `statesync prove --opening` writes; a proof is given without `--opening`")?;
    let request = Request { statement, opening };
    let (checked, check_us) = Took::timing(|| request.check());
    checked.blame(Fault::Refused, "the opening does not show the statement").next(OF_ANOTHER)?;
    let depth = request.opening.depth();
    Ok(Accepted {
        verified: true,
        statement,
        evidence: "plain opening".into(),
        bytes: bytes.len(),
        depth,
        check_us,
        soundness_bits: None,
    })
}

fn check_proof(
    statement: Statement,
    source: &Source,
    context: &[u8],
    request: Option<&Source>,
) -> Result<Accepted, Failure> {
    let bytes = files::read(source)?;
    let envelope = Envelope::decode(&bytes)
        .blame(Fault::Usage, format_args!("{} is not a proof", source.name()))
        .next("proofs are what `statesync prove` writes; a plain opening is given as `--opening FILE`")?;
    let prepared = super::prepared(statement.kind(), statement.shape())?;
    let (checked, check_us) = match (envelope.form(), request) {
        (Form::Inline, None) => {
            Took::timing(|| statesync_proof::verify(&prepared, &statement, context, &envelope).map(drop))
        }
        (Form::Detached, Some(source)) => {
            let request = read_request(source, &statement)?;
            Took::timing(|| statesync_proof::verify_detached(&prepared, &request, context, &envelope).map(drop))
        }
        (form, _) => return Err(wrong_companion(form)),
    };
    checked.map_err(refused)?;
    let depth = envelope.hints().depth();
    Ok(Accepted {
        verified: true,
        statement,
        evidence: format!("{} proof", envelope.form()),
        bytes: bytes.len(),
        depth,
        check_us,
        soundness_bits: prepared.soundness(depth).map(|soundness| Bits(soundness.union_bound)),
    })
}

/// The request of a detached proof. Only its opening is used: the statement stays the caller's.
fn read_request(source: &Source, statement: &Statement) -> Result<Request, Failure> {
    let request = Request::decode(&files::read(source)?)
        .blame(Fault::Usage, format_args!("{} is not a request", source.name()))
        .next("a request is what `statesync prove --request-out FILE` writes")?;
    if request.statement != *statement {
        let message = format!("{} is a request for another statement than yours", source.name());
        return Err(Failure::new(Fault::Refused, message).next("compare the two: `statesync inspect` shows a request"));
    }
    Ok(request)
}

fn wrong_companion(form: Form) -> Failure {
    match form {
        Form::Detached => {
            let failure = Failure::new(Fault::Usage, "the proof is detached: its path does not travel with it");
            failure.next("add `--request FILE`, the request that it was made for; or ask for an inline proof")
        }
        Form::Inline => {
            let failure = Failure::new(Fault::Usage, "the proof is inline: it brings its path, and takes no request");
            failure.next("leave `--request` out")
        }
    }
}

/// A refusal, with advice where the reason shows what went wrong.
fn refused(error: VerifyError) -> Failure {
    let advice = match &error {
        VerifyError::OtherKind { .. } | VerifyError::OtherEnd | VerifyError::Path(_) => {
            "`statesync inspect PROOF` shows what the proof says of itself: is it the one you asked for?"
        }
        VerifyError::OtherPath => "take the request that this very proof was made for",
        _ => OF_ANOTHER,
    };
    Failure::of(Fault::Refused, error).next(advice)
}

impl Report for Accepted {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(format_args!("The statement is true: {}", self.statement.kind()))?;
        page.statement(&self.statement)?;
        let (bytes, took) = (Bytes(self.bytes), self.check_us);
        page.good("verified", format_args!("{}, {bytes}, {} levels, checked in {took}", self.evidence, self.depth))?;
        match self.soundness_bits {
            Some(bits) => page.field("soundness", format_args!("{bits} by the union bound")),
            None => Ok(()),
        }
    }
}
