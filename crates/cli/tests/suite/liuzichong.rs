//! Liuzichong on the command line, and its tablebase.

use serde_json::{Value, json};

use crate::program::{answers, stderr, stdout, yipan};

#[test]
fn perft_counts_liuzichong() {
    assert_eq!(stdout(&yipan(&["perft", "liuzichong", "--depth", "9"], "")), "nodes 3181356\n");
    let divided = stdout(&yipan(&["perft", "liuzichong", "--depth", "2", "--divide"], ""));
    assert_eq!(divided, "a2b2: 5\nb1b2: 4\nc1c2: 4\nd2c2: 5\nnodes 18\n");
}

#[test]
fn every_end_has_its_reason() {
    let dance = ["a2b2", "a3b3", "b2a2", "b3a3"];
    let lines = [
        json!({"position": "4/4/4/bb2 w"}),
        json!({"position": "3w/4/w3/b1w1 w", "moves": ["c1b1"]}),
        json!({"position": "3w/3w/b3/1bw1 b", "moves": ["a2a1"]}),
        json!({"moves": dance.repeat(2)}),
        json!({}),
    ];
    let responses = answers(&["inspect", "liuzichong"], &lines);
    let ends: Vec<&Value> = responses.iter().map(|answer| &answer["outcome"]).collect();
    assert_eq!(
        ends,
        [
            &json!({"winner": "black", "reason": "no-pieces"}),
            &json!({"winner": "white", "reason": "blocked"}),
            &json!({"winner": null, "reason": "too-few-pieces"}),
            &json!({"winner": null, "reason": "repetition"}),
            &Value::Null,
        ]
    );
    assert_eq!(responses[0]["legal"], json!([]), "a finished game has no moves");
    assert_eq!(
        responses[3]["legal"],
        json!(["a2b2", "b1b2", "c1c2", "d2c2"]),
        "a rule that ends the game leaves the moves of the position"
    );
    assert_eq!((&responses[4]["turn"], &responses[4]["check"]), (&json!("black"), &json!(false)));
    let rules = ["inspect", "liuzichong", "--rules", "repetition=off,no_capture=8"];
    let responses = answers(&rules, &[json!({ "moves": dance.repeat(2) })]);
    assert_eq!(responses[0]["outcome"], json!({"winner": null, "reason": "no-capture-limit"}));
    let lone = ["inspect", "liuzichong", "--rules", "lone_is_loss=true"];
    let responses = answers(&lone, &[json!({"position": "www1/4/4/b3 w"})]);
    assert_eq!(responses[0]["outcome"], json!({"winner": "white", "reason": "lone-piece"}));
}

#[test]
fn house_rules_change_what_is_taken() {
    let line = json!({"position": "3w/4/1b2/b1ww b"});
    let captures = |rules: &[&str]| {
        let arguments = [&["inspect", "liuzichong", "--facts"], rules].concat();
        answers(&arguments, std::slice::from_ref(&line))[0]["facts"]["captures"].clone()
    };
    assert_eq!(captures(&[]), json!({}));
    assert_eq!(captures(&["--rules", "outer=any"]), json!({"b2b1": ["c1"]}));
}

