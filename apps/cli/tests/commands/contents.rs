use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};

use crate::desk::{Desk, Run};

const IMPORT: &str = "import packages.tsv --key package --value version,sha256";

/// A desk with a registry of the packages in `reg`.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.registry("init").succeeds(&["reg is an empty registry: keyed", "version     0"]);
    desk.registry(IMPORT).succeeds(&["3 records imported from packages.tsv", "version     1"]);
    desk
}

fn anchor(desk: &Desk) -> String {
    desk.registry("status --json").object()["anchor"].as_str().unwrap().to_owned()
}

fn fed(desk: &Desk, line: &str, input: &str) -> Run {
    desk.fed(&format!("{line} --registry reg"), input.as_bytes())
}

#[test]
fn a_registry_is_named_by_option_or_environment_and_else_asked_for() {
    let desk = desk();
    let named = desk.command("status").env("STATESYNC_REGISTRY", "reg").output().unwrap();
    Run::of(&named).succeeds(&["reg: keyed", "version     1", "3, and 0 deleted", "2 versions kept, from 0 on"]);
    desk.run("init other").succeeds(&["other is an empty registry"]);
    desk.run("status -r other").succeeds(&["other: keyed"]);
    let lines = [
        "status",
        "import - --key a --value b",
        "put a b",
        "delete a",
        "restore a b",
        "apply f",
        "get a",
        "list",
        "export",
        "log",
        "diff --from 0",
        "rollback 0",
        "prune --keep 1",
        "doctor",
        "prove --name a --out p",
    ];
    for line in lines {
        desk.run(line).fails(2, &["no registry is named", "--registry DIR", "STATESYNC_REGISTRY", "statesync init"]);
        let nowhere = desk.run(&format!("{line} --registry nowhere"));
        if !["import -", "apply f"].iter().any(|reader| line.starts_with(reader)) {
            nowhere.fails(3, &["nowhere", "next: ", "statesync init DIR"]);
        }
    }
    desk.run("init").fails(2, &["no folder is named", "statesync init DIR"]);
}

#[test]
fn a_registry_is_made_once() {
    let desk = desk();
    desk.registry("init").fails(3, &["reg holds a registry already", "next: "]);
    desk.run("init packages.tsv").fails(3, &["error: "]);
    desk.run("init slots --slots").fails(2, &["--depth"]);
    desk.run("init slots --depth 24").fails(2, &["--slots"]);
    desk.run("init slots --slots --depth 65").fails(2, &["a depth from 1 to 64"]);
    desk.run("init slots --slots --depth 24").succeeds(&["slots is an empty registry: slots24"]);
}

#[test]
fn every_format_of_a_table_gives_the_same_registry() {
    let desk = desk();
    let wanted = anchor(&desk);
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(b"package,version,sha256\nbash,5.2.15,8213\ncurl,7.88.1,0dd9\nopenssl,3.0.20,4d21\n").unwrap();
    desk.put("packages.csv.gz", gzip.finish().unwrap());
    let objects = "{\"package\":\"curl\",\"version\":\"7.88.1\",\"sha256\":\"0dd9\"}\n\
                   {\"package\":\"bash\",\"version\":\"5.2.15\",\"sha256\":8213}\n\
                   {\"package\":\"openssl\",\"version\":\"3.0.20\",\"sha256\":\"4d21\"}\n";
    desk.registry("rollback 0").succeeds(&["version 0 is the newest again"]);
    desk.registry(&IMPORT.replace("tsv", "csv.gz")).succeeds(&["3 records imported"]);
    assert_eq!(anchor(&desk), wanted);
    desk.registry("rollback 0").succeeds(&[]);
    fed(&desk, &IMPORT.replace("packages.tsv", "- --format jsonl"), objects).succeeds(&["from standard input"]);
    assert_eq!(anchor(&desk), wanted);
    let proved = desk.prove("--name bash --out p --json").object();
    assert_eq!(proved["statement"]["anchor"], wanted);
}

