//! The search of chess and xiangqi.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use yipan_engine::{
    Limits, NoControl, Playable, Score, SearchControl, SearchParams, SearchResult, SearchThread,
    TranspositionTable,
};
use yipan_xiangqi::repetition::RepetitionRule;

fn search<P: Playable>(
    root: &P,
    game_history: &P::GameHistory,
    limits: Limits,
    control: &dyn SearchControl,
    lines: usize,
) -> SearchResult<P::Move> {
    let tt = TranspositionTable::new(8);
    let params = SearchParams {
        root,
        game_history,
        limits,
        tt: &tt,
        control,
        multi_pv: lines,
        search_moves: None,
        split_pool: None,
    };
    SearchThread::new(P::Evaluator::default()).search(&params, &mut |_| {})
}

fn chess(fen: &str, limits: Limits) -> SearchResult<yipan_chess::Move> {
    let root: yipan_chess::Position = fen.parse().expect(fen);
    search(&root, &Default::default(), limits, &NoControl, 1)
}

fn xiangqi(fen: &str, limits: Limits) -> SearchResult<yipan_xiangqi::Move> {
    let root: yipan_xiangqi::Position = fen.parse().expect(fen);
    search(&root, &yipan_engine::xiangqi::GameHistory::without_moves(&root), limits, &NoControl, 1)
}

#[test]
fn a_mate_is_found_and_counted_in_moves() {
    for (fen, depth, moves) in [
        ("6k1/5ppp/8/8/8/8/8/3R3K w - - 0 1", 3, 1),
        ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", 5, 2),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 9, 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 9, 3),
    ] {
        assert_eq!(chess(fen, Limits::depth(depth)).lines[0].score, Score::Mate(moves), "{fen}");
    }
    for (fen, depth, moves) in [
        ("3k5/9/9/9/9/9/9/9/9/R3K4 w", 3, 1),
        ("4k4/9/9/9/9/9/9/9/R8/1R1K5 w", 5, 2),
        ("4k4/R8/9/9/9/9/9/9/9/1R1K5 w", 3, 1),
    ] {
        assert_eq!(xiangqi(fen, Limits::depth(depth)).lines[0].score, Score::Mate(moves), "{fen}");
    }
}

#[test]
fn a_side_that_is_being_mated_reports_it() {
    let result = chess("k7/8/1K6/8/8/8/8/7R b - - 0 1", Limits::depth(4));
    assert_eq!(result.lines[0].score, Score::Mate(-1));
}

#[test]
fn without_a_legal_move_there_is_no_line() {
    assert!(chess("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", Limits::depth(4)).lines.is_empty());
    assert!(xiangqi("3k5/9/9/9/9/9/9/9/9/3RK4 b", Limits::depth(4)).lines.is_empty());
}

#[test]
fn stalemate_is_a_draw_in_chess_and_a_loss_in_xiangqi() {
    // The queen can stalemate or mate.
    let queen = chess("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", Limits::depth(6));
    assert!(matches!(queen.lines[0].score, Score::Mate(1..)), "{:?}", queen.lines[0]);
    // The pawn stalemates the general.
    let pawn = xiangqi("4k4/9/3P5/9/9/9/9/9/9/5K3 w", Limits::depth(8));
    assert!(matches!(pawn.lines[0].score, Score::Mate(1..)), "{:?}", pawn.lines[0]);
}

#[test]
fn the_same_params_give_the_same_result() {
    let chess_twice = || {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        chess(fen, Limits::nodes(20_000))
    };
    assert_eq!(chess_twice(), chess_twice());
    let xiangqi_twice = || {
        let fen = "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1";
        xiangqi(fen, Limits::nodes(20_000))
    };
    assert_eq!(xiangqi_twice(), xiangqi_twice());
}

#[test]
fn the_node_limit_is_respected() {
    for nodes in [1, 100, 5_000, 30_000] {
        let result = chess(
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            Limits::nodes(nodes),
        );
        // The first iteration is always completed.
        assert!(result.nodes <= nodes.max(400) + 1, "{} for {nodes}", result.nodes);
        assert!(result.best_move().is_some());
    }
}

