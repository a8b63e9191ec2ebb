//! What one viewer may know of a game.

use yipan_rules::{Turn, Viewer};

use crate::modes::dice::Dice;
use crate::modes::{Modal, Portals, fog};
use crate::{Action, Bitboard, Chess, Color, Face, Losses, Phase, Piece, Position, Rights, Square};

/// What a viewer may know of a game of chess, and what the viewer may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChessView {
    /// Who must do something now.
    pub turn: Turn,
    /// The squares that the viewer sees; all of them without fog.
    pub visible: Bitboard,
    /// The men on those squares.
    pub men: Vec<(Square, Piece)>,
    /// The whole position, where nothing on the board is hidden from the viewer.
    pub position: Option<Position>,
    /// What may still be done with men that have not moved: everything, or in fog what concerns the viewer's own men.
    pub rights: Rights,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The dice of the turn, with the dice mode.
    pub dice: Option<DiceView>,
    /// The portals the viewer may know of, with their owners; nobody owns a shared pair.
    pub portals: Vec<(Option<Color>, Bitboard)>,
    /// Where mines went off.
    pub craters: Bitboard,
    /// The mines that are left; nobody but the arbiter knows them before the end.
    pub mines: Bitboard,
    /// What the viewer's men have told of the mines around them.
    pub hints: Vec<(Square, u8)>,
    /// The men each side has lost.
    pub losses: Losses,
    /// What the viewer may do now: empty unless the viewer is to move, or is the arbiter.
    pub actions: Vec<Action>,
}

/// What a viewer may know of the dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceView {
    /// Whose dice they are.
    pub owner: Color,
    /// Who must move and why; in a reply and while the other replies the unused dice are saved.
    pub phase: Phase,
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
pub(crate) fn offered(game: &Chess, turn: Turn, viewer: Viewer) -> Vec<Action> {
    let may_act = match viewer {
        Viewer::Player(seat) => turn == Turn::Player(seat),
        Viewer::Spectator => false,
        Viewer::Arbiter => true,
    };
    let mut actions = Vec::new();
    if may_act {
        yipan_rules::Game::actions(game, &mut actions);
    }
    actions
}

/// The men on these squares.
pub(crate) fn men_on(position: &Position, squares: Bitboard) -> Vec<(Square, Piece)> {
    let man = |square: Square| Some((square, position.at(square)?));
    (position.occupied() & squares).into_iter().filter_map(man).collect()
}

impl Modal {
    /// Whether the viewer is shown everything: the arbiter always, everybody when the game is over.
    pub(crate) fn is_open_to(&self, viewer: Viewer) -> bool {
        viewer == Viewer::Arbiter || self.outcome().is_some()
    }

    /// Whether no fog lies between the viewer and the board.
    fn is_clear_to(&self, viewer: Viewer) -> bool {
        !self.modes.fog || self.is_open_to(viewer)
    }

    /// The squares a viewer sees. A spectator of a game in fog sees none: whatever he saw, he could tell a player.
    pub(crate) fn visible_to(&self, viewer: Viewer) -> Bitboard {
        match viewer {
            _ if self.is_clear_to(viewer) => Bitboard::ALL,
            Viewer::Player(seat) => fog::visible(&self.field, seat),
            Viewer::Spectator | Viewer::Arbiter => Bitboard::EMPTY,
        }
    }

    fn rights_for(&self, viewer: Viewer) -> Rights {
        let whole = self.is_clear_to(viewer);
        match viewer {
            Viewer::Player(seat) => self.field.rights(seat, whole),
            Viewer::Spectator | Viewer::Arbiter if whole => self.field.rights(self.side(), true),
            Viewer::Spectator | Viewer::Arbiter => Rights::default(),
        }
    }

    /// The portals a viewer may know of: those of everybody, and a player's own; in fog on visible squares only.
    pub(crate) fn portals_of(&self, viewer: Viewer) -> Vec<(Option<Color>, Bitboard)> {
        let visible = self.visible_to(viewer);
        let known = |owner: &Option<Color>| match (owner, viewer) {
            (None, _) => true,
            (Some(owner), Viewer::Player(seat)) => *owner == seat || self.outcome().is_some(),
            (Some(_), _) => self.is_open_to(viewer),
        };
        let all = self.portals.iter().flat_map(Portals::all);
        let seen = all.filter(|(owner, _)| known(owner)).map(|(owner, pair)| (owner, pair & visible));
        seen.filter(|(_, pair)| pair.any()).collect()
    }

    /// The mines that are left, for those who may know them.
    pub(crate) fn mines_for(&self, viewer: Viewer) -> Bitboard {
        self.mines.filter(|_| self.is_open_to(viewer)).map_or(Bitboard::EMPTY, |mines| mines.live)
    }

    /// What a viewer may know of the dice: in fog only their owner knows which men they name and which are dead.
    fn dice_for(&self, dice: &Dice, viewer: Viewer) -> DiceView {
        let whole = self.is_clear_to(viewer) || viewer == Viewer::Player(dice.owner);
        // Saved dice are neither live nor dead until they are taken up again.
        let judged = dice.phase == Phase::Turn && self.outcome().is_none();
        let movable = (whole && judged).then(|| self.movable());
        let mut shown: Vec<DieView> = dice
            .dice
            .iter()
            .map(|&die| DieView {
                face: if whole { die.face } else { die.face.without_place() },
                // Which of the rolled men moved is the owner's to know; which types are played is not.
                used: die.used && (whole || dice.all()),
                dead: movable
                    .filter(|_| die.face != Face::Blank)
                    .map(|movable| !die.used && !dice.is_live(die, movable)),
            })
            .collect();
        if !whole {
            // Men that are all shown come in the order of the board, which is nobody else's business.
            shown.sort_by_key(|die| (die.face.order(), die.used));
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
        let visible = self.visible_to(viewer);
        let position = &self.field.position;
        let turn = self.turn();
        let hints = match (self.mines, viewer) {
            (Some(mines), Viewer::Player(seat)) => mines.hints(seat).collect(),
            _ => Vec::new(),
        };
        ChessView {
            turn,
            visible,
            men: men_on(position, visible),
            position: self.is_clear_to(viewer).then_some(*position),
            rights: self.rights_for(viewer),
            check: self.in_check(),
            dice: self.dice.as_ref().map(|dice| self.dice_for(dice, viewer)),
            portals: self.portals_of(viewer),
            craters: self.mines.map_or(Bitboard::EMPTY, |mines| mines.craters),
            mines: self.mines_for(viewer),
            hints,
            losses: self.field.losses,
            actions: offered(game, turn, viewer),
        }
    }
}
