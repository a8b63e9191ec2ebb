use std::sync::LazyLock;

use yipan_chess::pgn::{self, Game, Reader};
use yipan_chess::{ChessSetup, Move, Position, UciMove};
use yipan_testkit::laws;

use super::starts::{STARTS, is_capture};
use crate::input;

static POSITIONS: LazyLock<Vec<Position>> =
    LazyLock::new(|| STARTS.iter().map(|fen| fen.parse().expect("a valid FEN")).collect());

/// Parses any text as a FEN or a setup. An accepted position must be playable and round-trip.
pub fn chess_fen(bytes: &[u8]) {
    let text = input::text(bytes);
    if let Ok(position) = text.parse::<Position>() {
        laws::text_round_trips(&position);
        laws::unmake_restores_position(&position, |mv| mv.is_en_passant() || is_capture(&position, mv.to()));
    }
    if let Ok(setup) = text.parse::<ChessSetup>() {
        laws::text_round_trips(&setup);
    }
}

/// Parses any text as a move in UCI and algebraic notation, in positions with many kinds of moves.
pub fn chess_moves(bytes: &[u8]) {
    let text = input::text(bytes);
    for position in POSITIONS.iter() {
        if let Ok(mv) = position.parse_san(text) {
            assert_eq!(position.parse_san(&position.san(mv)), Ok(mv));
        }
        if let Ok(uci) = text.parse::<UciMove>() {
            assert_eq!(uci.to_string(), text);
            let _ = position.resolve_uci(uci);
        }
    }
}

/// Parses any bytes as a PGN file. The games must not depend on the chunks in which they come, and must round-trip.
pub fn chess_pgn(bytes: &[u8]) {
    let whole: Vec<_> = pgn::games(bytes).collect();
    let mut reader = Reader::new();
    let mut chunked = Vec::new();
    // Every length of chunks is tried, but not for each input: single bytes cost more than the rest together.
    for chunk in bytes.chunks(1 + bytes.len() % 13) {
        chunked.extend(reader.feed(chunk));
    }
    chunked.extend(reader.finish());
    assert_eq!(whole, chunked);
    for game in whole.into_iter().flatten() {
        let again = written_and_read(&game);
        assert_eq!(moves(&again), moves(&game));
        assert_eq!(again.result, game.result);
        // A comment may lose its line breaks, but only once.
        assert_eq!(written_and_read(&again), again);
    }
}

fn written_and_read(game: &Game) -> Game {
    let text = game.to_string();
    let mut games: Vec<_> = pgn::games(text.as_bytes()).collect();
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn moves(game: &Game) -> Vec<Option<Move>> {
    game.main_line.nodes.iter().map(|node| node.mv).collect()
}
