use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::desk::Desk;

/// A desk with a registry of four versions in `reg`, and their anchors.
pub fn desk() -> (Desk, Vec<String>) {
    let desk = Desk::new();
    desk.registry("init").succeeds(&[]);
    desk.registry("import packages.tsv --key package --value version,sha256").succeeds(&[]);
    desk.registry("delete curl").succeeds(&[]);
    desk.put("changes.tsv", "replace\tbash\t6.0\tffff\ninsert\tzsh\t5.9\nrestore\tcurl\t8.0\n");
    desk.registry("apply changes.tsv").succeeds(&[]);
    let log = desk.registry("log --json").object();
    let versions = log["versions"].as_array().unwrap().iter().rev();
    let anchors = versions.map(|row| row["anchor"].as_str().unwrap().to_owned()).collect();
    (desk, anchors)
}

fn version(desk: &Desk) -> u64 {
    desk.registry("status --json").object()["version"].as_u64().unwrap()
}

#[test]
fn one_proof_nets_the_changes_between_two_versions_and_is_checked_without_the_registry() {
    let (desk, anchors) = desk();
    let prove = "sync prove --from 1 --to 3 --out p --changes-out list";
    desk.registry(prove).succeeds(&["3 changes lead from version 1 to 3", &anchors[1], &anchors[3], "check it"]);
    let made = desk.registry(&format!("{prove} --json")).object();
    assert_eq!((made["changes"].as_u64(), made["bytes"].as_u64()), (Some(3), Some(desk.get("p").len() as u64)));
    assert!(made["security_bits"].as_f64().unwrap() >= 100.0 && made["copies"] == 32, "{made}");
    assert!(made["multiproof_bytes"].as_u64() < made["bytes"].as_u64(), "{made}");
    assert!(made["note"].as_str().unwrap().contains("multiproof of these changes would be smaller"), "{made}");
    desk.registry(prove).succeeds(&["note:       a plain Merkle multiproof"]);
    let list = String::from_utf8(desk.get("list")).unwrap();
    for line in [
        "{\"name\":\"bash\",\"old\":\"5.2.15\\t8213\",\"new\":\"6.0\\tffff\"}",
        "{\"name\":\"zsh\",\"old_state\":\"empty\",\"new\":\"5.9\"}",
        "{\"name\":\"curl\",\"old\":\"7.88.1\\t0dd9\",\"new\":\"8.0\"}",
    ] {
        assert!(list.contains(line), "{list}");
    }
    fs::remove_dir_all(desk.path("reg")).unwrap();
    let verify = format!("sync verify p --from {} --to {} --changes list", anchors[1], anchors[3]);
    desk.run(&verify).succeeds(&["These 3 changes, and nothing else", "verified", "security"]);
    let verified = desk.run(&format!("{verify} --json")).object();
    assert_eq!((&verified["verified"], &verified["changes"]), (&Value::from(true), &Value::from(3)));
    // Values and states mean the same, in any order.
    desk.put("other", list.lines().rev().map(|line| format!("{line}\n")).collect::<String>());
    desk.run(&verify.replace("--changes list", "--changes other")).succeeds(&["verified"]);
}

#[test]
fn a_list_that_is_not_what_happened_is_refused() {
    let (desk, anchors) = desk();
    desk.registry("sync prove --from 1 --to 3 --out p --changes-out list").succeeds(&[]);
    let list = String::from_utf8(desk.get("list")).unwrap();
    let without =
        |name: &str| list.lines().filter(|line| !line.contains(name)).map(|line| format!("{line}\n")).collect();
    let forged: [String; 6] = [
        list.replace("ffff", "fffe"),
        list.replace("8213", "8214"),
        without("zsh"),
        format!("{list}{}\n", "{\"name\":\"fish\",\"old_state\":\"empty\",\"new\":\"1\"}"),
        list.replace("\"5.9\"", "\"X\"").replace("\"8.0\"", "\"5.9\"").replace("\"X\"", "\"8.0\""),
        format!("{list}{}\n", "{\"name\":\"openssl\",\"old\":\"3.0.20\\t4d21\",\"new\":\"3.0.20\\t4d21\"}"),
    ];
    let verify = |from: usize, to: usize, file: &str| {
        desk.run(&format!("sync verify p --from {} --to {} --changes {file}", anchors[from], anchors[to]))
    };
    for text in forged {
        desk.put("forged", text);
        verify(1, 3, "forged").fails(1, &["refused: p: ", "do not trust it"]);
    }
    for (from, to) in [(1, 2), (0, 3), (3, 1)] {
        verify(from, to, "list").fails(1, &["refused: p: "]);
    }
    let mut proof = desk.get("p");
    *proof.last_mut().unwrap() ^= 1;
    desk.put("p", proof);
    verify(1, 3, "list").fails(1, &["refused: p: "]);
}

