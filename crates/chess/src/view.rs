//! What one viewer may know of a game.

use yipan_core::{Turn, Viewer};

use crate::{
    Action, Bitboard, Color, DicePhase, Face, LostPieces, Piece, Position, SpecialMoveRights, Square,
};

/// What a viewer may know of a game of chess, and what the viewer may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChessView {
    /// Who must do something now.
    pub turn: Turn,
    /// The squares that the viewer sees; all of them without fog.
    pub visible: Bitboard,
    /// The men on those squares.
    pub pieces: Vec<(Square, Piece)>,
    /// The whole position, where nothing on the board is hidden from the viewer.
    pub position: Option<Position>,
    /// What may still be done with men that have not moved: everything, or in fog what concerns the viewer's own men.
    pub rights: SpecialMoveRights,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The dice of the turn, with the dice mode.
    pub dice: Option<DiceView>,
    /// The portals the viewer may know of, with their owners; nobody owns a shared pair.
    pub portals: Vec<(Option<Color>, Bitboard)>,
    /// Where mines went off.
    pub craters: Bitboard,
    /// The mines that are left; nobody but the arbiter knows them before the end.
    pub mines: Bitboard,
    /// What the viewer's men have told of the mines around them.
    pub mine_counts: Vec<(Square, u8)>,
    /// The men each side has lost.
    pub lost_pieces: LostPieces,
    /// What the viewer may do now: empty unless the viewer is to move, or is the arbiter.
    pub actions: Vec<Action>,
}

/// What a viewer may know of the dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceView {
    /// Whose dice they are.
    pub owner: Color,
    /// Who must move and why; in a reply and while the other replies the unused dice are saved.
    pub phase: DicePhase,
    /// The dice.
    pub dice: Vec<DieView>,
    /// How often each player may still throw again.
    pub rerolls: [u8; 2],
    /// Whether the king has moved in this turn, which it does only once; in fog only the owner is told.
    pub king_moved: bool,
}

/// What a viewer may know of one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DieView {
    /// What it shows.
    pub face: Face,
    /// Whether it has been moved.
    pub used: bool,
    /// Whether it cannot be played as things stand; in fog only its owner knows.
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
