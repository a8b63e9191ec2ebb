use std::sync::LazyLock;

use yipan_testkit::laws;
use yipan_xiangqi::notation::Notation;
use yipan_xiangqi::{Position, XiangqiSetup};

use super::capture::is_capture;
use crate::input;

static POSITIONS: LazyLock<[Position; 4]> = LazyLock::new(|| {
    [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "3k5/9/9/4C4/9/9/9/4C4/4A4/4K4 w",
        "3k5/9/9/2P1P4/2P1P4/4P4/9/9/9/4K4 w",
        "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 b",
    ]
    .map(|fen| fen.parse().expect("a FEN of our own"))
});

/// Parses any text as a FEN or a setup. An accepted position must be playable and round-trip.
pub fn xiangqi_fen(bytes: &[u8]) {
    let text = input::text(bytes);
    if let Ok(position) = text.parse::<Position>() {
        laws::text_round_trips(&position);
        laws::unmake_restores_position(&position, |mv| is_capture(&position, mv.to()));
    }
    if let Ok(setup) = text.parse::<XiangqiSetup>() {
        laws::text_round_trips(&setup);
    }
}

/// Parses any text as a move in any notation. An accepted move must round-trip in every notation.
pub fn xiangqi_moves(bytes: &[u8]) {
    let text = input::text(bytes);
    for position in POSITIONS.iter() {
        if let Ok(mv) = position.read_any(text) {
            for notation in Notation::ALL {
                let written = position.write_move(mv, notation);
                assert_eq!(position.read_move(&written, notation), Ok(mv), "{written}");
            }
        }
    }
}
