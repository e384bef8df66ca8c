//! Files of changes: operations, one on each line, carried out in their order, all or none.
//!
//! A line is a JSON object (`{"op":"put","name":"bash","value":"5.2"}`, with `slot` or `key` for `name`, `name_hex` and
//! `value_hex` for bytes that are no text), or an operation, a name and, if it takes one, a value with tabs between
//! them. A value may have tabs in it itself.

use statesync_tree::{Action, Operation, Shape};

use super::{Label, Source, Written, read_lines, stored_value};
use crate::failure::{Advise, Failure, Fault};

/// The operations, by the words for them.
const WORDS: [(&str, Action); 5] = [
    ("insert", Action::Insert),
    ("replace", Action::Replace),
    ("restore", Action::Restore),
    ("put", Action::Put),
    ("delete", Action::Delete),
];

/// One operation on one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What is done.
    pub action: Action,
    /// To which record.
    pub label: Label,
    /// The value that it gets; a deletion has none.
    pub value: Option<Vec<u8>>,
}

/// Operations, with the numbers of their lines.
#[derive(Debug, PartialEq, Eq)]
pub struct ChangesFile(pub Vec<(u64, Change)>);

impl Change {
    /// As a registry of this shape takes it.
    pub fn operation(&self, shape: Shape) -> Result<Operation, Failure> {
        let key = self.label.key(shape)?;
        let value = stored_value(shape, &self.label, self.value.as_deref().unwrap_or_default());
        Ok(match self.action {
            Action::Insert => Operation::insert(key, value),
            Action::Replace => Operation::replace(key, value),
            Action::Restore => Operation::restore(key, value),
            Action::Put => Operation::put(key, value),
            Action::Delete => Operation::delete(key),
        })
    }

    /// As one line of JSON.
    pub fn line(&self) -> String {
        let mut written = Written::new(&self.label, self.value.as_deref());
        written.op = Some(self.action.to_string());
        written.line()
    }

    fn parse(line: &[u8]) -> Result<Self, Failure> {
        let (word, label, value) = match line {
            [b'{', ..] => {
                let written = Written::parse(line)?;
                (written.op.clone().unwrap_or_default(), written.label()?, written.value()?)
            }
            _ => {
                let mut cells = line.splitn(3, |byte| *byte == b'\t');
                let [word, name, value] = [(); 3].map(|()| cells.next());
                let name = name.ok_or_else(|| Failure::new(Fault::Usage, "there is no name"));
                let name = name.next("a line has an operation, a tab, a name, and for a value a tab and the value")?;
                let word = String::from_utf8_lossy(word.unwrap_or_default()).into_owned();
                (word, Label::Name(name.to_vec()), value.map(<[u8]>::to_vec))
            }
        };
        let action = WORDS.iter().find(|(name, _)| *name == word).map(|(_, action)| *action);
        let unknown = || Failure::new(Fault::Usage, format_args!("`{word}` is no operation"));
        let action = action.ok_or_else(unknown).next("operations are insert, replace, restore, put and delete")?;
        match (action, &value) {
            (Action::Delete, Some(_)) => Err(Failure::new(Fault::Usage, "a deletion has no value")),
            (Action::Delete, None) | (_, Some(_)) => Ok(Self { action, label, value }),
            (_, None) => Err(Failure::new(Fault::Usage, format_args!("there is no value to {action}"))),
        }
    }
}

impl ChangesFile {
    /// Reads a file of changes, plain or compressed. Empty lines are passed over.
    pub fn read(source: &Source) -> Result<Self, Failure> {
        read_lines(source, Change::parse).map(Self).or_next("`statesync apply --help` shows how lines are written")
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::parsed;
    use super::*;

    fn read(text: &str) -> Result<Vec<(u64, Change)>, Failure> {
        parsed(text.as_bytes(), Change::parse).collect()
    }

    fn change(action: Action, name: &str, value: Option<&str>) -> Change {
        Change { action, label: Label::Name(name.into()), value: value.map(Into::into) }
    }

    #[test]
    fn lines_are_objects_or_columns_and_mean_the_same() {
        let columns = "put\tbash\t5.2\t8213\n\ndelete\tcurl\r\nrestore\tzsh\t\n";
        let objects = "{\"op\":\"put\",\"name\":\"bash\",\"value\":\"5.2\\t8213\"}\n\n{\"op\":\"delete\",\"name_hex\":\
                       \"6375726c\"}\n{\"name\":\"zsh\",\"op\":\"restore\",\"value\":\"\"}";
        let expected = [
            (1, change(Action::Put, "bash", Some("5.2\t8213"))),
            (3, change(Action::Delete, "curl", None)),
            (4, change(Action::Restore, "zsh", Some(""))),
        ];
        for text in [columns, objects] {
            assert_eq!(read(text).unwrap(), expected);
        }
    }

    #[test]
    fn every_operation_comes_back_from_its_line() {
        for (_, action) in WORDS {
            let value = (action != Action::Delete).then_some("v");
            let change = change(action, "bash", value);
            assert_eq!(read(&change.line()).unwrap(), [(1, change)]);
        }
    }

    #[test]
    fn a_line_that_is_no_operation_is_refused_with_its_number() {
        let wrong = [
            "put\tbash",
            "put",
            "erase\tbash",
            "delete\tbash\t5.2",
            "{\"op\":\"put\",\"name\":\"a\"}",
            "{\"name\":\"a\",\"value\":\"\"}",
            "{\"op\":\"delete\"}",
            "{",
        ];
        for line in wrong {
            let failure = read(&format!("delete\ta\n{line}\n")).unwrap_err();
            assert_eq!(failure.fault, Fault::Usage);
            assert!(failure.reason().contains("line 2"), "{}", failure.reason());
        }
    }
}
