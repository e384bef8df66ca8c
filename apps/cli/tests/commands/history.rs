use std::fs;
use std::process::Stdio;
use std::time::Duration;

use statesync_tree::store::DiskStore;

use crate::desk::Desk;

/// A desk with a registry of four versions in `reg`.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.registry("init").succeeds(&[]);
    desk.registry("import packages.tsv --key package --value version,sha256").succeeds(&[]);
    desk.registry("delete curl").succeeds(&[]);
    desk.put("changes.tsv", "replace\tbash\t6.0\tffff\ninsert\tzsh\t5.9\nrestore\tcurl\t8.0\n");
    desk.registry("apply changes.tsv").succeeds(&["3 operations carried out", "version     3"]);
    desk
}

fn anchors(desk: &Desk) -> Vec<(u64, String)> {
    let log = desk.registry("log --json").object();
    let versions = log["versions"].as_array().unwrap();
    versions.iter().map(|row| (row["version"].as_u64().unwrap(), row["anchor"].as_str().unwrap().to_owned())).collect()
}

#[test]
fn a_dry_run_prints_the_anchor_that_apply_leads_to() {
    let desk = desk();
    let wanted = anchors(&desk)[0].1.clone();
    desk.registry("rollback 2").succeeds(&["version 2 is the newest again"]);
    let before = anchors(&desk);
    let preview = desk.registry("apply changes.tsv --dry-run --json").object();
    assert_eq!((preview["anchor"].as_str(), preview["dry_run"].as_bool()), (Some(wanted.as_str()), Some(true)));
    desk.registry("apply changes.tsv --dry-run").succeeds(&["nothing was changed", &wanted]);
    assert_eq!(anchors(&desk), before);
    desk.registry("apply changes.tsv").succeeds(&[&wanted, "version     4"]);
}

#[test]
fn a_file_of_changes_that_does_not_fit_is_refused_whole() {
    let desk = desk();
    let before = anchors(&desk);
    let wrong = [
        ("put\tnew\t1\ninsert\tbash\t1\n", 1, "line 2: insert `bash`: insert needs a key that is empty"),
        ("put\tnew\t1\n\ndelete\tnope\n", 1, "line 3: delete `nope`"),
        ("put\tnew\n", 2, "line 1: there is no value to put"),
        ("erase\tbash\n", 2, "`erase` is no operation"),
        ("{\"op\":\"put\",\"slot\":5,\"value\":\"\"}\n", 2, "slot 5 is of no keyed registry"),
    ];
    for (changes, code, reason) in wrong {
        desk.put("wrong", changes);
        for line in ["apply wrong", "apply wrong --dry-run"] {
            desk.registry(line).fails(code, &[reason, "wrong: line"]);
        }
        assert_eq!(anchors(&desk), before);
    }
    desk.registry("apply nowhere").fails(3, &["cannot read nowhere"]);
}

#[test]
fn diff_writes_what_apply_reads() {
    let desk = desk();
    let versions = anchors(&desk);
    for (from, start) in &versions {
        for (to, end) in versions.iter().filter(|(to, _)| to >= from) {
            desk.registry(&format!("diff --from {from} --to {to} --out d")).succeeds(&["operations lead from version"]);
            desk.run("init copy").succeeds(&[]);
            desk.registry(&format!("diff --from 0 --to {from} --out base")).succeeds(&[]);
            desk.run("apply base --registry copy").succeeds(&[start]);
            desk.run("apply d --registry copy").succeeds(&[end]);
            fs::remove_dir_all(desk.path("copy")).unwrap();
        }
    }
    let all = desk.registry("diff --from 2");
    all.succeeds(&["{\"op\":\"replace\",\"name\":\"bash\",\"value\":\"6.0\\tffff\"}", "\"restore\",\"name\":\"curl\""]);
    assert_eq!(all.stdout.lines().count(), 3);
    assert_eq!(desk.registry("diff --from 2 --out d --json").object()["changes"], 3);
    desk.registry("diff --from 3 --to 1").fails(2, &["version 3 is newer than version 1", "statesync rollback"]);
    desk.registry("diff --from 9").fails(2, &["version 9 does not exist yet", "statesync log"]);
    desk.registry("diff --from 1 --json").fails(2, &["--out FILE"]);
    desk.registry("diff").fails(2, &["--from <VERSION>"]);
}

#[test]
fn what_came_and_went_between_two_versions_is_a_tombstone_in_the_copy_too() {
    let desk = desk();
    desk.registry("put brief 1").succeeds(&[]);
    desk.registry("delete brief").succeeds(&[]);
    desk.registry("diff --from 0 --out d").succeeds(&[]);
    desk.run("init copy").succeeds(&[]);
    desk.run("apply d --registry copy").succeeds(&[&anchors(&desk)[0].1]);
}

#[test]
fn versions_that_are_not_kept_are_three_failures() {
    let desk = desk();
    desk.registry("log").succeeds(&["4 versions are kept", "version  made"]);
    assert_eq!(desk.registry("log -n 1 --json").object()["versions"].as_array().unwrap().len(), 1);
    desk.registry("rollback 2").succeeds(&[]);
    desk.registry("put a b").succeeds(&["version     4"]);
    desk.registry("prune --before 2").succeeds(&["2 versions forgotten", "2, from 2 on"]);
    desk.registry("prune --before 2").succeeds(&["0 versions forgotten"]);
    let lines =
        ["get bash --at", "list --at", "export --at", "prove --name bash --out p --at", "rollback", "diff --from"];
    for line in lines {
        desk.registry(&format!("{line} 1")).fails(2, &["version 1 was pruned: the oldest version kept is 2", "next: "]);
        desk.registry(&format!("{line} 3")).fails(2, &["version 3 is unknown: it was rolled back", "statesync log"]);
        desk.registry(&format!("{line} 9")).fails(2, &["version 9 does not exist yet: the newest is 4"]);
        desk.registry(&format!("{line} old")).fails(2, &["`old` is no number of a version"]);
    }
}

