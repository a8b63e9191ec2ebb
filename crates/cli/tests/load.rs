//! A short load: the hall is killed while games are played, and every promise is kept.

use std::process::Command;

fn yipan(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_yipan")).args(arguments).output().expect("yipan runs");
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (output.status.success(), text.concat())
}

#[test]
fn a_killed_server_loses_no_move_no_time_and_no_client() {
    let (good, told) = yipan(&[
        "load",
        "--tables",
        "8",
        "--spectators",
        "4",
        "--seconds",
        "3",
        "--rate",
        "80",
        "--kill",
        "1",
        "--reconnects",
        "5",
    ]);
    assert!(good, "{told}");
    for kept in ["kills 2", "lost 0, doubled 0, broken logs 0", "lines 20 of 20 resumed", "faults 0"] {
        assert!(told.contains(kept), "no `{kept}` in\n{told}");
    }
}

#[test]
fn a_load_that_would_measure_nothing_is_rejected() {
    let (good, told) = yipan(&["load", "--tables", "100", "--rate", "1"]);
    assert!(!good && told.contains("raise --rate"), "{told}");
}

#[test]
fn an_attack_is_measured_beside_two_players() {
    let (good, told) = yipan(&["load", "--attack", "computer-hogging", "--seconds", "3", "--json"]);
    assert!(good, "{told}");
    let report: serde_json::Value = serde_json::from_str(&told).expect("a JSON object");
    assert_eq!(report["attack"], "computer-hogging");
    for part in ["before", "during", "after"] {
        let measured = &report["bystander"][part];
        assert!(measured["moves"].as_u64() > Some(0), "{part}: {told}");
        assert!(measured["p50"].as_f64() <= measured["max"].as_f64(), "{part}: {told}");
    }
    assert!(report["memory"]["peak"].as_f64() >= report["memory"]["before"].as_f64(), "{told}");
    let finding = |name: &str| {
        let findings = report["findings"].as_array().expect("findings");
        findings.iter().find(|finding| finding["name"] == name).expect(name)["value"].as_f64()
    };
    assert_eq!(finding("rooms with a computer of level 10"), Some(14.0), "{told}");
    // Behind fourteen searches of level 10 it takes ten seconds and more.
    assert!(finding("reply of level 1 beside them, p50, ms") < Some(2_000.0), "{told}");
}

#[test]
fn an_attack_needs_a_server_and_a_check_needs_an_attack() {
    let attack = ["load", "--attack", "computer-hogging", "--seconds", "1", "--program"];
    let missing = "no-such-program";
    let (good, told) = yipan(&[&attack[..], &[missing]].concat());
    assert!(!good && told.contains("does not start"), "{told}");
    let (good, told) = yipan(&["load", "--check"]);
    assert!(!good && told.contains("--attack"), "{told}");
}
