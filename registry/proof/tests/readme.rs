//! The table of fault cases names tests that exist, where they are.

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

/// The sources that the table calls `name`: a file or a folder, of these tests or from the workspace's root.
fn named(name: &str) -> Option<String> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    [package.join("tests"), package.join("../..")].iter().find_map(|place| {
        let folder = place.join(name);
        let file = fs::read_to_string(place.join(format!("{name}.rs"))).ok();
        file.or_else(|| folder.is_dir().then(|| sources(&folder)))
    })
}

#[test]
fn every_test_that_the_table_of_fault_cases_names_is_in_the_file_that_it_names() {
    let table = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/README.md")).unwrap();
    let (_, cases) = table.split_once("## Fault cases").unwrap();
    let mut names = 0;
    for row in cases.lines().filter(|line| line.starts_with('|')) {
        let mut file = None;
        for span in row.split('`').skip(1).step_by(2) {
            let name = span.split_once(": ").map_or(span, |(prefix, name)| {
                file = Some(prefix);
                name
            });
            if name.matches('_').count() >= 2 {
                let file = file.unwrap_or_else(|| panic!("no file is named for {name}"));
                let text = named(file).unwrap_or_else(|| panic!("there is no {file}"));
                assert!(text.contains(&format!("fn {name}")), "no test in {file} is called {name}");
                names += 1;
            }
        }
    }
    assert!(names > 30, "the table names {names} tests");
}
