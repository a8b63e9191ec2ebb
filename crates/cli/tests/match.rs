//! Matches as a script plays them, also against programs that misbehave.

mod program;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use program::{answers, stderr, stdout, yipan};
use serde_json::{Value, json};

/// A new folder for this test alone.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("match-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The summary of a match.
fn played(words: &[&str]) -> Value {
    let output = yipan(&[&["match"], words, &["--json"]].concat(), "");
    assert!(output.status.success(), "{words:?}: {}", stderr(&output));
    serde_json::from_str(&stdout(&output)).expect("JSON")
}

/// What is said of a match that cannot be played.
fn error_text(words: &[&str]) -> String {
    let output = yipan(&[&["match"], words].concat(), "");
    assert_eq!(output.status.code(), Some(1), "{words:?}: {}", stderr(&output));
    stderr(&output)
}

/// A program in the shell that greets as an engine does and answers `go` so.
fn fake(folder: &Path, answer: &str) -> String {
    let script = format!(
        "echo $$ > {pid}\nwhile read -r line; do case \"$line\" in\n\
         uci) echo 'id name Fake'; echo 'option name Hash type spin default 1 min 1 max 9'; echo uciok;;\n\
         isready) echo readyok;;\ngo*) {answer};;\nquit) exit 0;;\nesac; done\n",
        pid = folder.join("pid").display()
    );
    let path = folder.join("fake.sh");
    std::fs::write(&path, script).expect("a script");
    format!("uci:sh \"{}\"", path.display())
}

fn ours(words: &str) -> String {
    format!("{}:\"{}\" {words}", words.split(' ').next().unwrap_or_default(), env!("CARGO_BIN_EXE_yipan"))
}

#[test]
fn level_two_beats_random_play_in_every_game() {
    // In liuzichong level 2 only takes what it can, so that many games are drawn.
    for (game, games, least) in [
        (&["chess"][..], "6", 0.8),
        (&["xiangqi"], "6", 0.8),
        (&["liuzichong"], "100", 0.55),
        (&["chess", "--modes", "dice-b"], "6", 0.8),
        // In fog it stalemates a bare king now and then, because it does not see it.
        (&["chess", "--modes", "fog"], "20", 0.8),
    ] {
        let summary = played(&[game, &["level:2", "random", "--games", games, "--seed", "3"]].concat());
        let count = |key: &str| summary[key].as_f64().expect(key);
        assert!(count("won") + count("drawn") / 2.0 >= least * count("games"), "{summary}");
        assert_eq!(summary["games"].to_string(), games);
        let pairs: u64 = summary["pairs"].as_array().expect("pairs").iter().filter_map(Value::as_u64).sum();
        assert_eq!((2 * pairs).to_string(), games);
    }
}

