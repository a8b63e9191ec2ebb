use yipan_chess::{Position, Square};

/// Starts in which more can happen soon than in the standard one.
pub(super) const STARTS: [&str; 5] = [
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "4k3/8/8/3pP3/8/8/8/R3K2R w HA d6 0 2",
];

/// Returns the start with a number: one of the above or one of Chess960.
pub(super) fn start(number: u16) -> Position {
    match STARTS.get(usize::from(number / 960)) {
        Some(fen) => fen.parse().expect("a valid FEN"),
        None => Position::chess960(number % 960).expect("a number below 960"),
    }
}

/// Returns whether a move of this position captures.
pub(super) fn is_capture(position: &Position, to: Square) -> bool {
    position.by_color(position.side_to_move().other()).contains(to)
}
