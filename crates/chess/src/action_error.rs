use yipan_core::Outcome;

use crate::{Bitboard, ChanceEvent, Face, IllegalMoveError, PieceKind, Square};

/// Why a step of a chess game is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionError {
    /// The game has ended.
    GameOver(Outcome),
    /// The move is not allowed by the rules of chess.
    IllegalMove(IllegalMoveError),
    /// DrawRule are automatic, so nobody claims them.
    ClaimsDisabled,
    /// There is nothing to claim.
    NothingToClaim {
        /// How often the position has occurred.
        position_occurrences: usize,
        /// Moves a side since the last capture or pawn move.
        quiet_moves: u16,
    },
    /// Something must be drawn before anybody acts.
    ChanceEventPending,
    /// Chance cannot decide this now.
    UnexpectedChanceEvent {
        /// What was drawn.
        event: ChanceEvent,
        /// One of the draws that are possible; none if nothing is to be drawn.
        example: Option<ChanceEvent>,
    },
    /// The dice do not let this man move.
    PieceNotRolled {
        /// What the man is.
        kind: PieceKind,
        /// The dice that are left.
        dice: Vec<Face>,
    },
    /// The king has moved in this turn, and does so only once.
    KingAlreadyMoved,
    /// No die is wild.
    NoWildDie,
    /// The dice may not be thrown again now.
    RerollUnavailable {
        /// How often the player may still throw again in this game.
        remaining: u8,
    },
    /// The pawn has been moved before, so it makes no double step.
    DoubleStepUsed {
        /// Where it stands.
        from: Square,
    },
    /// Everything would fall back to where it stood.
    BoardUnchanged,
    /// When all is at rest, the king would stand attacked.
    KingAttackedAfterResolution {
        /// The men that would attack it, where they would stand.
        attackers: Bitboard,
        /// Whether a portal would have brought that about, and not gravity alone.
        caused_by_portal: bool,
    },
    /// Something that the player does not see forbids it.
    HiddenReason {
        /// Whether the player is in check, which the player is told.
        in_check: bool,
    },
}
