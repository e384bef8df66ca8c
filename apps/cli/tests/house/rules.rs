//! Rules that no compiler checks: pins, inherited lints, sizes of files.

use std::fs;

use crate::workspace::{Source, packages, root, sources};

/// The one release of Plonky3 whose formats and bounds were checked.
const PLONKY3: &str = "=0.8.0";

/// A longer file holds more than one idea.
const LINES: usize = 600;

/// Lines of code that say `words`, comments aside, as `path:line`.
pub fn lines_that_say(source: &Source, words: &[&str]) -> Vec<String> {
    let numbered = source.text.lines().enumerate();
    numbered
        .map(|(number, line)| (number + 1, line.split("//").next().unwrap_or_default()))
        .filter(|(_, code)| words.iter().all(|word| code.contains(word)))
        .map(|(number, _)| format!("{}:{number}", source.path))
        .collect()
}

#[test]
fn every_package_inherits_the_lints_of_the_workspace() {
    for package in packages() {
        let inherits = package.manifest.contains("[lints]\nworkspace = true");
        assert!(inherits, "{} sets its own lints", package.folder);
    }
}

#[test]
fn every_plonky3_dependency_is_pinned() {
    for package in packages() {
        for dependency in package.dependencies {
            if dependency.name.starts_with("p3-") {
                let name = format!("{}: {}", package.name, dependency.name);
                assert_eq!(dependency.requirement, PLONKY3, "{name}");
            }
        }
    }
}

#[test]
fn the_lock_file_holds_one_release_of_plonky3() {
    let lock = fs::read_to_string(root().join("Cargo.lock")).expect("Cargo.lock is committed");
    let version = format!("version = \"{}\"", PLONKY3.trim_start_matches('='));
    let packages: Vec<&str> = lock.split("[[package]]").collect();
    assert!(packages.len() > 10, "Cargo.lock lists packages");
    for package in packages {
        if package.contains("name = \"p3-") {
            assert!(package.contains(&version), "not {PLONKY3}:{package}");
            assert!(!package.contains("-succinct"), "a fork:{package}");
        }
    }
}

#[test]
fn no_source_steps_outside_memory_safety() {
    // Spelled in two halves, so that this file passes its own test.
    let keyword = concat!("un", "safe ");
    let found: Vec<_> = sources().iter().flat_map(|s| lines_that_say(s, &[keyword])).collect();
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn no_file_is_longer_than_600_lines_without_its_tests() {
    for source in sources() {
        let lines = source.lines_without_tests();
        assert!(lines <= LINES, "{} has {lines} lines", source.path);
    }
}

#[test]
fn every_section_of_the_protocol_that_the_code_cites_is_there() {
    let protocol = fs::read_to_string(root().join("docs/protocol.md")).expect("the protocol is written down");
    // Spelled in two halves, so that this file cites nothing.
    let citation = concat!("docs/protocol.md, ", "section ");
    let mut cited = 0;
    for source in sources() {
        for (at, _) in source.text.match_indices(citation) {
            let number: String = source.text[at + citation.len()..].chars().take_while(char::is_ascii_digit).collect();
            assert!(protocol.contains(&format!("\n## {number}. ")), "{} cites section {number}", source.path);
            cited += 1;
        }
    }
    assert!(cited >= 10, "{cited} places cite the protocol");
}

#[test]
fn a_line_that_breaks_a_rule_is_found_and_a_comment_is_not() {
    let source =
        Source { path: "verify.rs".into(), text: "// let _ = channel.draw();\nlet _ = channel.draw();\n".into() };
    assert_eq!(lines_that_say(&source, &["let _", "draw"]), ["verify.rs:2"]);
}
