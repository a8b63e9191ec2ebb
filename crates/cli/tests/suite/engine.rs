//! The engine protocols, run as processes.

use serde_json::json;
use yipan_testkit::mutated_text::TextMutator;

use crate::program::{answers, stderr, stdout, yipan};

/// Returns the output for these input lines.
fn run_protocol(protocol: &str, lines: &[&str]) -> Vec<String> {
    let output = yipan(&[protocol], &(lines.join("\n") + "\n"));
    assert!(output.status.success());
    assert_eq!(stderr(&output), "");
    stdout(&output).lines().map(str::to_owned).collect()
}

fn best_moves(answers: &[String]) -> Vec<&str> {
    answers.iter().filter_map(|line| line.strip_prefix("bestmove ")?.split(' ').next()).collect()
}

/// Returns the last line of output after a thousand mutated lines and `isready`.
fn last_line_after_mutated_input(protocol: &str, samples: &[&str]) -> String {
    let mut mutator = TextMutator::new(7, samples.iter().copied());
    let mut lines = vec![protocol.to_owned()];
    lines.extend((0..1_000).map(|_| mutator.next_text().replace("quit", "")));
    lines.extend(["stop".to_owned(), "isready".to_owned()]);
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    run_protocol(protocol, &lines).pop().unwrap_or_default()
}

#[test]
fn uci_sends_its_id_and_is_ready() {
    let answers = run_protocol("uci", &["uci", "isready", "quit"]);
    assert!(answers[0].starts_with("id name Yipan "), "{answers:?}");
    let options = [
        "Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "UCI_Chess960",
        "UCI_Variant",
        "UCI_LimitStrength",
        "UCI_Elo",
        "UCI_ShowWDL",
        "Evaluation",
        "EvalFile",
    ];
    for option in options {
        let start = format!("option name {option} type ");
        assert!(answers.iter().any(|line| line.starts_with(&start)), "{option}");
    }
    assert_eq!(answers[answers.len() - 2..], ["uciok", "readyok"]);
}

#[test]
fn uci_shows_expected_results_on_request() {
    let search = |show: &str, position: &str| {
        let show = format!("setoption name UCI_ShowWDL value {show}");
        let answers = run_protocol("uci", &[&show, position, "go depth 8"]);
        let info = answers.into_iter().rfind(|line| line.starts_with("info depth ")).expect("a line");
        let results = info.split_once(" wdl ").map(|(_, rest)| rest.split(' ').take(3));
        results
            .map(|results| results.map(|share| share.parse::<u16>().expect("a number")).collect::<Vec<_>>())
    };
    assert_eq!(search("false", "position startpos"), None);
    let start = search("true", "position startpos").expect("expected results");
    assert_eq!(start.iter().sum::<u16>(), 1_000);
    assert!(start[1] > start[0].max(start[2]), "{start:?}");
    let mate = "position fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1";
    assert_eq!(search("true", mate), Some(vec![1_000, 0, 0]));
}

#[test]
fn uci_loads_a_network_for_the_current_variant_only() {
    let file = |game: &str| format!("{}/../engine/network/{game}.net", env!("CARGO_MANIFEST_DIR"));
    let load = |path: &str| format!("setoption name EvalFile value {path}");
    let search = |lines: &[&str]| {
        let answers = run_protocol("uci", &[lines, &["position startpos", "go depth 6"]].concat());
        let errors = answers.iter().filter(|line| line.contains("was not loaded")).count();
        let moves_and_nodes = answers
            .iter()
            .filter_map(|line| line.split_once(" nodes "))
            .map(|(_, rest)| rest.split(' ').next().unwrap_or_default().to_owned());
        (errors, moves_and_nodes.collect::<Vec<_>>(), best_moves(&answers).concat())
    };
    let embedded = search(&[]);
    assert_eq!(embedded.0, 0);
    assert_eq!(search(&[&load(&file("chess"))]), embedded);
    let hand_crafted = search(&["setoption name Evaluation value hand"]);
    assert_ne!(hand_crafted.1, embedded.1);
    for path in [file("xiangqi"), file("missing")] {
        assert_eq!(search(&[&load(&path)]), (1, embedded.1.clone(), embedded.2.clone()), "{path}");
    }
    let xiangqi = "setoption name UCI_Variant value xiangqi";
    assert_eq!(search(&[xiangqi, &load(&file("xiangqi"))]), search(&[xiangqi]));
    assert_eq!(search(&[xiangqi, &load(&file("chess"))]).0, 1);
}

#[test]
fn uci_finds_the_mate() {
    let answers = run_protocol("uci", &["position fen 6k1/5ppp/8/8/8/8/8/3R3K w - - 0 1", "go depth 4"]);
    assert_eq!(best_moves(&answers), ["d1d8"]);
    assert!(answers.iter().any(|line| line.contains(" score mate 1 ")), "{answers:?}");
}

