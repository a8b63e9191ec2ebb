use yipan_core::{DicePhase, TurnChange};
use yipan_games::Grid;
use yipan_wire::{Dice, Effect, View};

use crate::board::dice::die_for_piece;

/// The dice as shown during an animation, which runs ahead of the view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceDisplay {
    /// The dice.
    pub dice: Dice,
    /// The index of the die that the current move uses.
    pub in_use: Option<usize>,
    /// Whether the dice are tumbling.
    pub is_rolling: bool,
}

/// The state of a die. The page shows each by color, border and symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DieState {
    /// It can be played.
    Live,
    /// The player has chosen it, or its move is being played.
    Chosen,
    /// It was played.
    Used,
    /// It cannot be played now.
    Dead,
    /// It is saved while the opponent answers a check.
    Waiting,
}

impl DiceDisplay {
    /// Shows the dice of a view.
    #[must_use]
    pub fn from_view(view: &View) -> Option<DiceDisplay> {
        let dice = view.dice.clone()?;
        Some(DiceDisplay { dice, in_use: None, is_rolling: false })
    }

    /// Shows the dice while a move is played from `before` to `after`, with the die in use marked.
    #[must_use]
    pub fn during_move(grid: Grid, before: &View, after: &View, effects: &[Effect]) -> Option<DiceDisplay> {
        let in_use = used_die(grid, before, after, effects);
        Some(DiceDisplay { in_use, ..DiceDisplay::from_view(before)? })
    }

    /// Shows the dice of `before` after the move that ended the turn: used, or dead if none of the rest can be played.
    #[must_use]
    pub fn after_turn(grid: Grid, before: &View, after: &View, effects: &[Effect]) -> Option<DiceDisplay> {
        let mut display = DiceDisplay::during_move(grid, before, after, effects)?;
        if let Some(die) = display.in_use.take().and_then(|index| display.dice.dice.get_mut(index)) {
            die.used = true;
        }
        let ends_dead =
            |effect: &Effect| matches!(effect, Effect::TurnChanged { reason: TurnChange::DiceDead, .. });
        if effects.iter().any(ends_dead) {
            for die in display.dice.dice.iter_mut().filter(|die| !die.used) {
                die.dead = Some(true);
            }
        }
        Some(display)
    }

    /// Shows the dice of `after` while they tumble.
    #[must_use]
    pub fn rolling(after: &View) -> Option<DiceDisplay> {
        Some(DiceDisplay { is_rolling: true, ..DiceDisplay::from_view(after)? })
    }

    /// Returns the state of a die. `chosen` is the index of the die that the player has chosen.
    #[must_use]
    pub fn state(&self, index: usize, chosen: Option<usize>) -> Option<DieState> {
        let die = self.dice.dice.get(index)?;
        Some(match (die.used, die.dead) {
            (true, _) => DieState::Used,
            (false, Some(true)) => DieState::Dead,
            (false, _) if self.dice.phase != DicePhase::Turn => DieState::Waiting,
            (false, _) if self.in_use.or(chosen) == Some(index) => DieState::Chosen,
            (false, _) => DieState::Live,
        })
    }
}

/// Returns the index of the die that a move has used.
///
/// While the same dice stay on the board the view names it. After a new roll it follows from the moved piece.
fn used_die(grid: Grid, before: &View, after: &View, effects: &[Effect]) -> Option<usize> {
    let old = before.dice.as_ref().filter(|dice| dice.phase == DicePhase::Turn)?;
    let stay = after.dice.as_ref().filter(|new| {
        let faces = |dice: &Dice| dice.dice.iter().map(|die| die.face.clone()).collect::<Vec<_>>();
        new.owner == old.owner && faces(new) == faces(old)
    });
    if let Some(new) = stay {
        return old.dice.iter().zip(&new.dice).position(|(old, new)| !old.used && new.used);
    }
    let from = effects.iter().find_map(|effect| match effect {
        Effect::Slide { from, .. } | Effect::Swap { a: from, .. } => grid.cell(from),
        _ => None,
    })?;
    die_for_piece(grid, before, from)
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;
    use yipan_local_play::{LocalGame, LocalSetup, PlayerKind};

    use super::*;
    use crate::local::local_game_ext::LocalGameExt;

    fn start(mode: &str) -> LocalGame {
        let defaults = LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 11);
        LocalGame::start(LocalSetup { modes: vec![mode.into()], ..defaults }).expect("a game")
    }

    fn count(display: &DiceDisplay, state: DieState) -> usize {
        (0..display.dice.dice.len()).filter(|index| display.state(*index, None) == Some(state)).count()
    }

    #[test]
    fn the_die_of_a_move_is_in_use_and_then_used() {
        for mode in ["dice-a", "dice-b"] {
            let mut local = start(mode);
            for _ in 0..20 {
                let before = local.view();
                let Some(action) = local.game().actions().first().cloned() else { break };
                let played = local.play_and_show(&action).expect("offered");
                if before.dice.as_ref().is_none_or(|dice| dice.phase != DicePhase::Turn) {
                    continue;
                }
                let grid = local.grid();
                let during = DiceDisplay::during_move(grid, &before, &played.view, &played.effects);
                let during = during.expect("dice");
                assert_eq!(count(&during, DieState::Chosen), 1, "{mode} {action}");
                let after = DiceDisplay::after_turn(grid, &before, &played.view, &played.effects);
                let used = count(&during, DieState::Used);
                assert_eq!(count(&after.expect("dice"), DieState::Used), used + 1, "{mode} {action}");
            }
        }
    }

    #[test]
    fn a_saved_die_waits_and_a_chosen_one_is_marked() {
        let mut display = DiceDisplay::from_view(&start("dice-a").view()).expect("dice");
        assert_eq!((display.state(1, Some(1)), display.state(9, None)), (Some(DieState::Chosen), None));
        display.dice.phase = DicePhase::Reply;
        assert_eq!(display.state(1, Some(1)), Some(DieState::Waiting));
    }
}
