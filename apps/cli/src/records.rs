//! Tables of records.

use std::collections::HashSet;
use std::io::Read;
use std::path::PathBuf;

use csv::{ByteRecord, ReaderBuilder};
use statesync_tree::Shape;

use crate::failure::{Advise, Failure, Fault};
use crate::files;

/// What stands between the columns of a value.
const SEPARATOR: u8 = b'\t';

/// A file of records, and the registry that it is for.
#[derive(Clone, Debug)]
pub struct Table {
    /// The file, plain or compressed.
    pub path: PathBuf,
    /// Which of its columns are meant.
    pub columns: Columns,
    /// Shape of the registry.
    pub shape: Shape,
}

/// The columns that make a record.
#[derive(Clone, Debug)]
pub struct Columns {
    /// Heading of the column that names it.
    pub key: String,
    /// Headings of the columns of its value.
    pub values: Vec<String>,
}

/// One line of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What it is about.
    pub name: Vec<u8>,
    /// Its value: the columns, joined as [`joined`] does.
    pub value: Vec<u8>,
}

impl Table {
    /// Reads the whole table.
    pub fn read(&self) -> Result<Vec<Record>, Failure> {
        let source = files::open_table(&self.path)?;
        read(source, &self.columns).map_err(|failure| failure.about(self.path.display()))
    }
}

/// A value as bytes: its columns, a tab between each two.
pub fn joined<'a>(columns: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
    columns.into_iter().collect::<Vec<_>>().join(&SEPARATOR)
}

/// Reads tab-separated lines under a line of headings.
///
/// Fields are taken as they are, without quotes or escapes. A name that comes twice is refused: which line holds?
pub fn read(source: impl Read, columns: &Columns) -> Result<Vec<Record>, Failure> {
    let mut lines = ReaderBuilder::new().delimiter(b'\t').quoting(false).from_reader(source);
    let headings = lines.byte_headers().map_err(unreadable)?.clone();
    let key = position(&headings, &columns.key)?;
    let values = columns.values.iter().map(|name| position(&headings, name)).collect::<Result<Vec<_>, _>>()?;
    let mut seen = HashSet::new();
    let mut records = Vec::new();
    for line in lines.into_byte_records() {
        let line = line.map_err(unreadable)?;
        let name = line[key].to_vec();
        if !seen.insert(name.clone()) {
            let number = line.position().map_or(0, csv::Position::line);
            let name = String::from_utf8_lossy(&name);
            let message = format!("line {number} names `{name}`, as a line before it does");
            return Err(Failure::new(Fault::Usage, message).next("leave one of the two lines"));
        }
        let value = joined(values.iter().map(|&column| &line[column]));
        records.push(Record { name, value });
    }
    Ok(records)
}

/// The place of the column under this heading.
fn position(headings: &ByteRecord, wanted: &str) -> Result<usize, Failure> {
    let found = headings.iter().position(|heading| heading == wanted.as_bytes());
    let names: Vec<_> = headings.iter().map(String::from_utf8_lossy).collect();
    let missing = || Failure::new(Fault::Usage, format_args!("no column is called `{wanted}`"));
    found.ok_or_else(missing).next(format!("the columns are: {}", names.join(", ")))
}

/// A line that cannot be read: the medium's fault, or the table's.
fn unreadable(error: csv::Error) -> Failure {
    let fault = match error.kind() {
        // Damaged gzip arrives as an error of reading, but the file is what is wrong.
        csv::ErrorKind::Io(error) if !is_malformed(error.kind()) => Fault::Io,
        _ => Fault::Usage,
    };
    Failure::of(fault, error)
}

fn is_malformed(kind: std::io::ErrorKind) -> bool {
    use std::io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(kind, InvalidData | InvalidInput | UnexpectedEof)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "package\tversion\tsha256\nbash\t5.2\t\"00\n\ncurl\t7.88\tff\n";

    fn columns(key: &str, values: &[&str]) -> Columns {
        Columns { key: key.into(), values: values.iter().map(|name| (*name).into()).collect() }
    }

    fn message(table: &str, columns: &Columns) -> String {
        let failure = read(table.as_bytes(), columns).unwrap_err();
        assert_eq!(failure.fault, Fault::Usage);
        failure.to_json()
    }

    #[test]
    fn a_record_is_a_name_and_its_columns_joined_with_tabs() {
        let records = read(TABLE.as_bytes(), &columns("package", &["sha256", "version"])).unwrap();
        let bash = Record { name: b"bash".to_vec(), value: b"\"00\t5.2".to_vec() };
        let curl = Record { name: b"curl".to_vec(), value: b"ff\t7.88".to_vec() };
        assert_eq!(records, [bash, curl]);
    }

    #[test]
    fn a_column_that_is_not_there_is_refused_and_those_that_are_there_are_named() {
        for wrong in [columns("name", &["version"]), columns("package", &["hash"])] {
            assert!(message(TABLE, &wrong).contains("the columns are: package, version, sha256"));
        }
    }

    #[test]
    fn a_line_of_another_length_and_a_name_that_comes_twice_are_refused_with_their_lines() {
        let columns = columns("package", &["version"]);
        assert!(message("package\tversion\nbash\n", &columns).contains("line: 2"));
        assert!(message("package\tversion\na\t1\nb\t1\na\t2\n", &columns).contains("line 4 names `a`"));
    }
}
