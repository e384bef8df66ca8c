use serde_json::Value;

use crate::desk::Desk;

/// The fields follow each other without gaps, up to the end of the file.
fn covers(anatomy: &Value) -> bool {
    let fields = anatomy["fields"].as_array().unwrap();
    let end = fields
        .iter()
        .try_fold(0, |end, field| (field["offset"] == end).then(|| end + field["bytes"].as_u64().unwrap()));
    end == anatomy["bytes"].as_u64()
}

fn names(anatomy: &Value) -> Vec<&str> {
    anatomy["fields"].as_array().unwrap().iter().map(|field| field["name"].as_str().unwrap()).collect()
}

#[test]
fn depth_adds_copies_and_neither_layers_nor_bytes() {
    let desk = Desk::new();
    for depth in [24, 28, 32] {
        let circuit = desk.run(&format!("inspect --circuit membership --depth {depth} --json")).object();
        assert_eq!(circuit["layers"], 28);
        assert_eq!(circuit["tape_bytes"], 9_088);
        assert_eq!(circuit["copies"]["nodes"], depth);
        assert_eq!(circuit["copies"]["padded"], 32);
        let bits = circuit["soundness_bits"].as_f64().unwrap();
        assert!((114.0..115.0).contains(&bits), "{bits}");
        let text = desk.run(&format!("inspect --circuit membership --depth {depth}"));
        text.succeeds(&["28, and 1 linear", "9 088 bytes", "114.7 bits by the union bound"]);
    }
}

#[test]
fn an_update_has_two_runs_of_copies() {
    let circuit = Desk::new().run("inspect --circuit update --depth 24 --json").object();
    assert_eq!(circuit["copies"]["nodes"], 48);
    assert_eq!(circuit["copies"]["padded"], 64);
    assert_eq!(circuit["layers"], 28);
}

#[test]
fn a_path_without_levels_has_no_tape() {
    let desk = Desk::new();
    let circuit = desk.run("inspect --circuit non-membership --depth 0 --json").object();
    assert_eq!((&circuit["tape_bytes"], &circuit["soundness_bits"]), (&Value::from(0), &Value::Null));
    desk.run("inspect --circuit non-membership --depth 0").succeeds(&["a path without levels has no proof"]);
}

#[test]
fn the_tape_that_a_circuit_announces_is_the_tape_of_its_proofs() {
    let desk = Desk::new();
    for (kind, asked) in [("membership", "--name 5"), ("update", "--name 5 --to x")] {
        desk.prove_slot(&format!("{asked} --out slot.proof")).succeeds(&[]);
        let anatomy = desk.run("inspect slot.proof --json").object();
        let circuit = desk.run(&format!("inspect --circuit {kind} --depth 24 --json")).object();
        let fields = anatomy["fields"].as_array().unwrap();
        let tape = fields.iter().find(|field| field["name"] == "tape").unwrap();
        assert_eq!(tape["bytes"], circuit["tape_bytes"]);
        assert_eq!(anatomy["soundness_bits"], circuit["soundness_bits"]);
    }
}

#[test]
fn proofs_requests_and_openings_are_shown_field_by_field() {
    let desk = Desk::new();
    desk.prove("--name bash --out inline.proof").succeeds(&[]);
    desk.prove("--name zsh --form detached --out detached.proof --request-out request").succeeds(&[]);
    for (name, asked) in [("own", "bash"), ("absent", "zsh")] {
        desk.prove(&format!("--name {asked} --opening --out {name}.opening")).succeeds(&[]);
    }
    desk.prove_slot("--name 1 --opening --out empty.opening").succeeds(&[]);
    let inspect = |name: &str| {
        let anatomy = desk.run(&format!("inspect {name} --json")).object();
        assert_eq!(anatomy["bytes"], desk.get(name).len());
        assert!(covers(&anatomy), "{anatomy}");
        anatomy
    };
    let head = ["magic", "version", "form", "kind", "shape", "hints", "tape"];
    assert_eq!(names(&inspect("inline.proof")), [&head[..], &["witness"]].concat());
    assert_eq!(names(&inspect("detached.proof")), head);
    let request = inspect("request");
    assert_eq!(names(&request), ["magic", "version", "statement", "opening"]);
    assert_eq!(request["statement"]["kind"], "non-membership");
    assert_eq!(names(&inspect("own.opening")), ["magic", "version", "depth", "terminal", "state", "siblings"]);
    assert_eq!(names(&inspect("empty.opening")), ["magic", "version", "depth", "terminal", "siblings"]);
    let absent = inspect("absent.opening");
    assert!(names(&absent).ends_with(&["siblings"]), "{absent}");
    desk.run("inspect inline.proof").succeeds(&["inline proof of membership in a keyed tree", "soundness"]);
    desk.run("inspect request").succeeds(&["request to prove non-membership", "state       empty"]);
    desk.run("inspect own.opening").succeeds(&["the record's own leaf"]);
}

#[test]
fn what_cannot_be_shown_is_refused_by_whose_fault_it_is() {
    let desk = Desk::new();
    desk.prove("--name bash --opening --out bash.opening").succeeds(&[]);
    let opening = desk.get("bash.opening");
    desk.put("short.opening", &opening[..opening.len() - 1]);
    desk.put("short.request", b"SSRQ");
    let wrong = [
        ("packages.tsv", "packages.tsv is not a proof"),
        ("short.opening", "short.opening is not an opening: an opening ends early"),
        ("short.request", "short.request is not a request"),
        ("--circuit membership", "--depth <DEPTH>"),
        ("--depth 24", "--circuit <KIND>"),
        ("--circuit everything --depth 24", "invalid value 'everything'"),
        ("--circuit membership --depth 249", "249 is not in 0..=248"),
        ("bash.opening --circuit membership --depth 24", "cannot be used with"),
        ("", "<PROOF>"),
    ];
    for (words, reason) in wrong {
        desk.run(&format!("inspect {words}")).fails(2, &["error: ", reason]);
    }
    desk.run("inspect nowhere").fails(3, &["cannot read nowhere"]);
}
