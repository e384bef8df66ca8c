use std::fmt::Display;
use std::path::PathBuf;

use statesync_proof::{Kind, Request, Statement};
use statesync_tree::store::{StoreView, Version};
use statesync_tree::{Anchor, Key, LeafState, Opening, Shape, Snapshot};

use super::job::{Asked, Question};
use crate::failure::{Advise, Blame, Failure, Fault};
use crate::records::{Table, stored_value};
use crate::registry::{self, trouble};
use crate::report::{Count, Took};

/// Where the records are.
#[derive(Debug)]
pub enum Origin {
    /// In a registry on disk.
    Disk {
        /// Its folder.
        place: PathBuf,
        /// The version; the newest, if none is given.
        at: Option<Version>,
    },
    /// In a table, from which a registry is built in memory.
    Table {
        /// The table.
        table: Table,
        /// Shape of the registry.
        shape: Shape,
    },
}

/// What a version of a registry answers.
pub struct Answers {
    /// The version and how it was come by, for people.
    pub registry: String,
    /// Records in it.
    pub records: u64,
    /// Opening it, or building it.
    pub took: Took,
    /// One answer for each question.
    pub requests: Vec<Result<Request, Failure>>,
}

impl Origin {
    /// Answers questions about one version, each with the opening that shows it.
    pub fn answer(&self, questions: &[Question]) -> Result<Answers, Failure> {
        match self {
            Self::Disk { place, at } => {
                let (snapshot, took) = Took::timing(|| registry::open_at(place, *at));
                let snapshot = snapshot?;
                let version = snapshot.version();
                Ok(answers(&snapshot, questions, took, |records| {
                    format!("version {version} of {}, {records} records, opened in {took}", place.display())
                }))
            }
            Self::Table { table, shape } => {
                let (registry, took) = Took::timing(|| registry::publish(*shape, table.read()?));
                let snapshot = registry?.snapshot();
                Ok(answers(&snapshot, questions, took, |records| format!("{records} records, built in {took}")))
            }
        }
    }
}

fn answers<V: StoreView>(
    snapshot: &Snapshot<V>,
    questions: &[Question],
    took: Took,
    describe: impl Fn(Count) -> String,
) -> Answers {
    let records = snapshot.counts().active;
    let requests = questions.iter().map(|question| question.request(snapshot)).collect();
    Answers { registry: describe(Count(records)), records, took, requests }
}

impl Question {
    /// The statement that is asked for, if it is true, and the opening of the record.
    fn request<V: StoreView>(&self, snapshot: &Snapshot<V>) -> Result<Request, Failure> {
        let key = self.label.key(snapshot.shape())?;
        let opening = snapshot.open(&key).map_err(trouble)?;
        let statement = self.statement(*snapshot.anchor(), key, &opening)?;
        Ok(Request { statement, opening })
    }

    fn statement(&self, anchor: Anchor, key: Key, opening: &Opening) -> Result<Statement, Failure> {
        let name = &self.label;
        match (&self.asked, opening.state()) {
            (Asked::Change(value), old) => {
                let value = stored_value(anchor.shape, name, value);
                self.update(anchor, key, opening, old, LeafState::of(&value))
            }
            (Asked::Deletion, old) => self.update(anchor, key, opening, old, LeafState::Tombstone),
            (Asked::Present, state @ (LeafState::Empty | LeafState::Tombstone)) => {
                Err(untrue(format_args!("`{name}` is not registered: it is {state}"), Kind::NonMembership))
            }
            (Asked::Absent, state @ LeafState::Occupied(_)) => {
                Err(untrue(format_args!("`{name}` is registered: it is {state}"), Kind::Membership))
            }
            (Asked::WhatIsTrue | Asked::Present | Asked::Absent, state) => {
                Ok(registry::true_statement(anchor, key, state))
            }
        }
    }

    fn update(
        &self,
        anchor: Anchor,
        key: Key,
        opening: &Opening,
        old: LeafState,
        new: LeafState,
    ) -> Result<Statement, Failure> {
        let update = opening.update(anchor.shape, &key, &new);
        let update = update
            .blame(Fault::Refused, format_args!("`{}` cannot be changed so", self.label))
            .next("only a record that is there can be deleted")?;
        let new_anchor = Anchor::new(anchor.shape, update.new_root);
        Ok(Statement::Update { old_anchor: anchor, new_anchor, key, old, new })
    }
}

fn untrue(why: impl Display, instead: Kind) -> Failure {
    let failure = Failure::new(Fault::Refused, why);
    failure.next(format!("ask for `{instead}`, or leave the kind out to prove what is true"))
}
