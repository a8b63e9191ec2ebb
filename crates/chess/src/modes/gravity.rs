//! 地吸引力: every man slides along its rank toward the h-file until it meets the edge or another man.

use yipan_core::{Cause, EffectSink, NullSink};

use super::board::ModeBoard;
use crate::{Bitboard, Position, Square};

/// What must be remembered of men while a move is resolved, by where they stand now.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PieceTracker {
    /// Men that came to a stop and have not been looked at since: a mine or a portal may lie under them.
    pub(crate) stopped: Bitboard,
    /// Men that a portal has carried in this move; it does so once.
    pub(crate) teleported: Bitboard,
}

/// Lets everything fall, rank 1 to 8 and from the h-file back, and follows the men that fell.
pub(crate) fn apply_gravity(
    board: &mut ModeBoard,
    tracker: &mut PieceTracker,
    effects: &mut impl EffectSink,
) {
    for rank in 0..8 {
        let empty = !(board.position.occupied().0 >> (8 * rank)) as u8;
        // A settled rank is empty up to some file and full from there on.
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

/// A position as it lies when everything has fallen; castling is impossible there, for nothing stands free.
pub(crate) fn after_gravity(position: Position) -> Position {
    let mut board = ModeBoard::new(position);
    board.position.revoke_castling(board.position.castling);
    apply_gravity(&mut board, &mut PieceTracker::default(), &mut NullSink);
    // A pawn that fell was not passed by anybody.
    let passed = board.ep_squares_for(position.side_to_move()).first();
    Position { ep_square: passed, ..board.position }
}

impl PieceTracker {
    /// The man on `from` stops on `to`.
    pub(crate) fn track_move(&mut self, from: Square, to: Square) {
        if self.teleported.contains(from) {
            self.teleported = self.teleported.without(from.bit()) | to.bit();
        }
        self.stopped = self.stopped.without(from.bit()) | to.bit();
    }

    /// The man on this square is no more.
    pub(crate) fn remove(&mut self, at: Square) {
        self.teleported = self.teleported.without(at.bit());
        self.stopped = self.stopped.without(at.bit());
    }
}
