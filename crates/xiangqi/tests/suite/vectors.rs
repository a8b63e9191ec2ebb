//! Agreement with the xiangqi vectors, which other implementations generated.

use std::collections::BTreeSet;

use serde::Deserialize;
use yipan_core::{MoveKind, MoveList, perft};
use yipan_testkit::vectors;
use yipan_xiangqi::{Move, Position};

#[derive(Deserialize)]
struct LegalRow {
    fen: String,
    legal: Vec<String>,
    in_check: bool,
    kings_facing_filtered: Vec<String>,
    #[serde(default)]
    facing_now: bool,
}

#[derive(Deserialize)]
struct PerftRow {
    fen: String,
    depth: u32,
    nodes: u64,
}

fn texts(moves: impl IntoIterator<Item = Move>) -> BTreeSet<String> {
    moves.into_iter().map(|mv| mv.to_string()).collect()
}

#[test]
fn legal_moves_are_those_of_the_vectors() {
    let rows: Vec<LegalRow> = vectors::rows("xiangqi_legal.jsonl.gz");
    assert_eq!(rows.len(), 7_021);
    for row in &rows {
        if row.facing_now {
            assert!(row.fen.parse::<Position>().is_err(), "generals face in {}", row.fen);
            continue;
        }
        let position: Position = row.fen.parse().unwrap_or_else(|error| panic!("{}: {error:?}", row.fen));
        let legal = texts(position.legal_moves());
        assert_eq!(legal, row.legal.iter().cloned().collect(), "legal moves of {position:?}");
        assert_eq!(position.in_check(), row.in_check, "check in {position:?}");
        let is_lost = position.outcome().is_some_and(|outcome| outcome.winner.is_some());
        assert_eq!(is_lost, row.legal.is_empty(), "the outcome of {position:?}");
        let mut pseudo = MoveList::new();
        position.pseudo_legal_moves(MoveKind::All, &mut pseudo);
        for text in &row.kings_facing_filtered {
            assert!(texts(pseudo.clone()).contains(text), "{text} is right in shape in {position:?}");
            assert!(!legal.contains(text), "{text} makes the generals face in {position:?}");
        }
    }
}

#[test]
fn perft_counts_are_those_of_the_vectors() {
    let rows: Vec<PerftRow> = vectors::rows("xiangqi_perft.jsonl");
    for row in &rows {
        let position: Position = row.fen.parse().unwrap_or_else(|error| panic!("{}: {error:?}", row.fen));
        assert_eq!(perft(&position, row.depth), row.nodes, "perft({}) of {}", row.depth, row.fen);
    }
}
