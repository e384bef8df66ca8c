//! The fields of encoded bytes.

use std::io;

use serde::Serialize;
use statesync_proof::Statement;

use crate::records::Source;
use crate::report::{Bits, Bytes, Columns, Count, Page, Report};

/// Encoded bytes, taken apart.
#[derive(Debug, Serialize)]
pub struct Anatomy {
    /// The file.
    pub path: String,
    /// What it says it is.
    pub what: String,
    /// Its length.
    pub bytes: usize,
    /// Its fields, in order, without gaps.
    pub fields: Vec<Field>,
    /// What a request says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statement: Option<Statement>,
    /// What the statement of a sync proof adds.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub sync: Option<Sync>,
    /// Soundness of a proof, by the union bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub soundness_bits: Option<Bits>,
    /// Soundness of a proof, by its worst challenge.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub soundness_bits_worst: Option<Bits>,
}

/// Sizes and security of a sync proof.
#[derive(Debug, Serialize)]
pub struct Sync {
    /// Keys in the statement.
    pub changes: usize,
    /// Nodes of both trees that they touch.
    pub nodes: usize,
    /// Copies, with padding.
    pub copies: usize,
    /// Elements that are committed to.
    pub witness_elements: usize,
    /// Of the whole proof.
    pub security_bits: Bits,
    /// Of the circuit's layers alone.
    pub circuit_bits: Bits,
    /// Of the reduction to one evaluation alone.
    pub reduction_bits: Bits,
    /// Of the opening alone, grinding included.
    pub opening_bits: Bits,
    /// Of the registry's digests alone.
    pub digest_bits: Bits,
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
    pub fn new(source: &Source, bytes: &[u8], what: String, fields: Fields) -> Self {
        Self {
            path: source.name(),
            what,
            bytes: bytes.len(),
            fields: fields.fields,
            statement: None,
            sync: None,
            soundness_bits: None,
            soundness_bits_worst: None,
        }
    }
}

impl Sync {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.blank()?;
        page.field("changes", Count::of(self.changes))?;
        let [nodes, copies, elements] = [self.nodes, self.copies, self.witness_elements].map(Count::of);
        page.field("nodes", format_args!("{nodes}, in {copies} copies; {elements} elements of witness"))?;
        let Self { security_bits, circuit_bits, reduction_bits, opening_bits, digest_bits, .. } = self;
        page.field("security", format_args!("{security_bits}, of"))?;
        page.field("", format_args!("{circuit_bits} for the layers, {reduction_bits} for the reduction,"))?;
        page.field("", format_args!("{opening_bits} for the opening, {digest_bits} for the registry's digests"))
    }
}

impl Report for Anatomy {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        page.heading(format_args!("{}: {}, {}", self.path, self.what, Bytes(self.bytes)))?;
        let mut table = Columns::new(&[">offset", ">bytes", "field", "says"]);
        for Field { offset, bytes, name, meaning } in &self.fields {
            table.row([Count::of(*offset).to_string(), Count::of(*bytes).to_string(), (*name).into(), meaning.clone()]);
        }
        page.table(&table)?;
        if let Some(statement) = &self.statement {
            page.blank()?;
            page.statement(statement)?;
        }
        if let Some(sync) = &self.sync {
            sync.write(page)?;
        }
        if let (Some(union), Some(worst)) = (self.soundness_bits, self.soundness_bits_worst) {
            page.blank()?;
            page.field("soundness", format_args!("{union} by the union bound, {worst} by the worst challenge"))?;
        }
        Ok(())
    }
}
