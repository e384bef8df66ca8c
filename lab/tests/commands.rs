//! Every command reports rows with the fields that outside programs rely on.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// What every row says, whatever it measures.
const COMMON: [&str; 7] = ["experiment", "machine", "load", "cores", "target_features", "commit", "repetitions"];

fn lab(arguments: &str) -> Vec<Value> {
    let program = Command::new(env!("CARGO_BIN_EXE_statesync-lab"))
        .arg("--json")
        .args(arguments.split(' '))
        .output()
        .expect("the program runs");
    assert!(program.status.success(), "{arguments}: {}", String::from_utf8_lossy(&program.stderr));
    let text = String::from_utf8(program.stdout).unwrap();
    let rows: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!rows.is_empty(), "{arguments}");
    rows
}

fn assert_has(row: &Value, fields: &[&str]) {
    for field in COMMON.iter().chain(fields) {
        assert!(row.get(field).is_some(), "{field} is missing from {row}");
    }
}

/// The rows of one command, each with the fields named and a range for every measured one.
fn rows(arguments: &str, fields: &[&str], measured: &[&str]) -> Vec<Value> {
    let rows = lab(arguments);
    for row in &rows {
        assert_has(row, fields);
        assert_has(row, measured);
        for name in measured {
            let (median, range) = (&row[name], &row[format!("{name}_range")]);
            let [median, least, most] = [median, &range[0], &range[1]].map(|number| number.as_f64().unwrap());
            assert!(least <= median && median <= most, "{name} of {row}");
        }
    }
    rows
}

#[test]
fn rate_has_three_intervals_for_every_kind() {
    for kind in ["membership", "non-membership", "update"] {
        let arguments = format!("rate --kind {kind} --depth 8 --batch 20 --threads 2 --repetitions 2");
        let rows = rows(&arguments, &["kind", "depth"], &["proofs_per_s", "us_per_proof_core"]);
        let intervals: Vec<_> = rows.iter().map(|row| row["interval"].as_str().unwrap()).collect();
        assert_eq!(intervals, ["proving", "witness+proving", "full"]);
    }
}

#[test]
fn latency_has_every_step() {
    let steps = ["prepare_us", "witness_us", "prove_us", "encode_us", "verify_us"];
    rows("latency --kind update --depth 8 --repetitions 2", &["kind", "depth"], &steps);
}

#[test]
fn sizes_have_both_forms_beside_the_plain_opening() {
    let rows = rows("sizes", &["kind", "shape", "depth", "bytes", "inline_bytes", "opening_bytes", "layers"], &[]);
    assert_eq!(rows.len(), 12);
    for row in rows {
        let [detached, inline, opening] = ["bytes", "inline_bytes", "opening_bytes"].map(|name| row[name].as_u64());
        assert!(opening < detached && detached < inline, "{row}");
        assert_eq!(row["layers"], 28);
    }
}

#[test]
fn comparisons_have_a_ratio() {
    assert_eq!(rows("prepared --depth 8 --repetitions 2", &["kind"], &["ratio"]).len(), 3);
    rows("output --depth 8 --batch 8 --repetitions 2", &["batch"], &["ratio"]);
    let wiring = rows("wiring --from 4 --to 5 --repetitions 2", &["width"], &["ratio", "full_ratio"]);
    assert_eq!(wiring.len(), 8);
}

#[test]
fn a_large_instance_says_what_memory_it_takes_in_both_extensions() {
    for extension in ["4", "5"] {
        let arguments = format!("instance --copies 40 --threads 1 --extension {extension} --repetitions 2");
        let rows = rows(&arguments, &["copies", "threads", "extension", "peak_bytes"], &["us_per_permutation"]);
        assert!(rows[0]["peak_bytes"].as_u64().unwrap() > 0);
    }
}

#[test]
fn peers_say_who_commits_to_anything() {
    let times = ["ours_us", "stark_us", "native_us"];
    let rows = rows("peers --permutations 64 --repetitions 1", &["ours_bytes", "stark_bytes"], &times);
    assert_eq!((&rows[0]["ours_commitment"], &rows[0]["stark_commitment"]), (&false.into(), &true.into()));
}

