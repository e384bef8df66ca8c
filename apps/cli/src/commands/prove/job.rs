use std::path::PathBuf;

use statesync_proof::Form;

use super::Origin;
use crate::records::{Label, Source};
use crate::report::Target;

/// What is to be proved, of which registry, and where it goes.
#[derive(Debug)]
pub struct Job {
    /// The registry.
    pub origin: Origin,
    /// What is asked.
    pub question: Question,
    /// What to make.
    pub artefact: Artefact,
    /// Where it goes.
    pub out: Target,
    /// Where the statement goes.
    pub statement_out: Option<PathBuf>,
    /// Where the request goes, if the proof is detached or someone wants it.
    pub request_out: Option<PathBuf>,
}

/// Many things to be proved of one version of a registry.
#[derive(Debug)]
pub struct Many {
    /// The registry.
    pub origin: Origin,
    /// What is asked, one question on each line.
    pub requests: Source,
    /// What to make.
    pub artefact: Artefact,
    /// The folder where it goes.
    pub out: PathBuf,
}

/// What is to be proved of which record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The record.
    pub label: Label,
    /// What of it.
    pub asked: Asked,
}

/// What is to be proved of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Its state, whatever that is.
    WhatIsTrue,
    /// That it is there.
    Present,
    /// That it is not there.
    Absent,
    /// That giving it this value, and changing nothing else, gives the new anchor.
    Change(Vec<u8>),
    /// The same of deleting it.
    Deletion,
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
    },
    /// A plain opening.
    Opening,
}
