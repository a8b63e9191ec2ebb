//! Lines of moves from a position.

use yipan_core::{MoveGenerator, MoveKind, MoveList};

/// Returns the legal moves of a position.
pub(crate) fn legal_moves<P: MoveGenerator>(position: &P) -> MoveList<P::Move> {
    let mut moves = MoveList::new();
    position.generate_moves(MoveKind::All, &mut moves);
    moves
}

/// Returns the position after a line of legal moves.
pub(crate) fn position_after<P: MoveGenerator>(start: &P, line: &[P::Move]) -> P {
    let mut position = start.clone();
    for mv in line {
        position.make(*mv);
    }
    position
}
