//! The arrows between packages: a dependency points to a lower rank, and nothing else.
//!
//! The ranks are read from the tables of ARCHITECTURE.md, by package, and AGENTS.md, by folder. A new package needs a
//! row in both, so its place is decided in review.

use std::fs;

use crate::workspace::{Dependency, Package, packages, root, sources};

/// Words that would tie the engine to one application of it.
const APPLICATION_WORDS: [&str; 5] = ["statesync_tree", "statesync_proof", "registry", "tombstone", "sparse merkle"];

/// What the table of ranks in a document names, with its rank. Equal ranks do not see each other.
fn ranks(document: &str) -> Vec<(String, u8)> {
    let text = fs::read_to_string(root().join(document)).expect("the document is there");
    let (_, table) = text.split_once("| rank | packages |").expect("it has a table of ranks");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.flat_map(|row| {
        let rank = row.split('|').nth(1).and_then(|cell| cell.trim().parse().ok()).expect("a row begins with a rank");
        row.split('`').skip(1).step_by(2).map(move |name| (name.to_owned(), rank))
    })
    .collect()
}

fn rank(ranks: &[(String, u8)], name: &str) -> Option<u8> {
    ranks.iter().find(|(listed, _)| listed == name).map(|(_, rank)| *rank)
}

/// Dependencies that break the arrows, as `from -> to`.
fn arrows_up(packages: &[Package]) -> Vec<String> {
    let mut found = Vec::new();
    let ranks = ranks("ARCHITECTURE.md");
    let rank = |name: &str| rank(&ranks, name);
    for package in packages {
        let from = rank(&package.name).expect("every package has a rank");
        for dependency in &package.dependencies {
            let may_see_all = package.name == "statesync-lab" && dependency.is_dev;
            if rank(&dependency.name).is_some_and(|to| to >= from) && !may_see_all {
                found.push(format!("{} -> {}", package.name, dependency.name));
            }
        }
    }
    found
}

#[test]
fn both_tables_of_ranks_name_every_package_and_nothing_else() {
    let (names, folders) = (ranks("ARCHITECTURE.md"), ranks("AGENTS.md"));
    let packages = packages();
    for package in &packages {
        let by_name = rank(&names, &package.name);
        assert!(by_name.is_some(), "{} has no rank in ARCHITECTURE.md", package.name);
        assert_eq!(rank(&folders, &package.folder), by_name, "{} in AGENTS.md", package.folder);
    }
    assert_eq!([names.len(), folders.len()], [packages.len(); 2], "a table names a package that does not exist");
}

#[test]
fn every_dependency_points_to_a_lower_rank() {
    assert_eq!(arrows_up(&packages()), Vec::<String>::new());
}

#[test]
fn an_arrow_that_points_up_is_found() {
    let mut packages = packages();
    let tree = packages.iter_mut().find(|p| p.name == "statesync-tree");
    tree.expect("the tree").dependencies.push(Dependency {
        name: "statesync-gkr".into(),
        requirement: "*".into(),
        is_dev: true,
    });
    assert_eq!(arrows_up(&packages), ["statesync-tree -> statesync-gkr"]);
}

#[test]
fn the_engine_names_no_application() {
    let engine = |path: &str| path.starts_with("engine/");
    let manifests = packages().into_iter().filter(|p| engine(&p.folder));
    let mut texts: Vec<_> = manifests.map(|p| (p.folder, p.manifest)).collect();
    let files = sources().into_iter().filter(|s| engine(&s.path));
    texts.extend(files.map(|s| (s.path, s.text)));
    for (path, text) in texts {
        let text = text.to_lowercase();
        for word in APPLICATION_WORDS {
            assert!(!text.contains(word), "{path} says {word}");
        }
    }
}

#[test]
fn no_package_is_a_drawer_for_everything() {
    for package in packages() {
        for drawer in ["utils", "util", "common", "types", "core", "helpers", "misc"] {
            let hit = package.name.split('-').any(|word| word == drawer);
            assert!(!hit, "{} is named after nothing", package.name);
        }
    }
}
