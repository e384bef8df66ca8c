use std::io::Read;

use csv::{ByteRecord, ReaderBuilder};

use super::{Columns, Format, Record, joined};
use crate::failure::{Advise, Failure, Fault};

/// The records of a table of separated columns under a line of headings, with the numbers of their lines.
pub fn records(
    source: impl Read,
    format: Format,
    columns: &Columns,
) -> Result<impl Iterator<Item = Result<(u64, Record), Failure>>, Failure> {
    let mut builder = ReaderBuilder::new();
    if format == Format::Tsv {
        builder.delimiter(b'\t').quoting(false);
    }
    let mut lines = builder.from_reader(source);
    let headings = lines.byte_headers().map_err(unreadable)?.clone();
    let key = position(&headings, &columns.key)?;
    let values = columns.values.iter().map(|name| position(&headings, name)).collect::<Result<Vec<_>, _>>()?;
    Ok(lines.into_byte_records().map(move |line| {
        let line = line.map_err(unreadable)?;
        let number = line.position().map_or(0, csv::Position::line);
        let value = joined(values.iter().map(|&column| &line[column]));
        Ok((number, Record { name: line[key].to_vec(), value }))
    }))
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
        csv::ErrorKind::Io(error) => fault_of(error),
        _ => Fault::Usage,
    };
    Failure::of(fault, error)
}

/// Whose fault an error of reading is. Damaged gzip arrives as one, but the file is what is wrong.
pub fn fault_of(error: &std::io::Error) -> Fault {
    use std::io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    let is_malformed = matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof);
    if is_malformed { Fault::Usage } else { Fault::Io }
}
