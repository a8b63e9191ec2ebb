//! The views of a game.

use alloc::vec::Vec;

use yipan_core::{DicePhase, Turn, Viewer};

use crate::{Action, Bitboard, Color, Face, LostPieces, Piece, Position, SpecialMoveRights, Square};

/// The information that a viewer may have about a game of chess, and the viewer's actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChessView {
    /// The side to move, chance, or the outcome.
    pub turn: Turn,
    /// The squares that the viewer sees; all of them without fog.
    pub visible: Bitboard,
    /// The pieces on those squares.
    pub pieces: Vec<(Square, Piece)>,
    /// The position, if no piece is hidden from the viewer.
    pub position: Option<Position>,
    /// Castling, double-step and en-passant rights; in fog only those of the viewer's pieces.
    pub rights: SpecialMoveRights,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The dice of the turn, in games with dice.
    pub dice: Option<DiceView>,
    /// The portals that the viewer may see, with their owners; `None` for a shared pair.
    pub portals: Vec<(Option<Color>, Bitboard)>,
    /// The squares of exploded mines.
    pub craters: Bitboard,
    /// The remaining mines, visible only to the arbiter before the end.
    pub mines: Bitboard,
    /// The numbers of adjacent mines that the viewer's pieces have revealed.
    pub mine_counts: Vec<(Square, u8)>,
    /// The pieces that each side has lost.
    pub lost_pieces: LostPieces,
    /// The number of the current move as in FEN. Public, because the turns of both sides can be counted.
    pub fullmove_number: u16,
    /// The actions of the side to move, if the viewer is that player or the arbiter.
    pub actions: Vec<Action>,
}

/// The information that a viewer may have about the dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceView {
    /// The owner of the dice.
    pub owner: Color,
    /// The phase of the turn. During a reply the unused dice are saved.
    pub phase: DicePhase,
    /// The dice.
    pub dice: Vec<DieView>,
    /// The remaining re-rolls of each player.
    pub rerolls: [u8; 2],
    /// Whether the king has moved in this turn, which it may do once; in fog visible only to the owner.
    pub king_moved: bool,
}

/// The information that a viewer may have about one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DieView {
    /// The face of the die.
    pub face: Face,
    /// Whether the die has been used.
    pub used: bool,
    /// Whether the die cannot be played now; in fog known only to its owner.
    pub dead: Option<bool>,
}

/// Whether the actions of the side to move are shown to the viewer.
pub(crate) fn may_act(turn: Turn, viewer: Viewer) -> bool {
    match viewer {
        Viewer::Player(side) => turn == Turn::Player(side),
        Viewer::Spectator => false,
        Viewer::Arbiter => true,
    }
}
