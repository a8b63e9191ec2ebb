//! Parses any text as a move in UCI and algebraic notation, in positions with many kinds of moves.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_chess::{Position, UciMove};

const POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "4k3/8/8/3pP3/8/8/8/R3K2R w HA d6 0 2",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
];

fuzz_target!(|text: &str| {
    for fen in POSITIONS {
        let position: Position = fen.parse().expect("a valid FEN");
        if let Ok(mv) = position.parse_san(text) {
            assert_eq!(position.parse_san(&position.san(mv)), Ok(mv));
        }
        if let Ok(uci) = text.parse::<UciMove>() {
            assert_eq!(uci.to_string(), text);
            let _ = position.resolve_uci(uci);
        }
    }
});
