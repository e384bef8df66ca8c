use std::io::Read;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::lines::{LONGEST, Lines};
use super::{Columns, Format, Record, joined};
use crate::failure::{Failure, Fault};

/// The most columns of a table.
const MOST_COLUMNS: usize = 1 << 16;

/// The rows of a table. One has several lines if quotes in it enclose the ends of lines.
struct Rows<R> {
    lines: Lines<R>,
    parser: Reader,
    delimiter: u8,
    /// The line that is being read, its number, and how much of it has been.
    line: Vec<u8>,
    number: u64,
    read: usize,
}

/// One row.
#[derive(Default)]
struct Row {
    /// The number of its first line.
    number: u64,
    /// Its cells, one after the other, and where each ends.
    cells: Vec<u8>,
    ends: Vec<usize>,
}

/// The records of a table of separated columns under a line of headings, with the numbers of their lines.
pub fn records(
    source: impl Read,
    format: Format,
    columns: &Columns,
) -> Result<impl Iterator<Item = Result<(u64, Record), Failure>>, Failure> {
    let mut rows = Rows::of(source, format);
    let empty = || Failure::new(Fault::Usage, "there is no line of headings").next("the first line names the columns");
    let headings = rows.next().transpose()?.ok_or_else(empty)?;
    let key = headings.position(&columns.key, format)?;
    let values = columns.values.iter().map(|name| headings.position(name, format)).collect::<Result<Vec<_>, _>>()?;
    Ok(rows.map(move |row| {
        let row = row?;
        let (number, found, wanted) = (row.number, row.ends.len(), headings.ends.len());
        if found != wanted {
            let message = format!("line {number}: columns: {found}, where the headings are {wanted}");
            return Err(Failure::new(Fault::Usage, message).next("each line has as many columns as the first"));
        }
        let value = joined(values.iter().map(|&column| row.cell(column)));
        Ok((number, Record { name: row.cell(key).to_vec(), value }))
    }))
}

impl<R: Read> Rows<R> {
    fn of(source: R, format: Format) -> Self {
        let delimiter = if format == Format::Tsv { b'\t' } else { b',' };
        let parser = ReaderBuilder::new().delimiter(delimiter).quoting(format != Format::Tsv).build();
        Self { lines: Lines::of(source), parser, delimiter, line: Vec::new(), number: 0, read: 0 }
    }

    /// Turns to the next line, if there is one.
    fn advance(&mut self) -> Result<bool, Failure> {
        let Some((number, mut line)) = self.lines.next().transpose()? else { return Ok(false) };
        line.push(b'\n');
        (self.line, self.number, self.read) = (line, number, 0);
        Ok(true)
    }

    fn row(&mut self) -> Result<Option<Row>, Failure> {
        let Row { mut number, mut cells, mut ends } = Row::default();
        let (mut length, mut columns) = (0, 0);
        // The line on which a quote was opened that is not closed yet.
        let mut opened = None;
        loop {
            if self.read == self.line.len() && !self.advance()? {
                return opened.map_or(Ok(None), |line| Err(unclosed(line)));
            }
            number = if opened.is_none() { self.number } else { number };
            let rest = &self.line[self.read..];
            cells.resize(length + rest.len() + 1, 0);
            let delimiters = rest.iter().filter(|byte| **byte == self.delimiter).count();
            ends.resize(MOST_COLUMNS.min(columns + delimiters + 2), 0);
            let (result, read, copied, ended) =
                self.parser.read_record(rest, &mut cells[length..], &mut ends[columns..]);
            (self.read, length, columns) = (self.read + read, length + copied, columns + ended);
            if result == ReadRecordResult::Record {
                cells.truncate(length);
                ends.truncate(columns);
                return Ok(Some(Row { number, cells, ends }));
            }
            if result == ReadRecordResult::OutputEndsFull {
                let failure = Failure::new(Fault::Usage, format_args!("line {number} has over {MOST_COLUMNS} columns"));
                return Err(failure.next("see whether this is the right file: no table is so wide"));
            }
            // Between quotes alone the end of a line is copied; elsewhere the line was empty.
            if copied > 0 && (opened.is_none() || ended > 0) {
                opened = Some(self.number);
            }
            if let Some(line) = opened.filter(|_| length > LONGEST) {
                return Err(unclosed(line));
            }
        }
    }
}

impl<R: Read> Iterator for Rows<R> {
    type Item = Result<Row, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        self.row().transpose()
    }
}

impl Row {
    fn cell(&self, column: usize) -> &[u8] {
        let start = column.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.cells[start..self.ends[column]]
    }

    fn cells(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.ends.len()).map(|column| self.cell(column))
    }

    /// The place of the column under this heading.
    fn position(&self, wanted: &str, format: Format) -> Result<usize, Failure> {
        let mut found = self.cells().enumerate().filter(|(_, heading)| *heading == wanted.as_bytes());
        match (found.next(), found.next()) {
            (Some((column, _)), None) => Ok(column),
            (Some(_), Some(_)) => {
                let failure = Failure::new(Fault::Usage, format_args!("two columns are called `{wanted}`"));
                Err(failure.next("rename one of the two"))
            }
            (None, _) => {
                let failure = Failure::new(Fault::Usage, format_args!("no column is called `{wanted}`"));
                Err(failure.next(self.headings(format)))
            }
        }
    }

    /// What the headings are; or, if they are but one, what is taken for one by mistake.
    fn headings(&self, format: Format) -> String {
        let (other, mark, sign) = if format == Format::Tsv { ("csv", b',', "commas") } else { ("tsv", b'\t', "tabs") };
        if self.ends.len() == 1 && self.cells.contains(&mark) {
            return format!(
                "the headings have {sign} between them: is it `--format {other}`, or a file of such a name?"
            );
        }
        let names: Vec<_> = self.cells().map(String::from_utf8_lossy).collect();
        format!("the columns are: {}", names.join(", "))
    }
}

fn unclosed(line: u64) -> Failure {
    let failure = Failure::new(Fault::Usage, format_args!("line {line} opens a quote that is never closed"));
    failure.next("a quote inside of quotes is written twice; a table without quotes at all is `--format tsv`")
}
