//! Lists of changes as their verifier writes them down: one record on each line, what it was and what it is.
//!
//! ```json
//! {"name":"openssl","old":"3.0.20","new":"3.0.22"}
//! {"name":"left-pad","old_state":"empty","new":"1.3.0"}
//! {"slot":7,"old_state":"occupied:9ceff447..","new_state":"tombstone"}
//! ```
//!
//! `old` and `new` are values, of which the digests are computed; `old_hex`, `new_hex` are values that are no text;
//! `old_state`, `new_state` are states: empty, tombstone, or a digest. Equal states say that the record was read. Lines
//! about one record follow each other in time, and are netted.

use serde::{Deserialize, Serialize};
use statesync_proof::sync::{SyncStatementError, net};
use statesync_tree::{Key, LeafState, Shape, StateChange};

use super::lines::parsed;
use super::written::{bytes, called, text_or_digits};
use super::{Label, Source, read_lines, stored_value};
use crate::failure::{Advise, Blame, Failure, Fault};

/// One line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name_hex: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slot: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<Key>,
    #[serde(skip_serializing_if = "Option::is_none")]
    old: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    old_hex: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    old_state: Option<LeafState>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new_hex: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new_state: Option<LeafState>,
}

/// What a record holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// A value.
    Value(Vec<u8>),
    /// Nothing, or a value of which the digest alone is known.
    State(LeafState),
}

/// A record, before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// What it is called.
    pub label: Label,
    /// What it was.
    pub old: Held,
    /// What it is.
    pub new: Held,
}

/// A list of changes, with the numbers of its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatesFile(Vec<(u64, Stated)>);

impl Held {
    fn state(&self, shape: Shape, label: &Label) -> LeafState {
        match self {
            Self::Value(value) => LeafState::of(&stored_value(shape, label, value)),
            Self::State(state) => *state,
        }
    }

    fn read(side: &str, text: Option<&str>, digits: Option<&str>, state: Option<LeafState>) -> Result<Self, Failure> {
        let value = bytes(side, text, digits)?;
        match (value, state) {
            (Some(value), None) => Ok(Self::Value(value)),
            (None, Some(state)) => Ok(Self::State(state)),
            _ => Err(Failure::new(Fault::Usage, format_args!("a record has one of {side}, {side}_hex, {side}_state"))),
        }
    }

    fn write(&self) -> (Option<String>, Option<String>, Option<LeafState>) {
        match self {
            Self::Value(value) => {
                let (text, digits) = text_or_digits(value);
                (text, digits, None)
            }
            Self::State(state) => (None, None, Some(*state)),
        }
    }
}

impl Stated {
    /// As a statement about a tree of this shape has it.
    pub fn change(&self, shape: Shape) -> Result<StateChange, Failure> {
        let Self { label, old, new } = self;
        let [old, new] = [old, new].map(|held| held.state(shape, label));
        Ok(StateChange { key: label.key(shape)?, old, new })
    }

    /// One line.
    pub fn line(&self) -> String {
        let mut line = Line::default();
        match &self.label {
            Label::Slot(index) => line.slot = Some(*index),
            Label::Name(name) => (line.name, line.name_hex) = text_or_digits(name),
            Label::Key(key) => line.key = Some(*key),
        }
        (line.old, line.old_hex, line.old_state) = self.old.write();
        (line.new, line.new_hex, line.new_state) = self.new.write();
        serde_json::to_string(&line).expect("text and numbers have a JSON form") + "\n"
    }

    fn parse(line: &[u8]) -> Result<Self, Failure> {
        let line: Line = serde_json::from_slice(line)
            .blame(Fault::Usage, "not a record before and after")
            .next("a line is {\"name\":..,\"old\":..,\"new\":..}, as `statesync sync prove --changes-out` writes it")?;
        Ok(Self {
            label: called(line.name.as_deref(), line.name_hex.as_deref(), line.slot, line.key)?,
            old: Held::read("old", line.old.as_deref(), line.old_hex.as_deref(), line.old_state)?,
            new: Held::read("new", line.new.as_deref(), line.new_hex.as_deref(), line.new_state)?,
        })
    }
}

