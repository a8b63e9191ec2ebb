//! A short load: the hall is killed while games are played, and every promise is kept.

use std::process::Command;

fn yipan(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_yipan")).args(arguments).output().expect("yipan runs");
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (output.status.success(), text.concat())
}

#[test]
fn a_hall_that_is_killed_loses_no_move_no_time_and_nobody() {
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
fn a_load_that_would_show_nothing_is_refused() {
    let (good, told) = yipan(&["load", "--tables", "100", "--rate", "1"]);
    assert!(!good && told.contains("raise --rate"), "{told}");
}