#[test]
fn what_is_no_list_proof_or_statement_is_malformed_input() {
    let (desk, anchors) = desk();
    desk.registry("sync prove --from 1 --to 3 --out p --changes-out list").succeeds(&[]);
    let list = desk.get("list");
    desk.put("twice", [&list[..], &list[..]].concat());
    desk.put("short", &desk.get("p")[..9]);
    desk.put("gone", "{\"name\":\"bash\",\"old\":\"1\",\"new_state\":\"empty\"}\n");
    desk.put("slot", "{\"slot\":5,\"old\":\"1\",\"new\":\"2\"}\n");
    let (from, to) = (&anchors[1], &anchors[3]);
    let slots = from.replace("keyed", "slots24");
    let wrong = [
        (format!("p --from {from} --to {to} --changes packages.tsv"), "packages.tsv: line 1: not a record before"),
        (format!("p --from {from} --to {to} --changes twice"), "twice: line 4: "),
        (format!("p --from {from} --to {to} --changes slot"), "line 1: slot 5 is of no keyed registry"),
        (format!("p --from {from} --to {to} --changes gone"), "the statement means nothing: change 0"),
        (format!("p --from {slots} --to {to} --changes list"), "is no index of a slot"),
        (format!("short --from {from} --to {to} --changes list"), "short is not a sync proof"),
        (format!("list --from {from} --to {to} --changes list"), "list is not a sync proof"),
        (format!("p --from {from} --changes list"), "--to <ANCHOR>"),
        (format!("p --from 00 --to {to} --changes list"), "an anchor is written as"),
        (format!("p --from {from} --to {to} --changes list --security 99"), "invalid value '99'"),
    ];
    for (words, reason) in wrong {
        desk.run(&format!("sync verify {words}")).fails(2, &["error: ", reason]);
    }
    for words in ["nowhere --changes list", "p --changes nowhere"] {
        desk.run(&format!("sync verify {words} --from {from} --to {to}")).fails(3, &["cannot read nowhere"]);
    }
    desk.run("sync").fails(2, &[]);
    desk.registry("sync prove --from 3 --to 1 --out q").fails(2, &["version 3 is newer than version 1"]);
    desk.registry("sync prove --from 1 --to 9 --out q").fails(2, &["version 9 does not exist yet"]);
    desk.registry("sync prove --from 1 --out nowhere/q").fails(3, &["cannot write nowhere/q"]);
    desk.run("sync prove --from 1 --out q").fails(2, &["no registry is named"]);
    assert!(!desk.path("q").exists());
}

#[test]
fn a_stronger_proof_is_accepted_where_a_weaker_one_is_not() {
    let (desk, anchors) = desk();
    let verify = |file: &str, bits: &str| {
        let (from, to) = (&anchors[2], &anchors[3]);
        desk.run(&format!("sync verify {file} --from {from} --to {to} --changes list --security {bits} --json"))
    };
    desk.registry("sync prove --from 2 --out weak --changes-out list").succeeds(&[]);
    desk.registry("sync prove --from 2 --out strong --security 120").succeeds(&[]);
    assert!(verify("strong", "100").object()["security_bits"].as_f64().unwrap() >= 120.0);
    verify("strong", "120").succeeds(&[]);
    verify("weak", "100").succeeds(&[]);
    verify("weak", "120").fails(1, &["100 bits"]);
}

#[test]
fn proofs_that_follow_each_other_lead_from_the_first_anchor_to_the_last() {
    let (desk, anchors) = desk();
    for step in 0..3 {
        let to = step + 1;
        desk.registry(&format!("sync prove --from {step} --to {to} --out p{step} --changes-out l{step}")).succeeds(&[]);
    }
    let chain = |anchors: &[&str], lists: &[&str], proofs: &[&str]| {
        let anchors: String = anchors.iter().map(|anchor| format!(" --anchor {anchor}")).collect();
        let lists: String = lists.iter().map(|list| format!(" --changes {list}")).collect();
        desk.run(&format!("sync verify-chain {}{anchors}{lists} --json", proofs.join(" ")))
    };
    let all: Vec<&str> = anchors.iter().map(String::as_str).collect();
    let (lists, proofs) = (["l0", "l1", "l2"], ["p0", "p1", "p2"]);
    let chained = chain(&all, &lists, &proofs).object();
    assert_eq!((chained["from"].as_str(), chained["to"].as_str()), (Some(all[0]), Some(all[3])));
    assert_eq!(chained["steps"].as_array().unwrap().len(), 3);
    chain(&all, &["l0", "l2", "l1"], &proofs).fails(1, &["step 2: p1: "]);
    chain(&[all[0], all[2], all[1], all[3]], &lists, &proofs).fails(1, &["step 1: p0: "]);
    chain(&all[..3], &lists, &proofs).fails(2, &["3 anchors, 3 lists and 3 proofs are no chain"]);
    chain(&all, &lists[..2], &proofs).fails(2, &["are no chain"]);
    let text = format!("sync verify-chain p0 --anchor {} --anchor {} --changes l0", all[0], all[1]);
    desk.run(&text).succeeds(&["1 lists of changes, and nothing else", "step 1"]);
}

