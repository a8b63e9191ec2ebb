//! `yipan load`: a short load test with kills, and an attack.

use std::process::Command;

fn yipan(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_yipan")).args(arguments).output().expect("yipan runs");
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (output.status.success(), text.concat())
}

#[test]
fn games_of_accounts_end_and_are_rated() {
    let load = ["load", "--rooms", "2", "--seconds", "3", "--rate", "40", "--game-length", "6"];
    let (is_success, text) = yipan(&[load.as_slice(), &["--rated"]].concat());
    assert!(is_success, "{text}");
    let rated_games = |text: &str| -> Option<u32> {
        text.lines().find_map(|line| line.strip_prefix("rated games ")?.parse().ok())
    };
    assert!(rated_games(&text).is_some_and(|games| games >= 4), "{text}");
    let (is_success, text) = yipan(&load);
    assert!(is_success, "{text}");
    assert_eq!(rated_games(&text), None, "{text}");
}

#[test]
fn a_killed_server_loses_no_move_no_time_and_no_client() {
    let (is_success, text) = yipan(&[
        "load",
        "--rooms",
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
    assert!(is_success, "{text}");
    for expected in
        ["kills 2", "lost 0, duplicated 0, gaps 0, unreadable logs 0", "clients 20 of 20 resumed", "errors 0"]
    {
        assert!(text.contains(expected), "no `{expected}` in\n{text}");
    }
}

#[test]
fn a_load_that_would_measure_nothing_is_rejected() {
    let (is_success, text) = yipan(&["load", "--rooms", "100", "--rate", "1"]);
    assert!(!is_success && text.contains("raise --rate"), "{text}");
}

#[test]
fn an_attack_is_measured_beside_two_players() {
    let (is_success, text) = yipan(&["load", "--attack", "computer-hogging", "--seconds", "3", "--json"]);
    assert!(is_success, "{text}");
    let report: serde_json::Value = serde_json::from_str(&text).expect("a JSON object");
    assert_eq!(report["attack"], "computer-hogging");
    for part in ["before", "during", "after"] {
        let measured = &report["bystander"][part];
        assert!(measured["moves"].as_u64() > Some(0), "{part}: {text}");
        assert!(measured["p50"].as_f64() <= measured["max"].as_f64(), "{part}: {text}");
    }
    assert!(report["memory"]["peak"].as_f64() >= report["memory"]["before"].as_f64(), "{text}");
    let finding = |name: &str| {
        let findings = report["findings"].as_array().expect("findings");
        findings.iter().find(|finding| finding["name"] == name).expect(name)["value"].as_f64()
    };
    assert_eq!(finding("rooms with a computer of level 10"), Some(14.0), "{text}");
    // Without fair scheduling it would wait ten seconds and more for the searches of level 10.
    assert!(finding("reply of level 1 during the attack, p50, ms") < Some(2_000.0), "{text}");
}

#[test]
fn an_attack_needs_a_server_and_a_check_needs_an_attack() {
    let attack = ["load", "--attack", "computer-hogging", "--seconds", "1", "--program"];
    let missing = "no-such-program";
    let (is_success, text) = yipan(&[&attack[..], &[missing]].concat());
    assert!(!is_success && text.contains("cannot start"), "{text}");
    let (is_success, text) = yipan(&["load", "--check"]);
    assert!(!is_success && text.contains("--attack"), "{text}");
}

/// The longest time until rooms go on, three times the promise: the machine may be busy.
const MAX_TAKEOVER_MS: u64 = 15_000;

/// Runs a cluster with a fault and checks its report. Without PostgreSQL or NATS it is not run.
#[track_caller]
fn check_fault(arguments: &[&str]) {
    let load = ["load", "--rooms", "16", "--rate", "32", "--nodes", "3", "--fault"];
    // The exit status depends on lost clock time as well, which a busy machine causes.
    let (_, text) = yipan(&[&load, arguments].concat());
    let missing = ["no PostgreSQL", "no NATS server"].into_iter().find(|missing| text.contains(missing));
    if let Some(missing) = missing {
        return yipan_testkit::not_run::report(&format!("fault {}", arguments[0]), &missing);
    }
    for expected in
        ["lost 0, duplicated 0, gaps 0", "clients 32 of 32 resumed", "different 0", "errors 0", "problems 0"]
    {
        assert!(text.contains(expected), "no `{expected}` in\n{text}");
    }
    assert!(!text.contains("in 0 rooms"), "no room was affected:\n{text}");
    let takeover = longest_takeover_ms(&text).unwrap_or_else(|| panic!("no takeover in\n{text}"));
    assert!(takeover < MAX_TAKEOVER_MS, "rooms stood for {takeover} ms:\n{text}");
}

/// Returns the longest time from a fault to the next acknowledged move of a room, in milliseconds.
fn longest_takeover_ms(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("fault to first acknowledgment: "))?;
    line.split_once("max ")?.1.split_once(" ms")?.0.parse().ok()
}

/// One after another, because each needs most of a small machine.
#[test]
fn nodes_that_fail_lose_nothing() {
    check_fault(&["kill", "--faults", "2"]);
    check_fault(&["stop", "--faults", "1"]);
    check_fault(&["cut-bus", "--faults", "1"]);
}

#[test]
fn a_fault_of_the_bus_needs_several_nodes() {
    let (is_success, text) = yipan(&["load", "--nodes", "1", "--fault", "cut-bus"]);
    assert!(!is_success && text.contains("at least two nodes"), "{text}");
    let (is_success, text) = yipan(&["load", "--nodes", "3", "--fault", "flood"]);
    assert!(!is_success && text.contains("unknown fault `flood`"), "{text}");
}

#[test]
fn only_results_of_tests_are_added_up() {
    let (is_success, text) = yipan(&["load", "--json"]);
    assert!(!is_success && text.contains("--json needs --attack or --nodes"), "{text}");
    let file = std::env::temp_dir().join(format!("yipan-combine-{}.json", std::process::id()));
    std::fs::write(&file, "{}\n").expect("a file");
    let (is_success, text) = yipan(&["load", "--combine", file.to_str().expect("a path")]);
    std::fs::remove_file(&file).expect("the file");
    assert!(!is_success && text.contains("`{}` is not the result of a test"), "{text}");
}
