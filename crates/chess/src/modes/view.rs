//! The views of a game with modes: board, portals, mines and dice.

use alloc::vec::Vec;

use yipan_core::Viewer;

use super::dice::Dice;
use super::fog;
use super::game::ModeGame;
use super::portals::Portals;
use crate::view::may_act;
use crate::{Action, Bitboard, ChessView, Color, DicePhase, DiceView, DieView, Face, SpecialMoveRights};

impl ModeGame {
    /// Whether the viewer sees everything: the arbiter always, all viewers once the game is over.
    pub(crate) fn sees_everything(&self, viewer: Viewer) -> bool {
        viewer == Viewer::Arbiter || self.outcome().is_some()
    }

    /// Whether no fog hides the board from the viewer.
    fn sees_through_fog(&self, viewer: Viewer) -> bool {
        !self.modes.fog || self.sees_everything(viewer)
    }

    /// Returns the squares that a viewer sees. Spectators of a fog game see none until it ends, because they
    /// could pass information to a player.
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

    /// Returns the portals that a viewer may see: shared ones and a player's own; in fog only on visible
    /// squares.
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

    /// Returns the remaining mines if the viewer may see them.
    pub(crate) fn mines_visible_to(&self, viewer: Viewer) -> Bitboard {
        self.mines.filter(|_| self.sees_everything(viewer)).map_or(Bitboard::EMPTY, |mines| mines.live)
    }

    /// Returns the dice as a viewer may see them. In fog only the owner knows which pieces they name and
    /// which are dead.
    fn dice_view(&self, dice: &Dice, viewer: Viewer) -> DiceView {
        let whole = self.sees_through_fog(viewer) || viewer == Viewer::Player(dice.owner);
        // Saved dice are neither live nor dead until the turn is resumed.
        let judged = dice.phase == DicePhase::Turn && self.outcome().is_none();
        let movable = (whole && judged).then(|| self.movable_kinds());
        let mut shown: Vec<DieView> = dice
            .dice
            .iter()
            .map(|&die| DieView {
                face: if whole { die.face } else { die.face.without_square() },
                // In fog only the owner knows which rolled piece moved; which kinds were played is public.
                used: die.used && (whole || dice.must_play_all()),
                dead: movable
                    .filter(|_| die.face != Face::Unrolled)
                    .map(|movable| !die.used && !dice.is_live(die, movable)),
            })
            .collect();
        if !whole {
            // Dice that show every movable piece come in board order, which would reveal where the pieces
            // are.
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

    pub(crate) fn view(&self, viewer: Viewer) -> ChessView {
        let mut actions = Vec::new();
        if may_act(self.turn(), viewer) {
            self.actions(&mut actions);
        }
        self.view_with_actions(viewer, actions)
    }

    /// Whether the viewer would see the same in this game, except for the actions.
    pub(crate) fn looks_like(&self, view: &ChessView, viewer: Viewer) -> bool {
        // Most games differ in the first lines, which cost little.
        self.turn() == view.turn
            && self.board.lost_pieces == view.lost_pieces
            && self.visible_squares(viewer) == view.visible
            && self.in_check() == view.in_check
            && self.view_with_actions(viewer, view.actions.clone()) == *view
    }

    fn view_with_actions(&self, viewer: Viewer, actions: Vec<Action>) -> ChessView {
        let visible = self.visible_squares(viewer);
        let position = &self.board.position;
        let mine_counts = match (self.mines, viewer) {
            (Some(mines), Viewer::Player(side)) => mines.revealed(side).collect(),
            _ => Vec::new(),
        };
        ChessView {
            turn: self.turn(),
            visible,
            pieces: position.pieces_on(visible),
            position: self.sees_through_fog(viewer).then_some(*position),
            rights: self.rights_for(viewer),
            in_check: self.in_check(),
            dice: self.dice.as_ref().map(|dice| self.dice_view(dice, viewer)),
            portals: self.portals_visible_to(viewer),
            craters: self.mines.map_or(Bitboard::EMPTY, |mines| mines.craters),
            mines: self.mines_visible_to(viewer),
            mine_counts,
            lost_pieces: self.board.lost_pieces,
            fullmove_number: position.fullmove_number(),
            actions,
        }
    }
}
