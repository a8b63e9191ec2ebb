//! Chess with modes on the command line.

use serde_json::{Value, json};

use crate::program::{answers, stderr, stdout, yipan};

fn chance_events(texts: &[&str]) -> Vec<Value> {
    texts.iter().map(|text| json!({ "chance": text })).collect()
}

#[test]
fn chance_events_come_before_the_first_action() {
    let lines =
        [json!({}), json!({"action": "e2e4"}), json!({"chance": "die pawn"}), json!({"chance": "die queen"})];
    let states = answers(&["step", "chess", "--modes", "dice-a"], &lines);
    assert_eq!(states[0]["turn"], "chance");
    assert_eq!(states[0]["chance_outcomes"], json!([["die pawn", 1], ["die knight", 1]]));
    assert_eq!(states[1]["error"], "a chance event is pending; apply its outcome before the next action");
    assert_eq!(states[2]["effects"], json!([{"effect": "rolled", "side": "white", "face": "P"}]));
    assert_eq!(states[3]["error"], "`die queen` is not possible now; a possible outcome is `die pawn`");
}

#[test]
fn a_piece_outside_the_roll_is_rejected_with_the_dice_in_the_language_of_the_player() {
    let mut lines = chance_events(&["die knight", "die knight", "die pawn"]);
    lines.push(json!({"action": "g1f3"}));
    lines.push(json!({"action": "a1b1"}));
    let states = answers(&["step", "chess", "--modes", "骰子", "--lang", "zh-Hant"], &lines);
    assert_eq!(states[3]["dice"]["dice"][0]["used"], true);
    assert_eq!(states[4]["error"], "這枚城堡不在骰子之中；當前骰子為：騎士、兵");
}

#[test]
fn gravity_pulls_the_first_pawn_to_the_edge() {
    let states = answers(&["step", "chess", "--modes", "gravity"], &[json!({"action": "e2e4"})]);
    let causes: Vec<&str> = states[0]["effects"]
        .as_array()
        .expect("effects")
        .iter()
        .filter_map(|effect| effect["cause"].as_str())
        .collect();
    assert_eq!(causes, ["move", "gravity", "gravity", "gravity", "gravity", "gravity"]);
    assert_eq!(states[0]["board"], "rnbqkbnr/pppppppp/8/8/7P/8/1PPPPPPP/RNBQKBNR b - - 0 1");
}

#[test]
fn the_board_of_a_step_shows_an_open_en_passant_square() {
    let open = "k7/8/8/3pP3/8/8/8/K7 w - d6 0 1";
    let states = answers(&["step", "chess", "--modes", "fog", "--position", open], &[json!({})]);
    assert_eq!(states[0]["board"], open);
    assert!(states[0]["legal"].as_array().expect("moves").contains(&json!("e5d6")));
}

#[test]
fn a_viewer_is_shown_only_what_it_may_see() {
    let laid = chance_events(&["mines 4", "mine c4", "mine d4", "mine e4", "mine f4"]);
    let arguments = |viewer| ["step", "chess", "--modes", "fog,mines", "--view-as", viewer];
    let white = answers(&arguments("white"), &laid);
    let last = white.last().expect("an answer");
    assert_eq!((last["turn"].as_str(), last["legal"].as_array().map(Vec::len)), (Some("white"), Some(20)));
    assert_eq!(last["board"], "????????/????????/????????/????????/8/8/PPPPPPPP/RNBQKBNR");
    assert_eq!(
        (&last["marks"], &last["chance_outcomes"], &last["effects"]),
        (&json!([]), &json!([]), &json!([]))
    );
    let black = answers(&arguments("black"), &laid);
    assert_eq!(black[4]["legal"], json!([]), "Black is not to move");
    let spectator = answers(&["step", "chess", "--modes", "fog", "--view-as", "spectator"], &[json!({})]);
    assert_eq!(spectator[0]["hidden"].as_array().map(Vec::len), Some(64));
    let wrong = yipan(&["step", "chess", "--view-as", "red"], "{}\n");
    assert_eq!(wrong.status.code(), Some(1));
    assert_eq!(stderr(&wrong), "error: unknown viewer `red`; expected arbiter, spectator, white or black\n");
}

#[test]
fn a_setup_that_cannot_be_played_says_what_to_do() {
    let error_text = |arguments: &[&str]| {
        let output = yipan(&[&["step", "chess"], arguments].concat(), "{}\n");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        stderr(&output)
    };
    assert_eq!(
        error_text(&["--modes", "dice-a,dice-b"]),
        "error: dice-a and dice-b are two rule sets of the same mode; choose one\n"
    );
    assert_eq!(
        error_text(&["--modes", "chess"]),
        "error: chess has no mode `chess`; choose from dice-a, dice-b, fog, gravity, portals, mines\n"
    );
    assert_eq!(
        error_text(&["--modes", "fog", "--rules", "rerolls=1"]),
        "error: `rerolls=1` belongs to dice (all of them), which is not active; add mode dice-a\n"
    );
    assert_eq!(
        error_text(&["--modes", "dice-a", "--rules", "dice=6"]),
        "error: `dice=6` is not valid; use 2, 3, 4 or 5\n"
    );
    assert_eq!(
        error_text(&["--modes", "fog", "--rules", "draws=claimed"]),
        "error: draws are automatic in games with modes; remove draws=claimed\n"
    );
}

#[test]
fn explain_knows_the_modes() {
    let fall = "6kr/8/8/8/8/8/8/4K2R w - - 0 1";
    let explain = |arguments: &[&str]| stdout(&yipan(&[&["explain", "chess"], arguments].concat(), ""));
    assert_eq!(
        explain(&["--modes", "gravity", "--position", fall, "g1f1"]),
        "that would not change the board: the piece falls back to its square\n"
    );
    assert_eq!(explain(&["--modes", "gravity", "e2e4"]), "e2e4 is legal\n");
}

#[test]
fn a_record_with_modes_replays_for_every_viewer() {
    let file = std::env::temp_dir().join(format!("yipan-modes-{}.yipan", std::process::id()));
    let path = file.to_str().expect("a path in UTF-8");
    let mut lines = chance_events(&["die knight", "die pawn", "die pawn"]);
    for action in ["g1f3", "e2e4", "d2d4"] {
        lines.push(json!({ "action": action }));
    }
    let arguments = ["step", "chess", "--modes", "dice-a,fog", "--record", path];
    let states = answers(&arguments, &lines);
    assert_eq!(states[5]["turn"], "chance", "Black's dice are rolled next");
    let shown = |viewer| stdout(&yipan(&["replay", path, "--view-as", viewer], ""));
    let (white, black) = (shown("white"), shown("black"));
    std::fs::remove_file(&file).expect("the record was written");
    assert!(white.contains("1. Nf3") && white.contains("white die N"), "{white}");
    assert!(!black.contains("Nf3") && black.contains("…") && black.contains("white die N"), "{black}");
    assert!(black.contains("  2  ? ? ? ? ? ? ? ?"), "{black}");
}
