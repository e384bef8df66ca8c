//! How single values are written on the command line.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use statesync_proof::{Absence, Form, Kind, Profile};
use statesync_tree::Depth;
use statesync_tree::store::Version;

use crate::records::{self, Format};

/// One of a few words.
fn word<T: Copy + Send + Sync + 'static>(words: &'static [(&'static str, T)]) -> impl TypedValueParser<Value = T> {
    let names = PossibleValuesParser::new(words.iter().map(|(name, _)| *name));
    names.try_map(|chosen| {
        let found = words.iter().find(|(name, _)| *name == chosen);
        found.map(|(_, value)| *value).ok_or("unknown word")
    })
}

/// The kind of a statement.
pub fn kind() -> impl TypedValueParser<Value = Kind> {
    word(&[("membership", Kind::Membership), ("non-membership", Kind::NonMembership), ("update", Kind::Update)])
}

/// The form of a proof.
pub fn form() -> impl TypedValueParser<Value = Form> {
    word(&[("inline", Form::Inline), ("detached", Form::Detached)])
}

/// How a record is not there.
pub fn absence() -> impl TypedValueParser<Value = Absence> {
    word(&[("empty", Absence::Empty), ("tombstone", Absence::Tombstone)])
}

/// How strong a sync proof is.
pub fn profile() -> impl TypedValueParser<Value = Profile> {
    word(&[("100", Profile::Bits100), ("120", Profile::Bits120)])
}

/// The layout of a table.
pub fn format() -> impl TypedValueParser<Value = Format> {
    word(&[("tsv", Format::Tsv), ("csv", Format::Csv), ("jsonl", Format::JsonLines)])
}

/// A file that is written beside the report, for which standard output is.
pub fn file() -> impl TypedValueParser<Value = PathBuf> {
    let named = |path: PathBuf| {
        if path == Path::new("-") { Err("it is no file: a report has standard output") } else { Ok(path) }
    };
    PathBufValueParser::new().try_map(named)
}

/// The number of a version.
pub fn version(text: &str) -> Result<Version, String> {
    text.parse().map(Version).map_err(|_| format!("`{text}` is no number of a version"))
}

/// The depth of an array of slots.
pub fn depth(text: &str) -> Result<Depth, String> {
    let levels = text.parse().map_err(|_| format!("`{text}` is no number"))?;
    Depth::new(levels).map_err(|error| error.to_string())
}

/// The bytes that a proof is bound to besides its statement: text, or `hex:` and digits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context(pub Vec<u8>);

impl std::str::FromStr for Context {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some(digits) = text.strip_prefix("hex:") else {
            return Ok(Self(text.as_bytes().to_vec()));
        };
        let refused = || format!("`hex:` is followed by pairs of hexadecimal digits, not by `{digits}`");
        records::from_digits(digits).map(Self).ok_or_else(refused)
    }
}

/// A value that is given column by column, or nothing if it is not given.
pub fn value_of(columns: &[String]) -> Option<Vec<u8>> {
    (!columns.is_empty()).then(|| records::joined(columns.iter().map(String::as_bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_context_is_text_or_hexadecimal() {
        let read = |text: &str| text.parse().map(|Context(bytes)| bytes);
        assert_eq!(read("2026-10"), Ok(b"2026-10".to_vec()));
        assert_eq!(read("hex:00fF"), Ok(vec![0x00, 0xff]));
        assert_eq!(read("hex:"), Ok(vec![]));
        assert!(read("hex:0").is_err());
        assert!(read("hex:0g").is_err());
        assert!(read("hex:+1").is_err());
    }
}
