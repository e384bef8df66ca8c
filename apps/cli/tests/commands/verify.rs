use serde_json::Value;

use crate::desk::Desk;

/// A desk with a proof of everything.
fn desk() -> Desk {
    let desk = Desk::new();
    let proofs = [
        ("present", "--name bash"),
        ("absent", "--name zsh"),
        ("update", "--name bash --to 6.0 --to ffff"),
        ("detached", "--name bash --form detached --request-out detached.request"),
        ("other", "--name curl --form detached --request-out other.request"),
    ];
    for (name, asked) in proofs {
        desk.prove(&format!("{asked} --out {name}.proof --statement-out {name}.json")).succeeds(&[]);
    }
    desk.prove("--name bash --opening --out present.opening").succeeds(&[]);
    desk
}

fn text(statement: &Value, field: &str) -> String {
    statement[field].as_str().unwrap().to_owned()
}

#[test]
fn a_statement_is_given_as_a_file_or_in_words() {
    let desk = desk();
    let present = desk.json("present.json");
    let (anchor, key) = (text(&present, "anchor"), text(&present, "key"));
    let value = text(&present, "value");
    let words = [
        "--statement present.json".to_owned(),
        format!("--anchor {anchor} --name bash --value 5.2.15 --value 8213"),
        format!("--anchor {anchor} --key {key} --value-digest {value}"),
    ];
    for words in words {
        let accepted = desk.run(&format!("verify present.proof {words} --json")).object();
        assert_eq!(accepted["verified"], true);
        assert_eq!(accepted["statement"], present);
        assert!(accepted["soundness_bits"].as_f64().unwrap() >= 100.0);
        desk.run(&format!("verify --opening present.opening {words}")).succeeds(&["plain opening"]);
    }
    desk.run(&format!("verify absent.proof --anchor {anchor} --name zsh --absent empty"))
        .succeeds(&["state       empty"]);

    let update = desk.json("update.json");
    let [new_anchor, old, new] = ["new_anchor", "old", "new"].map(|field| text(&update, field));
    let words = format!("--anchor {anchor} --new-anchor {new_anchor} --name bash --old-state {old} --new-state {new}");
    desk.run(&format!("verify update.proof {words}")).succeeds(&["new anchor", "verified"]);
}

#[test]
fn a_proof_of_another_statement_is_refused() {
    let desk = desk();
    let anchor = text(&desk.json("present.json"), "anchor");
    let new_anchor = text(&desk.json("update.json"), "new_anchor");
    let refused = [
        (format!("--anchor {anchor} --name bash --value 5.2.15 --value 8214"), "does not show the statement"),
        (format!("--anchor {anchor} --name curl --value 5.2.15 --value 8213"), "does not show the statement"),
        (format!("--anchor {new_anchor} --name bash --value 5.2.15 --value 8213"), "does not show the statement"),
        (format!("--anchor {anchor} --name bash --absent empty"), "the proof is of membership"),
        ("--statement present.json --context other".to_owned(), "does not show the statement"),
    ];
    for (words, reason) in refused {
        desk.run(&format!("verify present.proof {words}")).fails(1, &["refused: ", reason, "next: "]);
    }
    let tombstone = format!("verify absent.proof --anchor {anchor} --name zsh --absent tombstone");
    desk.run(&tombstone).fails(1, &["does not end in the state", "next: "]);
}

#[test]
fn an_opening_of_another_statement_is_refused() {
    let desk = desk();
    let anchor = text(&desk.json("present.json"), "anchor");
    let new_anchor = text(&desk.json("update.json"), "new_anchor");
    let refused = [
        (format!("--anchor {anchor} --name bash --value 5.2.15"), "the key is occupied:"),
        (format!("--anchor {anchor} --name bash --absent tombstone"), "not tombstone"),
        (format!("--anchor {new_anchor} --name bash --value 5.2.15 --value 8213"), "the path leads to root"),
    ];
    for (words, reason) in refused {
        desk.run(&format!("verify --opening present.opening {words}")).fails(1, &["refused: ", reason]);
    }
}

#[test]
fn a_proof_that_was_changed_on_its_way_is_refused() {
    let desk = desk();
    let honest = desk.get("present.proof");
    for byte in [11, honest.len() / 2, honest.len() - 1] {
        let mut changed = honest.clone();
        changed[byte] ^= 1;
        desk.put("changed.proof", &changed);
        let run = desk.run("verify changed.proof --statement present.json");
        run.fails(1, &["refused: ", "do not trust it"]);
    }
}

