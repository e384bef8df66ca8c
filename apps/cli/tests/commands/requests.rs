use crate::desk::Desk;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.registry("init").succeeds(&[]);
    desk.registry("import packages.tsv --key package --value version,sha256").succeeds(&[]);
    desk.registry("delete curl").succeeds(&[]);
    desk
}

#[test]
fn a_registry_answers_as_the_table_it_was_made_from() {
    let desk = desk();
    desk.registry("prove --name bash --at 1 --out a.proof --statement-out a.json").succeeds(&["version 1 of reg"]);
    desk.prove("--name bash --out b.proof --statement-out b.json").succeeds(&[]);
    assert_eq!(desk.json("a.json"), desk.json("b.json"));
    assert_eq!(desk.get("a.proof"), desk.get("b.proof"));
    desk.registry("prove --name curl --opening --out c.opening --statement-out c.json").succeeds(&["plain opening"]);
    desk.run("verify --opening c.opening --statement c.json").succeeds(&["tombstone", "verified"]);
}

#[test]
fn many_requests_are_proved_together_and_each_proof_is_checked() {
    let desk = desk();
    let asked = "bash\n\nmembership\tbash\nnon-membership\tzsh\nupdate\tzsh\t5.9\ndelete\tbash\ncurl\n";
    desk.put("asked", asked);
    for form in ["inline", "detached"] {
        desk.registry(&format!("prove --requests asked --out-dir {form} --form {form} --context c"))
            .succeeds(&["6 answers"]);
        for line in [1, 3, 4, 5, 6, 7] {
            let file = format!("{form}/{line:06}");
            let request = if form == "detached" { format!("--request {file}.request") } else { String::new() };
            desk.run(&format!("verify {file}.proof --statement {file}.json --context c {request}"))
                .succeeds(&["verified"]);
        }
    }
    desk.registry("prove --requests asked --out-dir plain --opening").succeeds(&["6 answers"]);
    desk.run("verify --opening plain/000004.opening --statement plain/000004.json").succeeds(&["verified"]);
    let made = desk.registry("prove --requests asked --out-dir again --json").object();
    assert_eq!((made["made"].as_u64(), made["refused"].as_array().map(Vec::len)), (Some(6), Some(0)));
}

#[test]
fn a_bad_request_fails_alone() {
    let desk = desk();
    desk.put("asked", "bash\nmembership\tzsh\nopenssl\n");
    let run = desk.registry("prove --requests asked --out-dir proofs");
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("2 answers") && run.stdout.contains("line 2: zsh"), "{run:?}");
    assert!(run.stderr.contains("1 of 3 requests were refused"), "{run:?}");
    desk.run("verify proofs/000003.proof --statement proofs/000003.json").succeeds(&["verified"]);
    assert!(!desk.path("proofs/000002.proof").exists());
}

#[test]
fn answers_of_an_earlier_run_do_not_stay_beside_those_of_a_later_one() {
    let desk = desk();
    desk.put("asked", "bash\nmembership\topenssl\nopenssl\n");
    desk.registry("prove --requests asked --out-dir proofs --opening").succeeds(&["3 answers"]);
    desk.registry("prove --requests asked --out-dir proofs --form detached").succeeds(&["3 answers"]);
    desk.put("proofs/notes", "are not an answer");
    desk.put("asked", "bash\nmembership\tzsh\n");
    assert_eq!(desk.registry("prove --requests asked --out-dir proofs").code, 1);
    let mut left: Vec<_> =
        std::fs::read_dir(desk.path("proofs")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["000001.json", "000001.proof", "notes"]);
    // What cannot be answered at all leaves everything as it was.
    desk.registry("prove --requests asked --out-dir proofs --at 99").fails(2, &["version 99"]);
    assert!(desk.path("proofs/000001.proof").exists());
}

#[test]
fn requests_that_mean_nothing_are_wrong_usage() {
    let desk = desk();
    desk.put("asked", "bash\nupdate\tbash\n");
    desk.registry("prove --requests asked --out-dir p").fails(2, &["asked: line 2: this is no request", "next: "]);
    desk.registry("prove --requests asked").fails(2, &["--out-dir <DIR>"]);
    desk.registry("prove --requests asked --out-dir p --name bash").fails(2, &["cannot be used with"]);
    desk.registry("prove --requests nowhere --out-dir p").fails(3, &["cannot read nowhere"]);
    desk.put("ok", "bash\n");
    desk.registry("prove --requests ok --out-dir ok").fails(3, &["cannot make ok"]);
    desk.run("prove --name bash --out p").fails(2, &["no registry is named"]);
    desk.run("prove --tsv packages.tsv --name bash --out p").fails(2, &["--key <COLUMN>"]);
    desk.registry("prove --key package --name bash --out p").fails(2, &["--tsv <FILE>"]);
}

#[test]
fn completions_and_the_manual_are_made_from_the_commands() {
    let desk = desk();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        desk.run(&format!("completions {shell}")).succeeds(&["statesync", "rollback", "verify-chain", "replica"]);
    }
    desk.run("completions tcsh").fails(2, &["invalid value 'tcsh'"]);
    desk.run("man").succeeds(&[".TH statesync 1", "rollback"]);
    desk.run("man apply").succeeds(&[".TH statesync-apply 1", "dry"]);
    desk.run("man sync verify").succeeds(&[".TH statesync-sync-verify 1", "changes"]);
    desk.run("man replica").succeeds(&[".TH statesync-replica 1", "init"]);
    desk.run("man sync fly").fails(2, &["no command is called `fly`"]);
    desk.run("man fly").fails(2, &["no command is called `fly`", "next: "]);
}
