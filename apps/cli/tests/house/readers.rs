//! Files that read a stranger's bytes: what they forbid themselves, and what they may not do.

use crate::rules::lines_that_say;
use crate::workspace::{Source, sources};

/// A library's function of one of these names, or of a longer one that begins so, gives a verdict if it can refuse.
const VERDICTS: [&str; 4] = ["verify", "discharge", "rebuild", "reduce"];

/// And of one of these it decodes.
const DECODERS: [&str; 5] = ["decode", "from_bytes", "from_str", "parse", "read"];

/// What a file of either kind forbids itself.
const READER_LINTS: [&str; 7] = [
    "clippy::indexing_slicing",
    "clippy::unwrap_used",
    "clippy::expect_used",
    "clippy::panic",
    "clippy::panic_in_result_fn",
    "clippy::unreachable",
    "clippy::wildcard_enum_match_arm",
];

/// And a decoder beside: a number that was read neither overflows nor is cut off.
const DECODER_LINTS: [&str; 2] = ["clippy::arithmetic_side_effects", "clippy::as_conversions"];

/// Decoders that do arithmetic, which is on levels and bits that their types have bounded already.
const BOUNDED: [&str; 3] = ["registry/tree/src/key.rs", "registry/tree/src/prefix.rs", "registry/tree/src/shape.rs"];

/// `zip` stops at the shorter side and says nothing, so what a stranger left out would go unchecked. Every one in a
/// reader is listed: how many its file has, and why the sides are equally long or may differ.
const ZIPS: [(&str, usize, &str); 10] = [
    ("engine/gkr/src/lockstep/verify.rs", 3, "one tape per bound instance is asserted; claims end in endless `None`"),
    ("engine/gkr/src/reduce/verify.rs", 2, "weights and openings were made and received one per nonlinear wire"),
    ("engine/gkr/src/residual.rs", 2, "row weights assert one per row; columns and weights are one per input wire"),
    ("registry/proof/src/batch.rs", 2, "results of a group, and of all groups, are asserted to be one per item"),
    ("registry/proof/src/lockstep/verify.rs", 3, "paths, witnesses and lanes grow together; residuals are asserted"),
    ("registry/tree/src/digest.rs", 2, "arrays of eight"),
    ("registry/tree/src/key.rs", 2, "31 bytes with 31; of an index as many bytes as it has"),
    ("registry/tree/src/partial/skeleton.rs", 1, "at most eight bits of a byte that is written, not read"),
    ("registry/tree/src/value.rs", 1, "eight words of 64 bytes"),
    ("registry/tree/src/text.rs", 1, "the number of digits was compared"),
];

fn in_library(source: &Source) -> bool {
    let library = source.path.starts_with("engine/") || source.path.starts_with("registry/");
    library && source.path.contains("/src/")
}

/// Whether a file has a function that others call, of such a name, and that returns a `Result`.
fn defines(source: &Source, names: &[&str]) -> bool {
    let code = source.text.split("#[cfg(test)]").next().unwrap_or_default();
    let begins_so = |head: &str| {
        let name = head.split(['<', '(']).next().unwrap_or_default();
        names
            .iter()
            .any(|&wanted| name == wanted || name.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('_')))
    };
    let heads = ["pub fn ", "pub(crate) fn ", "    fn from_str"].into_iter().flat_map(|visible| {
        let skipped = visible.find("from_str").unwrap_or(visible.len());
        code.match_indices(visible).filter_map(move |(at, _)| code.get(at + skipped..))
    });
    let mut signatures = heads.map(|head| head.split([';', '{']).next().unwrap_or_default());
    signatures.any(|signature| begins_so(signature) && signature.contains("Result<"))
}

fn is_decoder(source: &Source) -> bool {
    source.path.ends_with("/wire.rs") || defines(source, &DECODERS)
}

fn is_reader(source: &Source) -> bool {
    source.path.ends_with("/verify.rs") || is_decoder(source) || defines(source, &VERDICTS)
}

fn readers() -> Vec<Source> {
    let readers: Vec<_> = sources().into_iter().filter(|source| in_library(source) && is_reader(source)).collect();
    assert!(readers.len() > 20, "the libraries decode and verify");
    readers
}

/// Lints that a file should deny and does not, as `path: lint`.
fn missing_lints(source: &Source) -> Vec<String> {
    let strict = is_decoder(source) && !BOUNDED.contains(&source.path.as_str());
    let extra = DECODER_LINTS.iter().filter(|_| strict);
    let denied = source.text.split_once("#![deny(").and_then(|(_, rest)| rest.split_once(")]"));
    let denied: Vec<&str> = denied.map_or(Vec::new(), |(list, _)| list.split(',').map(str::trim).collect());
    let missing = READER_LINTS.iter().chain(extra).filter(|lint| !denied.contains(lint));
    missing.map(|lint| format!("{}: {lint}", source.path)).collect()
}

#[test]
fn whatever_reads_a_strangers_bytes_forbids_itself_to_panic() {
    let missing: Vec<_> = readers().iter().flat_map(missing_lints).collect();
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn no_verifier_draws_a_challenge_and_throws_it_away() {
    for reader in readers() {
        assert_eq!(lines_that_say(&reader, &["let _", "draw"]), Vec::<String>::new());
    }
}

#[test]
fn whatever_a_reader_pairs_is_known_to_be_equally_long() {
    let count = |source: &Source| source.text.matches(".zip(").count();
    let found: Vec<_> = readers().into_iter().map(|source| (count(&source), source.path)).collect();
    let mut found: Vec<_> = found.into_iter().filter(|(zips, _)| *zips > 0).collect();
    let mut listed: Vec<_> = ZIPS.iter().map(|&(path, zips, _)| (zips, path.to_owned())).collect();
    found.sort();
    listed.sort();
    assert_eq!(found, listed, "say in ZIPS why both sides are equally long");
}

#[test]
fn a_decoder_is_known_by_what_it_defines_and_a_lint_that_it_lacks_is_named() {
    let file = |text: &str| Source { path: "registry/new.rs".into(), text: text.into() };
    let readers = [
        "pub fn verify_batch<'s>(\n    proofs: &[u8],\n) -> Vec<Result<(), Error>> {",
        "    pub fn discharge_witness(self) -> Result<Accepted, Rejected> {",
        "    pub(crate) fn read(rest: &mut Rest<'_>) -> Result<Self, Error> {",
        "    fn from_str(text: &str) -> Result<Self, Error> {",
    ];
    for text in readers {
        assert!(is_reader(&file(text)), "{text}");
    }
    let others = [
        "pub fn reduce(sums: &[E]) -> E {",
        "fn read(rest: &[u8]) -> Result<(), E> {",
        "pub fn reader() -> Result<(), E> {",
    ];
    for text in others {
        assert!(!is_reader(&file(text)), "{text}");
    }
    let all = [&READER_LINTS[..], &DECODER_LINTS].concat().join(",\n    ");
    let decoder = format!("#![deny(\n    {all}\n)]\npub fn decode(bytes: &[u8]) -> Result<Self, Error> {{");
    assert_eq!(missing_lints(&file(&decoder)), Vec::<String>::new());
    let loosened = decoder.replace("clippy::panic,", "");
    assert_eq!(missing_lints(&file(&loosened)), ["registry/new.rs: clippy::panic"]);
}
