//! The arrows between packages: a dependency points to a lower rank, and nothing else.
//!
//! The table below is the one of ARCHITECTURE.md. A new package needs a row, so its place is decided in review.

use crate::workspace::{Dependency, Package, packages, sources};

/// Folder, package, rank. Equal ranks do not see each other.
const RANKS: [(&str, &str, u8); 9] = [
    ("lab", "statesync-lab", 5),
    ("apps/cli", "statesync-cli", 5),
    ("apps/service", "statesync-service", 4),
    ("fuzz/targets", "statesync-fuzz-targets", 4),
    ("registry/proof", "statesync-proof", 3),
    ("engine/gkr", "statesync-gkr", 2),
    ("engine/transcript", "statesync-transcript", 1),
    ("engine/circuit", "statesync-circuit", 1),
    ("registry/tree", "statesync-tree", 1),
];

/// Words that would tie the engine to one application of it.
const APPLICATION_WORDS: [&str; 6] =
    ["statesync_tree", "statesync_proof", "statesync_service", "registry", "tombstone", "sparse merkle"];

fn rank(name: &str) -> Option<u8> {
    let row = RANKS.iter().find(|(_, package, _)| *package == name);
    row.map(|(_, _, rank)| *rank)
}

/// Dependencies that break the arrows, as `from -> to`.
fn arrows_up(packages: &[Package]) -> Vec<String> {
    let mut found = Vec::new();
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
fn every_package_has_a_rank_and_lies_in_its_folder() {
    for package in packages() {
        let row = RANKS.iter().find(|(_, name, _)| *name == package.name);
        let folder = row.map(|(folder, _, _)| *folder);
        assert_eq!(folder, Some(package.folder.as_str()), "{}", package.name);
    }
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
