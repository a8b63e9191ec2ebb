//! The computer as a player over `yipan step`.

use serde_json::{Value, json};

use crate::program::answers;

/// Returns the actions that are chosen at the end of these games.
fn chosen(arguments: &[&str], steps: &[Value], request: &Value) -> Value {
    let lines: Vec<Value> = steps.iter().chain([request]).cloned().collect();
    answers(arguments, &lines).pop().expect("an answer")
}

#[test]
fn the_computer_chooses_a_legal_action_that_is_not_played() {
    let dice =
        [json!({"chance": "die knight"}), json!({"chance": "die pawn"}), json!({"chance": "die pawn"})];
    for (game, modes, steps) in [
        ("chess", "", &[][..]),
        ("chess", "fog,portals", &[json!({"chance": "portal a4"}), json!({"chance": "portal h5"})]),
        ("chess", "dice-a,gravity", &dice),
        ("xiangqi", "", &[]),
        ("liuzichong", "", &[]),
    ] {
        let modes = if modes.is_empty() { vec![] } else { vec!["--modes", modes] };
        let arguments = [&["step", game][..], &modes].concat();
        for request in [
            json!({"choose": {"level": 1}}),
            json!({"choose": {"level": 2, "seed": u64::MAX, "nodes": 100}}),
            json!({"choose": {"depth": 1, "nodes": 300, "movetime": 1_000}}),
        ] {
            let lines = [steps, &[json!({}), request, json!({})]].concat();
            let states = answers(&arguments, &lines);
            let [.., before, answer, after] = &states[..] else { panic!("{states:?}") };
            assert_eq!(before, after);
            assert_eq!(answer.as_object().map(serde_json::Map::len), Some(1), "{answer}");
            assert!(before["legal"].as_array().expect("actions").contains(&answer["chosen"]), "{answer}");
        }
    }
}

#[test]
fn the_choice_depends_on_the_seed_and_on_what_the_side_may_know() {
    let arguments = ["step", "chess", "--modes", "fog"];
    let choose = |action: &str, seed: u64| {
        let steps = [json!({"action": "e2e4"}), json!({"action": action})];
        chosen(&arguments, &steps, &json!({"choose": {"level": 1, "seed": seed}}))["chosen"].clone()
    };
    // White sees neither b6 nor h6.
    let seeds = 0..8;
    let choices: Vec<Value> = seeds.clone().map(|seed| choose("b7b6", seed)).collect();
    assert_eq!(choices, seeds.map(|seed| choose("h7h6", seed)).collect::<Vec<_>>());
    assert!(choices.iter().any(|choice| *choice != choices[0]), "{choices:?}");
}

#[test]
fn a_choice_that_cannot_be_made_says_what_to_do() {
    let error = |arguments: &[&str], steps: &[Value], request: &Value| {
        chosen(&[&["step", "chess"], arguments].concat(), steps, request)["error"]
            .as_str()
            .expect("an error")
            .to_owned()
    };
    for (request, expected) in [
        (json!({}), "add `movetime`, `nodes` or `depth`, or a `level`"),
        (json!({"level": 11}), "`11` is not a level of this game; choose one from 1 to 10"),
        (json!({"level": 1, "nodes": 0}), "set `nodes` to at least 1"),
        (json!({"movetime": 3_600_001}), "set `movetime` to a number from 1 to 3600000"),
        (json!({"depth": 0}), "set `depth` to a number from 1 to 100"),
        (json!({"time": 3}), "unknown field `time`"),
        (json!(6), "expected an object such as {\"level\": 6}"),
    ] {
        let text = error(&[], &[], &json!({ "choose": request }));
        assert!(text.contains(expected), "{text}");
    }
    let request = json!({"choose": {"level": 1}});
    let both = json!({"choose": {"level": 1}, "action": "e2e4"});
    assert_eq!(error(&[], &[], &both), "send only one of `action`, `chance` and `choose`");
    let text = "no player is to move; `turn` in the answer to {} says what comes next";
    assert_eq!(error(&["--modes", "dice-a"], &[], &request), text);
    let mate = ["f2f3", "e7e5", "g2g4", "d8h4"].map(|action| json!({ "action": action }));
    assert_eq!(error(&[], &mate, &request), text);
    let localized = error(&["--lang", "zh-Hant"], &[], &json!({"choose": {}}));
    assert!(localized.starts_with("不設級別時需要限制"), "{localized}");
}

#[test]
fn only_the_side_to_move_and_the_arbiter_may_see_a_choice() {
    let request = json!({"choose": {"level": 1}});
    let first_move = [json!({"action": "e2e4"})];
    for (viewer, steps, is_allowed) in [
        ("white", &[][..], true),
        ("black", &[], false),
        ("spectator", &[], false),
        ("arbiter", &[], true),
        ("white", &first_move, false),
        ("black", &first_move, true),
    ] {
        let answer = chosen(&["step", "chess", "--modes", "fog", "--view-as", viewer], steps, &request);
        assert_eq!(answer["chosen"].is_string(), is_allowed, "{viewer}: {answer}");
        assert_eq!(answer["error"].is_string(), !is_allowed, "{viewer}: {answer}");
    }
}
