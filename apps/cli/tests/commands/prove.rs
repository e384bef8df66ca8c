use std::io::Write;

use flate2::{Compression, write::GzEncoder};

use crate::desk::{Desk, Run};

/// The words of the command that checks what was made, as `prove` prints them.
fn advised(made: &Run) -> &str {
    made.stdout.split_once("statesync ").unwrap().1
}

#[test]
fn whatever_is_true_of_a_name_is_proved_when_no_kind_is_given() {
    let desk = Desk::new();
    for (name, kind) in [("bash", "membership"), ("zsh", "non-membership")] {
        let made = desk.prove(&format!("--name {name} --out {name}.proof --statement-out {name}.json --json")).object();
        assert_eq!(made["statement"]["kind"], kind);
        assert_eq!(made["records"], 3);
        assert_eq!(made["bytes"], desk.get(&format!("{name}.proof")).len());
        assert_eq!(made["statement"], desk.json(&format!("{name}.json")));
        let verify = format!("verify {name}.proof --statement {name}.json");
        desk.run(&verify).succeeds(&["The statement is true", kind]);
    }
}

#[test]
fn every_kind_and_form_is_proved_and_verified() {
    let desk = Desk::new();
    let asked = [
        "membership --name bash",
        "non-membership --name zsh",
        "update --name bash --to 6.0 --to ffff",
        "--name bash --to 6.0 --to ffff",
        "--name zsh --to 1.0 --to 0000",
        "--name bash --delete",
    ];
    for asked in asked {
        let inline = format!("{asked} --context c --out inline.proof --statement-out s.json");
        let made = desk.prove(&inline);
        made.succeeds(&["inline proof", "statesync verify inline.proof --statement s.json --context hex:63"]);
        desk.run(advised(&made)).succeeds(&["verified", "inline proof"]);
        desk.run("verify inline.proof --statement s.json --context c").succeeds(&["verified", "inline proof"]);

        let detached =
            format!("{asked} --form detached --out detached.proof --statement-out s.json --request-out s.request");
        let made = desk.prove(&detached);
        made.succeeds(&["detached proof"]);
        desk.run(advised(&made)).succeeds(&["verified", "detached proof"]);

        let made = desk.prove(&format!("{asked} --opening --out s.opening --statement-out s.json"));
        made.succeeds(&["plain opening"]);
        desk.run(advised(&made)).succeeds(&["verified", "plain opening"]);
    }
}

#[test]
fn a_detached_membership_proof_at_depth_24_has_at_most_9_400_bytes() {
    let desk = Desk::new();
    let made = desk
        .prove_slot(
            "--name 5 --form detached --out five.proof --statement-out five.json --request-out five.request --json",
        )
        .object();
    assert_eq!(made["depth"], 24);
    assert!(desk.get("five.proof").len() <= 9_400);
    desk.run("verify five.proof --statement five.json --request five.request").succeeds(&["verified", "24 levels"]);
}

#[test]
fn first_last_and_empty_slots_are_proved() {
    let desk = Desk::new();
    for (index, kind) in [(0, "membership"), (1, "non-membership"), (16_777_215, "membership")] {
        desk.prove_slot(&format!("{kind} --name {index} --out slot.proof --statement-out slot.json")).succeeds(&[kind]);
        desk.run("verify slot.proof --statement slot.json").succeeds(&["verified"]);
    }
    desk.prove_slot("--name 0 --delete --out slot.proof --statement-out slot.json").succeeds(&["tombstone"]);
    desk.run("verify slot.proof --statement slot.json").succeeds(&["verified"]);
}

#[test]
fn a_compressed_table_gives_the_same_registry() {
    let desk = Desk::new();
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(&desk.get("packages.tsv")).unwrap();
    desk.put("packages", gzip.finish().unwrap());
    desk.prove("--name bash --out a.proof --statement-out a.json").succeeds(&[]);
    let line =
        "prove --tsv packages --key package --value version,sha256 --name bash --out b.proof --statement-out b.json";
    desk.run(line).succeeds(&[]);
    assert_eq!(desk.json("a.json"), desk.json("b.json"));
}

