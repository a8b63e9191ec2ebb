//! Tactics from self-play: every position has the claimed solution, and the search finds most of them with few nodes.
//!
//! `cargo run --release -p yipan-engine --example tactics` measures how many are found in one second each.

#[path = "../../examples/tactics/game.rs"]
mod game;
#[path = "../../examples/tactics/proof.rs"]
mod proof;
#[path = "../../examples/tactics/row.rs"]
mod row;

use std::collections::HashSet;

use yipan_core::{MoveKind, MoveList};
use yipan_engine::{Limits, NoControl, SearchParams, SearchThread, TranspositionTable};
use yipan_testkit::vectors;

use game::SelfPlayGame;
use row::TacticRow;

fn read<P: SelfPlayGame>(row: &TacticRow) -> P {
    row.fen.parse().unwrap_or_else(|_| panic!("`{}` is not a position", row.fen))
}

/// Parses the solution. Panics if a move is illegal.
fn moves<P: SelfPlayGame>(root: &P, row: &TacticRow) -> Vec<P::Move> {
    let mut position = *root;
    let mut line = Vec::new();
    for text in &row.line {
        let mut legal = MoveList::new();
        position.generate_moves(MoveKind::All, &mut legal);
        let mv = legal.into_iter().find(|&mv| position.move_text(mv) == *text);
        let mv = mv.unwrap_or_else(|| panic!("{text} is not legal in {position}, after {}", row.fen));
        position.make(mv);
        line.push(mv);
    }
    line
}

fn every_row_is_what_it_claims<P: SelfPlayGame>(name: &str) {
    let rows: Vec<TacticRow> = vectors::rows(name);
    assert!(rows.len() >= 200, "{} positions", rows.len());
    let mut seen = HashSet::new();
    for row in &rows {
        let root: P = read(row);
        let line = moves(&root, row);
        assert!(seen.insert(root.key()), "duplicate: {}", row.fen);
        match (row.mate, row.wins) {
            (Some(moves @ 2..=3), None) => {
                let proven = proof::proves_mate_by(&root, line[0], moves, &mut 2_000_000);
                assert_eq!(proven, Some(true), "{}", row.fen);
            }
            (Some(4..), None) => {}
            (None, Some(wins)) => assert!(wins >= 250, "{}", row.fen),
            claim => panic!("{}: {claim:?}", row.fen),
        }
    }
}

/// Counts how many of the first positions are solved with a node limit.
fn solved_count<P: SelfPlayGame>(name: &str, count: usize, nodes: u64) -> usize {
    let mut tt = TranspositionTable::new(4);
    let rows: Vec<TacticRow> = vectors::rows(name);
    let mut is_solved = |row: &TacticRow| {
        let root: P = read(row);
        tt.clear();
        let params = SearchParams {
            root: &root,
            game_history: &P::game_history(&root, &[]),
            limits: Limits::nodes(nodes),
            tt: &tt,
            control: &NoControl,
            multi_pv: 1,
            search_moves: None,
            split_pool: None,
        };
        let best = SearchThread::new(P::Evaluator::default()).search(&params, &mut |_| {}).best_move();
        best.is_some_and(|mv| root.move_text(mv) == row.line[0])
    };
    rows.iter().take(count).map(|row| usize::from(is_solved(row))).sum()
}

#[test]
fn every_tactic_of_chess_is_what_it_claims() {
    every_row_is_what_it_claims::<yipan_chess::Position>("tactics_chess.jsonl");
}

#[test]
fn every_tactic_of_xiangqi_is_what_it_claims() {
    every_row_is_what_it_claims::<yipan_xiangqi::Position>("tactics_xiangqi.jsonl");
}

#[test]
fn a_proof_never_claims_a_false_mate() {
    fn check<P: SelfPlayGame>(fen: &str) {
        let mate_in_two: P = fen.parse().unwrap_or_else(|_| panic!("`{fen}` is not a position"));
        assert_eq!(proof::proves_mate(&mate_in_two, 2, &mut 100_000), Some(true), "{fen}");
        assert_eq!(proof::proves_mate(&mate_in_two, 1, &mut 100_000), Some(false), "{fen}");
        assert_eq!(proof::proves_mate(&mate_in_two, 2, &mut 1), None, "{fen}");
        assert_eq!(proof::proves_mate(&P::start(), 2, &mut 10_000_000), Some(false));
    }
    check::<yipan_chess::Position>("7k/8/8/8/8/8/R7/1R5K w - - 0 1");
    check::<yipan_xiangqi::Position>("4k4/9/9/9/9/9/9/9/R8/1R1K5 w");
}

#[test]
fn few_nodes_solve_most_tactics() {
    let chess = solved_count::<yipan_chess::Position>("tactics_chess.jsonl", 40, 30_000);
    assert!(chess >= 36, "{chess} of 40 in chess");
    let xiangqi = solved_count::<yipan_xiangqi::Position>("tactics_xiangqi.jsonl", 40, 30_000);
    assert!(xiangqi >= 36, "{xiangqi} of 40 in xiangqi");
}

#[test]
fn see_ge_agrees_with_the_full_exchange_in_every_position() {
    fn check<P: SelfPlayGame>(name: &str, see: impl Fn(&P, P::Move) -> i32) {
        let rows: Vec<TacticRow> = vectors::rows(name);
        for row in rows.iter().take(200) {
            let root: P = read(row);
            let mut legal = MoveList::new();
            root.generate_moves(MoveKind::All, &mut legal);
            for mv in legal {
                let exact = see(&root, mv);
                for threshold in [-1_000, -300, -1, 0, 1, 90, 300, exact, exact + 1] {
                    let text = root.move_text(mv);
                    assert_eq!(root.see_ge(mv, threshold), exact >= threshold, "{root} {text} {threshold}");
                }
            }
        }
    }
    check::<yipan_chess::Position>(
        "tactics_chess.jsonl",
        |root, mv| if mv.is_castling() { 0 } else { root.see(mv) },
    );
    check::<yipan_xiangqi::Position>("tactics_xiangqi.jsonl", yipan_xiangqi::Position::see);
}
