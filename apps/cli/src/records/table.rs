//! Tables of records.

use std::collections::HashSet;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::{delimited, objects};
use crate::failure::{Blame, Failure, Fault};
use crate::files;

/// What stands between the columns of a value.
const SEPARATOR: u8 = b'\t';

/// A file of records.
#[derive(Clone, Debug)]
pub struct Table {
    /// The file, plain or compressed.
    pub source: Source,
    /// How it is laid out.
    pub format: Format,
    /// Which of its columns are meant.
    pub columns: Columns,
}

/// Where a table is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// On standard input.
    Stdin,
    /// In a file.
    File(PathBuf),
}

/// How a table is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Columns between tabs under a line of headings, without quotes or escapes.
    Tsv,
    /// Columns between commas under a line of headings, quoted where they need it.
    Csv,
    /// One JSON object on each line.
    JsonLines,
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
    /// Reads the whole table. A name that comes twice is refused: which line holds?
    pub fn read(&self) -> Result<Vec<Record>, Failure> {
        let records = match &self.source {
            Source::File(path) => self.records(files::open_table(path)?),
            Source::Stdin => files::decompressed(io::stdin())
                .blame(Fault::Io, "cannot read it")
                .and_then(|source| self.records(source)),
        };
        records.map_err(|failure| failure.about(self.source.name()))
    }

    fn records(&self, source: Box<dyn Read>) -> Result<Vec<Record>, Failure> {
        read(source, self.format, &self.columns)
    }
}

impl Source {
    /// `-` is standard input.
    pub fn of(path: PathBuf) -> Self {
        if path == Path::new("-") { Self::Stdin } else { Self::File(path) }
    }

    /// For people.
    pub fn name(&self) -> String {
        match self {
            Self::Stdin => "standard input".into(),
            Self::File(path) => path.display().to_string(),
        }
    }
}

impl Format {
    /// What the name of a file says: `.csv`, `.jsonl` or `.ndjson`, with or without `.gz`; else TSV.
    pub fn of(source: &Source) -> Self {
        let Source::File(path) = source else {
            return Self::Tsv;
        };
        let name = path.to_string_lossy().to_ascii_lowercase();
        match name.trim_end_matches(".gz").rsplit_once('.') {
            Some((_, "csv")) => Self::Csv,
            Some((_, "jsonl" | "ndjson")) => Self::JsonLines,
            _ => Self::Tsv,
        }
    }
}

/// A value as bytes: its columns, a tab between each two.
pub fn joined<'a>(columns: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
    columns.into_iter().collect::<Vec<_>>().join(&SEPARATOR)
}

/// The columns of a value.
pub fn separated(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(|byte| *byte == SEPARATOR)
}

/// Reads a table.
pub fn read(source: impl Read, format: Format, columns: &Columns) -> Result<Vec<Record>, Failure> {
    let lines: Box<dyn Iterator<Item = Result<(u64, Record), Failure>>> = match format {
        Format::Tsv | Format::Csv => Box::new(delimited::records(source, format, columns)?),
        Format::JsonLines => Box::new(objects::records(source, columns)),
    };
    let mut seen = HashSet::new();
    let mut records = Vec::new();
    for line in lines {
        let (number, record) = line?;
        if !seen.insert(record.name.clone()) {
            let name = String::from_utf8_lossy(&record.name);
            let message = format!("line {number} names `{name}`, as a line before it does");
            return Err(Failure::new(Fault::Usage, message).next("leave one of the two lines"));
        }
        records.push(record);
    }
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(key: &str, values: &[&str]) -> Columns {
        Columns { key: key.into(), values: values.iter().map(|name| (*name).into()).collect() }
    }

    fn bash() -> Record {
        Record { name: b"bash".to_vec(), value: b"\"00\t5.2".to_vec() }
    }

    fn message(table: &str, format: Format, columns: &Columns) -> String {
        let failure = read(table.as_bytes(), format, columns).unwrap_err();
        assert_eq!(failure.fault, Fault::Usage);
        failure.to_json()
    }

    #[test]
    fn a_record_is_a_name_and_its_columns_joined_with_tabs_in_each_format() {
        let tables = [
            (Format::Tsv, "package\tversion\tsha256\nbash\t5.2\t\"00\n\ncurl\t7.88\tff\n"),
            (Format::Csv, "package,version,sha256\nbash,5.2,\"\"\"00\"\ncurl,\"7.88\",ff\n"),
            (
                Format::JsonLines,
                "{\"package\":\"bash\",\"version\":\"5.2\",\"sha256\":\"\\\"00\"}\n\n\
                 {\"sha256\":\"ff\",\"package\":\"curl\",\"version\":7.88,\"more\":null}\n",
            ),
        ];
        let curl = Record { name: b"curl".to_vec(), value: b"ff\t7.88".to_vec() };
        for (format, table) in tables {
            let records = read(table.as_bytes(), format, &columns("package", &["sha256", "version"])).unwrap();
            assert_eq!(records, [bash(), curl.clone()], "{format:?}");
        }
    }

    #[test]
    fn a_column_that_is_not_there_is_refused_and_those_that_are_there_are_named() {
        let table = "package\tversion\tsha256\n";
        for wrong in [columns("name", &["version"]), columns("package", &["hash"])] {
            assert!(message(table, Format::Tsv, &wrong).contains("the columns are: package, version, sha256"));
        }
        let line = "{\"package\":\"bash\",\"version\":1}";
        assert!(message(line, Format::JsonLines, &columns("name", &["version"])).contains("line 1"));
    }

    #[test]
    fn a_malformed_line_and_a_name_that_comes_twice_are_refused_with_their_lines() {
        let columns = columns("package", &["version"]);
        assert!(message("package\tversion\nbash\n", Format::Tsv, &columns).contains("line: 2"));
        let twice = "package\tversion\na\t1\nb\t1\na\t2\n";
        assert!(message(twice, Format::Tsv, &columns).contains("line 4 names `a`"));
        assert!(message("{\"package\":\n", Format::JsonLines, &columns).contains("line 1"));
    }

    #[test]
    fn the_format_is_what_the_name_of_the_file_says() {
        let names = [
            ("a.csv", Format::Csv),
            ("a.CSV.gz", Format::Csv),
            ("a.jsonl.gz", Format::JsonLines),
            ("a.tsv.gz", Format::Tsv),
            ("a", Format::Tsv),
            ("-", Format::Tsv),
        ];
        for (name, format) in names {
            assert_eq!(Format::of(&Source::of(name.into())), format, "{name}");
        }
    }
}
