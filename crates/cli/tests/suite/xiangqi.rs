//! Xiangqi on the command line.

use serde_json::{Value, json};
use yipan_testkit::vectors;

use crate::program::{answers, stderr, stdout, yipan};

#[test]
fn perft_counts_xiangqi() {
    assert_eq!(stdout(&yipan(&["perft", "xiangqi", "--depth", "4"], "")), "nodes 3290240\n");
    let folk = ["perft", "xiangqi", "--rules", "facing=no-new-shared-file", "--depth", "3"];
    assert_eq!(stdout(&yipan(&folk, "")), "nodes 79666\n");
}

#[test]
fn the_vectors_hold_through_the_program_too() {
    let rows: Vec<Value> = vectors::rows("xiangqi_legal.jsonl.gz");
    let lines: Vec<Value> = rows.iter().map(|row| json!({ "position": row["fen"] })).collect();
    let answers = answers(&["inspect", "xiangqi"], &lines);
    for (row, answer) in rows.iter().zip(&answers) {
        if row["facing_now"] == json!(true) {
            assert!(answer["error"].is_string(), "{answer}");
            continue;
        }
        assert_eq!(answer["legal"], row["legal"], "{}", row["fen"]);
        assert_eq!(answer["check"], row["in_check"], "{}", row["fen"]);
    }
}

#[test]
fn inspect_adjudicates_repetition_and_names_the_offender() {
    let round = ["a8a9", "d9d8", "a9a8", "d8d9"];
    let rook = "3k5/R8/9/9/9/9/9/9/9/4K4 w";
    let once = json!({"position": rook, "moves": round});
    let twice = json!({"position": rook, "moves": round.repeat(2)});
    let hunt = ["b0a0", "a4b4", "a0b0", "b4a4"].repeat(2);
    let chase = json!({"position": "3ak4/4a4/9/9/9/c8/9/9/9/1RBAKAB2 w", "moves": hunt});
    let answers = answers(&["inspect", "xiangqi", "--facts"], &[once, twice, chase]);
    assert_eq!((&answers[0]["turn"], &answers[0]["outcome"]), (&json!("red"), &Value::Null));
    assert_eq!(answers[1]["outcome"], json!({"winner": "black", "reason": "perpetual-check"}));
    assert_eq!(answers[1]["facts"]["repetition_ruling"], "red gives check perpetually and must deviate");
    assert_eq!(answers[2]["outcome"], json!({"winner": "black", "reason": "perpetual-chase"}));
}

#[test]
fn the_advisory_rule_draws_and_advises_the_arbiter() {
    let hunt = ["b0a0", "a4b4", "a0b0", "b4a4"].repeat(2);
    let line = json!({"position": "3ak4/4a4/9/9/9/c8/9/9/9/1RBAKAB2 w", "moves": hunt});
    let arguments = ["inspect", "xiangqi", "--facts", "--rules", "repetition=cxa-advisory"];
    let answer = &answers(&arguments, &[line])[0];
    assert_eq!(answer["outcome"], json!({"winner": null, "reason": "repetition"}));
    assert_eq!(answer["facts"]["arbiter_advice"]["should_change"], "red");
    assert_eq!(answer["facts"]["arbiter_advice"]["labels"][0], "chase");
}

#[test]
fn every_end_has_its_reason() {
    let mate = json!({"position": "3k5/9/9/9/9/9/9/9/9/3RK4 b"});
    let stuck = json!({"position": "3k5/9/3P5/9/9/9/9/9/9/4K4 b"});
    let bare = json!({"position": "3k5/9/9/9/9/9/9/9/9/4K4 w"});
    let long = json!({"position": "3k5/9/9/9/9/9/9/9/9/3AK3R w - - 119 80", "moves": ["i0i1"]});
    let answers = answers(&["inspect", "xiangqi"], &[mate, stuck, bare, long]);
    let ends: Vec<&Value> = answers.iter().map(|answer| &answer["outcome"]).collect();
    assert_eq!(
        ends,
        [
            &json!({"winner": "red", "reason": "checkmate"}),
            &json!({"winner": "red", "reason": "stalemate"}),
            &json!({"winner": null, "reason": "insufficient-material"}),
            &json!({"winner": null, "reason": "no-capture-limit"}),
        ]
    );
}

#[test]
fn notation_goes_both_ways() {
    let rows: Vec<Value> = vectors::rows("xiangqi_notation.jsonl.gz");
    let requests = |key: &str| -> Vec<Value> {
        rows.iter().map(|row| json!({"position": row["fen"], "move": row[key]})).collect()
    };
    let written = answers(&["notation", "xiangqi", "--to", "wxf"], &requests("move"));
    for (row, answer) in rows.iter().zip(&written) {
        let expected = if row["wxf_usual"].is_string() { &row["wxf_usual"] } else { &row["wxf"] };
        assert_eq!(&answer["move"], expected, "{} in {}", row["move"], row["fen"]);
    }
    for to in ["chinese", "chinese-traditional", "iccs", "wxf"] {
        let written = answers(&["notation", "xiangqi", "--to", to], &requests("move"));
        let lines: Vec<Value> = rows
            .iter()
            .zip(&written)
            .map(|(row, answer)| json!({"position": row["fen"], "move": answer["move"]}))
            .collect();
        let back = answers(&["notation", "xiangqi", "--to", "uci"], &lines);
        for (row, answer) in rows.iter().zip(&back) {
            assert_eq!(answer["move"], row["move"], "{to} in {}", row["fen"]);
        }
    }
}

