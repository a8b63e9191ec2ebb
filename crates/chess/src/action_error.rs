use alloc::vec::Vec;

use yipan_core::Outcome;

use crate::{Bitboard, ChanceEvent, Face, IllegalMoveError, PieceKind, Square};

/// The reason why a step of a chess game is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionError {
    /// The game has ended.
    GameOver(Outcome),
    /// The move is illegal by the rules of chess.
    IllegalMove(IllegalMoveError),
    /// Draws are automatic, so there are no claims.
    ClaimsDisabled,
    /// No draw can be claimed.
    NothingToClaim {
        /// The number of occurrences of the position.
        position_occurrences: usize,
        /// Moves per side since the last capture or pawn move.
        quiet_moves: u16,
    },
    /// A chance event must be resolved first.
    ChanceEventPending,
    /// The chance outcome is not possible now.
    UnexpectedChanceEvent {
        /// The rejected outcome.
        event: ChanceEvent,
        /// One of the possible outcomes; `None` if no chance event is pending.
        example: Option<ChanceEvent>,
    },
    /// The dice do not allow this piece to move.
    PieceNotRolled {
        /// The kind of the piece.
        kind: PieceKind,
        /// The unused dice.
        dice: Vec<Face>,
    },
    /// The king has already moved in this turn, which it may do once.
    KingAlreadyMoved,
    /// There is no wild die.
    NoWildDie,
    /// The dice cannot be rolled again now.
    RerollUnavailable {
        /// The remaining re-rolls of the player in this game.
        remaining: u8,
    },
    /// The pawn has moved before, so it cannot make a double step.
    DoubleStepUsed {
        /// The square of the pawn.
        from: Square,
    },
    /// Gravity would restore the board, so nothing would change.
    BoardUnchanged,
    /// The king would be attacked after gravity and portals have taken effect.
    KingAttackedAfterResolution {
        /// The attackers, on their final squares.
        attackers: Bitboard,
        /// Whether a portal would cause it, and not gravity alone.
        caused_by_portal: bool,
    },
    /// The move is illegal because of hidden information.
    HiddenReason {
        /// Whether the player is in check, which the player may know.
        in_check: bool,
    },
}