#[test]
fn pruning_keeps_a_count_or_an_age() {
    let desk = desk();
    desk.registry("prune --older-than 1h").succeeds(&["0 versions forgotten", "4, from 0 on"]);
    assert_eq!(desk.registry("prune --keep 2 --json").object()["forgotten"], 2);
    desk.registry("prune --older-than 0s").succeeds(&["1 versions forgotten", "1, from 3 on"]);
    desk.registry("prune").fails(2, &["--keep <COUNT>"]);
    desk.registry("prune --keep 0").fails(2, &["--keep"]);
    desk.registry("prune --keep 1 --before 2").fails(2, &["cannot be used with"]);
    desk.registry("prune --older-than soon").fails(2, &["invalid value 'soon'"]);
    desk.registry("prune --before 9").fails(2, &["version 9 does not exist yet"]);
}

#[test]
fn a_doctor_finds_nothing_wrong_and_a_changed_byte() {
    let desk = desk();
    desk.registry("doctor").succeeds(&["clean", "4 versions, 4 leaves, 4 values examined"]);
    assert_eq!(desk.registry("doctor --json").object()["clean"], true);
    let files = fs::read_dir(desk.path("reg")).unwrap().map(|entry| entry.unwrap().path());
    let database = files.max_by_key(|path| fs::metadata(path).unwrap().len()).unwrap();
    let mut bytes = fs::read(&database).unwrap();
    let name = b"openssl3.0.20\t4d21";
    let places: Vec<_> = bytes.windows(name.len()).enumerate().filter(|(_, window)| window == name).collect();
    let places: Vec<_> = places.into_iter().map(|(place, _)| place).collect();
    assert!(!places.is_empty(), "the value is on the disk");
    for place in places {
        bytes[place] ^= 1;
    }
    fs::write(&database, bytes).unwrap();
    let get = desk.registry("get openssl");
    assert_eq!((get.code, get.stdout.as_str()), (3, ""), "{get:?}");
    let doctor = desk.registry("doctor --json");
    assert_eq!(doctor.code, 3, "{doctor:?}");
    assert!(doctor.stderr.contains("statesync") || doctor.stderr.contains("backup"), "{doctor:?}");
}

#[test]
fn a_doctor_who_cannot_open_a_registry_does_not_send_for_a_doctor() {
    let desk = desk();
    let mut bytes = desk.get("reg/registry.redb");
    bytes.truncate(100);
    desk.put("reg/registry.redb", bytes);
    desk.registry("status").fails(3, &["next: `statesync doctor`"]);
    desk.registry("doctor").fails(3, &["next: restore a backup of the whole folder, or import an export"]);
}

#[test]
fn a_registry_that_cannot_be_opened_for_writing_is_named() {
    let desk = desk();
    fs::remove_file(desk.path("reg/lock")).unwrap();
    // As for a folder that may not be written, but for whoever may write everywhere too.
    fs::create_dir(desk.path("reg/lock")).unwrap();
    for line in ["get bash", "doctor", "put a b"] {
        desk.registry(line)
            .fails(3, &["cannot open reg for reading and writing", "next: a registry is opened for writing"]);
    }
}

#[test]
fn a_file_without_operations_makes_a_version_like_the_one_before() {
    let desk = desk();
    desk.put("nothing", "\n");
    desk.registry("apply nothing").succeeds(&["0 operations carried out", "version     4"]);
    let anchors = anchors(&desk);
    assert_eq!(anchors[0].1, anchors[1].1);
}

#[test]
fn one_process_at_a_time_has_a_registry_open() {
    let desk = desk();
    let holder = DiskStore::open(desk.path("reg")).unwrap();
    for line in ["status", "put a b", "doctor", "prove --name bash --out p"] {
        desk.registry(line).fails(3, &["reg is in use by another process", "next: wait"]);
    }
    drop(holder);
    desk.registry("status").succeeds(&["version     3"]);
}

#[test]
fn an_import_that_is_killed_leaves_the_old_version_or_the_new_one() {
    let desk = Desk::new();
    desk.registry("init").succeeds(&[]);
    let table: String = (0..20_000).map(|number| format!("name-{number}\t{number}\n")).collect();
    desk.put("table.tsv", format!("name\tvalue\n{table}"));
    for round in 0..12 {
        let mut import = desk.command("import table.tsv --key name --value value --registry reg");
        let mut import = import.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(25 * round));
        import.kill().unwrap();
        import.wait().unwrap();
        let status = desk.registry("status --json").object();
        let (version, active) = (status["version"].as_u64().unwrap(), status["active"].as_u64().unwrap());
        assert_eq!(active, if version == 0 { 0 } else { 20_000 });
        desk.registry("doctor").succeeds(&["clean"]);
        desk.registry("rollback 0").succeeds(&[]);
    }
}
