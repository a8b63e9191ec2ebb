//! 地吸引力: every piece slides along its rank toward the h-file until it meets the edge or another piece.

use yipan_core::{Cause, EffectSink, NullSink};

use super::board::ModeBoard;
use crate::{Bitboard, Position, Square};

/// Tracks pieces by their current squares while a move is resolved.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PieceTracker {
    /// Pieces that stopped and have not been processed: a mine or a portal may be under them.
    pub(crate) stopped: Bitboard,
    /// Pieces that a portal has carried in this move, which happens once per move.
    pub(crate) teleported: Bitboard,
}

/// Applies gravity, rank 1 to 8 and from the h-file on, and tracks the pieces that fell.
pub(crate) fn apply_gravity(
    board: &mut ModeBoard,
    tracker: &mut PieceTracker,
    effects: &mut impl EffectSink,
) {
    for rank in 0..8 {
        let empty = !(board.position.occupied().0 >> (8 * rank)) as u8;
        // A rank at rest is empty up to some file and full from there on.
        if empty & empty.wrapping_add(1) == 0 {
            continue;
        }
        let mut landing_file = 8;
        for file in (0..8).rev() {
            let from = Square::from_low_bits(8 * rank + file);
            if !board.position.occupied().contains(from) {
                continue;
            }
            landing_file -= 1;
            let to = Square::from_low_bits(8 * rank + landing_file);
            if from != to {
                board.relocate(from, to, Cause::Gravity, effects);
                tracker.track_move(from, to);
            }
        }
    }
}

/// Returns a position after gravity. Castling rights are lost, because pieces at rest leave no gaps.
pub(crate) fn after_gravity(position: Position) -> Position {
    let mut board = ModeBoard::new(position);
    board.position.revoke_castling(board.position.castling);
    apply_gravity(&mut board, &mut PieceTracker::default(), &mut NullSink);
    // A pawn that fell cannot be captured en passant.
    let passed = board.ep_squares_for(position.side_to_move()).first();
    Position { ep_square: passed, ..board.position }
}

impl PieceTracker {
    /// Tracks a piece from `from` to `to`, where it stops.
    pub(crate) fn track_move(&mut self, from: Square, to: Square) {
        if self.teleported.contains(from) {
            self.teleported = self.teleported.without(from.bit()) | to.bit();
        }
        self.stopped = self.stopped.without(from.bit()) | to.bit();
    }

    /// Stops tracking the piece on this square.
    pub(crate) fn remove(&mut self, at: Square) {
        self.teleported = self.teleported.without(at.bit());
        self.stopped = self.stopped.without(at.bit());
    }
}
