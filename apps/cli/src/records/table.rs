//! Tables of records.

use std::collections::HashSet;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::{delimited, objects};
use crate::failure::{Failure, Fault};
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
        let text = files::open_text(&self.source)?;
        read(text, self.format, &self.columns).map_err(|failure| failure.about(self.source.name()))
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
        assert!(message("package\tversion\nbash\n", Format::Tsv, &columns).contains("line 2: columns: 1"));
        let twice = "package\tversion\na\t1\nb\t1\na\t2\n";
        assert!(message(twice, Format::Tsv, &columns).contains("line 4 names `a`"));
        let wide = ",".repeat(1 << 16);
        assert!(message(&format!("package,version\na{wide}"), Format::Csv, &columns).contains("line 2 has over 65536"));
        assert!(message("{\"package\":\n", Format::JsonLines, &columns).contains("line 1"));
    }

    #[test]
    fn a_quote_that_is_never_closed_is_refused_with_the_line_that_opens_it() {
        let columns = columns("package", &["version"]);
        let tables = [
            ("package,version\nbash,\"5.2\ncurl,7.88\n", 2),
            ("package,version\n\n\"bash\",\"5.2\nand,more\n", 3),
            ("package,version\nbash,\"5.2\n\n\"\nzsh,\"5.9\nand \"\"more\"\"\n", 5),
            ("package,version\n\"ba\nsh\",\"5.2\n", 3),
            ("\"package,version\nbash,5.2\n", 1),
            ("package,version\nbash,5.2\n\"", 3),
        ];
        for (table, line) in tables {
            let said = message(table, Format::Csv, &columns);
            assert!(said.contains(&format!("line {line} opens a quote that is never closed")), "{table:?}: {said}");
        }
    }

    #[test]
    fn quotes_enclose_separators_quotes_and_the_ends_of_lines() {
        let table = "package,version\r\n\"a,\nb\",\"1 \"\"2\"\"\r\n\r\n3\"\r\n\r\n5\" disk,4\r\nc,5";
        let records = read(table.as_bytes(), Format::Csv, &columns("package", &["version"])).unwrap();
        let expected = [("a,\nb", "1 \"2\"\r\n\r\n3"), ("5\" disk", "4"), ("c", "5")];
        let record = |(name, value): (&str, &str)| Record { name: name.into(), value: value.into() };
        assert_eq!(records, expected.map(record));
    }

    #[test]
    fn values_of_objects_stay_as_they_are_written_and_null_and_fields_that_come_twice_are_refused() {
        let columns = columns("n", &["v"]);
        let read = |line: &str| read(line.as_bytes(), Format::JsonLines, &columns).map(|records| records[0].clone());
        for value in ["1.50", "123456789012345678901234567890", "-0", "1e400", "true", "[1, null]", "{\"a\": 1.0}"] {
            let record = read(&format!("{{\"n\": 7.0, \"v\": {value}}}")).unwrap();
            assert_eq!(record, Record { name: b"7.0".to_vec(), value: value.into() });
        }
        assert_eq!(read("{\"n\":\"a\\u00e9\",\"v\":\"null\"}").unwrap().value, b"null");
        for (line, reason) in [
            ("{\"n\":1,\"v\":null}", "line 1: `v` is null"),
            ("{\"n\":null,\"v\":1}", "line 1: `n` is null"),
            ("{\"n\":1,\"v\":1,\"v\":2}", "the field `v` comes twice"),
            ("{\"n\":1,\"v\":1,\"w\":1,\"\\u0077\":2}", "the field `w` comes twice"),
        ] {
            let failure = read(line).unwrap_err();
            assert!(failure.reason().contains(reason) && failure.advice().is_some(), "{}", failure.reason());
        }
    }

    #[test]
    fn a_table_in_another_format_is_hinted_at() {
        let columns = columns("package", &["version"]);
        assert!(message("package,version\n", Format::Tsv, &columns).contains("--format csv"));
        assert!(message("package\tversion\n", Format::Csv, &columns).contains("--format tsv"));
        assert!(message("", Format::Tsv, &columns).contains("no line of headings"));
        assert!(
            message("package,version,version\n", Format::Csv, &columns).contains("two columns are called `version`")
        );
    }

    #[test]
    fn a_mark_of_byte_order_is_no_part_of_a_table() {
        for (format, table) in [
            (Format::Tsv, "\u{feff}n\tv\na\t1\n"),
            (Format::Csv, "\u{feff}\"n\",v\na,1\n"),
            (Format::JsonLines, "\u{feff}{\"n\":\"a\",\"v\":1}\n"),
        ] {
            let records = read(table.as_bytes(), format, &columns("n", &["v"])).unwrap();
            assert_eq!(records, [Record { name: b"a".to_vec(), value: b"1".to_vec() }], "{format:?}");
        }
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
