//! The commands for scripts, run as processes.

use serde_json::{Value, json};
use yipan_testkit::vectors;

use crate::program::{answers, stderr, stdout, yipan};

#[test]
fn perft_ends_with_the_number_of_nodes_however_many_threads_count() {
    for threads in ["1", "2", "7"] {
        let output = yipan(&["perft", "chess", "--depth", "4", "--threads", threads], "");
        assert_eq!(stdout(&output), "nodes 197281\n");
    }
    let divided = stdout(&yipan(&["perft", "chess", "--depth", "3", "--divide"], ""));
    let lines: Vec<&str> = divided.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[20]), (21, "a2a3: 380", "nodes 8902"));
    assert_eq!(stdout(&yipan(&["perft", "chess", "--depth", "0"], "")), "nodes 1\n");
}

#[test]
fn perft_starts_from_the_given_position() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let output = yipan(&["perft", "chess", "--position", kiwipete, "--depth", "3"], "");
    assert_eq!(stdout(&output), "nodes 97862\n");
    let output = yipan(&["perft", "chess", "--position", "chess960:0", "--depth", "3", "--divide"], "");
    assert!(output.status.success());
}

#[test]
fn a_wrong_position_names_the_field_and_exits_with_1() {
    let output = yipan(&["perft", "chess", "--position", "8/8 w - - 0 1", "--depth", "3"], "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output), "error: board field: `8/8` has fewer than eight ranks\n");
}

#[test]
fn a_wrong_command_exits_with_2() {
    for arguments in [&["perft", "go", "--depth", "3"][..], &["fly"], &["notation", "chess", "--to", "morse"]]
    {
        assert_eq!(yipan(arguments, "").status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn inspect_reports_legal_moves_and_the_outcome() {
    let mate = json!({"moves": ["f2f3", "e7e5", "g2g4", "Qh4"]});
    let bare = json!({"position": "8/8/8/7N/8/3K4/k7/8 w - - 0 89"});
    let dance = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2);
    let answers = answers(&["inspect", "chess"], &[mate, bare, json!({ "moves": dance })]);
    assert_eq!(
        answers[0],
        json!({"position": "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "turn": "over",
               "legal": [], "check": true, "outcome": {"winner": "black", "reason": "checkmate"}})
    );
    assert_eq!(answers[1]["outcome"], json!({"winner": null, "reason": "insufficient-material"}));
    assert_eq!(answers[1]["legal"].as_array().map(Vec::len), Some(12), "the position still has moves");
    assert_eq!(answers[2]["outcome"]["reason"], "repetition");
}

#[test]
fn a_bad_line_is_answered_and_the_next_one_read() {
    let input =
        "not json\n{\"position\": \"x\"}\n\n{\"postion\": \"startpos\"}\n{\"moves\": [\"e2e5\"]}\n{}\n";
    let output = yipan(&["inspect", "chess"], input);
    let lines: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!(lines.len(), 5);
    for line in &lines[..4] {
        assert!(line["error"].is_string(), "{line}");
    }
    assert_eq!(
        lines[3]["error"],
        "move 1, `e2e5`: pawns move one square forward, or two from where they start, and capture diagonally"
    );
    assert_eq!(lines[4]["turn"], "white");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_line_without_end_does_not_fill_the_memory() {
    let long = format!("{}\n{{}}\n", "x".repeat(3 << 20));
    let output = yipan(&["inspect", "chess"], &long);
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].contains("longer than 1048576 bytes"), "{}", lines[0]);
    assert!(lines[1].contains("\"turn\":\"white\""), "{}", lines[1]);
}

#[test]
fn inspect_reports_the_facts_on_request() {
    let line = json!({"position": "k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1"});
    let facts = &answers(&["inspect", "chess", "--facts"], &[line])[0]["facts"];
    assert_eq!(
        facts["pins"],
        json!([{"piece": "e2", "pinner": "e8", "ray": ["e2", "e3", "e4", "e5", "e6", "e7", "e8"]}])
    );
    assert_eq!(facts["checks"], json!([]));
}

#[test]
fn the_vectors_hold_on_the_command_line() {
    let rows: Vec<Value> = vectors::rows("chess960_legal.jsonl.gz");
    let lines: Vec<Value> = rows.iter().map(|row| json!({ "position": row["fen"] })).collect();
    let answers = answers(&["inspect", "chess", "--rules", "chess960=yes"], &lines);
    for (row, answer) in rows.iter().zip(&answers) {
        assert_eq!(answer["legal"], row["legal"], "{}", row["fen"]);
        assert_eq!(answer["check"], row["in_check"], "{}", row["fen"]);
    }
}

#[test]
fn notation_goes_both_ways() {
    let rows: Vec<Value> = vectors::rows("chess_san.jsonl.gz");
    let requests = |key: &str| -> Vec<Value> {
        rows.iter().map(|row| json!({"position": row["fen"], "move": row[key]})).collect()
    };
    for (from, to) in [("uci", "san"), ("san", "uci"), ("san", "san")] {
        let answers = answers(&["notation", "chess", "--to", to], &requests(from));
        for (row, answer) in rows.iter().zip(&answers) {
            assert_eq!(answer["move"], row[to], "{} in {}", row[from], row["fen"]);
        }
    }
}

#[test]
fn a_session_is_played_recorded_and_replayed() {
    let directory = std::env::temp_dir().join(format!("yipan-step-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a temporary directory");
    let record = directory.join("game.yipan");
    let path = record.to_str().expect("a UTF-8 path");
    let lines = [
        json!({}),
        json!({"action": "e2e4"}),
        json!({"action": "e2e4"}),
        json!({"chance": "d6"}),
        json!({"action": "a6", "chance": "d6"}),
        json!({"action": "d5"}),
        json!({"action": "exd5"}),
    ];
    let states = answers(&["step", "chess", "--record", path], &lines);
    assert_eq!(states.len(), lines.len());
    assert_eq!(states[0]["legal"].as_array().map(Vec::len), Some(20));
    assert_eq!(states[1]["effects"], json!([{"effect": "slide", "from": "e2", "to": "e4", "cause": "move"}]));
    assert_eq!(states[2]["error"], "there is no piece on e2; choose one of your own");
    for rejected in &states[2..5] {
        assert!(rejected["error"].is_string(), "{rejected}");
        assert_eq!(rejected["board"], states[1]["board"], "a rejected step changes nothing");
        assert_eq!(rejected["effects"], json!([]));
    }
    assert_eq!(
        states[6]["effects"],
        json!([{"effect": "vanish", "at": "d5", "cause": "capture"},
               {"effect": "slide", "from": "e4", "to": "d5", "cause": "move"}])
    );
    let text = std::fs::read_to_string(&record).expect("the record");
    assert!(text.ends_with("action e2e4\naction d7d5\naction e4d5\n"), "{text}");
    let replayed = stdout(&yipan(&["replay", path], ""));
    assert!(replayed.contains("2. exd5"), "{replayed}");
    std::fs::write(&record, text + "action e4d5\n").expect("a damaged record");
    let broken = yipan(&["replay", path], "");
    assert_eq!(broken.status.code(), Some(1));
    assert!(stderr(&broken).contains("step 4 is not legal"), "{}", stderr(&broken));
    std::fs::remove_dir_all(&directory).expect("the directory is removed");
}

#[test]
fn a_draw_is_claimed_if_the_rules_require_it() {
    let arguments = ["step", "chess", "--rules", "draws=claimed"];
    let mut lines: Vec<Value> =
        ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2).iter().map(|text| json!({ "action": text })).collect();
    lines.push(json!({"action": "draw"}));
    let states = answers(&arguments, &lines);
    let claimable =
        |state: &Value| state["legal"].as_array().is_some_and(|legal| legal.contains(&json!("draw")));
    assert!(!claimable(&states[3]) && claimable(&states[7]));
    assert_eq!(states[8]["outcome"], json!({"winner": null, "reason": "repetition"}));
    assert_eq!((&states[8]["turn"], &states[8]["legal"]), (&json!("over"), &json!([])));
}

#[test]
fn an_illegal_move_is_explained_in_three_languages() {
    for (language, text) in [
        ("en", "the king cannot castle: there are pieces in the way on f1 and g1\n"),
        ("zh-Hans", "不能易位：f1、g1 有棋子挡路\n"),
        ("zh-Hant", "不能入堡：f1、g1 有棋子擋路\n"),
    ] {
        let output = yipan(&["explain", "chess", "e1g1", "--lang", language], "");
        assert_eq!((stdout(&output).as_str(), output.status.code()), (text, Some(1)));
    }
    assert_eq!(yipan(&["explain", "chess", "e2e4"], "").status.code(), Some(0));
}

#[test]
fn pgn_errors_have_line_and_column_and_the_other_games_are_written() {
    let good = "[Event \"a\"]\n\n1. e4 e5 *\n\n";
    let input = format!("{good}[Event \"b\"]\n\n1. e4 Ke4 *\n\n{good}");
    let output = yipan(&["pgn", "-", "--write"], &input);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("line 7, column 7"), "{}", stderr(&output));
    assert!(stderr(&output).ends_with("games 2, plies 4, errors 1\n"), "{}", stderr(&output));
    assert!(stderr(&output).contains("games not written, because a move cannot be read: 1\n"));
    let again = yipan(&["pgn", "-"], &stdout(&output));
    assert_eq!(stdout(&again), "games 2, plies 4, errors 0\n");
}

#[test]
fn every_fault_of_a_pgn_file_is_listed_and_the_games_are_written_without_them() {
    let input = "[Event \"a\"]\n[White x]\n\n1. e4 (1. e5) e5 (1... c5 2. Ke3 d6) 2. Nf3 $999 *\n\n[Event \"b\"]\n\n1. d4 ) d5 *\n";
    let output = yipan(&["pgn", "-", "--write"], input);
    let places: Vec<String> = stderr(&output)
        .lines()
        .filter_map(|line| Some(line.split_once(':')?.0.to_owned()))
        .take_while(|place| place.starts_with("line "))
        .collect();
    let expected = [(2, 8), (4, 11), (4, 30), (4, 45), (8, 7)];
    assert_eq!(places, expected.map(|(line, column)| format!("line {line}, column {column}")));
    assert!(
        stderr(&output)
            .ends_with("games written without their faulty parts: 2\ngames 2, plies 5, errors 5\n"),
        "{}",
        stderr(&output)
    );
    let written = stdout(&output);
    assert!(written.contains("1. e4 e5 ( 1... c5 ) 2. Nf3 *\n"), "{written}");
    assert!(written.ends_with("1. d4 d5 *\n"), "{written}");

    let many = "1. e4 ) *\n\n".repeat(130);
    let output = yipan(&["pgn", "-", "--lang", "zh-Hans"], &many);
    let shown = stderr(&output);
    assert_eq!(shown.lines().count(), 101, "{shown}");
    assert!(shown.ends_with("另有 30 处错误\n"), "{shown}");
    assert_eq!(stdout(&output), "games 130, plies 130, errors 130\n");
}

#[test]
fn a_tree_is_written_in_every_format_and_a_fault_in_a_variation_costs_only_that() {
    let pgn = "[White \"Ada\"]\n[Black \"Bob\"]\n\n1. e4 {best} e5 (1... c5 2. Ke3 d6) 2. Nf3! *\n";
    let output = yipan(&["tree", "-", "--write", "ytree"], pgn);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("Line 4, column 29"), "{}", stderr(&output));
    let tree = stdout(&output);
    let counted = yipan(&["tree", "-"], &tree);
    assert_eq!(stdout(&counted), "game chess, steps 3, variations 1, comments 1, glyphs 1\n");
    assert_eq!(counted.status.code(), Some(0));
    let again = yipan(&["tree", "-", "--write", "pgn"], &tree);
    assert!(
        stdout(&again).ends_with("1. e4 { best } 1... e5 ( 1... c5 ) 2. Nf3 $1 *\n"),
        "{}",
        stdout(&again)
    );
    let record = yipan(&["tree", "-", "--write", "record"], &tree);
    assert!(stderr(&record).contains("variations: 1, comments: 1, glyphs: 1"), "{}", stderr(&record));
    let wrong = yipan(&["tree", "-", "--write", "xqf"], &tree);
    assert_eq!((wrong.status.code(), stdout(&wrong).as_str()), (Some(1), ""));
    let broken = yipan(&["tree", "-"], "yipan tree 9\n");
    assert!(stderr(&broken).contains("line 1, column 1: version `9`"), "{}", stderr(&broken));
}

