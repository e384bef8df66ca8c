//! The workspace as its manifests and source files describe it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Folders that hold our own code.
const FOLDERS: [&str; 5] = ["engine", "registry", "apps", "lab", "fuzz"];

/// A package of this workspace.
pub struct Package {
    pub name: String,
    /// Folder, relative to the workspace root.
    pub folder: String,
    /// The text of its `Cargo.toml`.
    pub manifest: String,
    pub dependencies: Vec<Dependency>,
}

/// One line of a `[dependencies]` table, of any kind.
pub struct Dependency {
    pub name: String,
    /// The version requirement as Cargo reads it, such as `=0.8.0`.
    pub requirement: String,
    pub is_dev: bool,
}

/// A source file, as text.
pub struct Source {
    /// Path relative to the workspace root.
    pub path: String,
    pub text: String,
}

impl Source {
    /// The lines in front of the file's test module; none in files that are tests throughout.
    pub fn lines_without_tests(&self) -> usize {
        let is_test = self.path.contains("/tests/") || self.path.ends_with("/tests.rs");
        let code = self.text.split("#[cfg(test)]").next().unwrap_or_default();
        if is_test { 0 } else { code.lines().count() }
    }
}

/// The folder of the workspace's `Cargo.toml`.
pub fn root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).expect("apps/cli").to_path_buf()
}

/// All packages, from `cargo metadata`.
pub fn packages() -> Vec<Package> {
    let output = Command::new(std::env::var("CARGO").unwrap_or("cargo".into()))
        .args(["metadata", "--format-version", "1", "--no-deps"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "cargo metadata fails");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let packages: Vec<Package> = list(&metadata["packages"]).map(package).collect();
    assert!(packages.len() >= 6, "cargo metadata lists the workspace");
    packages
}

fn package(described: &Value) -> Package {
    let path = PathBuf::from(text(&described["manifest_path"]));
    let folder = path.parent().expect("a manifest lies in a folder");
    Package {
        name: text(&described["name"]),
        folder: relative(folder),
        manifest: fs::read_to_string(&path).expect("a manifest is text"),
        dependencies: list(&described["dependencies"]).map(dependency).collect(),
    }
}

fn dependency(described: &Value) -> Dependency {
    Dependency {
        name: text(&described["name"]),
        requirement: text(&described["req"]),
        is_dev: described["kind"] == "dev",
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().expect("a list").iter()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}

fn relative(path: &Path) -> String {
    let inside = path.strip_prefix(root()).expect("inside the workspace");
    inside.to_str().expect("paths are UTF-8").to_owned()
}

/// All Rust files of our own, sorted by path.
pub fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    for folder in FOLDERS {
        collect(&root().join(folder), &mut sources);
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(sources.len() >= 6, "the workspace has sources");
    sources
}

fn collect(folder: &Path, sources: &mut Vec<Source>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for path in entries.map(|entry| entry.expect("a readable folder").path()) {
        if path.is_dir() && !path.ends_with("target") {
            collect(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("sources are UTF-8");
            let path = relative(&path);
            sources.push(Source { path, text });
        }
    }
}