#[test]
fn the_same_seed_gives_the_same_match_at_any_concurrency() {
    let folder = folder("seed");
    let play = |seed: &str, boards: &str| {
        let records = folder.join(format!("{seed}-{boards}"));
        let words =
            ["chess", "level:2", "level:1", "--modes", "dice-a,fog,mines", "--plies", "30", "--games", "4"];
        let more = ["--seed", seed, "--concurrency", boards, "--records", records.to_str().expect("UTF-8")];
        played(&[&words[..], &more].concat());
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
    // Every step of a kept game is one that the rules take.
    let step = |line: &str| {
        line.split_once(' ')
            .filter(|(key, _)| matches!(*key, "act" | "draw"))
            .map(|(key, text)| json!({ key: text }))
    };
    let steps: Vec<Value> = games[0].lines().filter_map(step).collect();
    let taken = answers(&["step", "chess", "--modes", "dice-a,fog,mines"], &steps);
    assert!(taken.len() > 30 && taken.iter().all(|state| state["error"].is_null()), "{taken:?}");
    let replayed = yipan(&["replay", folder.join("5-1").join("0001.yipan").to_str().expect("UTF-8")], "");
    assert!(
        replayed.status.success() && stdout(&replayed).contains("White: level:2"),
        "{}",
        stderr(&replayed)
    );
}

#[test]
fn every_game_is_kept_as_pgn_that_reads_back() {
    let folder = folder("pgn");
    for (game, first) in [("chess", "White"), ("xiangqi", "Red")] {
        let file = folder.join(format!("{game}.pgn"));
        let path = file.to_str().expect("UTF-8");
        played(&[game, "level:2", "random", "--games", "4", "--seed", "1", "--pgn", path]);
        let text = std::fs::read_to_string(&file).expect("a file");
        for (number, player) in [(1, "level:2"), (2, "random"), (3, "level:2"), (4, "random")] {
            let head = format!("[Round \"{number}\"]\n[{first} \"{player}\"]");
            assert!(text.contains(&head), "{head} in {text}");
        }
        let checked = yipan(&["pgn", path, "--game", game], "");
        assert!(
            stdout(&checked).starts_with("games 4, ") && stdout(&checked).contains("faults 0"),
            "{checked:?}"
        );
        // What is there already is not written over.
        assert!(error_text(&[game, "random", "random", "--pgn", path]).contains("cannot be written"));
    }
}

#[test]
fn our_own_engine_plays_over_its_protocols() {
    let summary = played(&["chess", &ours("uci"), "random", "--nodes", "300", "--games", "2", "--seed", "1"]);
    assert_eq!((&summary["won"], &summary["faults"]), (&2.into(), &Value::Array(Vec::new())), "{summary}");
    let uci = format!("{}?UCI_LimitStrength=true&uci_elo=500", ours("uci"));
    let more = ["--nodes", "300", "--games", "2", "--plies", "60", "--seed", "1"];
    let summary = played(&[&["xiangqi", &uci, &ours("ucci")], &more[..]].concat());
    assert_eq!(summary["faults"], Value::Array(Vec::new()), "{summary}");
    let timed = played(&[
        "xiangqi",
        &ours("ucci"),
        "random",
        "--movetime",
        "30",
        "--margin",
        PATIENT,
        "--games",
        "2",
        "--plies",
        "20",
    ]);
    assert_eq!(timed["faults"], Value::Array(Vec::new()), "{timed}");
    let fischer = ["chess", &ours("uci"), "level:1", "--position", "chess960:11", "--nodes", "200"];
    let summary =
        played(&[&fischer[..], &["--games", "2", "--plies", "60", "--openings", "random:2"]].concat());
    assert_eq!(summary["faults"], Value::Array(Vec::new()), "{summary}");
}

/// Milliseconds in which even a busy machine gets its answer out.
const PATIENT: &str = "30000";

/// The faults of a fake engine that loses both games by them.
#[track_caller]
fn check_forfeit(name: &str, answer: &str, margin: &str, fault: &str, words: &str) {
    let folder = folder(name);
    let begun = Instant::now();
    let more = ["--movetime", "50", "--margin", margin, "--games", "2", "--openings", "start"];
    let summary = played(&[&["chess", "level:1", &fake(&folder, answer)], &more[..]].concat());
    assert!(begun.elapsed() < Duration::from_secs(60), "nobody waits for a program for ever");
    assert_eq!((&summary["won"], &summary["ends"][fault]), (&2.into(), &2.into()), "{summary}");
    let said = summary["faults"][0]["words"].as_str().unwrap_or_default();
    assert!(said.contains(words), "{said}");
    assert!(summary["faults"][1]["player"].as_str().is_some_and(|player| player.starts_with("uci:sh")));
    // The program that was started last has been ended.
    let pid = std::fs::read_to_string(folder.join("pid")).expect("its number");
    assert!(!Path::new("/proc").join(pid.trim()).exists(), "{pid} still runs");
}

#[test]
fn an_illegal_move_loses_and_is_named() {
    check_forfeit("illegal", "echo bestmove a1a5", PATIENT, "illegal-move", "illegal move `a1a5`: ");
    check_forfeit("nonsense", "echo bestmove '♞'", PATIENT, "illegal-move", "illegal move `♞`: ");
    check_forfeit("none", "echo bestmove", PATIENT, "illegal-move", "illegal move ``: ");
}

#[test]
fn a_hanging_engine_loses_on_time() {
    check_forfeit("silent", ":", "250", "time", "no move came within 300 ms");
    check_forfeit("asleep", "exec sleep 1000", "250", "time", "no move came within 300 ms");
    // It never stops talking, but it never moves.
    check_forfeit("talking", "while :; do echo info string thinking; done", "250", "time", "no move came");
}

#[test]
fn a_crashed_engine_loses_and_its_stderr_is_reported() {
    check_forfeit("dead", "echo out of memory >&2; exit 3", PATIENT, "crash", "out of memory");
}

#[test]
fn stderr_output_does_not_block_an_engine() {
    let flood = "head -c 300000 /dev/zero | tr '\\0' 'x' >&2; echo >&2; echo bestmove a1a5";
    check_forfeit("flood", flood, PATIENT, "illegal-move", "a1a5");
}

#[test]
fn a_test_stops_a_match_that_is_decided() {
    let words = ["liuzichong", "level:5", "random", "--games", "1000", "--sprt", "0,100", "--seed", "1"];
    let summary = played(&words);
    assert_eq!(summary["sprt"]["verdict"], "elo1");
    assert!(summary["games"].as_u64() < Some(100), "{summary}");
    let boards = played(&[&words[..], &["--concurrency", "4"]].concat());
    assert_eq!(summary, boards, "more boards decide it after the same game");
}

#[test]
fn invalid_settings_are_rejected_before_the_first_game() {
    for (words, said) in [
        (&["chess", "level:0", "random"][..], "`0` is not a level"),
        (&["liuzichong", "level:6", "random"], "from 1 to 5"),
        (&["chess", "karpov", "random"], "nobody here is called `karpov`"),
        (&["chess", "random", "random", "--games", "3"], "even number"),
        (&["chess", "best", "random"], "set --movetime, --nodes or --depth"),
        (&["chess", "uci:/no/such/engine", "random", "--nodes", "1"], "cannot be started"),
        (&["chess", "uci:true", "random", "--nodes", "1"], "does not answer in UCI"),
        (&["chess", "uci:fish", "random", "--modes", "fog", "--nodes", "1"], "UCI knows no chess --modes"),
        (&["xiangqi", "random", "random", "--modes", "fog"], "has no mode `fog`"),
        (&["chess", "random", "random", "--openings", "sicilian"], "are no openings"),
        (&["chess", "random", "random", "--sprt", "10,0"], "the smaller first"),
        (&["liuzichong", "random", "random", "--pgn", "x.pgn"], "not kept in PGN"),
        (&["chess", "random", "random", "--records", "/no/such/folder/here"], "cannot be written"),
        (&["chess", "random", "random", "--position", "8/8/8/8/8/3k4/8/3K4 w - - 0 1"], "the game is over"),
    ] {
        let told = error_text(words);
        assert!(told.contains(said), "{words:?}: {told}");
    }
    let unknown = format!("{}?Brain=9", ours("uci"));
    assert!(
        error_text(&["chess", &unknown, "random", "--nodes", "1"])
            .contains("no option `Brain`; it has Hash, ")
    );
    let words = ["match", "chess", "level:0", "random", "--lang", "zh-Hant"];
    assert!(stderr(&yipan(&words, "")).contains("請從 1 到 10 中選擇"));
    for words in [&["chess"][..], &["go", "random", "random"], &["chess", "random", "random", "--games", "0"]]
    {
        assert_eq!(yipan(&[&["match"], words].concat(), "").status.code(), Some(2), "{words:?}");
    }
}

#[test]
fn the_result_is_printed_in_the_language_of_the_user() {
    let words = ["match", "liuzichong", "level:4", "random", "--games", "2", "--seed", "9"];
    for (lang, result) in
        [("en", "result: +2 =0 -0  100.0 %"), ("zh-Hans", "战绩：+2"), ("zh-Hant", "戰績：+2")]
    {
        let text = stdout(&yipan(&[&words[..], &["--lang", lang]].concat(), ""));
        assert!(text.contains(result) && text.contains('9'), "{text}");
    }
}