#[test]
fn a_saved_game_goes_in_and_out() {
    let facts = &answers(&["inspect", "liuzichong", "--facts"], &[json!({"moves": ["a2b2"]})])[0]["facts"];
    let saved = facts["sixzc"].as_str().expect("the text of a file");
    assert!(saved.starts_with(r#"{"version":1,"board":[1,1,1,1,0,1,0,1,"#), "{saved}");
    let responses = &answers(&["inspect", "liuzichong", "--position", saved], &[json!({})])[0];
    assert_eq!(responses["position"], "wwww/w2w/1b1b/bbbb w");
    let wrong = yipan(&["explain", "liuzichong", "a2b2", "--position", "{\"version\": 1}"], "");
    assert_eq!(stderr(&wrong), "error: saved game: the field `board` must occur exactly once\n");
}

#[test]
fn a_game_is_played_recorded_and_replayed() {
    let directory = std::env::temp_dir().join(format!("yipan-liuzichong-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a temporary directory");
    let record = directory.join("game.yipan");
    let path = record.to_str().expect("a UTF-8 path");
    let start = ["step", "liuzichong", "--position", "2w1/2b1/wb1b/3w b", "--rules", "outer=any"];
    let lines = [json!({"action": "d2c2"}), json!({"action": "d1d3"}), json!({"action": "d1c1"})];
    let states = answers(&[&start[..], &["--record", path]].concat(), &lines);
    assert_eq!(
        states[0]["effects"],
        json!([{"effect": "slide", "from": "d2", "to": "c2", "cause": "move"},
               {"effect": "vanish", "at": "a2", "cause": "capture"},
               {"effect": "vanish", "at": "c4", "cause": "capture"}])
    );
    assert_eq!((&states[0]["turn"], &states[0]["board"]), (&json!("white"), &json!("4/2b1/1bb1/3w w")));
    assert_eq!(
        states[1]["error"],
        "a stone moves one point up, down, left or right; it cannot move from d1 to d3"
    );
    assert_eq!(states[2]["error"], Value::Null);
    let text = std::fs::read_to_string(&record).expect("the record");
    assert!(text.contains("setup 2w1/2b1/wb1b/3w b outer=any\naction d2c2\naction d1c1\n"), "{text}");
    let replayed = stdout(&yipan(&["replay", path], ""));
    assert!(replayed.contains("1. d2c2") && replayed.contains("1... d1c1"), "{replayed}");
    std::fs::remove_dir_all(&directory).expect("the directory is removed");
}

#[test]
fn moves_have_one_notation_and_errors_are_localized_in_three_languages() {
    let arguments = ["notation", "liuzichong", "--to", "uci"];
    let responses =
        answers(&arguments, &[json!({"move": "b1b2"}), json!({"move": "b1b3"}), json!({"move": "x"})]);
    assert_eq!(responses[0], json!({"move": "b1b2"}));
    assert!(responses[1]["error"].is_string() && responses[2]["error"].is_string());
    let foreign = &answers(&["notation", "liuzichong", "--to", "san"], &[json!({"move": "b1b2"})])[0];
    assert_eq!(foreign["error"], "this game does not support the notation san; choose uci");
    for (language, text) in [
        ("en", "a2 is occupied; a stone moves to an empty adjacent point\n"),
        ("zh-Hans", "a2 已有棋子，只能走到相邻的空点\n"),
        ("zh-Hant", "a2 已有棋子，只能走到相鄰的空點\n"),
    ] {
        let output = yipan(&["explain", "liuzichong", "a1a2", "--lang", language], "");
        assert_eq!((stdout(&output).as_str(), output.status.code()), (text, Some(1)));
    }
}

#[test]
fn probe_reports_the_value_of_a_position_and_of_its_moves() {
    let input = "wwww/w2w/b2b/bbbb b\n{\"position\": \"startpos\"}\nnonsense\n\n{\"move\": 1}\n3w/4/w3/b1w1 w\nww2/4/4/bb2 b\n";
    let output = yipan(&["probe", "liuzichong"], input);
    let responses: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let start = json!({
        "value": "draw",
        "plies": null,
        "moves": {
            "a2b2": {"value": "draw", "plies": null},
            "b1b2": {"value": "loss", "plies": 40},
            "c1c2": {"value": "loss", "plies": 40},
            "d2c2": {"value": "draw", "plies": null},
        },
    });
    assert_eq!((&responses[0], &responses[1]), (&start, &start));
    assert_eq!(responses[2]["error"], "board field: `nonsense` does not have four ranks");
    assert!(responses[3]["error"].is_string());
    assert_eq!((&responses[4]["value"], &responses[4]["plies"]), (&json!("win"), &json!(1)));
    assert_eq!(responses[4]["moves"]["c1b1"], json!({"value": "win", "plies": 1}));
    assert_eq!(responses[5], json!({"value": "draw", "plies": null, "moves": {}}));
    assert!(output.status.success());
}

#[test]
fn solve_prints_the_statistics_and_writes_a_tablebase_that_probe_reads() {
    let directory = std::env::temp_dir().join(format!("yipan-solve-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a temporary directory");
    let file = directory.join("any.6zt");
    let path = file.to_str().expect("a UTF-8 path");
    let rules = ["--rules", "outer=any,repetition=off"];
    let output = yipan(&[&["solve", "liuzichong", "--out", path][..], &rules].concat(), "");
    let text = stdout(&output);
    let begins = "rules outer=any carry=lone lone_is_loss=false\npositions 21065004\nwon 12144285\nlost 7467889\n\
                  drawn 1452830\nstart loss in 58 plies\na2b2 loss in 58 plies\n";
    assert!(text.starts_with(begins), "{text}");
    let line = text.lines().find_map(|line| line.strip_prefix("line ")).expect("the line of the longest win");
    assert!(text.contains("\nlongest win 69 plies from ") && line.split(' ').count() == 69, "{text}");
    assert!(text.contains("\nsolved in ") && text.contains(&format!(" in {path}\n")), "{text}");
    let probe = |arguments: &[&str]| {
        yipan(&[&["probe", "liuzichong", "--tablebase", path], arguments].concat(), "startpos\n")
    };
    for arguments in [&[][..], &rules] {
        assert!(stdout(&probe(arguments)).starts_with("{\"value\":\"loss\",\"plies\":58,"), "{arguments:?}");
    }
    let other = probe(&["--rules", "carry=off"]);
    assert_eq!(other.status.code(), Some(1));
    assert!(stderr(&other).contains("outer=any carry=lone"), "{}", stderr(&other));
    let again = yipan(&["solve", "liuzichong", "--out", path], "");
    assert_eq!(again.status.code(), Some(1), "an existing file is not overwritten");
    let bytes = std::fs::read(&file).expect("the tablebase");
    std::fs::write(&file, &bytes[..bytes.len() - 1]).expect("the tablebase is truncated");
    assert!(stderr(&probe(&[])).contains("damaged or truncated"));
    std::fs::write(&file, "yipan").expect("the file is replaced");
    assert!(stderr(&probe(&[])).contains("not a liuzichong tablebase"));
    std::fs::remove_dir_all(&directory).expect("the directory is removed");
}

#[cfg(unix)]
#[test]
fn an_endless_tablebase_file_does_not_fill_the_memory() {
    let output = yipan(&["probe", "liuzichong", "--tablebase", "/dev/zero"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("not a liuzichong tablebase"), "{}", stderr(&output));
}

#[test]
fn impossible_requests_are_reported() {
    for (arguments, expected) in [
        (&["solve", "chess"][..], "chess cannot be solved; use liuzichong"),
        (&["probe", "xiangqi"], "xiangqi cannot be solved; use liuzichong"),
        (
            &["solve", "liuzichong", "--rules", "outer=none"],
            "`outer=none` is not an option of liuzichong; options are outer=",
        ),
        (&["pgn", "-", "--game", "liuzichong"], "liuzichong has no PGN"),
        (&["perft", "liuzichong", "--depth", "1", "--position", "4/4/4/b3"], "the side to move is missing"),
    ] {
        let output = yipan(arguments, "");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(stderr(&output).starts_with(&format!("error: {expected}")), "{}", stderr(&output));
    }
}
