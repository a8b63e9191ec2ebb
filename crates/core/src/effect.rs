use alloc::vec::Vec;
use core::fmt;

use crate::{AnyPiece, Cell, DieFace, Mark, Side, TurnChange};

/// One observable change on the board, in the order a player sees it.
///
/// Effects are derived from a step and never stored. Applied to the old board, they give the new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// A piece moves from one cell to another, which is empty by then.
    Slide {
        /// The cell it left.
        from: Cell,
        /// The cell it is on.
        to: Cell,
        /// The cause of the move.
        cause: Cause,
    },
    /// Two pieces swap cells at once. Needed only for Chess960 castling, where neither could move first.
    Swap {
        /// One of the cells.
        a: Cell,
        /// The other cell.
        b: Cell,
        /// The cause of the swap.
        cause: Cause,
    },
    /// A piece leaves the board.
    Vanish {
        /// The cell it left.
        at: Cell,
        /// The cause of the loss.
        cause: Cause,
    },
    /// A piece turns into another.
    Become {
        /// The cell it is on.
        at: Cell,
        /// The new piece.
        piece: AnyPiece,
        /// The cause of the change.
        cause: Cause,
    },
    /// A piece becomes visible. Sent only to viewers with limited sight.
    Appear {
        /// The cell it is on.
        at: Cell,
        /// The piece or mark.
        piece: AnyPiece,
    },
    /// A piece is no longer visible. Sent only to viewers with limited sight.
    Hide {
        /// The cell where it was last visible.
        at: Cell,
    },
    /// A mark that is not a piece appears on the board.
    Mark {
        /// The cell of the mark.
        at: Cell,
        /// The piece or mark.
        mark: Mark,
    },
    /// A mark is removed.
    Unmark {
        /// The cell of the mark.
        at: Cell,
        /// The removed mark.
        mark: Mark,
    },
    /// A die is rolled.
    Rolled {
        /// The owner of the die.
        side: Side,
        /// The face it shows.
        face: DieFace,
    },
    /// The right to move changes, or is interrupted, for a reason other than plain alternation.
    TurnChanged {
        /// The side it concerns.
        side: Side,
        /// The reason of the change.
        reason: TurnChange,
    },
}

/// The cause of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Cause {
    /// A player moved the piece.
    Move,
    /// A piece was captured on the arrival cell.
    Capture,
    /// A pawn was captured en passant.
    EnPassant,
    /// King and rook moved together.
    Castling,
    /// A pawn reached its last rank.
    Promotion,
    /// A mine went off.
    Mine,
    /// A portal carried the piece to its other end.
    Portal,
    /// The piece fell.
    Gravity,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cause::Move => "move",
            Cause::Capture => "capture",
            Cause::EnPassant => "en-passant",
            Cause::Castling => "castling",
            Cause::Promotion => "promotion",
            Cause::Mine => "mine",
            Cause::Portal => "portal",
            Cause::Gravity => "gravity",
        })
    }
}

/// A receiver of the effects of a step.
pub trait EffectSink {
    /// Records an effect.
    fn push(&mut self, effect: Effect);
}

impl EffectSink for Vec<Effect> {
    fn push(&mut self, effect: Effect) {
        Vec::push(self, effect);
    }
}

/// A sink that discards all effects, for search and replay.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullSink;

impl EffectSink for NullSink {
    #[inline]
    fn push(&mut self, _: Effect) {}
}