/// A control that stops the search after a number of polls.
struct StopsAfterPolls {
    polls: AtomicU64,
    after: u64,
}

impl SearchControl for StopsAfterPolls {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn should_stop(&self) -> bool {
        self.polls.fetch_add(1, Ordering::Relaxed) >= self.after
    }
}

#[test]
fn a_search_that_is_stopped_ends_at_once_and_still_has_a_move() {
    for after in [0, 1, 20] {
        let control = StopsAfterPolls { polls: AtomicU64::new(0), after };
        let root = yipan_chess::Position::start();
        let result = search(&root, &Default::default(), Limits::default(), &control, 1);
        assert!(root.is_legal(result.best_move().expect("a move")));
        // The control is polled every 1,024 nodes, and not again after it stopped the search.
        assert_eq!(control.polls.load(Ordering::Relaxed), after + 1);
        assert!(result.nodes <= 1_024 * (after + 1));
    }
}

/// A control with a wall clock.
struct WallClock(Instant);

impl SearchControl for WallClock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    fn should_stop(&self) -> bool {
        false
    }
}

#[test]
fn the_time_limit_is_respected() {
    let root = yipan_xiangqi::Position::start();
    let game_history = yipan_engine::xiangqi::GameHistory::without_moves(&root);
    let started = Instant::now();
    let limits = Limits::time(Duration::from_millis(60));
    let result = search(&root, &game_history, limits, &WallClock(started), 1);
    assert!(result.best_move().is_some());
    // Generous, because the machine may be busy.
    assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
}

#[test]
fn multi_pv_lines_are_different_moves_in_order() {
    let root = yipan_chess::Position::start();
    let result = search(&root, &Default::default(), Limits::depth(6), &NoControl, 5);
    assert_eq!(result.lines.len(), 5);
    let mut first: Vec<u16> = result.lines.iter().map(|line| line.moves[0].bits()).collect();
    assert!(result.lines.windows(2).all(|pair| pair[0].value >= pair[1].value));
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 5);
    // There are at most as many lines as legal moves.
    let few: yipan_chess::Position = "7k/8/8/8/8/8/8/K7 w - - 0 1".parse().expect("a position");
    assert_eq!(search(&few, &Default::default(), Limits::depth(3), &NoControl, 9).lines.len(), 3);
}

#[test]
fn only_the_given_search_moves_are_considered() {
    let root = yipan_chess::Position::start();
    let search_moves = [root.parse_san("a3").expect("a move"), root.parse_san("h4").expect("a move")];
    let tt = TranspositionTable::new(1);
    let params = SearchParams {
        root: &root,
        game_history: &Default::default(),
        limits: Limits::depth(6),
        tt: &tt,
        control: &NoControl,
        multi_pv: 3,
        search_moves: Some(&search_moves),
        split_pool: None,
    };
    let result = SearchThread::new(yipan_engine::HandCrafted).search(&params, &mut |_| {});
    assert_eq!(result.lines.len(), 2);
    assert!(result.lines.iter().all(|line| search_moves.contains(&line.moves[0])));
}

#[test]
fn a_lost_side_in_chess_takes_the_perpetual_check() {
    // White is a rook and a pawn down, but has a perpetual check on e8 and h5.
    let result = chess("6k1/6p1/8/8/8/8/qr6/4Q2K w - - 0 1", Limits::depth(8));
    assert_eq!(result.lines[0].score, Score::Centipawns(0), "{:?}", result.lines[0]);
}

/// Red could give perpetual check, which the rules forbid.
const LONE_ROOK: &str = "3k5/R8/9/9/9/9/9/9/9/4K4 w";