#[test]
fn uci_reports_as_many_variations_as_requested() {
    let answers = run_protocol("uci", &["setoption name MultiPV value 3", "position startpos", "go depth 5"]);
    for line in ["multipv 1", "multipv 2", "multipv 3"] {
        assert!(
            answers.iter().any(|answer| answer.starts_with("info depth 5 ") && answer.contains(line)),
            "{line}"
        );
    }
}

#[test]
fn uci_castles_as_the_game_writes_it() {
    let only = "go depth 2 searchmoves";
    let normal = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(best_moves(&run_protocol("uci", &[normal, &format!("{only} e1g1")])), ["e1g1"]);
    let answers =
        run_protocol("uci", &["setoption name UCI_Chess960 value true", normal, &format!("{only} e1h1")]);
    assert_eq!(best_moves(&answers), ["e1h1"]);
}

#[test]
fn uci_plays_xiangqi_with_ranks_from_one() {
    let answers = run_protocol(
        "uci",
        &["setoption name UCI_Variant value xiangqi", "position startpos moves h3e3 h10g8", "go depth 3"],
    );
    let moves = best_moves(&answers);
    assert_eq!(moves.len(), 1);
    assert!(!answers.iter().any(|line| line.starts_with("info string")), "{answers:?}");
    let mate = [
        "setoption name UCI_Variant value xiangqi",
        "position fen 4k4/R8/9/9/9/9/9/9/9/1R1K5 w",
        "go depth 4",
    ];
    assert_eq!(best_moves(&run_protocol("uci", &mate)), ["b1b10"]);
}

#[test]
fn uci_sends_bestmove_only_after_stop_or_ponderhit() {
    for word in ["stop", "ponderhit", "isready\nstop"] {
        let answers = run_protocol("uci", &["position startpos", "go ponder movetime 20", word, "isready"]);
        assert_eq!(best_moves(&answers).len(), 1, "{word}");
    }
    let answers = run_protocol("uci", &["position startpos", "go infinite", "isready", "stop", "isready"]);
    let ready = answers.iter().position(|line| line == "readyok");
    let answered = answers.iter().position(|line| line.starts_with("bestmove"));
    assert!(ready < answered, "{answers:?}");
}

#[test]
fn uci_answers_every_go_even_at_the_end_of_the_input() {
    let answers = run_protocol("uci", &["position startpos", "go depth 3", "go nodes 500", "go infinite"]);
    assert_eq!(best_moves(&answers).len(), 3);
}

#[test]
fn uci_plays_at_a_limited_strength_by_its_seed() {
    let lines = [
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 1000",
        "setoption name Seed value 5",
        "position fen r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 4 8",
        "go movetime 1000",
    ];
    assert_eq!(best_moves(&run_protocol("uci", &lines)), best_moves(&run_protocol("uci", &lines)));
}

#[test]
fn uci_uses_several_threads() {
    let answers = run_protocol("uci", &["setoption name Threads value 3", "position startpos", "go depth 7"]);
    assert_eq!(best_moves(&answers).len(), 1);
}

#[test]
fn uci_survives_mutated_input() {
    let deep = format!("position startpos moves {}", "e2e4 ".repeat(2_000));
    let long = "x".repeat(2 << 20);
    let lines = [
        "",
        " ",
        "\u{0}\u{7}",
        "uci uci",
        "go",
        "stop",
        "stop",
        "ponderhit",
        "position",
        "position fen",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves e2e5",
        "position moves e2e4",
        &deep,
        &long,
        "setoption",
        "setoption name",
        "setoption name Hash",
        "setoption name Hash value 0",
        "setoption name Hash value 99999999999999999999",
        "setoption name Threads value -1",
        "setoption name UCI_Variant value go",
        "setoption name 棋 value 子",
        "go depth",
        "go depth -3",
        "go nodes x",
        "go wtime -50 btime -50",
        "go movetime 0",
        "go searchmoves e9e9 depth 1",
        "go depth 1 mate 0",
        "d",
        "debug on",
        "fly me to the moon",
        "position fen k7/1Q6/1K6/8/8/8/8/8 b - - 0 1",
        "go depth 5",
    ];
    let answers = run_protocol("uci", &lines);
    assert!(answers.iter().any(|line| line.starts_with("info string unknown command `fly`")));
    assert_eq!(answers.last().map(String::as_str), Some("bestmove (none)"));
    let samples = [
        "position startpos moves e2e4 e7e5 g1f3",
        "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1",
        "setoption name UCI_Variant value xiangqi",
        "setoption name MultiPV value 2",
        "go depth 1 searchmoves e2e4",
        "go wtime 10 btime 10 winc 1 binc 1 movestogo 5",
        "ponderhit",
    ];
    assert_eq!(last_line_after_mutated_input("uci", &samples), "readyok");
}

