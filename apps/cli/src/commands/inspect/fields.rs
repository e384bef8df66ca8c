//! The fields of encoded bytes.

use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use statesync_proof::Statement;

use crate::report::{Bits, Bytes, Columns, Count, Page, Report};

/// Encoded bytes, taken apart.
#[derive(Debug, Serialize)]
pub struct Anatomy {
    /// The file.
    pub path: PathBuf,
    /// What it says it is.
    pub what: String,
    /// Its length.
    pub bytes: usize,
    /// Its fields, in order, without gaps.
    pub fields: Vec<Field>,
    /// What a request says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statement: Option<Statement>,
    /// Soundness of a proof, by the union bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub soundness_bits: Option<Bits>,
    /// Soundness of a proof, by its worst challenge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub soundness_bits_worst: Option<Bits>,
}

/// A field of encoded bytes.
#[derive(Debug, Serialize)]
pub struct Field {
    /// Where it begins.
    pub offset: usize,
    /// Its length.
    pub bytes: usize,
    /// Its name in the format.
    pub name: &'static str,
    /// What it says.
    pub meaning: String,
}

/// Collects fields from the front.
#[derive(Debug, Default)]
pub struct Fields {
    fields: Vec<Field>,
    end: usize,
}

impl Fields {
    /// The next field.
    pub fn add(&mut self, name: &'static str, bytes: usize, meaning: impl Into<String>) -> &mut Self {
        self.fields.push(Field { offset: self.end, bytes, name, meaning: meaning.into() });
        self.end += bytes;
        self
    }
}

impl Anatomy {
    /// Bytes in a file, with neither statement nor soundness.
    pub fn new(path: &Path, bytes: &[u8], what: String, fields: Fields) -> Self {
        Self {
            path: path.to_owned(),
            what,
            bytes: bytes.len(),
            fields: fields.fields,
            statement: None,
            soundness_bits: None,
            soundness_bits_worst: None,
        }
    }
}

impl Report for Anatomy {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(format_args!("{}: {}, {}", self.path.display(), self.what, Bytes(self.bytes)))?;
        let mut table = Columns::new(&[">offset", ">bytes", "field", "says"]);
        for Field { offset, bytes, name, meaning } in &self.fields {
            table.row([Count::of(*offset).to_string(), Count::of(*bytes).to_string(), (*name).into(), meaning.clone()]);
        }
        page.table(&table)?;
        if let Some(statement) = &self.statement {
            page.blank()?;
            page.statement(statement)?;
        }
        if let (Some(union), Some(worst)) = (self.soundness_bits, self.soundness_bits_worst) {
            page.blank()?;
            page.field("soundness", format_args!("{union} by the union bound, {worst} by the worst challenge"))?;
        }
        Ok(())
    }
}