impl StatesFile {
    /// Reads a list of changes, plain or compressed. Empty lines are passed over.
    pub fn read(source: &Source) -> Result<Self, Failure> {
        read_lines(source, Stated::parse)
            .map(Self)
            .or_next("`statesync sync verify --help` shows how lines are written")
    }

    /// Reads the text of one.
    pub fn parse(text: &[u8]) -> Result<Self, Failure> {
        parsed(text, Stated::parse).collect::<Result<_, _>>().map(Self)
    }

    /// One change for each key, ascending, as a statement about a tree of this shape has them.
    pub fn changes(&self, shape: Shape) -> Result<Vec<StateChange>, Failure> {
        let line = |number: u64| move |failure: Failure| failure.about(format_args!("line {number}"));
        let sequence = self.0.iter().map(|(number, stated)| stated.change(shape).map_err(line(*number)));
        let sequence: Vec<StateChange> = sequence.collect::<Result<_, _>>()?;
        net(sequence).map_err(|error| match error {
            SyncStatementError::Broken { position, stated, left, .. } => {
                let (number, record) = &self.0[position];
                let message =
                    format!("line {number}: `{}` was {stated}, and a line before it leaves it {left}", record.label);
                Failure::new(Fault::Usage, message).next("lines about one record follow each other in time")
            }
            other => Failure::of(Fault::Usage, other).next("no registry changes so: see what the record was and is"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Held {
        Held::Value(text.into())
    }

    #[test]
    fn every_line_comes_back() {
        let labels = [Label::Name(b"bash".to_vec()), Label::Name(vec![0xff]), Label::Slot(5), Label::Key(Key::ZERO)];
        let sides = [
            value("5.2\t\"0\""),
            Held::Value(vec![0xc3]),
            Held::State(LeafState::Empty),
            Held::State(LeafState::of(b"x")),
        ];
        for label in labels {
            for (old, new) in sides.iter().flat_map(|old| sides.iter().map(move |new| (old, new))) {
                let stated = Stated { label: label.clone(), old: old.clone(), new: new.clone() };
                assert_eq!(StatesFile::parse(stated.line().as_bytes()).unwrap(), StatesFile(vec![(1, stated)]));
            }
        }
    }

    #[test]
    fn names_and_values_are_hashed_and_lines_about_one_record_are_netted() {
        let text =
            "{\"name\":\"a\",\"old_state\":\"empty\",\"new\":\"1\"}\n{\"name\":\"a\",\"old\":\"1\",\"new\":\"2\"}\n";
        let file = StatesFile::parse(text.as_bytes()).unwrap();
        let new = LeafState::of(&stored_value(Shape::Keyed, &Label::Name(b"a".to_vec()), b"2"));
        let netted = StateChange { key: Key::hashed(b"a"), old: LeafState::Empty, new };
        assert_eq!(file.changes(Shape::Keyed).unwrap(), [netted]);
        let broken = text.replace("\"old\":\"1\"", "\"old\":\"3\"");
        let failure = StatesFile::parse(broken.as_bytes()).unwrap().changes(Shape::Keyed).unwrap_err();
        assert!(failure.reason().contains("line 2: `a` was occupied:"), "{}", failure.reason());
    }

    #[test]
    fn a_line_that_does_not_say_what_a_record_was_and_is_is_refused_with_its_number() {
        let wrong = [
            "{\"name\":\"a\",\"old\":\"1\"}",
            "{\"name\":\"a\",\"old\":\"1\",\"old_state\":\"empty\",\"new\":\"2\"}",
            "{\"name\":\"a\",\"old\":\"1\",\"old_hex\":\"31\",\"new\":\"2\"}",
            "{\"old\":\"1\",\"new\":\"2\"}",
            "{\"name\":\"a\",\"slot\":1,\"old\":\"1\",\"new\":\"2\"}",
            "{\"name\":\"a\",\"old_state\":\"gone\",\"new\":\"2\"}",
            "{\"name\":\"a\",\"old\":\"1\",\"now\":\"2\"}",
            "put\ta\t2",
        ];
        for line in wrong {
            let failure = StatesFile::parse(format!("\n{line}\n").as_bytes()).unwrap_err();
            assert_eq!(failure.fault, Fault::Usage);
            assert!(failure.reason().contains("line 2"), "{}", failure.reason());
        }
    }
}
