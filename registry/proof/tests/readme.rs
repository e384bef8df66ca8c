//! The table of fault cases names tests that exist.

use std::fs;
use std::path::Path;

/// All test sources below a folder, one after the other.
fn sources(folder: &Path) -> String {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .map(|path| match path.extension().is_some_and(|extension| extension == "rs") {
            true => fs::read_to_string(path).unwrap(),
            false if path.is_dir() => sources(&path),
            false => String::new(),
        })
        .collect()
}

#[test]
fn every_test_that_the_table_of_fault_cases_names_exists() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let (table, sources) = (fs::read_to_string(folder.join("README.md")).unwrap(), sources(&folder));
    let words = table.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let names: Vec<&str> = words.filter(|word| word.matches('_').count() >= 2).collect();
    assert!(names.len() > 30, "the table names {} tests", names.len());
    for name in names {
        assert!(sources.contains(&format!("fn {name}")), "no test is called {name}");
    }
}
