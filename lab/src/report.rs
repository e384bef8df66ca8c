//! Rows for programs on stdout, tables for people on stderr.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::{Map, Value, json};

use crate::{Samples, machine};

/// One measured row.
///
/// Beside its own fields it says `experiment`, `machine`, `load`, `cores` (used), `target_features`, `commit` and
/// `repetitions`. A measured quantity is its median; `NAME_range` holds its least and greatest run, and in the rows that
/// `--out` keeps `NAME_samples` all of them.
#[derive(Clone, Debug)]
pub struct Row {
    fields: Map<String, Value>,
    /// Names of the row's own fields, as they came.
    columns: Vec<String>,
    samples: Map<String, Value>,
}

/// Fields of every row. Tables leave them out.
const COMMON: [&str; 7] = ["experiment", "machine", "load", "cores", "target_features", "commit", "repetitions"];

impl Row {
    /// A row of `experiment` without fields of its own.
    pub fn new(experiment: &str, cores: usize, repetitions: usize) -> Self {
        let mut row = Self { fields: Map::new(), columns: Vec::new(), samples: Map::new() };
        let values = [
            json!(experiment),
            json!(machine::name()),
            json!(machine::load()),
            json!(cores),
            json!(machine::target_features()),
            json!(machine::commit()),
            json!(repetitions),
        ];
        row.fields.extend(COMMON.iter().map(|name| (*name).to_owned()).zip(values));
        row
    }

    /// With a field that is not measured in runs.
    pub fn set(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.fields.insert(name.to_owned(), value.into());
        // Tables leave out ranges and lists.
        if !self.fields[name].is_array() {
            self.columns.push(name.to_owned());
        }
        self
    }

    /// With a quantity that was measured in runs.
    pub fn measure(mut self, name: &str, samples: &Samples) -> Self {
        self.samples.insert(format!("{name}_samples"), json!(samples.values()));
        self.set(name, samples.median()).set(&format!("{name}_range"), samples.range().to_vec())
    }
}

/// Where rows go.
#[derive(Debug)]
pub struct Report {
    json: bool,
    out: Option<PathBuf>,
    rows: Vec<Row>,
}

impl Report {
    /// Rows go to stdout if `json`, and with all runs to files in `out`.
    ///
    /// # Errors
    /// If that folder cannot be made.
    pub fn new(json: bool, out: Option<PathBuf>) -> Result<Self> {
        if let Some(folder) = &out {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        Ok(Self { json, out, rows: Vec::new() })
    }

    /// Where files may be put, if anywhere.
    pub fn folder(&self) -> Option<&PathBuf> {
        self.out.as_ref()
    }

    /// Takes a row.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn emit(&mut self, row: Row) -> Result<()> {
        if self.json {
            writeln!(std::io::stdout(), "{}", Value::Object(row.fields.clone())).context("cannot write to stdout")?;
        }
        if let Some(folder) = &self.out {
            let experiment = row.fields["experiment"].as_str().unwrap_or("rows");
            let path = folder.join(format!("{experiment}.jsonl"));
            let mut raw = row.fields.clone();
            raw.extend(row.samples.clone());
            let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
            writeln!(file, "{}", Value::Object(raw)).with_context(|| format!("cannot write {}", path.display()))?;
        }
        self.rows.push(row);
        Ok(())
    }

    /// Prints what has come since the last time as tables, one for each run of rows with the same fields.
    pub fn print(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        for table in rows.chunk_by(|a, b| a.columns == b.columns) {
            eprintln!();
            for line in lines(table) {
                eprintln!("{line}");
            }
        }
    }
}

fn lines(rows: &[Row]) -> Vec<String> {
    let head = rows[0].columns.clone();
    let cells = rows.iter().map(|row| head.iter().map(|name| cell(&row.fields[name])).collect());
    let table: Vec<Vec<String>> = std::iter::once(head.clone()).chain(cells).collect();
    let width = |column: usize| table.iter().map(|line| line[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: &Vec<String>| {
        let padded = cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
        padded.collect::<Vec<_>>().join("  ")
    };
    table.iter().map(line).collect()
}

fn cell(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => {
            let value = number.as_f64().unwrap_or_default();
            let digits = if value.abs() < 10.0 { 3 } else { 1 };
            format!("{value:.digits$}")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_shows_each_quantity_once_under_its_name() {
        let samples: Samples = [1.0, 3.0, 2.0].into_iter().collect();
        let rows = ["a", "b"].map(|kind| Row::new("test", 1, 3).set("kind", kind).measure("prove_us", &samples));
        assert_eq!(lines(&rows), ["kind  prove_us", "   a     2.000", "   b     2.000"]);
    }
}