#[test]
fn what_is_not_true_is_refused_and_nothing_is_written() {
    let desk = Desk::new();
    let before = desk.files();
    let refused = [
        ("membership --name zsh", "`zsh` is not registered: it is empty"),
        ("non-membership --name bash", "`bash` is registered: it is occupied:"),
        ("--name zsh --delete", "does not change from empty to tombstone"),
    ];
    for (asked, reason) in refused {
        let run = desk.prove(&format!("{asked} --out no.proof --statement-out no.json --request-out no.request"));
        run.fails(1, &["refused: ", reason, "next: "]);
        assert_eq!(desk.files(), before);
    }
}

#[test]
fn arguments_that_do_not_go_together_are_wrong_usage() {
    let desk = Desk::new();
    let wrong = [
        ("update --name bash --out p", "an update is to something"),
        ("membership --name bash --to x --out p", "`--to` and `--delete` do not go with membership"),
        ("non-membership --name bash --delete --out p", "do not go with non-membership"),
        ("--name bash --to x --delete --out p", "cannot be used with"),
        ("--name bash --opening --form inline --out p", "cannot be used with"),
        ("--name bash --opening --request-out r --out p", "cannot be used with"),
        ("--name bash", "--out <FILE>"),
        ("--name bash --form detached --out p", "--request-out <FILE>"),
        ("--out p", "--name <NAME>"),
        ("sometimes --name bash --out p", "invalid value 'sometimes'"),
        ("--name bash --form loose --out p", "invalid value 'loose'"),
        ("--name bash --context hex:0 --out p", "pairs of hexadecimal digits"),
        ("--name bash --slots 65 --out p", "a slot tree has a depth from 1 to 64, not 65"),
        ("--name bash --slots deep --out p", "`deep` is no number"),
    ];
    for (asked, reason) in wrong {
        desk.prove(asked).fails(2, &["error: ", reason, "next: "]);
    }
}

#[test]
fn a_malformed_table_is_malformed_input() {
    let desk = Desk::new();
    desk.put("ragged.tsv", "package\tversion\nbash\n");
    desk.put("twice.tsv", "package\tversion\nbash\t1\nbash\t2\n");
    desk.put("damaged.tsv", [&[0x1f, 0x8b, 8, 0][..], b"no deflate"].concat());
    desk.put("slots.bad", "slot\tvalue\n007\tJames\n");
    desk.put("slots.far", "slot\tvalue\n16777216\ttoo far\n");
    let wrong = [
        ("--tsv packages.tsv --key name --value version", "no column is called `name`"),
        ("--tsv packages.tsv --key package --value size", "the columns are: package, version, sha256"),
        ("--tsv ragged.tsv --key package --value version", "ragged.tsv: "),
        ("--tsv twice.tsv --key package --value version", "line 3 names `bash`"),
        ("--tsv damaged.tsv --key package --value version", "damaged.tsv: "),
        ("--tsv slots.bad --slots 24 --key slot --value value", "`007` is no index of a slot"),
        ("--tsv slots.far --slots 24 --key slot --value value", "ends at slot 16777215"),
    ];
    for (table, reason) in wrong {
        desk.run(&format!("prove {table} --name 1 --out p")).fails(2, &["error: ", reason]);
    }
    desk.prove_slot("--name bash --out p").fails(2, &["`bash` is no index of a slot", "a number from 0 to 16777215"]);
}

#[test]
fn files_that_cannot_be_read_or_written_are_failures_of_their_own() {
    let desk = Desk::new();
    let line = "prove --tsv nowhere.tsv --key package --value version --name bash --out p";
    desk.run(line).fails(3, &["cannot read nowhere.tsv"]);
    desk.run(&line.replace("nowhere.tsv", ".")).fails(3, &["error: "]);
    for option in ["--out", "--out p --statement-out", "--out p --request-out"] {
        desk.prove(&format!("--name bash {option} no/folder/file")).fails(3, &["cannot write no/folder/file"]);
    }
}
