use crate::desk::Desk;

#[test]
fn the_demo_needs_nothing_and_tells_what_was_published_answered_and_refused() {
    let run = Desk::new().run("demo");
    run.succeeds(&[
        "63 436 packages",
        "`cowsay` withdrawn",
        "1 341 security updates in one batch: 1 096 replaced, 245 new",
        "`openssl` is 3.0.22-1~deb12u2 with its SHA-256",
        "`left-pad` is no package",
        "changed `cowsay`, and nothing else",
        "these 1 341 changes, 245 of them inserts, and nothing else",
        "flip one bit of the proof",
        "drop `openssl` from the list",
        "For one answer the plain opening is smaller and faster to check",
    ]);
    assert_eq!(run.stdout.matches("  verified  ").count(), 5);
    assert_eq!(run.stdout.matches("  refused  ").count(), 8);
}

#[test]
fn the_figures_of_the_demo_are_there_for_machines() {
    let figures = Desk::new().run("demo --json").object();
    let versions = figures["versions"].as_array().unwrap();
    let active: Vec<_> = versions.iter().map(|version| version["active"].as_u64().unwrap()).collect();
    assert_eq!(active, [63_436, 63_435, 63_680, 63_681]);
    let tombstones: Vec<_> = versions.iter().map(|version| version["tombstones"].as_u64().unwrap()).collect();
    assert_eq!(tombstones, [0, 1, 1, 0]);

    let answers = figures["answers"].as_array().unwrap();
    let kinds: Vec<_> = answers.iter().map(|answer| answer["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["membership", "non-membership", "non-membership", "update"]);
    for answer in answers {
        let bytes = |name: &str| answer[name].as_u64().unwrap();
        assert!(bytes("opening_bytes") < bytes("detached_bytes"), "{answer}");
        assert!(bytes("detached_bytes") < bytes("inline_bytes"), "{answer}");
        assert!(answer["prove_us"].as_f64().unwrap() > 0.0, "{answer}");
    }

    let sync = &figures["sync"];
    assert_eq!((sync["changes"].as_u64(), sync["inserts"].as_u64()), (Some(1_341), Some(245)));
    assert!(sync["security_bits"].as_f64().unwrap() >= 100.0 && sync["bytes"].as_u64().unwrap() < 300_000, "{sync}");

    let refusals = figures["refusals"].as_array().unwrap();
    let reasons: Vec<_> = refusals.iter().map(|refusal| refusal["reason"].as_str().unwrap()).collect();
    assert!(reasons[0].contains("the prover refuses: the claim is false"), "{reasons:?}");
    assert!(reasons[1].contains("the client refuses: the proof does not show the statement"), "{reasons:?}");
    assert!(reasons[2].contains("the client refuses"), "{reasons:?}");
    assert!(reasons[3].contains("the change leads to root"), "{reasons:?}");
    assert!(
        reasons.len() == 8 && reasons[4..].iter().all(|reason| reason.contains("the client refuses: ")),
        "{reasons:?}"
    );
}

#[test]
fn the_registry_of_the_demo_stays_where_it_is_asked_to() {
    let desk = Desk::new();
    desk.run("demo --dir kept").succeeds(&["statesync log --registry kept"]);
    desk.run("log --registry kept").succeeds(&["5 versions are kept"]);
    desk.run("get cowsay --registry kept").succeeds(&["version     4"]);
    let again = desk.run("demo --dir kept");
    assert_eq!(again.code, 3);
    assert!(again.stderr.contains("kept holds a registry already"), "{again:?}");
}