#[test]
fn a_record_that_came_and_went_is_proved_step_by_step() {
    let (desk, _) = desk();
    desk.registry("put brief 1").succeeds(&[]);
    desk.registry("delete brief").succeeds(&[]);
    desk.registry("sync prove --from 3 --to 5 --out p")
        .fails(1, &["does not change from empty to tombstone", "one by one"]);
    desk.registry("sync prove --from 3 --to 4 --out p").succeeds(&["1 changes"]);
    desk.registry("sync prove --from 4 --to 5 --out p").succeeds(&["1 changes"]);
    desk.put("both", "insert\tshort\t1\ndelete\tshort\n");
    desk.registry("apply both --proof q").fails(1, &["nothing was changed", "empty to tombstone"]);
    assert_eq!((version(&desk), desk.path("q").exists()), (5, false));
}

#[test]
fn apply_writes_the_proof_of_the_version_that_it_makes() {
    let (desk, anchors) = desk();
    desk.put("more", "put\tbash\t7.0\nput\tbash\t7.1\ndelete\tzsh\nput\topenssl\t3.0.20\t4d21\ninsert\tfish\t4.0\n");
    let made = desk.registry("apply more --proof p --changes-out list --security 120 --json").object();
    let to = made["anchor"].as_str().unwrap();
    assert_eq!((&made["proof"]["changes"], &made["version"]), (&Value::from(3), &Value::from(4)));
    let list = String::from_utf8(desk.get("list")).unwrap();
    assert!(list.contains("{\"name\":\"zsh\",\"old\":\"5.9\",\"new_state\":\"tombstone\"}"), "{list}");
    desk.run(&format!("sync verify p --from {} --to {to} --changes list --security 120", anchors[3]))
        .succeeds(&["verified"]);
    desk.registry("sync prove --from 3 --out p --changes-out again").succeeds(&[]);
    assert_eq!(desk.get("again"), desk.get("list"));

    desk.put("nothing", "");
    desk.registry("apply nothing --proof none --changes-out empty").succeeds(&["everything is compared natively"]);
    desk.run(&format!("sync verify none --from {to} --to {to} --changes empty")).succeeds(&["These 0 changes"]);
    desk.put("wrong", "insert\tbash\t1\n");
    desk.registry("apply wrong --proof q").fails(1, &["wrong: line 1: insert `bash`"]);
    desk.registry("apply more --proof q --dry-run").fails(2, &["cannot be used with"]);
    desk.registry("apply more --changes-out q").fails(2, &["--proof <FILE>"]);
    desk.registry("apply nothing --proof nowhere/q").fails(3, &["nothing was changed: cannot write nowhere/q"]);
    desk.registry("apply nothing --proof reg").fails(3, &["nothing was changed: cannot write reg"]);
    assert_eq!((version(&desk), desk.path("q").exists()), (5, false));
    desk.registry("apply nothing --proof r --changes-out nowhere/l")
        .fails(3, &["version 6 was made, and its proof or list was not", "sync prove --from 5 --to 6"]);
}

#[test]
fn slots_have_sync_proofs_too() {
    let desk = Desk::new();
    desk.registry("init --slots --depth 24").succeeds(&[]);
    desk.registry("import slots.tsv --key slot --value value").succeeds(&[]);
    desk.registry("sync prove --from 0 --out p --changes-out list").succeeds(&["3 changes"]);
    let log = desk.registry("log --json").object();
    let [to, from] = [0, 1].map(|at| log["versions"][at]["anchor"].as_str().unwrap().to_owned());
    desk.run(&format!("sync verify p --from {from} --to {to} --changes list")).succeeds(&["verified"]);
    assert!(desk.get("list").starts_with(b"{\"slot\":0,\"old_state\":\"empty\",\"new\":\"first\"}\n"));
    desk.put("five", "put\t5\tsixth\n");
    desk.registry("apply five --proof q --changes-out l").succeeds(&["security"]);
}