#[test]
fn coordinates_may_count_from_one_and_letters_may_be_h_and_e() {
    let line = json!({"position": "startpos", "move": "h9g7", "x": 0});
    let request = |text: &str| json!({"position": "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR b", "move": text});
    let answer = &answers(&["notation", "xiangqi", "--to", "uci1"], &[request("h9g7"), line])[..];
    assert_eq!(answer[0]["move"], "h10g8");
    assert!(answer[1]["error"].is_string(), "an unknown field is rejected");
    let facts = &answers(&["inspect", "xiangqi", "--facts"], &[json!({})])[0]["facts"];
    let fen = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1";
    assert_eq!(facts["fen_with_h_and_e"], fen);
}

#[test]
fn a_notation_of_another_game_is_rejected_with_the_valid_ones() {
    let line = json!({"position": "startpos", "move": "h2e2"});
    let answer = &answers(&["notation", "xiangqi", "--to", "san"], &[line])[0];
    let error = "this game does not support the notation san; choose uci, uci1, wxf, chinese, chinese-traditional, iccs";
    assert_eq!(answer["error"], error);
}

#[test]
fn a_game_is_played_in_chinese_recorded_and_replayed() {
    let directory = std::env::temp_dir().join(format!("yipan-xiangqi-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a temporary directory");
    let record = directory.join("game.yipan");
    let path = record.to_str().expect("a UTF-8 path");
    let lines = [json!({"action": "炮二平五"}), json!({"action": "馬8進7"}), json!({"action": "b0d1"})];
    let states = answers(&["step", "xiangqi", "--record", path], &lines);
    assert_eq!(states[0]["effects"], json!([{"effect": "slide", "from": "h2", "to": "e2", "cause": "move"}]));
    assert_eq!((&states[1]["turn"], &states[1]["error"]), (&json!("red"), &Value::Null));
    assert_eq!(states[2]["error"], "the horse's leg is blocked by the elephant next to it");
    let replayed = stdout(&yipan(&["replay", path, "--lang", "zh-Hans"], ""));
    assert!(replayed.contains("1. 炮二平五") && replayed.contains("1... 马８进７"), "{replayed}");
    std::fs::remove_dir_all(&directory).expect("the directory is removed");
}

#[test]
fn files_of_every_kind_are_checked_and_written_as_pgn() {
    let pgn = "[Game \"Chinese Chess\"]\n[Red \"胡荣华\"]\n\n1. 炮二平五 马８进７ 2. 马二进三 1-0\n";
    let dhtmlxq = "[DhtmlXQ]\n[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n[/DhtmlXQ]\n";
    for text in [pgn, dhtmlxq] {
        let output = yipan(&["pgn", "-", "--game", "xiangqi", "--write"], text);
        assert!(stdout(&output).contains("1. 炮二平五 马８进７ 2. 马二进三"), "{}", stdout(&output));
        assert!(output.status.success());
    }
    let annotated = "[Red \"胡荣华\"]\n[ECCO \"C64\"]\n\n1. 炮二平五! {中炮} 马８进７ (1... 炮８平５) *\n";
    let write = ["pgn", "-", "--game", "xiangqi", "--write", "--format"];
    let output = yipan(&[&write[..], &["dhtmlxq"]].concat(), annotated);
    assert!(stdout(&output).contains("[DhtmlXQ_movelist]77477062["), "{}", stdout(&output));
    assert!(stderr(&output).contains("left out: glyphs 1, tags 1, move counters 0"), "{}", stderr(&output));
    let again = yipan(&["pgn", "-", "--game", "xiangqi", "--write"], &stdout(&output));
    assert!(
        stdout(&again).contains("1. 炮二平五 { 中炮 } 1... 马８进７ ( 1... 炮８平５ )"),
        "{}",
        stdout(&again)
    );
    let output = yipan(&[&write[..], &["xqf"]].concat(), annotated);
    assert!(output.stdout.starts_with(b"XQ\x0a") && output.status.success());
    assert!(stderr(&output).contains("left out: glyphs 1, tags 1, move counters 0"), "{}", stderr(&output));
    let game = yipan_xiangqi::files::xqf::read(&output.stdout).expect("what was written");
    assert_eq!((game.tag("Red"), game.main_line.nodes[1].variations.len()), (Some("胡荣华"), 1));
    let two = yipan(&[&write[..], &["xqf"]].concat(), &format!("{annotated}\n{annotated}"));
    assert!(!two.status.success() && stderr(&two).contains("an XQF file has one game"), "{}", stderr(&two));
    let chess = yipan(&["pgn", "-", "--write", "--format", "xqf"], "1. e4 *");
    assert!(stderr(&chess).contains("chess is written as PGN"), "{}", stderr(&chess));
    let broken = yipan(&["pgn", "-", "--game", "xiangqi"], "1. 炮二平五 车一进五 *\n");
    assert_eq!((stdout(&broken).as_str(), broken.status.code()), ("games 0, plies 0, errors 1\n", Some(1)));
    let not_xqf = yipan(&["pgn", "-", "--game", "xiangqi"], "XQ and nothing more");
    assert_eq!(not_xqf.status.code(), Some(1));
}