#[test]
fn perpetual_check_does_not_draw_in_xiangqi() {
    // Red has repeated the checks once; a third occurrence loses by the WXF rules.
    let start: yipan_xiangqi::Position = LONE_ROOK.parse().expect("a position");
    let cycle = ["a8a9", "d9d8", "a9a8", "d8d9"].map(|text| text.parse().expect("a move"));
    let moves: Vec<yipan_xiangqi::Move> = cycle.iter().copied().chain(cycle[..3].iter().copied()).collect();
    let mut root = start;
    for &mv in &moves {
        root = root.after(mv);
    }
    // Black to move can reach the third occurrence with d8d9, and Red is at fault.
    for (rule, wins) in [(RepetitionRule::Wxf, true), (RepetitionRule::Simple, false)] {
        let game_history =
            yipan_engine::xiangqi::GameHistory::from_moves(&start, &moves, rule, Default::default());
        let result = search(&root, &game_history, Limits::depth(6), &NoControl, 1);
        let value = result.lines[0].value;
        assert_eq!(result.best_move(), Some(cycle[3]), "{rule}");
        assert_eq!(value > 30_000, wins, "{rule}: {value}");
    }
}

#[test]
fn a_side_a_rook_ahead_stays_better_after_one_cycle_of_checks() {
    let start: yipan_xiangqi::Position = LONE_ROOK.parse().expect("a position");
    let cycle = ["a8a9", "d9d8", "a9a8", "d8d9"].map(|text| text.parse().expect("a move"));
    // After one cycle the rook must deviate from the checks.
    let moves: Vec<yipan_xiangqi::Move> = cycle.to_vec();
    let game_history = yipan_engine::xiangqi::GameHistory::from_moves(
        &start,
        &moves,
        RepetitionRule::Wxf,
        Default::default(),
    );
    let result = search(&start, &game_history, Limits::depth(9), &NoControl, 1);
    assert!(result.lines[0].value > 0, "{:?}", result.lines[0]);
}

#[test]
fn a_lost_side_does_not_check_where_the_reply_would_lose_by_repetition() {
    // From a game: Black is lost, and the only reply to one more check is the third occurrence.
    let start = yipan_xiangqi::Position::start();
    let moves = "g0e2 b9c7 g3g4 c6c5 h0g2 h9i7 f0e1 a9a8 i0f0 a8d8 b0c2 i9i8 h2h4 i8g8 c3c4 g6g5 c4c5 g5g4 e2g4 g8g4 c5c6 \
                 c7e8 f0f4 g4g3 c6c7 b7a7 f4f8 h7g7 h4e4 g7g2 e0f0 g2f2 f8f2 g3g0 f0f1 g0g1 f1f0 d8d0 c2d0 g1g0 f0f1 g0g1 \
                 f1f0 g1g0 f0f1";
    let moves: Vec<yipan_xiangqi::Move> =
        moves.split_whitespace().map(|text| text.parse().expect("a move")).collect();
    let root = moves.iter().fold(start, |position, &mv| position.after(mv));
    let game_history = yipan_engine::xiangqi::GameHistory::from_moves(
        &start,
        &moves,
        RepetitionRule::Wxf,
        Default::default(),
    );
    for nodes in [100, 6_000, 60_000] {
        let result = search(&root, &game_history, Limits::nodes(nodes), &NoControl, 1);
        assert_ne!(result.best_move(), Some("g0g1".parse().expect("a move")), "{nodes}");
    }
}

#[test]
fn a_lost_side_is_mated_rather_than_losing_by_perpetual_check() {
    // From a game: Red is mated in a few moves, and one more check would be the third occurrence.
    let start: yipan_xiangqi::Position =
        "9/4k4/9/9/9/9/4r4/8R/5K3/5c3 w - - 48 146".parse().expect("a position");
    let moves: Vec<yipan_xiangqi::Move> = ["i2i8", "e8e7", "i8i7", "e7e8", "i7i8", "e8e7", "i8i7", "e7e8"]
        .map(|text| text.parse().expect("a move"))
        .to_vec();
    let root = moves.iter().fold(start, |position, &mv| position.after(mv));
    let banned = yipan_xiangqi::repetition::banned_moves(&start, &moves, RepetitionRule::Wxf);
    assert_eq!(banned.len(), 1);
    let game_history = yipan_engine::xiangqi::GameHistory::from_moves(
        &start,
        &moves,
        RepetitionRule::Wxf,
        Default::default(),
    );
    for nodes in [100, 6_000, 60_000] {
        let result = search(&root, &game_history, Limits::nodes(nodes), &NoControl, 1);
        assert_ne!(result.best_move(), Some(banned[0]), "{nodes}");
    }
}
