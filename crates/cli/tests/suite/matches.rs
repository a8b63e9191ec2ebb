//! `yipan match`, also against engines that misbehave.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::{answers, stderr, stdout, yipan};

/// Creates a directory for one test.
fn temp_dir(name: &str) -> PathBuf {
    let directory =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("match-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("the directory is created");
    directory
}

/// Returns the summary of a match.
fn played(arguments: &[&str]) -> Value {
    let output = yipan(&[&["match"], arguments, &["--json"]].concat(), "");
    assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
    serde_json::from_str(&stdout(&output)).expect("JSON")
}

/// Returns the error of a match that cannot be played.
fn error_text(arguments: &[&str]) -> String {
    let output = yipan(&[&["match"], arguments].concat(), "");
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {}", stderr(&output));
    stderr(&output)
}

/// Returns the specification of a shell script that completes the UCI handshake and runs `answer` on `go`.
fn fake(directory: &Path, answer: &str) -> String {
    let script = format!(
        "echo $$ > {pid}\nwhile read -r line; do case \"$line\" in\n\
         uci) echo 'id name Fake'; echo 'option name Hash type spin default 1 min 1 max 9'; echo uciok;;\n\
         isready) echo readyok;;\ngo*) {answer};;\nquit) exit 0;;\nesac; done\n",
        pid = directory.join("pid").display()
    );
    let path = directory.join("fake.sh");
    std::fs::write(&path, script).expect("a script");
    format!("uci:sh \"{}\"", path.display())
}

fn own_engine(protocol: &str) -> String {
    format!("{protocol}:\"{}\" {protocol}", env!("CARGO_BIN_EXE_yipan"))
}

#[test]
fn level_two_beats_random_play_in_every_game() {
    // In liuzichong level 2 only captures, so many games are drawn.
    for (game, games, min_score) in [
        (&["chess"][..], "6", 0.8),
        (&["xiangqi"], "6", 0.8),
        (&["liuzichong"], "100", 0.55),
        (&["chess", "--modes", "dice-b"], "6", 0.8),
        // In fog it sometimes stalemates a bare king that it cannot see.
        (&["chess", "--modes", "fog"], "20", 0.8),
    ] {
        let summary = played(&[game, &["level:2", "random", "--games", games, "--seed", "3"]].concat());
        let count = |key: &str| summary[key].as_f64().expect(key);
        assert!(count("wins") + count("draws") / 2.0 >= min_score * count("games"), "{summary}");
        assert_eq!(summary["games"].to_string(), games);
        let pairs: u64 =
            summary["pentanomial"].as_array().expect("pairs").iter().filter_map(Value::as_u64).sum();
        assert_eq!((2 * pairs).to_string(), games);
    }
}

#[test]
fn the_same_seed_gives_the_same_match_at_any_concurrency() {
    let directory = temp_dir("seed");
    let play = |seed: &str, concurrency: &str| {
        let records = directory.join(format!("{seed}-{concurrency}"));
        let arguments = [
            "chess",
            "level:2",
            "level:1",
            "--modes",
            "dice-a,fog,mines",
            "--max-plies",
            "30",
            "--games",
            "4",
        ];
        let more =
            ["--seed", seed, "--concurrency", concurrency, "--records", records.to_str().expect("UTF-8")];
        played(&[&arguments[..], &more].concat());
        (1..=4)
            .map(|game| std::fs::read_to_string(records.join(format!("{game:04}.yipan"))).expect("a record"))
            .collect::<Vec<_>>()
    };
    let games = play("5", "1");
    assert_eq!(games, play("5", "3"));
    assert_ne!(games, play("6", "1"));
    // The two games of a pair begin with the same mines.
    let mines = |game: &str| {
        game.lines().filter(|line| line.starts_with("chance mine")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(mines(&games[0]), mines(&games[1]));
    assert_ne!(mines(&games[0]), mines(&games[2]));
    // Every step of a stored game is legal.
    let step = |line: &str| {
        line.split_once(' ')
            .filter(|(key, _)| matches!(*key, "action" | "chance"))
            .map(|(key, text)| json!({ (key): text }))
    };
    let steps: Vec<Value> = games[0].lines().filter_map(step).collect();
    let states = answers(&["step", "chess", "--modes", "dice-a,fog,mines"], &steps);
    assert!(states.len() > 30 && states.iter().all(|state| state["error"].is_null()), "{states:?}");
    let replayed = yipan(&["replay", directory.join("5-1").join("0001.yipan").to_str().expect("UTF-8")], "");
    assert!(
        replayed.status.success() && stdout(&replayed).contains("White: level:2"),
        "{}",
        stderr(&replayed)
    );
}

#[test]
fn every_game_is_written_as_pgn_that_reads_back() {
    let directory = temp_dir("pgn");
    for (game, first) in [("chess", "White"), ("xiangqi", "Red")] {
        let file = directory.join(format!("{game}.pgn"));
        let path = file.to_str().expect("UTF-8");
        played(&[game, "level:2", "random", "--games", "4", "--seed", "1", "--pgn", path]);
        let text = std::fs::read_to_string(&file).expect("a file");
        for (number, player) in [(1, "level:2"), (2, "random"), (3, "level:2"), (4, "random")] {
            let header = format!("[Round \"{number}\"]\n[{first} \"{player}\"]");
            assert!(text.contains(&header), "{header} in {text}");
        }
        let checked = yipan(&["pgn", path, "--game", game], "");
        assert!(
            stdout(&checked).starts_with("games 4, ") && stdout(&checked).contains("errors 0"),
            "{checked:?}"
        );
        // An existing file is not overwritten.
        assert!(error_text(&[game, "random", "random", "--pgn", path]).contains("cannot write the games"));
    }
}

#[test]
fn the_engine_plays_over_its_protocols() {
    let summary =
        played(&["chess", &own_engine("uci"), "random", "--nodes", "300", "--games", "2", "--seed", "1"]);
    assert_eq!((&summary["wins"], &summary["forfeits"]), (&2.into(), &Value::Array(Vec::new())), "{summary}");
    let uci = format!("{}?UCI_LimitStrength=true&uci_elo=500", own_engine("uci"));
    let more = ["--nodes", "300", "--games", "2", "--max-plies", "60", "--seed", "1"];
    let summary = played(&[&["xiangqi", &uci, &own_engine("ucci")], &more[..]].concat());
    assert_eq!(summary["forfeits"], Value::Array(Vec::new()), "{summary}");
    let timed = played(&[
        "xiangqi",
        &own_engine("ucci"),
        "random",
        "--movetime",
        "30",
        "--time-margin",
        LONG_MARGIN,
        "--games",
        "2",
        "--max-plies",
        "20",
    ]);
    assert_eq!(timed["forfeits"], Value::Array(Vec::new()), "{timed}");
    let fischer = ["chess", &own_engine("uci"), "level:1", "--position", "chess960:11", "--nodes", "200"];
    let summary =
        played(&[&fischer[..], &["--games", "2", "--max-plies", "60", "--openings", "random:2"]].concat());
    assert_eq!(summary["forfeits"], Value::Array(Vec::new()), "{summary}");
}

/// Milliseconds in which even a busy machine answers.
const LONG_MARGIN: &str = "30000";

/// Checks that a fake engine forfeits both games for a reason.
#[track_caller]
fn check_forfeit(name: &str, answer: &str, margin: &str, reason: &str, message: &str) {
    let directory = temp_dir(name);
    let started_at = Instant::now();
    let more = ["--movetime", "50", "--time-margin", margin, "--games", "2", "--openings", "start"];
    let summary = played(&[&["chess", "level:1", &fake(&directory, answer)], &more[..]].concat());
    assert!(started_at.elapsed() < Duration::from_secs(60), "a hanging engine does not block the match");
    assert_eq!((&summary["wins"], &summary["terminations"][reason]), (&2.into(), &2.into()), "{summary}");
    let text = summary["forfeits"][0]["message"].as_str().unwrap_or_default();
    assert!(text.contains(message), "{text}");
    assert!(summary["forfeits"][1]["player"].as_str().is_some_and(|player| player.starts_with("uci:sh")));
    // The last process has been ended.
    let pid = std::fs::read_to_string(directory.join("pid")).expect("its process id");
    assert!(!Path::new("/proc").join(pid.trim()).exists(), "{pid} still runs");
}

#[test]
fn an_illegal_move_loses_and_is_named() {
    check_forfeit("illegal", "echo bestmove a1a5", LONG_MARGIN, "illegal-move", "illegal move `a1a5`: ");
    check_forfeit("nonsense", "echo bestmove '♞'", LONG_MARGIN, "illegal-move", "illegal move `♞`: ");
    check_forfeit("none", "echo bestmove", LONG_MARGIN, "illegal-move", "illegal move ``: ");
}

#[test]
fn a_hanging_engine_loses_on_time() {
    check_forfeit("silent", ":", "250", "timeout", "no move within 300 ms");
    check_forfeit("asleep", "exec sleep 1000", "250", "timeout", "no move within 300 ms");
    // It prints without end, but it never moves.
    check_forfeit(
        "talking",
        "while :; do echo info string thinking; done",
        "250",
        "timeout",
        "no move within",
    );
}

#[test]
fn a_crashed_engine_loses_and_its_stderr_is_reported() {
    check_forfeit("dead", "echo out of memory >&2; exit 3", LONG_MARGIN, "crash", "out of memory");
}

#[test]
fn stderr_output_does_not_block_an_engine() {
    let flood = "head -c 300000 /dev/zero | tr '\\0' 'x' >&2; echo >&2; echo bestmove a1a5";
    check_forfeit("flood", flood, LONG_MARGIN, "illegal-move", "a1a5");
}

#[test]
fn a_test_stops_a_match_that_is_decided() {
    let arguments = ["liuzichong", "level:5", "random", "--games", "1000", "--sprt", "0,100", "--seed", "1"];
    let summary = played(&arguments);
    assert_eq!(summary["sprt"]["decision"], "elo1");
    assert!(summary["games"].as_u64() < Some(100), "{summary}");
    let parallel = played(&[&arguments[..], &["--concurrency", "4"]].concat());
    assert_eq!(summary, parallel, "the test stops after the same game");
}

#[test]
fn invalid_settings_are_rejected_before_the_first_game() {
    for (arguments, expected) in [
        (&["chess", "level:0", "random"][..], "`0` is not a level"),
        (&["liuzichong", "level:6", "random"], "from 1 to 5"),
        (&["chess", "karpov", "random"], "unknown player `karpov`"),
        (&["chess", "random", "random", "--games", "3"], "even number"),
        (&["chess", "best", "random"], "set --movetime, --nodes or --depth"),
        (&["chess", "uci:/no/such/engine", "random", "--nodes", "1"], "cannot be started"),
        (&["chess", "uci:true", "random", "--nodes", "1"], "does not answer in UCI"),
        (
            &["chess", "uci:fish", "random", "--modes", "fog", "--nodes", "1"],
            "UCI does not support chess --modes",
        ),
        (&["xiangqi", "random", "random", "--modes", "fog"], "has no mode `fog`"),
        (&["chess", "random", "random", "--openings", "sicilian"], "unknown openings `sicilian`"),
        (&["chess", "random", "random", "--sprt", "10,0"], "the smaller first"),
        (&["liuzichong", "random", "random", "--pgn", "x.pgn"], "has no PGN"),
        (&["chess", "random", "random", "--records", "/no/such/directory/here"], "cannot write the games"),
        (&["chess", "random", "random", "--position", "8/8/8/8/8/3k4/8/3K4 w - - 0 1"], "the game is over"),
    ] {
        let text = error_text(arguments);
        assert!(text.contains(expected), "{arguments:?}: {text}");
    }
    let unknown = format!("{}?Brain=9", own_engine("uci"));
    assert!(
        error_text(&["chess", &unknown, "random", "--nodes", "1"])
            .contains("no option `Brain`; it has Hash, ")
    );
    let arguments = ["match", "chess", "level:0", "random", "--lang", "zh-Hant"];
    assert!(stderr(&yipan(&arguments, "")).contains("請從 1 到 10 中選擇"));
    for arguments in
        [&["chess"][..], &["go", "random", "random"], &["chess", "random", "random", "--games", "0"]]
    {
        assert_eq!(yipan(&[&["match"], arguments].concat(), "").status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn the_result_is_printed_in_the_language_of_the_user() {
    let arguments = ["match", "liuzichong", "level:4", "random", "--games", "2", "--seed", "9"];
    for (lang, result) in
        [("en", "result: +2 =0 -0  100.0 %"), ("zh-Hans", "战绩：+2"), ("zh-Hant", "戰績：+2")]
    {
        let text = stdout(&yipan(&[&arguments[..], &["--lang", lang]].concat(), ""));
        assert!(text.contains(result) && text.contains('9'), "{text}");
    }
}
