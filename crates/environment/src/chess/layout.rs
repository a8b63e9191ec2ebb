use yipan_chess::{ChessSetup, DiceRule, DrawRule};

use super::plane_names::{DICE_PLANES, FOG_PLANES, MINE_PLANES, MODE_PLANES, PORTAL_PLANES, STANDARD_PLANES};
use crate::ActionLayout;

/// The squares of a board.
pub(super) const SQUARES: usize = 64;
/// The planes of moves of AlphaZero: 56 queen moves, 8 knight moves, 9 underpromotions.
pub(super) const MOVE_PLANES: usize = 73;
/// The planes of moves after which a portal makes a pawn a knight, bishop or rook.
pub(super) const PORTAL_PROMOTION_PLANES: usize = 64 * 3;

/// The sizes of actions and observations of chess, which depend on the modes.
///
/// A move is `plane * 64 + origin`. The planes are those of AlphaZero; with portals, those of promotions by a
/// portal follow; where a player may choose the wild die, all of them follow again. Re-roll and claim have the last
/// numbers, where the setup allows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChessLayout {
    pub(super) has_modes: bool,
    pub(super) has_fog: bool,
    pub(super) has_portals: bool,
    pub(super) has_mines: bool,
    pub(super) has_dice: bool,
    /// Whether a player may use the wild die although another die would do.
    pub(super) has_wild_choice: bool,
    pub(super) has_rerolls: bool,
    pub(super) has_claims: bool,
}

impl ChessLayout {
    /// Returns the layout of games with this setup.
    #[must_use]
    pub fn new(setup: &ChessSetup) -> ChessLayout {
        let modes = setup.modes();
        ChessLayout {
            has_modes: !modes.is_none(),
            has_fog: modes.fog,
            has_portals: modes.portals.is_some(),
            has_mines: modes.mines.is_some(),
            has_dice: modes.dice.is_some(),
            has_wild_choice: modes.dice.is_some_and(|dice| dice.wild && dice.rule == DiceRule::All),
            has_rerolls: modes.dice.is_some_and(|dice| dice.rerolls > 0),
            has_claims: modes.is_none() && setup.draw_rule() == DrawRule::Claimable,
        }
    }

    /// Returns the number of planes of moves with an ordinary die.
    pub(super) const fn ordinary_planes(&self) -> usize {
        MOVE_PLANES + if self.has_portals { PORTAL_PROMOTION_PLANES } else { 0 }
    }

    /// Returns the number of actions that are moves.
    pub(super) const fn move_count(&self) -> usize {
        SQUARES * self.ordinary_planes() * if self.has_wild_choice { 2 } else { 1 }
    }
}

impl ActionLayout for ChessLayout {
    fn action_count(&self) -> usize {
        self.move_count() + usize::from(self.has_rerolls) + usize::from(self.has_claims)
    }

    fn observation_shape(&self) -> [usize; 3] {
        let planes = STANDARD_PLANES.len()
            + if self.has_modes { MODE_PLANES.len() } else { 0 }
            + if self.has_fog { FOG_PLANES.len() } else { 0 }
            + if self.has_portals { PORTAL_PLANES.len() } else { 0 }
            + if self.has_mines { MINE_PLANES.len() } else { 0 }
            + if self.has_dice { DICE_PLANES.len() } else { 0 };
        [planes, 8, 8]
    }

    fn plane_names(&self) -> Vec<&'static str> {
        let mut names = STANDARD_PLANES.to_vec();
        for (is_active, planes) in [
            (self.has_modes, MODE_PLANES),
            (self.has_fog, FOG_PLANES),
            (self.has_portals, PORTAL_PLANES),
            (self.has_mines, MINE_PLANES),
            (self.has_dice, DICE_PLANES),
        ] {
            names.extend(planes.iter().filter(|_| is_active));
        }
        names
    }
}