#[test]
fn without_a_command_it_shows_what_to_do() {
    let output = yipan(&[], "");
    assert!(output.status.success());
    let line = format!("{} explain chess e1g1", env!("CARGO_BIN_EXE_yipan"));
    assert!(stdout(&output).contains(&line), "the command can be copied");
    assert!(!stdout(&output).contains('\u{1b}'), "colors are for terminals");
}

#[test]
fn a_closed_output_is_no_error() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_yipan"))
        .args(["inspect", "chess"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let writer = std::thread::spawn(move || while stdin.write_all(b"{}\n").is_ok() {});
    stdout.read_line(&mut String::new()).expect("an answer");
    drop(stdout);
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends when the pipe is closed");
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
}

#[test]
fn an_existing_record_is_not_overwritten() {
    let path = std::env::temp_dir().join(format!("yipan-existing-{}", std::process::id()));
    std::fs::write(&path, "another game").expect("a temporary file");
    let output = yipan(&["step", "chess", "--record", path.to_str().expect("a UTF-8 path")], "{}\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), "another game");
    std::fs::remove_file(&path).expect("the file is removed");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_not_a_panic() {
    // Every write to this device fails, as on a full disk.
    for arguments in [&[][..], &["explain", "chess", "e2e4"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("a full disk");
        let status = std::process::Command::new(env!("CARGO_BIN_EXE_yipan"))
            .args(arguments)
            .stdout(full)
            .stderr(std::process::Stdio::null())
            .status()
            .expect("the program starts");
        assert_eq!(status.code(), Some(1), "{arguments:?} ends with an error, not with a panic");
    }
}

#[test]
fn a_wrong_position_is_reported_in_the_language_of_the_user() {
    let output = yipan(&["explain", "chess", "e2e4", "--position", "8/8", "--lang", "zh-Hant"], "");
    assert!(stderr(&output).contains("棋盤一欄"), "{}", stderr(&output));
}

#[test]
fn a_mated_king_is_reported() {
    let line = json!({
        "position": "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "move": "a3",
    });
    let answer = &answers(&["notation", "chess", "--to", "uci"], &[line])[0];
    assert_eq!(answer["error"], "`a3` is not possible: you are checkmated by the queen on h4");
}

#[test]
fn a_byte_order_mark_is_accepted_and_an_array_is_rejected() {
    let output = yipan(&["inspect", "chess"], "\u{feff}{}\n[\"startpos\", []]\n{\"moves\": null}\n");
    let lines: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    assert_eq!((&lines[0]["turn"], &lines[2]["turn"]), (&json!("white"), &json!("white")));
    assert!(lines[1]["error"].is_string(), "{}", lines[1]);
}

#[test]
fn an_excessive_depth_is_rejected() {
    assert_eq!(yipan(&["perft", "chess", "--depth", "100000"], "").status.code(), Some(2));
}

#[test]
fn a_mode_that_a_game_does_not_have_is_rejected_by_name() {
    let output = yipan(&["step", "xiangqi", "--modes", "fog,dice-a"], "{}\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output), "error: xiangqi has no mode `fog`; start it without modes\n");
}
