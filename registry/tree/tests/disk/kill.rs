//! Processes that are killed while they write. The process is this test program, started again for
//! one of these tests, which writes instead where a folder to write in is named to it.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use statesync_tree::Registry;
use statesync_tree::store::{DiskStore, StoreError, Version};

use crate::history::{check, create, step};

/// Names the folder to write in, for the process that is to be killed.
const FOLDER: &str = "STATESYNC_VICTIM_FOLDER";

/// The test that the process to be killed is started for.
const VICTIM: &str = "kill::a_store_that_another_process_has_open_is_in_use";

fn write_until_killed(place: &Path) {
    let registry = match DiskStore::open(place) {
        Ok(store) => Registry::open(store).expect("the registry is whole"),
        Err(_) => create(DiskStore::create(place).expect("the folder can be written")),
    };
    // The harness has begun a line with the name of this test.
    println!();
    loop {
        let version = step(&registry).expect("the disk works");
        // Only what was written here has been acknowledged to the other side.
        let mut out = std::io::stdout().lock();
        writeln!(out, "{version}").and_then(|()| out.flush()).expect("someone listens");
        if version.is_multiple_of(30) {
            registry.prune(Version(version - 10)).expect("the version is kept");
        }
    }
}

fn start(place: &Path) -> Child {
    let program = std::env::current_exe().expect("this program has a file");
    let mut command = Command::new(program);
    command.args(["--exact", VICTIM, "--nocapture", "--test-threads=1"]);
    command.env(FOLDER, place).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().expect("this program can be started")
}

/// Lets a process write for a while, kills it, and gives the last version that it acknowledged.
fn kill_after(place: &Path, wait_for: usize, then: Duration) -> Option<u64> {
    let mut child = start(place);
    let out = child.stdout.take().expect("its output is a pipe");
    let mut lines = BufReader::new(out).lines().map_while(Result::ok).filter_map(|line| line.parse().ok());
    let mut last: Option<u64> = None;
    for version in lines.by_ref().take(wait_for) {
        last = Some(version);
    }
    std::thread::sleep(then);
    child.kill().expect("it is running");
    child.wait().expect("it was started here");
    lines.last().or(last)
}

#[test]
fn five_hundred_kills_lose_and_mix_nothing() {
    let mut rng = SmallRng::seed_from_u64(4);
    for _folder in 0..10 {
        let folder = tempfile::tempdir().expect("temporary files can be made");
        drop(create(DiskStore::create(folder.path()).expect("a new folder")));
        let mut known = 0;
        for _kill in 0..50 {
            let wait_for = rng.random_range(0..4);
            // Without waiting for a commit, it is the start that is hit.
            let most = if wait_for == 0 { 12_000 } else { 4_000 };
            let pause = Duration::from_micros(rng.random_range(0..most));
            let acknowledged = kill_after(folder.path(), wait_for, pause).unwrap_or(known);
            let store = DiskStore::open(folder.path()).expect("the store is whole");
            (_, known) = check(store, acknowledged..=acknowledged + 1);
        }
    }
}

#[test]
fn fifty_kills_while_a_store_is_made_leave_one_or_none() {
    let mut rng = SmallRng::seed_from_u64(5);
    for _kill in 0..50 {
        let folder = tempfile::tempdir().expect("temporary files can be made");
        let pause = Duration::from_micros(rng.random_range(0..25_000));
        let acknowledged = kill_after(folder.path(), 0, pause);
        match DiskStore::create(folder.path()) {
            Ok(store) => {
                assert_eq!(acknowledged, None, "what was acknowledged is there");
                step(&create(store)).expect("a new registry");
            }
            Err(StoreError::StoreExists { .. }) => {
                let store = DiskStore::open(folder.path()).expect("the store is whole");
                let acknowledged = acknowledged.unwrap_or(0);
                drop(check(store, acknowledged..=acknowledged + 1));
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn a_store_that_another_process_has_open_is_in_use() {
    if let Some(place) = std::env::var_os(FOLDER) {
        return write_until_killed(Path::new(&place));
    }
    let folder = tempfile::tempdir().expect("temporary files can be made");
    let mut child = start(folder.path());
    let out = child.stdout.take().expect("its output is a pipe");
    let mut lines = BufReader::new(out).lines().map_while(Result::ok);
    assert!(lines.any(|line| line == "1"), "it writes");
    for error in [DiskStore::open(folder.path()).err(), DiskStore::create(folder.path()).err()] {
        let error = error.expect("the other process has it");
        assert!(matches!(error, StoreError::InUse { .. }), "{error}");
        assert!(error.to_string().ends_with("is in use by another process: only one at a time can have it open"));
    }
    child.kill().expect("it is running");
    child.wait().expect("it was started here");
    DiskStore::open(folder.path()).expect("it is free again");
}
