//! What one viewer may know of a game.

use yipan_core::{Turn, Viewer};

use crate::modes::dice::Dice;
use crate::modes::{ModeGame, Portals, fog};
use crate::{
    Action, Bitboard, Chess, Color, DicePhase, Face, LostPieces, Piece, Position, SpecialMoveRights, Square,
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

/// What a viewer may do now.
pub(crate) fn actions_for(game: &Chess, turn: Turn, viewer: Viewer) -> Vec<Action> {
    let may_act = match viewer {
        Viewer::Player(side) => turn == Turn::Player(side),
        Viewer::Spectator => false,
        Viewer::Arbiter => true,
    };
    let mut actions = Vec::new();
    if may_act {
        yipan_core::Game::actions(game, &mut actions);
    }
    actions
}

/// The men on these squares.
pub(crate) fn pieces_on(position: &Position, squares: Bitboard) -> Vec<(Square, Piece)> {
    let piece = |square: Square| Some((square, position.piece_at(square)?));
    (position.occupied() & squares).into_iter().filter_map(piece).collect()
}

impl ModeGame {
    /// Whether the viewer is shown everything: the arbiter always, everybody when the game is over.
    pub(crate) fn sees_everything(&self, viewer: Viewer) -> bool {
        viewer == Viewer::Arbiter || self.outcome().is_some()
    }

    /// Whether no fog lies between the viewer and the board.
    fn sees_through_fog(&self, viewer: Viewer) -> bool {
        !self.modes.fog || self.sees_everything(viewer)
    }

    /// The squares a viewer sees. A spectator of a game in fog sees none: whatever he saw, he could tell a player.
    pub(crate) fn visible_squares(&self, viewer: Viewer) -> Bitboard {
        match viewer {
            _ if self.sees_through_fog(viewer) => Bitboard::ALL,
            Viewer::Player(side) => fog::visible_squares(&self.board, side),
            Viewer::Spectator | Viewer::Arbiter => Bitboard::EMPTY,
        }
    }

    fn rights_for(&self, viewer: Viewer) -> SpecialMoveRights {
        let whole = self.sees_through_fog(viewer);
        match viewer {
            Viewer::Player(side) => self.board.rights_of(side, whole),
            Viewer::Spectator | Viewer::Arbiter if whole => self.board.rights_of(self.side_to_move(), true),
            Viewer::Spectator | Viewer::Arbiter => SpecialMoveRights::default(),
        }
    }

    /// The portals a viewer may know of: those of everybody, and a player's own; in fog on visible squares only.
    pub(crate) fn portals_visible_to(&self, viewer: Viewer) -> Vec<(Option<Color>, Bitboard)> {
        let visible = self.visible_squares(viewer);
        let known = |owner: &Option<Color>| match (owner, viewer) {
            (None, _) => true,
            (Some(owner), Viewer::Player(side)) => *owner == side || self.outcome().is_some(),
            (Some(_), _) => self.sees_everything(viewer),
        };
        let all = self.portals.iter().flat_map(Portals::pairs_with_owners);
        let seen = all.filter(|(owner, _)| known(owner)).map(|(owner, pair)| (owner, pair & visible));
        seen.filter(|(_, pair)| pair.any()).collect()
    }

    /// The mines that are left, for those who may know them.
    pub(crate) fn mines_visible_to(&self, viewer: Viewer) -> Bitboard {
        self.mines.filter(|_| self.sees_everything(viewer)).map_or(Bitboard::EMPTY, |mines| mines.live)
    }

    /// What a viewer may know of the dice: in fog only their owner knows which men they name and which are dead.
    fn dice_view(&self, dice: &Dice, viewer: Viewer) -> DiceView {
        let whole = self.sees_through_fog(viewer) || viewer == Viewer::Player(dice.owner);
        // Saved dice are neither live nor dead until they are taken up again.
        let judged = dice.phase == DicePhase::Turn && self.outcome().is_none();
        let movable = (whole && judged).then(|| self.movable_kinds());
        let mut shown: Vec<DieView> = dice
            .dice
            .iter()
            .map(|&die| DieView {
                face: if whole { die.face } else { die.face.without_square() },
                // Which of the rolled men moved is the owner's to know; which types are played is not.
                used: die.used && (whole || dice.must_play_all()),
                dead: movable
                    .filter(|_| die.face != Face::Unrolled)
                    .map(|movable| !die.used && !dice.is_live(die, movable)),
            })
            .collect();
        if !whole {
            // Men that are all shown come in the order of the board, which is nobody else's business.
            shown.sort_by_key(|die| (die.face.sort_key(), die.used));
        }
        DiceView {
            owner: dice.owner,
            phase: dice.phase,
            dice: shown,
            rerolls: dice.rerolls,
            king_moved: whole && dice.king_moved(),
        }
    }

    pub(crate) fn view(&self, game: &Chess, viewer: Viewer) -> ChessView {
        let visible = self.visible_squares(viewer);
        let position = &self.board.position;
        let turn = self.turn();
        let hints = match (self.mines, viewer) {
            (Some(mines), Viewer::Player(side)) => mines.revealed(side).collect(),
            _ => Vec::new(),
        };
        ChessView {
            turn,
            visible,
            pieces: pieces_on(position, visible),
            position: self.sees_through_fog(viewer).then_some(*position),
            rights: self.rights_for(viewer),
            in_check: self.in_check(),
            dice: self.dice.as_ref().map(|dice| self.dice_view(dice, viewer)),
            portals: self.portals_visible_to(viewer),
            craters: self.mines.map_or(Bitboard::EMPTY, |mines| mines.craters),
            mines: self.mines_visible_to(viewer),
            mine_counts: hints,
            lost_pieces: self.board.lost_pieces,
            actions: actions_for(game, turn, viewer),
        }
    }
}