#[test]
fn a_sync_proof_stands_beside_openings_and_a_multiproof_of_the_same_changes() {
    let fields =
        ["sync_bytes", "sync_peak_rss_kib", "multiproof_bytes", "paths_bytes", "copies", "witness_elements", "data"];
    let times = ["sync_prove_us", "sync_verify_us", "multiproof_verify_scalar_us", "multiproof_verify_packed_us"];
    let rows = [
        rows("sync --records 200 --changes 40 --repetitions 1", &fields, &times),
        rows("sync --debian --repetitions 1", &fields, &times),
    ];
    for row in rows.iter().flatten() {
        assert!(row["security_bits"].as_f64().unwrap() >= 100.0, "{row}");
        assert!(row["multiproof_bytes"].as_u64() < row["paths_bytes"].as_u64(), "{row}");
    }
    assert_eq!((&rows[1][0]["records"], &rows[1][0]["changes"]), (&63_436.into(), &1_341.into()));
}

#[test]
fn memory_counts_the_tables_of_either_oracle() {
    for (family, pairs, elements) in
        [("mixed", 4.0, 2.5), ("linear", 2.0, 2.5), ("product", 3.0, 2.5), ("cube", 3.0, 3.5)]
    {
        let [sparse, dense] = ["sparse", "dense"].map(|oracle| {
            let arguments = format!("memory --family {family} --width 32 --oracle {oracle}");
            let fields = ["family", "width", "oracle", "oracle_bytes", "rss_kib", "stages"];
            let rows = rows(&arguments, &fields, &["requested_bytes", "prove_us"]);
            let [requested, tables] = ["requested_bytes", "oracle_bytes"].map(|name| rows[0][name].as_f64().unwrap());
            assert!(tables > 0.0 && tables < requested, "{}", rows[0]);
            let stages = rows[0]["stages"].as_array().unwrap();
            let made = stages.iter().find(|stage| stage["stage"] == "tables made").unwrap();
            assert!(made["live_bytes"].as_f64().unwrap() >= tables, "{stages:?}");
            tables
        });
        // Tables of pairs of wires against elements per wire.
        assert_eq!(dense / sparse, 32.0 * pairs / elements);
    }
}

#[test]
fn the_curve_has_all_families_a_line_through_each_and_a_chart() {
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("curve.svg");
    let rows = lab(&format!("memory --curve --sparse-to 16 --dense-to 8 --svg {}", svg.display()));
    let lines: Vec<_> = rows.iter().filter(|row| row.get("fit").is_some()).collect();
    assert_eq!((lines.len(), rows.len()), (4, 4 * (3 + 2) + 4));
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg"));
}

#[test]
fn a_limit_stops_the_dense_form_and_not_the_sparse_one() {
    let rows = rows("limits --width 512 --limit-mib 96 --jobs 1,8", &["jobs", "limit", "limit_mib", "outcome"], &[]);
    let outcome = |oracle: &str, jobs: u64| {
        let row = rows.iter().find(|r| r["limit"] == "address space" && r["oracle"] == oracle && r["jobs"] == jobs);
        row.unwrap()["outcome"].as_str().unwrap()
    };
    assert_eq!(outcome("sparse", 8), "success");
    assert_eq!(outcome("dense", 8), "allocation abort");
    assert!(rows.iter().any(|row| row["limit"] == "cgroup"), "a cgroup is tried, whatever comes of it");
}

#[test]
fn out_keeps_every_run() {
    let folder = tempfile::tempdir().unwrap();
    lab(&format!("--out {} prepared --depth 4 --repetitions 3", folder.path().display()));
    let kept = read(&folder.path().join("prepared.jsonl"));
    assert_eq!(kept.len(), 3);
    assert!(kept.iter().all(|row| row["ratio_samples"].as_array().unwrap().len() == 3));
}

fn read(path: &Path) -> Vec<Value> {
    std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
