//! The computer as a player over `yipan step`, and matches with it.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::program::{answers, stderr, stdout, yipan};

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

/// Creates a directory for one test.
fn temp_dir(name: &str) -> PathBuf {
    let directory =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("step-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("the directory is created");
    directory
}

/// Returns this program as a player, at this level.
fn own_program(level: &str) -> String {
    format!("step:\"{}\"{level}", env!("CARGO_BIN_EXE_yipan"))
}

/// Returns the summary of a match of two games, and the steps of both.
fn played(directory: &Path, players: [&str; 2], arguments: &[&str]) -> (Value, Vec<String>) {
    let records = directory.join("records");
    let _ = std::fs::remove_dir_all(&records);
    let path = records.to_str().expect("UTF-8");
    let fixed = ["--games", "2", "--seed", "7", "--json", "--records", path];
    let output = yipan(&[&["match"], &arguments[..1], &players, &arguments[1..], &fixed].concat(), "");
    assert!(output.status.success(), "{players:?} {arguments:?}: {}", stderr(&output));
    let steps = |game| {
        let text = std::fs::read_to_string(records.join(format!("{game:04}.yipan"))).expect("a record");
        let steps = text.lines().filter(|line| line.starts_with("action ") || line.starts_with("chance "));
        steps.fold(String::new(), |text, line| text + line + "\n")
    };
    let summary = serde_json::from_str(&stdout(&output)).expect("JSON");
    (summary, vec![steps(1), steps(2)])
}

#[test]
fn a_program_plays_what_the_built_in_player_plays_with_the_same_seed() {
    let directory = temp_dir("equal");
    let level = own_program("?level=1");
    for arguments in [
        &["chess", "--modes", "dice-a,fog,mines", "--rules", "dice=3,rerolls=1", "--max-plies", "24"][..],
        &["chess", "--modes", "dice-b,portals,gravity", "--rules", "portals=private", "--max-plies", "12"],
        // Pieces that move to and fro: the player remembers where they have been.
        &["chess", "--modes", "fog", "--position", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "--max-plies", "60"],
        &["chess", "--position", "chess960:11", "--openings", "random:3", "--max-plies", "12"],
        &["xiangqi", "--max-plies", "14"],
        &["liuzichong", "--max-plies", "20"],
    ] {
        let built_in = played(&directory, ["level:1", "level:2"], arguments);
        let program = played(&directory, [&level, "level:2"], arguments);
        assert_eq!(program.0["forfeits"], json!([]), "{arguments:?}");
        assert_eq!(built_in.1, program.1, "{arguments:?}");
        assert!(built_in.1.iter().all(|steps| steps.contains("action ")), "{built_in:?}");
    }
    let arguments = ["chess", "--modes", "fog", "--nodes", "300", "--max-plies", "12"];
    let built_in = played(&directory, ["best", "level:1"], &arguments);
    let program = played(&directory, [&own_program(""), &level], &arguments);
    assert_eq!(built_in.1, program.1);
}

#[test]
fn a_program_plays_within_the_time_of_a_move() {
    let directory = temp_dir("time");
    let arguments =
        ["chess", "--modes", "dice-b,fog", "--movetime", "20", "--time-margin", "30000", "--max-plies", "8"];
    let (summary, _) = played(&directory, [&own_program(""), &own_program("?level=10")], &arguments);
    assert_eq!(summary["forfeits"], json!([]), "{summary}");
}

/// Returns a player that chooses e2e4 before the match, and runs `answer` when it is asked in a game.
fn fake(directory: &Path, answer: &str) -> String {
    let script = format!(
        "while read -r line; do case \"$line\" in\n\
         *nodes*) echo '{{\"chosen\":\"e2e4\"}}';;\n*choose*) {answer};;\nquit) exit 0;;\n*) echo '{{\"turn\":\"white\"}}';;\n\
         esac; done\n",
    );
    let path = directory.join("fake.sh");
    std::fs::write(&path, script).expect("a script");
    format!("step:sh \"{}\"?level=1", path.display())
}

/// Checks that a fake program forfeits both games for a reason.
#[track_caller]
fn check_forfeit(name: &str, answer: &str, more: &[&str], reason: &str, message: &str) {
    let directory = temp_dir(name);
    let arguments = [&["chess", "--openings", "start"], more].concat();
    let (summary, _) = played(&directory, ["level:1", &fake(&directory, answer)], &arguments);
    assert_eq!((&summary["wins"], &summary["terminations"][reason]), (&2.into(), &2.into()), "{summary}");
    let text = summary["forfeits"][0]["message"].as_str().unwrap_or_default();
    assert!(text.contains(message), "{text}");
}

#[test]
fn a_program_that_does_not_play_loses_and_is_explained() {
    check_forfeit("crash", "echo out of memory >&2; exit 3", &[], "crash", "out of memory");
    let time = ["--movetime", "50", "--time-margin", "250"];
    check_forfeit("asleep", "exec sleep 1000", &time, "timeout", "no move within 300 ms");
    let illegal = "echo '{\"chosen\":\"a1a5\"}'";
    check_forfeit("illegal", illegal, &[], "illegal-move", "illegal move `a1a5`: ");
    let invalid = |name: &str, answer: &str, message: &str| {
        check_forfeit(name, answer, &[], "invalid-answer", message);
    };
    invalid("error", "echo '{\"error\":\"too hard\"}'", "}}`: too hard");
    invalid("empty", "echo '{}'", ": {}");
    invalid("number", "echo '{\"chosen\":7}'", ": {\"chosen\":7}");
    invalid("text", "echo bestmove e2e4", "invalid answer to `{\"choose\":{\"level\":1,\"seed\":");
}

#[test]
fn a_program_that_cannot_play_is_rejected_before_the_first_game() {
    let directory = temp_dir("setup");
    let old = directory.join("old.sh");
    let script = "while read -r line; do case \"$line\" in\n\
        *choose*) echo '{\"error\":\"unknown field `choose`\"}';;\n*) echo '{\"turn\":\"white\"}';;\nesac; done\n";
    std::fs::write(&old, script).expect("a script");
    let old = format!("step:sh \"{}\"?level=1", old.display());
    let lacks_fog = "step:sh -c \"echo no fog >&2; exit 1\"?level=1";
    for (player, expected) in [
        ("step:/no/such/program?level=1", "cannot be started"),
        ("step:true?level=1", "cannot be started: exit status: 0"),
        ("step:sh -c cat?level=1", "invalid answer to `{}`: {}"),
        (&old, "unknown field `choose`"),
        (lacks_fog, "cannot be started: exit status: 1: no fog"),
        ("step:", "such as step:yipan"),
        ("step:yipan?level=11", "from 1 to 10"),
        ("step:yipan?elo=11", "`elo` is not an option of step:"),
        ("step:yipan", "set --movetime, --nodes or --depth"),
    ] {
        let output = yipan(&["match", "chess", player, "random", "--modes", "fog"], "");
        assert_eq!(output.status.code(), Some(1), "{player}: {}", stderr(&output));
        assert!(stderr(&output).contains(expected), "{player}: {}", stderr(&output));
    }
}