#[test]
fn ucci_sends_its_id_only_after_ucci() {
    let answers = run_protocol("ucci", &["isready", "ucci", "isready", "quit"]);
    assert!(answers[0].starts_with("info string `isready` before `ucci`"), "{answers:?}");
    for option in ["usemillisec", "batch", "hashsize", "threads", "repetition", "drawmoves", "newgame"] {
        assert!(answers.iter().any(|line| line.starts_with(&format!("option {option} type "))), "{option}");
    }
    assert_eq!(answers[answers.len() - 3..], ["ucciok", "readyok", "bye"]);
}

#[test]
fn ucci_finds_the_mate_with_ranks_from_zero() {
    let answers =
        run_protocol("ucci", &["ucci", "position fen 4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1", "go depth 4"]);
    assert_eq!(best_moves(&answers), ["b0b9"]);
}

#[test]
fn ucci_does_not_play_a_banned_move() {
    let mate = "position fen 4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1";
    let answers = run_protocol("ucci", &["ucci", mate, "banmoves b0b9", "go depth 4"]);
    assert_eq!(best_moves(&answers).len(), 1);
    assert_ne!(best_moves(&answers), ["b0b9"]);
    // With every move banned there is none; the next position is free of bans.
    let lone = "position fen 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1";
    let answers =
        run_protocol("ucci", &["ucci", lone, "banmoves e0e1 e0f0", "go depth 2", lone, "go depth 2"]);
    assert!(answers.contains(&"nobestmove".to_owned()), "{answers:?}");
    assert_eq!(best_moves(&answers).len(), 1);
}

#[test]
fn in_a_batch_every_command_waits_for_the_search_before_it() {
    let start = "position startpos";
    let answers = run_protocol(
        "ucci",
        &[
            "ucci",
            "setoption batch on",
            start,
            "go depth 6",
            start,
            "go depth 6",
            start,
            "go nodes 2000",
            "isready",
        ],
    );
    assert_eq!(best_moves(&answers).len(), 3);
    let depths = answers.iter().filter(|line| line.starts_with("info depth 6 ")).count();
    assert!(depths >= 2, "{answers:?}");
}

#[test]
fn ucci_counts_time_in_seconds_or_in_thousandths() {
    let answers = run_protocol(
        "ucci",
        &["ucci", "setoption usemillisec on", "position startpos", "go time 200 movestogo 10", "isready"],
    );
    assert!(answers.contains(&"readyok".to_owned()));
    assert_eq!(best_moves(&answers).len(), 1);
}

#[test]
fn ucci_survives_mutated_input() {
    let lines = [
        "ucci",
        "position",
        "position fen x",
        "position startpos moves a0a0",
        "banmoves",
        "banmoves zz",
        "setoption",
        "setoption hashsize 0",
        "setoption batch",
        "setoption repetition maybe",
        "go time",
        "go time -1",
        "go depth x",
        "stop",
        "ponderhit",
        "probe fen x",
        "dance",
        "position fen 3k5/9/9/9/9/9/9/9/9/3RK4 b - - 0 1",
        "go depth 4",
    ];
    let answers = run_protocol("ucci", &lines);
    assert!(answers.iter().any(|line| line.starts_with("info string unknown command `dance`")));
    assert_eq!(answers.last().map(String::as_str), Some("nobestmove"));
    let samples = [
        "position startpos moves h2e2 h9g7",
        "position fen r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1 moves f3f8",
        "banmoves h2e2 b2e2",
        "setoption repetition asianrule",
        "setoption batch on",
        "go depth 1",
        "go ponder time 1 movestogo 40",
    ];
    assert_eq!(last_line_after_mutated_input("ucci", &samples), "readyok");
}

#[test]
fn the_line_the_engine_shows_is_legal_by_the_rules() {
    for (protocol, game, hello) in [("uci", "chess", "uci"), ("ucci", "xiangqi", "ucci")] {
        let said = run_protocol(protocol, &[hello, "position startpos", "go depth 7"]);
        let shown = said.iter().rev().find_map(|line| line.split_once(" pv ")).expect("a line").1;
        let moves: Vec<&str> = shown.split(' ').collect();
        let inspected = answers(&["inspect", game], &[json!({ "moves": moves })]);
        assert!(inspected[0]["error"].is_null() && moves.len() > 2, "{inspected:?}");
    }
}

#[test]
fn bench_counts_the_same_nodes_every_time() {
    let count = |game: &str| {
        let text = stdout(&yipan(&["bench", game, "--depth", "5"], ""));
        text.split(',').next().map(str::to_owned)
    };
    for game in ["chess", "xiangqi"] {
        assert_eq!(count(game), count(game));
        assert!(count(game).is_some_and(|text| text.starts_with(&format!("{game}: nodes "))));
    }
    let shared = stdout(&yipan(&["bench", "chess", "--depth", "5", "--threads", "2"], ""));
    assert!(shared.starts_with("chess: nodes ") && shared.trim_end().ends_with(" s"), "{shared}");
}