#[test]
fn an_import_that_cannot_be_read_changes_nothing() {
    let desk = desk();
    let before = anchor(&desk);
    desk.put("twice.tsv", "package\tversion\nbash\t1\nbash\t2\n");
    desk.put("bad.jsonl", "{\"package\":\"a\",\"version\":1}\n{\"package\":\"b\"}\n");
    desk.put("empty.tsv", "package\tversion\n\t1\n");
    desk.put("open.csv", "package,version\nbash,\"1\ncurl,2\nzsh,3\n");
    desk.put("null.jsonl", "{\"package\":\"a\",\"version\":null}\n");
    desk.put("comma.tsv", "package,version\na,1\n");
    let wrong = [
        ("import twice.tsv --key package --value version", 2, "line 3 names `bash`"),
        ("import bad.jsonl --key package --value version", 2, "bad.jsonl: line 2: no field is called `version`"),
        ("import empty.tsv --key package --value version", 2, "a name has at least one byte"),
        ("import open.csv --key package --value version", 2, "open.csv: line 2 opens a quote that is never closed"),
        ("import null.jsonl --key package --value version", 2, "null.jsonl: line 1: `version` is null"),
        ("import comma.tsv --key package --value version", 2, "is it `--format csv`"),
        ("import packages.tsv --key name --value version", 2, "the columns are: package, version, sha256"),
        ("import packages.tsv --key package", 2, "--value"),
        ("import packages.tsv --key package --value version --format xml", 2, "invalid value 'xml'"),
        ("import nowhere.tsv --key package --value version", 3, "cannot read nowhere.tsv"),
    ];
    for (line, code, reason) in wrong {
        desk.registry(line).fails(code, &[reason]);
        assert_eq!(anchor(&desk), before, "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_line_without_an_end_is_refused_before_it_fills_the_memory() {
    let desk = desk();
    let mut mebibyte = GzEncoder::new(Vec::new(), Compression::default());
    mebibyte.write_all(&[b'x'; 1 << 20]).unwrap();
    desk.put("bomb.gz", mebibyte.finish().unwrap().repeat(257));
    desk.registry("prove --requests bomb.gz --out-dir p").fails(2, &["bomb.gz: line 1 is longer than 268435456 bytes"]);
    desk.registry("put a --file /dev/zero").fails(2, &["/dev/zero is longer than 16777216 bytes"]);
}

#[test]
fn a_folder_with_other_things_in_it_is_left_alone() {
    let desk = desk();
    std::fs::create_dir(desk.path("home")).unwrap();
    desk.put("home/notes", "");
    let anchor = anchor(&desk);
    desk.registry("export --leaves --out leaves").succeeds(&[]);
    for line in ["init home", &format!("replica init home --anchor {anchor} --leaves leaves")] {
        desk.run(line).fails(3, &["home is not empty: it holds `notes`"]);
    }
    let demo = desk.run("demo --dir home");
    assert_eq!(demo.code, 3);
    assert!(demo.stderr.contains("home is not empty: it holds `notes`"), "{demo:?}");
    assert_eq!(std::fs::read_dir(desk.path("home")).unwrap().count(), 1);
    std::fs::create_dir(desk.path("bare")).unwrap();
    desk.run("init bare").succeeds(&["bare is an empty registry"]);
    // What an interrupted `init` leaves is no matter of strangers.
    std::fs::create_dir(desk.path("begun")).unwrap();
    desk.put("begun/lock", "");
    desk.run("init begun").succeeds(&["begun is an empty registry"]);
}

#[test]
fn names_and_values_may_begin_with_a_hyphen() {
    let desk = desk();
    desk.registry("put -5 -7.5").succeeds(&["put `-5`: done"]);
    desk.run("put --registry reg -- -n -v").succeeds(&["put `-n`: done"]);
    desk.registry("put -n -v").fails(2, &["unexpected argument '-n'"]);
    desk.registry("get -5").succeeds(&["value       -7.5"]);
    desk.registry("list --prefix -").succeeds(&["2 records"]);
    desk.registry("prove --name -n --context -c --out p").succeeds(&["membership"]);
    let anchor = anchor(&desk);
    desk.run(&format!("verify p --anchor {anchor} --name -n --value -v --context -c")).succeeds(&["verified"]);
    desk.registry("prove update --name -n --to -w --out p").succeeds(&["update"]);
    desk.registry("delete -5").succeeds(&[]);
}

#[test]
fn a_record_is_put_read_deleted_and_restored() {
    let desk = desk();
    desk.registry("put zsh 5.9 c0de").succeeds(&["put `zsh`: done", "version     2"]);
    desk.registry("get zsh").succeeds(&["value       5.9\tc0de", "version     2"]);
    assert_eq!(desk.registry("get zsh --raw").stdout, "5.9\tc0de");
    let found = desk.registry("get zsh --json").object();
    assert_eq!(found["record"], json!({"name": "zsh", "value": "5.9\tc0de"}));
    desk.registry("delete zsh bash").succeeds(&["2 operations carried out", "version     3", "2, and 2 deleted"]);
    desk.registry("get zsh").fails(1, &["`zsh` is not registered in version 3: it is tombstone", "next: "]);
    desk.registry("get nope").fails(1, &["`nope` is not registered in version 3: it is empty"]);
    desk.registry("get zsh --at 2").succeeds(&["5.9"]);
    desk.registry("restore zsh 6.0").succeeds(&["restore `zsh`: done", "version     4"]);
    desk.registry("get zsh").succeeds(&["6.0"]);
    desk.put("value", b"\xff\0");
    desk.registry("put bytes --file value").succeeds(&[]);
    assert_eq!(desk.registry("get bytes --json").object()["record"]["value_hex"], "ff00");
    fed(&desk, "put empty --file -", "").succeeds(&[]);
    assert_eq!(desk.registry("get empty --json").object()["record"]["value"], "");
}

/// What a registry or a file holds must not steer a terminal, nor begin a line that looks like one of the program's.
#[test]
fn control_characters_of_names_and_values_are_written_out() {
    let desk = desk();
    let colours = |line: &str| {
        let mut command = desk.command(line);
        Run::of(&command.env("CLICOLOR_FORCE", "1").output().unwrap())
    };
    fed(&desk, "apply -", "put\tevil\t1.0\u{1b}[2J\u{9b}2J\u{7f}\n").succeeds(&[]);
    desk.put("forged.json", r#"{"kind":"membership","\u001b[2Jtrue":1}"#);
    desk.put("nothing.proof", "");
    for line in ["get evil --registry reg", "verify nothing.proof --statement forged.json"] {
        let Run { stdout, stderr, .. } = colours(line);
        let said = [stdout, stderr].concat();
        assert!(said.contains(r"\u{1b}[2J") && !said.contains("\u{1b}[2J"), "{said:?}");
        assert!(!said.contains(['\u{9b}', '\u{7f}']), "{said:?}");
    }
}

#[test]
fn a_change_that_does_not_fit_is_refused_and_changes_nothing() {
    let desk = desk();
    let before = anchor(&desk);
    let wrong = [
        ("delete zsh", 1, "delete `zsh`: delete needs a key that is occupied, and this one is empty"),
        ("delete bash zsh", 1, "nothing was changed"),
        ("restore bash 1", 1, "restore `bash`: restore needs a key that is a tombstone"),
        ("put bash", 2, "there is no value to put"),
        ("put bash 1 --file value", 2, "the value is given twice"),
        ("put bash --file nowhere", 3, "cannot read nowhere"),
        ("put --raw-key 00 v", 2, "--raw-key"),
        ("delete", 2, "<NAMES>"),
    ];
    for (line, code, reason) in wrong {
        let run = desk.registry(line);
        run.fails(code, &[reason]);
        let failure = desk.registry(&format!("{line} --json"));
        assert_eq!(serde_json::from_str::<Value>(&failure.stderr).unwrap()["code"], code);
        assert_eq!(anchor(&desk), before, "{line}");
    }
}

#[test]
fn a_record_without_a_name_has_a_bare_key() {
    let desk = desk();
    let key = "ab".repeat(31);
    desk.registry(&format!("put --raw-key {key} some value")).succeeds(&["put `key abab"]);
    desk.registry(&format!("get --raw-key {key}")).succeeds(&["some\tvalue"]);
    desk.registry("list").succeeds(&[&format!("key {key}")]);
    desk.registry("export").succeeds(&[&format!("{{\"key\":\"{key}\",\"value\":\"some\\tvalue\"}}")]);
    desk.registry("export --format csv").fails(2, &["does not fit", "next: "]);
    desk.registry(&format!("prove --raw-key {key} --out p --statement-out s")).succeeds(&["membership"]);
    let anchor = anchor(&desk);
    desk.run(&format!("verify p --anchor {anchor} --key {key} --value some --value value")).succeeds(&["verified"]);
    desk.registry(&format!("delete --raw-key {key}")).succeeds(&[]);
    desk.registry("list --deleted").succeeds(&["1 deleted", &key]);
}

#[test]
fn slots_are_named_by_their_indices() {
    let desk = Desk::new();
    desk.registry("init --slots --depth 24").succeeds(&[]);
    desk.registry("import slots.tsv --key slot --value value").succeeds(&["3 records"]);
    desk.registry("get 16777215").succeeds(&["last"]);
    assert_eq!(desk.registry("get 5 --json").object()["record"], json!({"slot": 5, "value": "fifth"}));
    desk.registry("put 16777216 v").fails(2, &["ends at slot 16777215"]);
    desk.registry("put 05 v").fails(2, &["`05` is no index of a slot", "next: "]);
    let exported = desk.registry("export --format tsv --columns slot,value");
    assert_eq!(exported.stdout.as_bytes(), desk.get("slots.tsv"));
    desk.registry("delete 5").succeeds(&[]);
    desk.registry("diff --from 1").succeeds(&["{\"op\":\"delete\",\"slot\":5}\n"]);
    desk.registry("prove --name 5 --out p --statement-out s").succeeds(&["tombstone", "24 levels"]);
    desk.run("verify p --statement s").succeeds(&["verified"]);
}

#[test]
fn records_are_listed_and_exported_by_prefix_and_version() {
    let desk = desk();
    desk.registry("put bashful 1 2").succeeds(&[]);
    let names = |line: &str| {
        let listing = desk.registry(&format!("list {line} --json")).object();
        let records = listing["records"].as_array().unwrap().clone();
        records.iter().map(|record| record["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(""), ["bash", "bashful", "curl", "openssl"]);
    assert_eq!(names("--prefix bash"), ["bash", "bashful"]);
    assert_eq!(names("--prefix bash --at 1"), ["bash"]);
    assert_eq!(names("--at 0"), <[&str; 0]>::default());
    desk.registry("list").succeeds(&["4 records of version 2", "bash     5.2.15  8213"]);

    let tsv = desk.registry("export --at 1 --format tsv --columns package,version,sha256");
    assert_eq!(tsv.stdout.as_bytes(), desk.get("packages.tsv"));
    desk.registry("export --out all.csv --columns package,version,sha256").succeeds(&["all.csv: 4 records"]);
    let exported = desk.registry("export --out all.jsonl --json").object();
    assert_eq!((&exported["records"], &exported["out"]), (&json!(4), &json!("all.jsonl")));
    for (table, columns) in
        [("all.csv", "--key package --value version,sha256"), ("all.jsonl", "--key name --value value")]
    {
        desk.run(&format!("init {table}.reg")).succeeds(&[]);
        desk.run(&format!("import {table} {columns} --registry {table}.reg")).succeeds(&["4 records imported"]);
        let copy = desk.run(&format!("status --registry {table}.reg --json")).object();
        assert_eq!(copy["anchor"], anchor(&desk), "{table}");
    }
    desk.registry("export --out all.tsv.gz --columns package,version,sha256").succeeds(&["all.tsv.gz: 4 records"]);
    assert!(desk.get("all.tsv.gz").starts_with(&[0x1f, 0x8b]));
    desk.registry("rollback 0").succeeds(&[]);
    desk.registry("import all.tsv.gz --key package --value version,sha256").succeeds(&["4 records imported"]);
    assert_eq!(desk.registry("export --out -").stdout.lines().count(), 4);
    desk.registry("export --json").fails(2, &["--out FILE"]);
    desk.registry("export --format tsv").fails(2, &["`bash` does not fit", "--columns"]);
    desk.registry("export --columns a,b,c").fails(2, &["`--columns` is for tables", "--format tsv"]);
    desk.registry("export --out no/folder/x.csv --columns a,b,c").fails(3, &["cannot write no/folder/x.csv"]);
}