#[test]
fn a_killed_apply_leaves_no_proof_of_a_version_that_is_not_there() {
    let (desk, anchors) = desk();
    let lines: String = (0..3_000).map(|number| format!("insert\tname-{number}\t{number}\n")).collect();
    desk.put("many", lines);
    let made = desk.registry("apply many --proof p --changes-out list --json").object();
    let to = made["anchor"].as_str().unwrap().to_owned();
    let took = Duration::from_micros(made["took_us"].as_f64().unwrap() as u64);
    let mut unfinished = 0;
    for round in 0..12 {
        desk.registry("rollback 3").succeeds(&[]);
        let _ = fs::remove_file(desk.path("p"));
        let mut apply = desk.command("apply many --proof p --registry reg");
        let mut apply = apply.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(took * round / 9);
        apply.kill().unwrap();
        apply.wait().unwrap();
        let anchor = desk.registry("status --json").object()["anchor"].as_str().unwrap().to_owned();
        assert!(anchor == anchors[3] || anchor == to, "{anchor}");
        if desk.path("p").exists() {
            assert_eq!(anchor, to);
            let verify = format!("sync verify p --from {} --to {to} --changes list", anchors[3]);
            desk.run(&verify).succeeds(&["verified"]);
        } else {
            unfinished += 1;
        }
    }
    assert!(unfinished > 0, "the first is killed before it has done anything");
}

/// Does something in a folder that has room for `size`, where root runs the tests.
pub fn in_little_room(desk: &Desk, size: &str, work: impl FnOnce()) {
    fs::create_dir(desk.path("small")).unwrap();
    let options = ["-t", "tmpfs", "-o", size, "tmpfs"];
    let mounted = Command::new("mount").args(options).arg(desk.path("small")).stderr(Stdio::null()).status();
    if !mounted.is_ok_and(|status| status.success()) {
        eprintln!("skipped: only root may mount a small file system");
        return;
    }
    let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
    let unmounted = Command::new("umount").arg(desk.path("small")).status();
    assert!(unmounted.expect("what was mounted can be unmounted").success());
    done.unwrap_or_else(|reason| std::panic::resume_unwind(reason));
}

#[test]
fn a_full_disk_under_the_proof_leaves_the_registry_at_the_old_version() {
    let (desk, anchors) = desk();
    desk.put("more", "put\tbash\t7.0\n");
    in_little_room(&desk, "size=12k", || {
        desk.registry("apply more --proof small/p").fails(3, &["nothing was changed: cannot write small/p"]);
        assert_eq!(fs::read_dir(desk.path("small")).unwrap().count(), 0);
        assert_eq!(desk.registry("status --json").object()["anchor"], anchors[3].as_str());
        desk.registry("sync prove --from 1 --out small/p").fails(3, &["cannot write small/p"]);
        assert_eq!(fs::read_dir(desk.path("small")).unwrap().count(), 0);
    });
    desk.registry("apply more --proof p").succeeds(&["version     4"]);
}

#[test]
fn a_sync_proof_is_shown_field_by_field() {
    let (desk, anchors) = desk();
    desk.registry("sync prove --from 1 --to 3 --out p --changes-out list").succeeds(&[]);
    let names = |anatomy: &Value| -> Vec<String> {
        let fields = anatomy["fields"].as_array().unwrap();
        let end = fields.iter().fold(0, |end, field| {
            assert_eq!(field["offset"], end, "{anatomy}");
            end + field["bytes"].as_u64().unwrap()
        });
        assert_eq!(anatomy["bytes"], end);
        fields.iter().map(|field| field["name"].as_str().unwrap().to_owned()).collect()
    };
    let head = ["magic", "version", "form", "kind", "shape", "profile", "skeleton"];
    let alone = desk.run("inspect p --json").object();
    assert_eq!(names(&alone), [&head[..], &["body"]].concat());
    let statement = format!("--from {} --to {} --changes list", anchors[1], anchors[3]);
    let whole = desk.run(&format!("inspect p {statement} --json")).object();
    assert_eq!(names(&whole), [&head[..], &["root", "tape", "opening"]].concat());
    assert_eq!((&whole["changes"], &whole["copies"]), (&Value::from(3), &Value::from(32)));
    assert!(whole["security_bits"].as_f64().unwrap() >= 100.0 && whole["witness_elements"].as_u64().unwrap() > 0);
    desk.run("inspect p").succeeds(&["sync proof in a keyed tree", "inner nodes", "at least 100 bits"]);
    desk.run(&format!("inspect p {statement}")).succeeds(&["elements of witness", "security", "for the opening"]);
    let list = String::from_utf8(desk.get("list")).unwrap();
    desk.put(
        "other",
        list.lines().filter(|line| !line.contains("bash")).map(|line| format!("{line}\n")).collect::<String>(),
    );
    desk.run(&format!("inspect p {}", statement.replace("list", "other"))).fails(1, &["not of this statement"]);
    desk.prove("--name bash --out bash.proof").succeeds(&[]);
    desk.run(&format!("inspect bash.proof {statement}")).fails(2, &["bash.proof is not a sync proof"]);
    desk.run(&format!("inspect p --from {}", anchors[1])).fails(2, &["required arguments were not provided"]);
    desk.put("short", &desk.get("p")[..12]);
    desk.run("inspect short").fails(2, &["short is not a sync proof"]);
}
