use std::io::{BufRead, BufReader, Read};

use serde_json::{Map, Value};

use super::delimited::fault_of;
use super::{Columns, Record, joined};
use crate::failure::{Advise, Blame, Failure, Fault};

/// The records of a table of JSON objects, one on each line, with the numbers of their lines.
pub fn records(source: impl Read, columns: &Columns) -> impl Iterator<Item = Result<(u64, Record), Failure>> {
    let lines = (1..).zip(BufReader::new(source).split(b'\n'));
    lines.filter_map(move |(number, line)| {
        let line = match line {
            Ok(line) => line,
            Err(error) => return Some(Err(Failure::of(fault_of(&error), error))),
        };
        let record = (!line.trim_ascii().is_empty()).then(|| record(&line, columns))?;
        Some(record.map(|record| (number, record)).map_err(|failure| failure.about(format_args!("line {number}"))))
    })
}

fn record(line: &[u8], columns: &Columns) -> Result<Record, Failure> {
    let object: Map<String, Value> = serde_json::from_slice(line).blame(Fault::Usage, "not an object of JSON")?;
    let name = field(&object, &columns.key)?;
    let values: Vec<_> = columns.values.iter().map(|name| field(&object, name)).collect::<Result<_, _>>()?;
    Ok(Record { name: name.into_bytes(), value: joined(values.iter().map(String::as_bytes)) })
}

/// A field as text: a string as it is, anything else as its JSON.
fn field(object: &Map<String, Value>, wanted: &str) -> Result<String, Failure> {
    let names: Vec<&str> = object.keys().map(String::as_str).collect();
    let missing = || Failure::new(Fault::Usage, format_args!("no field is called `{wanted}`"));
    let found = object.get(wanted).ok_or_else(missing).next(format!("the fields are: {}", names.join(", ")))?;
    Ok(found.as_str().map_or_else(|| found.to_string(), str::to_owned))
}