#[test]
fn a_detached_proof_is_checked_with_its_own_request_and_the_callers_own_statement() {
    let desk = desk();
    let verify = "verify detached.proof --statement detached.json";
    desk.run(&format!("{verify} --request detached.request")).succeeds(&["verified"]);
    desk.run(verify).fails(2, &["the proof is detached", "next: add `--request FILE`"]);
    desk.run(&format!("{verify} --request other.request")).fails(1, &["a request for another statement than yours"]);
    // The caller's statement with the path of another record.
    let statement = 4 + 1 + 1 + 35 + 31 + 32;
    let (own, other) = (desk.get("detached.request"), desk.get("other.request"));
    desk.put("mixed.request", [&own[..statement], &other[statement..]].concat());
    let mixed = desk.run(&format!("{verify} --request mixed.request"));
    mixed.fails(1, &["the proof is about another path", "next: take the request"]);
    desk.run("verify present.proof --statement present.json --request detached.request")
        .fails(2, &["the proof is inline", "next: leave `--request` out"]);
}

#[test]
fn a_statement_that_is_missing_incomplete_or_means_nothing_is_wrong_usage() {
    let desk = desk();
    let anchor = text(&desk.json("present.json"), "anchor");
    let occupied = text(&desk.json("update.json"), "old");
    let slots = anchor.replace("keyed", "slots24");
    let wrong = [
        (String::new(), "there is no complete statement to check: it lacks `--anchor`, and `--name` or `--key`, and"),
        (format!("--anchor {anchor} --value 1"), "it lacks `--name` or `--key`\n"),
        (
            format!("--anchor {anchor} --name bash"),
            "it lacks `--value`, `--value-digest`, `--absent` or `--new-anchor`\n",
        ),
        ("--name bash --value 1".into(), "it lacks `--anchor`\n"),
        ("--anchor keyed:00 --name bash --value 1".into(), "next: an anchor is a shape"),
        ("--anchor 00 --name bash --value 1".into(), "an anchor is written as"),
        (format!("--anchor {anchor} --key 00 --value 1"), "a key takes exactly 31 bytes"),
        (format!("--anchor {anchor} --name bash --value-digest 00"), "a digest takes exactly 32 bytes"),
        (format!("--anchor {anchor} --name bash --absent never"), "invalid value 'never'"),
        (format!("--anchor {anchor} --name bash --value 1 --absent empty"), "cannot be used with"),
        (format!("--anchor {anchor} --name bash --new-anchor {anchor}"), "required arguments were not provided"),
        (format!("--statement present.json --anchor {anchor}"), "cannot be used with"),
        (
            format!("--anchor {anchor} --new-anchor {anchor} --name bash --old-state {occupied} --new-state empty"),
            "the statement means nothing",
        ),
        (format!("--anchor {slots} --name bash --value 1"), "`bash` is no index of a slot"),
        (format!("--anchor {slots} --name 16777216 --value 1"), "slot 16777216 does not exist"),
    ];
    for (words, reason) in wrong {
        desk.run(&format!("verify present.proof {words}")).fails(2, &["error: ", reason]);
    }
    desk.run("verify --statement present.json").fails(2, &["<PROOF>"]);
    let statement = String::from_utf8(desk.get("present.json")).unwrap().replace("keyed:", "slots24:");
    desk.put("slots.json", statement);
    desk.run("verify present.proof --statement slots.json").fails(2, &["the statement means nothing: key has bit"]);
}

#[test]
fn files_that_are_something_else_are_malformed_input() {
    let desk = desk();
    let proof = desk.get("present.proof");
    desk.put("longer.proof", [&proof[..], &[0]].concat());
    desk.put("shorter.proof", &proof[..proof.len() - 1]);
    desk.put("huge", vec![0; (1 << 20) + 1]);
    let statement = desk.get("absent.json");
    let statement = String::from_utf8(statement).unwrap().replace("empty", "sometimes");
    desk.put("strange.json", statement);
    let wrong = [
        ("present.opening --statement present.json", "is not a proof"),
        ("longer.proof --statement present.json", "1 bytes follow the end"),
        ("shorter.proof --statement present.json", "ends early"),
        ("huge --statement present.json", "longer than 1048576 bytes"),
        ("present.proof --statement present.proof", "present.proof is not a statement"),
        ("absent.proof --statement strange.json", "unknown variant `sometimes`"),
        ("detached.proof --statement present.json --request present.proof", "is not a request"),
        ("--opening present.proof --statement present.json", "is not an opening"),
        ("present.proof --opening present.opening --statement present.json", "cannot be used with"),
    ];
    for (words, reason) in wrong {
        desk.run(&format!("verify {words}")).fails(2, &["error: ", reason]);
    }
}

#[test]
fn files_that_cannot_be_read_are_failures_of_their_own() {
    let desk = desk();
    let lines = [
        "nowhere --statement present.json",
        "present.proof --statement nowhere",
        "detached.proof --statement present.json --request nowhere",
        "--opening nowhere --statement present.json",
    ];
    for line in lines {
        desk.run(&format!("verify {line}")).fails(3, &["error: cannot read nowhere"]);
    }
}
