//! A registry on disk: importing, changing, reopening. Each figure is wall time, everything durable.
//!
//! `cargo bench -p statesync-tree --bench disk [-- FOLDER]`; without a folder, in the system's place
//! for temporary files, which may be memory.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use statesync_tree::store::DiskStore;
use statesync_tree::{Key, Operation, Registry, Shape};

const PACKAGES: usize = 63_436;
const MILLION: usize = 1_000_000;
const BATCH: usize = 4096;
const ROUNDS: usize = 15;
/// Set for the process that is killed.
const VICTIM: &str = "STATESYNC_BENCH_VICTIM";

fn main() {
    if let Some(place) = std::env::var_os(VICTIM) {
        return write_until_killed(Path::new(&place));
    }
    let folder = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let folder = folder.map_or_else(std::env::temp_dir, PathBuf::from);
    let place = tempfile::tempdir_in(folder).expect("the folder can be written");
    let imports = (0..5).map(|round| import(&place.path().join(round.to_string()), PACKAGES).0);
    report("import 63 436 records", imports.collect());
    let place = place.path().join("million");
    let (time, registry) = import(&place, MILLION);
    report("import 10^6 records", vec![time]);
    report("commit 4 096 updates at 10^6", (0..ROUNDS).map(|round| update(&registry, round)).collect());
    drop(registry);
    report("reopen at 10^6, closed cleanly", (0..ROUNDS).map(|_| reopen(&place)).collect());
    report("reopen at 10^6, after kill -9", (0..5).map(|_| reopen_after_kill(&place)).collect());
    let bytes = std::fs::metadata(place.join("registry.redb")).expect("the database is there").len();
    println!("{:<32} {bytes} bytes", "file at 10^6");
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort();
    let [least, median, most] = [0, times.len() / 2, times.len() - 1].map(|at| times[at].as_secs_f64() * 1e3);
    println!("{what:<32} {median:>8.1} ms (median of {}, {least:.1} to {most:.1})", times.len());
}

fn key(number: usize) -> Key {
    Key::hashed(&(number as u64).to_le_bytes())
}

/// A value of 32 bytes.
fn value(number: usize) -> [u8; 32] {
    let mut value = [0x5a; 32];
    value[..8].copy_from_slice(&(number as u64).to_le_bytes());
    value
}

fn import(place: &Path, records: usize) -> (Duration, Registry<DiskStore>) {
    let start = Instant::now();
    let inserts: Vec<_> = (0..records).map(|number| Operation::insert(key(number), value(number))).collect();
    let store = DiskStore::create(place).expect("a new folder");
    let registry = Registry::create(store, Shape::Keyed).expect("a new store");
    registry.apply(&inserts).expect("the keys are new");
    (start.elapsed(), registry)
}

fn updates(seed: usize) -> Vec<Operation> {
    let mut rng = SmallRng::seed_from_u64(seed as u64);
    let random = (0..BATCH).map(|_| Operation::put(key(rng.random_range(0..MILLION)), rng.random::<[u8; 32]>()));
    random.collect()
}

fn update(registry: &Registry<DiskStore>, round: usize) -> Duration {
    let updates = updates(round);
    let start = Instant::now();
    registry.apply(&updates).expect("a put is never refused");
    start.elapsed()
}

fn open(place: &Path) -> Registry<DiskStore> {
    Registry::open(DiskStore::open(place).expect("the store is whole")).expect("the registry is whole")
}

fn reopen(place: &Path) -> Duration {
    let start = Instant::now();
    let registry = open(place);
    let time = start.elapsed();
    drop(registry);
    time
}

fn write_until_killed(place: &Path) {
    let registry = open(place);
    for round in 0.. {
        update(&registry, round);
    }
}

fn reopen_after_kill(place: &Path) -> Duration {
    let program = std::env::current_exe().expect("this program has a file");
    let victim = Command::new(program).env(VICTIM, place).stdout(std::process::Stdio::null()).spawn();
    let mut victim = victim.expect("this program can be started");
    std::thread::sleep(Duration::from_secs(3));
    victim.kill().expect("it is running");
    victim.wait().expect("it was started here");
    reopen(place)
}
