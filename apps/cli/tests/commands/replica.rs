use std::fs::{self, File};

use crate::desk::Desk;
use crate::sync::{desk, in_little_room};

/// A replica in `copy` of version 2, in which a record is deleted, and the proofs of the two versions around it.
fn replica() -> (Desk, Vec<String>) {
    let (desk, anchors) = desk();
    desk.registry("put motd hello").succeeds(&[]);
    let anchor = desk.registry("status --json").object()["anchor"].as_str().unwrap().to_owned();
    let anchors = [anchors, vec![anchor]].concat();
    desk.registry("export --leaves --at 2 --out leaves").succeeds(&["leaves: 3 records"]);
    let init = format!("replica init copy --anchor {} --leaves leaves", anchors[2]);
    desk.run(&init).succeeds(&["copy is a replica", &anchors[2], "2, and 1 deleted"]);
    for (from, to) in [(2, 3), (3, 4)] {
        desk.registry(&format!("sync prove --from {from} --to {to} --out p{from} --changes-out l{from}")).succeeds(&[]);
    }
    (desk, anchors)
}

#[test]
fn a_replica_follows_a_registry_by_proofs_alone_and_has_its_root() {
    let (desk, anchors) = replica();
    fs::remove_dir_all(desk.path("reg")).unwrap();
    for (step, records) in [(2, "4, and 0 deleted"), (3, "5, and 0 deleted")] {
        let to = &anchors[step + 1];
        desk.run(&format!("replica apply copy p{step} --changes l{step} --to {to}"))
            .succeeds(&[to, records, "verified"]);
        let root = desk.run("replica root copy --json").object();
        assert_eq!((root["anchor"].as_str(), root["agrees"].as_bool()), (Some(to.as_str()), Some(true)));
        assert!(to.ends_with(root["root"].as_str().unwrap()));
    }
    desk.run("replica root copy").succeeds(&["the leaves have the root of the anchor"]);
    let status = desk.run("replica status copy --json").object();
    assert_eq!((status["proofs"].as_u64(), status["active"].as_u64()), (Some(2), Some(5)));
    desk.run("replica status copy").succeeds(&["proofs      2"]);
}

#[test]
fn a_replica_of_an_empty_registry_needs_no_leaves() {
    let (desk, anchors) = desk();
    desk.run(&format!("replica init copy --anchor {}", anchors[0])).succeeds(&["0, and 0 deleted"]);
    desk.registry("sync prove --from 0 --out p --changes-out l").succeeds(&[]);
    desk.run(&format!("replica apply copy p --changes l --to {} --json", anchors[3])).object();
    desk.run("replica root copy").succeeds(&[&anchors[3]]);
}

#[test]
fn a_replica_takes_nothing_that_is_not_proved_of_it() {
    let (desk, anchors) = replica();
    let before = desk.get("copy/replica.leaves");
    let list = String::from_utf8(desk.get("l2")).unwrap();
    desk.put("forged", list.replace("ffff", "fffe"));
    let refused = [
        ("p2 --changes forged", &anchors[3]),
        ("p3 --changes l3", &anchors[4]),
        ("p2 --changes l2", &anchors[4]),
        ("p3 --changes l2", &anchors[3]),
    ];
    for (words, to) in refused {
        let run = desk.run(&format!("replica apply copy {words} --to {to}"));
        run.fails(1, &["refused: the replica stays at", &anchors[2], "in their order"]);
    }
    let weak = format!("replica apply copy p2 --changes l2 --to {} --security 120", anchors[3]);
    desk.run(&weak).fails(1, &["the replica stays at"]);
    assert_eq!(desk.get("copy/replica.leaves"), before);
}

#[test]
fn leaves_that_are_not_those_of_the_anchor_are_refused() {
    let (desk, anchors) = replica();
    let leaves = String::from_utf8(desk.get("leaves")).unwrap();
    desk.put("fewer", leaves.lines().skip(1).map(|line| format!("{line}\n")).collect::<String>());
    desk.put("disorder", leaves.lines().rev().map(|line| format!("{line}\n")).collect::<String>());
    let init = |words: &str, anchor: &str| desk.run(&format!("replica init new --anchor {anchor} {words}"));
    init("--leaves fewer", &anchors[2]).fails(1, &["not those of the anchor", "export --leaves"]);
    init("--leaves disorder", &anchors[2]).fails(1, &["does not come after the leaf before it"]);
    init("--leaves leaves", &anchors[3]).fails(1, &["the leaves have the root"]);
    init("", &anchors[2]).fails(1, &["add `--leaves FILE`"]);
    init("--leaves packages.tsv", &anchors[2]).fails(2, &["packages.tsv: line 1: not a leaf"]);
    init("--leaves nowhere", &anchors[2]).fails(3, &["cannot read nowhere"]);
    init("", "00").fails(2, &["an anchor is written as"]);
    assert!(!desk.path("new").exists());
    desk.run(&format!("replica init copy --anchor {}", anchors[0])).fails(3, &["copy holds a replica already"]);
    desk.registry("export --leaves --prefix b").fails(2, &["cannot be used with"]);
}

#[test]
fn a_replica_that_is_missing_damaged_or_in_use_says_so() {
    let (desk, anchors) = replica();
    let apply = format!("replica apply copy p2 --changes l2 --to {}", anchors[3]);
    for line in ["root nowhere", "status nowhere"] {
        desk.run(&format!("replica {line}")).fails(3, &["nowhere holds no replica", "replica init"]);
    }
    desk.run(&apply.replace("copy", "nowhere")).fails(3, &["nowhere holds no replica"]);
    let lock = File::options().write(true).open(desk.path("copy/replica.lock")).unwrap();
    lock.lock().unwrap();
    desk.run(&apply).fails(3, &["copy is in use by another process"]);
    drop(lock);

    let whole = desk.get("copy/replica.leaves");
    // A byte in the digest of the last leaf that has one: whichever it is, the root is another.
    let last = whole.len() - 40;
    let mut damaged = whole.clone();
    damaged[last] ^= 1;
    desk.put("copy/replica.leaves", damaged);
    let root = desk.run("replica root copy");
    root.fails(3, &["make it anew"]);
    desk.put("copy/replica.leaves", &whole[..whole.len() - 1]);
    for line in ["replica status copy", "replica root copy", &apply] {
        desk.run(line).fails(3, &["copy/replica.leaves: ", "ends early", "make it anew"]);
    }
    desk.put("copy/replica.leaves", whole);
    desk.run(&apply).succeeds(&[&anchors[3]]);
}

#[test]
fn a_full_disk_leaves_a_replica_as_it_was() {
    let (desk, anchors) = desk();
    let lines: String = (0..400).map(|number| format!("insert\tname-{number}\t{number}\n")).collect();
    desk.put("many", lines);
    desk.registry("apply many --proof p --changes-out l").succeeds(&[]);
    let to = desk.registry("status --json").object()["anchor"].as_str().unwrap().to_owned();
    desk.registry("export --leaves --at 3 --out leaves").succeeds(&[]);
    in_little_room(&desk, "size=16k", || {
        desk.run(&format!("replica init small/copy --anchor {} --leaves leaves", anchors[3])).succeeds(&[]);
        let before = desk.get("small/copy/replica.leaves");
        desk.run(&format!("replica apply small/copy p --changes l --to {to}")).fails(3, &["cannot write small/copy"]);
        assert_eq!(desk.get("small/copy/replica.leaves"), before);
        desk.run("replica root small/copy").succeeds(&[&anchors[3]]);
    });
}
