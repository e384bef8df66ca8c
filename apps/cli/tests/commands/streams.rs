use std::fs;
use std::process::Stdio;

use serde_json::Value;

use crate::desk::{Desk, Run};

const ESCAPE: char = '\u{1b}';

#[test]
fn failures_are_json_on_standard_error_where_json_was_asked_for() {
    let desk = Desk::new();
    desk.prove("--name bash --out bash.proof --statement-out bash.json").succeeds(&[]);
    let lines = [
        ("verify bash.proof --statement bash.json --context other --json", 1),
        ("verify bash.proof --json", 2),
        ("--json frobnicate", 2),
        ("inspect nowhere --json", 3),
    ];
    for (line, code) in lines {
        let run = desk.run(line);
        run.fails(code, &[]);
        let failure: Value = serde_json::from_str(&run.stderr).unwrap();
        assert_eq!(failure["code"], code, "{failure}");
        assert!(failure["error"].as_str().is_some_and(|error| !error.is_empty()), "{failure}");
    }
}

#[test]
fn help_and_version_are_no_failures_and_an_unknown_word_is() {
    let desk = Desk::new();
    desk.run("--help").succeeds(&["Usage: statesync", "Exit codes", "demo", "prove", "verify", "inspect"]);
    desk.run("--version").succeeds(&["statesync 0.1.0"]);
    for command in ["demo", "prove", "verify", "inspect"] {
        desk.run(&format!("{command} --help")).succeeds(&["Usage: statesync", "--json"]);
    }
    desk.run("").fails(2, &["no command was given", "next: "]);
    desk.run("inspct").fails(2, &["similar subcommand", "'inspect'"]);
    desk.run("demo now").fails(2, &["unexpected argument 'now'"]);
}

#[test]
fn colour_is_for_terminals_and_whoever_forces_it_and_never_with_no_color() {
    let desk = Desk::new();
    let line = "inspect --circuit membership --depth 24";
    assert!(!desk.run(line).stdout.contains(ESCAPE));
    let forced = Run::of(&desk.command(line).env("CLICOLOR_FORCE", "1").output().unwrap());
    assert!(forced.stdout.contains(ESCAPE));
    let none = desk.command(line).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").output().unwrap();
    assert!(!Run::of(&none).stdout.contains(ESCAPE));
    let failing = desk.command("inspect nowhere").env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(Run::of(&failing).stderr.contains(ESCAPE));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let desk = Desk::new();
    for line in
        ["inspect --circuit membership --depth 24", "inspect --circuit update --depth 24 --json", "--help", "demo"]
    {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = desk.command(line).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        Run::of(&output).succeeds(&[]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_under_standard_output_is_a_failure() {
    let desk = Desk::new();
    for line in ["inspect --circuit membership --depth 24", "inspect --circuit membership --depth 24 --json"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = desk.command(line).stdout(full).output().unwrap();
        Run::of(&output).fails(3, &["cannot write to standard output"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_change_whose_report_cannot_be_written_is_said_to_be_made() {
    let desk = Desk::new();
    desk.registry("init").succeeds(&[]);
    for (line, version) in [("put a b", 1), ("put a c --json", 2), ("apply changes --proof p", 3)] {
        desk.put("changes", "delete\ta\n");
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = desk.command(line).args(["--registry", "reg"]).stdout(full).output().unwrap();
        let done = format!("version {version} is the newest now; only the report of it is lost");
        Run::of(&output).fails(3, &[&done, "cannot write to standard output", "do not do it again"]);
    }
    desk.registry("status").succeeds(&["version     3"]);
}

#[test]
fn a_hyphen_is_standard_input_where_a_file_is_read_and_output_where_a_result_is_written() {
    let desk = Desk::new();
    let proved = desk.command("prove --tsv packages.tsv --key package --value version --name bash --out -");
    let proof = { proved }.args(["--statement-out", "bash.json"]).output().unwrap();
    assert!(proof.status.success() && proof.stdout.starts_with(b"SSPF"), "{proof:?}");
    desk.put("bash.proof", &proof.stdout);
    let statement = desk.get("bash.json");
    desk.fed("verify - --statement bash.json", &proof.stdout).succeeds(&["verified"]);
    desk.fed("verify bash.proof --statement -", &statement).succeeds(&["verified"]);
    desk.fed("inspect -", &proof.stdout).succeeds(&["standard input: inline proof of membership"]);
    desk.fed("verify - --statement -", &statement).fails(2, &["`-` is given twice"]);
    let from_table = "prove --tsv - --key package --value version --name bash";
    let table = desk.get("packages.tsv");
    desk.fed(&format!("{from_table} --out other.proof"), &table).succeeds(&["other.proof: inline proof"]);
    assert_eq!(desk.get("other.proof"), proof.stdout);
    desk.fed(&format!("{from_table} --out - --json"), &table).fails(2, &["not both", "--out FILE"]);
    desk.fed(&format!("{from_table} --out p --statement-out -"), &table).fails(2, &["a report has standard output"]);
    assert!(!desk.path("-").exists());
}

#[test]
fn a_file_that_cannot_be_written_is_called_by_its_own_name() {
    let desk = Desk::new();
    let run = desk.prove("--name bash --out no/folder/bash.proof");
    run.fails(3, &["cannot write no/folder/bash.proof: ", "next: see whether the name is right"]);
    assert!(!run.stderr.contains(".tmp"), "{}", run.stderr);
}

#[test]
fn files_are_replaced_whole_and_nothing_else_is_left() {
    let desk = Desk::new();
    desk.put("bash.proof", "an older proof");
    desk.prove("--name bash --out bash.proof --statement-out bash.json").succeeds(&[]);
    desk.run("verify bash.proof --statement bash.json").succeeds(&[]);
    assert_eq!(desk.files(), ["bash.json", "bash.proof", "packages.tsv", "slots.tsv"]);
}

#[cfg(unix)]
#[test]
fn links_and_devices_keep_what_they_are() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let desk = Desk::new();
    desk.put("real.proof", "an older proof");
    symlink("real.proof", desk.path("link.proof")).unwrap();
    desk.prove("--name bash --out link.proof --statement-out /dev/null").succeeds(&[]);
    assert!(fs::symlink_metadata(desk.path("link.proof")).unwrap().is_symlink());
    assert!(desk.get("real.proof").starts_with(b"SSPF"));
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    let mode = fs::metadata(desk.path("real.proof")).unwrap().permissions().mode();
    let usual = fs::metadata(desk.path("packages.tsv")).unwrap().permissions().mode();
    assert_eq!(mode, usual);
}
