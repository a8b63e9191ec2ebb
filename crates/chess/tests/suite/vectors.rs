//! Checks every line of the chess test vectors, which other implementations produced.

use std::collections::BTreeSet;

use serde::Deserialize;
use yipan_chess::{Position, UciMove};
use yipan_core::{Reason, perft};
use yipan_testkit::vectors;

#[derive(Deserialize)]
struct LegalRow {
    fen: String,
    legal: Vec<String>,
    in_check: bool,
    outcome: Option<String>,
    also: Option<String>,
}

#[derive(Deserialize)]
struct PerftRow {
    fen: String,
    depth: u32,
    nodes: u64,
    chess960: bool,
}

#[derive(Deserialize)]
struct SanRow {
    fen: String,
    uci: String,
    san: String,
}

fn read(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn check_legal(row: &LegalRow, position: &Position) {
    let ours: BTreeSet<String> =
        position.legal_moves().iter().map(|&mv| position.uci(mv).to_string()).collect();
    let theirs: BTreeSet<String> = row.legal.iter().cloned().collect();
    assert_eq!(ours, theirs, "legal moves of {position:?}");
    for &mv in &position.legal_moves() {
        assert_eq!(position.resolve_uci_unchecked(position.uci(mv)), mv, "{mv:?} in {position:?}");
    }
    assert_eq!(position.in_check(), row.in_check, "check in {position:?}");
    // The vectors report insufficient material before stalemate; we report stalemate first.
    let expected = match (row.outcome.as_deref(), row.also.as_deref()) {
        (Some("insufficient"), None) => Some(Reason::InsufficientMaterial),
        (_, Some("stalemate")) | (Some("stalemate"), _) => Some(Reason::Stalemate),
        (Some("checkmate"), _) => Some(Reason::Checkmate),
        (None, _) => None,
        other => panic!("an outcome we do not know: {other:?}"),
    };
    assert_eq!(position.outcome().map(|outcome| outcome.reason), expected, "outcome of {position:?}");
}

#[test]
fn legal_moves_are_those_of_the_vectors() {
    let rows: Vec<LegalRow> = vectors::rows("chess_legal.jsonl.gz");
    assert_eq!(rows.len(), 7_400);
    for row in &rows {
        check_legal(row, &read(&row.fen));
    }
}

#[test]
fn chess960_moves_are_those_of_the_vectors() {
    let rows: Vec<LegalRow> = vectors::rows("chess960_legal.jsonl.gz");
    assert_eq!(rows.len(), 1_200);
    for row in &rows {
        check_legal(row, &read(&row.fen).with_chess960_castling());
    }
}

#[test]
fn perft_counts_are_those_of_the_vectors() {
    let rows: Vec<PerftRow> = vectors::rows("chess_perft.jsonl");
    assert_eq!(rows.len(), 1_009);
    for row in &rows {
        let position = if row.chess960 { read(&row.fen).with_chess960_castling() } else { read(&row.fen) };
        assert_eq!(perft(&position, row.depth), row.nodes, "perft({}) of {}", row.depth, row.fen);
    }
}

#[test]
fn algebraic_notation_is_that_of_the_vectors() {
    let rows: Vec<SanRow> = vectors::rows("chess_san.jsonl.gz");
    assert_eq!(rows.len(), 4_120);
    for SanRow { fen, uci, san } in &rows {
        let position = read(fen);
        let named: UciMove = uci.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mv = position.resolve_uci(named).unwrap_or_else(|error| panic!("{uci} in {fen}: {error}"));
        assert_eq!(&position.san(mv), san, "{uci} in {fen}");
        assert_eq!(position.parse_san(san), Ok(mv), "{san} in {fen}");
        assert_eq!(position.parse_san(uci), Ok(mv), "{uci} in {fen}");
    }
}
