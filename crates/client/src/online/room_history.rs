//! The earlier positions of a room's game.

use yipan_core::{Cell, NullSink, Turn, Viewer};
use yipan_games::{GameKind, Grid};
use yipan_wire::{Event, MoveEntry, RoomConfig, RoomState, View};

use crate::board::board_update::without_actions;
use crate::board::move_options::MoveOption;
use crate::local::dice_history::DiceHistory;
use crate::online::room_game::start_game;
use crate::text::mode_notation::suffix_of_effects;

/// The views and rolls that this client has received since it joined.
///
/// With chance or hidden information they cannot be recomputed from the moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct RoomHistory {
    dice: DiceHistory,
    joined_late: bool,
    /// The number of moves before the first view.
    first_ply: usize,
    views: Vec<View>,
    /// The additions to the notation of moves: the exit of a portal, and mines. Each has the index of its move.
    suffixes: Vec<(usize, String)>,
}

impl RoomHistory {
    /// Starts again from a full state, which contains the dice on the board but no earlier rolls.
    pub(crate) fn from_state(state: &RoomState) -> RoomHistory {
        RoomHistory {
            dice: DiceHistory::from_visible_dice(state.view.as_ref().and_then(|view| view.dice.as_ref())),
            joined_late: !state.moves.is_empty(),
            first_ply: state.moves.len(),
            views: state.view.iter().map(|view| (**view).clone()).collect(),
            suffixes: Vec::new(),
        }
    }

    /// Records the rolls and the view of an event, after which the game has `move_count` moves.
    pub(crate) fn record_event(&mut self, event: &Event, move_count: usize) {
        if let (Event::Played { effects, view, .. }, Some(before)) = (event, self.views.last())
            && view.dice.is_some()
        {
            self.dice.record_use(Grid::new(GameKind::Chess), before, view, effects);
        }
        self.suffixes.retain(|(index, _)| *index < move_count);
        if let (Event::Played { effects, .. }, Some(index)) = (event, move_count.checked_sub(1)) {
            let suffix = suffix_of_effects(effects);
            if !suffix.is_empty() {
                self.suffixes.push((index, suffix));
            }
        }
        if let Event::Started { effects, .. } | Event::Played { effects, .. } = event {
            self.dice.record(effects);
        }
        if let Event::Started { view, .. }
        | Event::Played { view, .. }
        | Event::TakebackApplied { view, .. } = event
        {
            self.views.truncate(move_count.saturating_sub(self.first_ply));
            if self.views.is_empty() {
                self.first_ply = move_count;
            }
            self.views.push((**view).clone());
        }
    }

    pub(crate) const fn dice(&self) -> &DiceHistory {
        &self.dice
    }

    /// Returns the addition to the notation of a move, or an empty text.
    pub(crate) fn move_suffix(&self, index: usize) -> &str {
        self.suffixes.iter().find(|(other, _)| *other == index).map_or("", |(_, suffix)| suffix)
    }

    pub(crate) const fn joined_late(&self) -> bool {
        self.joined_late
    }

    /// Returns the recorded view after `ply` moves, without actions.
    pub(crate) fn view_at_ply(&self, ply: usize) -> Option<View> {
        let view = ply.checked_sub(self.first_ply).and_then(|index| self.views.get(index));
        view.map(|view| without_actions(view.clone()))
    }
}

/// Returns the start and destination of the last move, as far as it is visible.
pub(crate) fn last_move_cells(grid: Grid, moves: &[MoveEntry]) -> Vec<Cell> {
    let parse = |action: &str| MoveOption::parse(grid, action);
    // A draw claim or a reroll is skipped; a hidden move hides the moves before it as well.
    let mut last = moves.iter().rev().map(|entry| entry.action.as_deref().map(parse));
    match last.find(|parsed| !matches!(parsed, Some(None))) {
        Some(Some(Some(option))) => vec![option.from, option.to],
        _ => Vec::new(),
    }
}

/// Returns the view after these moves, if they determine it: without hidden information and chance.
pub(crate) fn view_after_moves(config: &RoomConfig, moves: &[MoveEntry]) -> Option<View> {
    let mut game = start_game(config).filter(|game| !game.has_hidden_information())?;
    for entry in moves {
        let action = entry.action.as_ref().filter(|_| matches!(game.turn(), Turn::Player(_)))?;
        game.apply_action(action, &mut NullSink).ok()?;
    }
    let is_known = game.turn() != Turn::Chance;
    is_known.then(|| without_actions(View::new(&game, game.view(Viewer::Spectator))))
}

#[cfg(test)]
mod tests {
    use yipan_core::Side;

    use super::*;

    #[test]
    fn moves_determine_the_board_without_chance_or_fog() {
        let moves = [(Side::First, "e2e4"), (Side::Second, "e7e5")]
            .map(|(side, action)| MoveEntry { side, action: Some(action.into()) });
        let config = |modes: &[&str]| RoomConfig {
            modes: modes.iter().map(|mode| (*mode).to_owned()).collect(),
            ..RoomConfig::default_for("chess")
        };
        let view = view_after_moves(&config(&[]), &moves[..1]).expect("no modes");
        assert!(view.pieces.iter().any(|(cell, ..)| cell == "e4") && view.turn.is_none());
        assert!(view_after_moves(&config(&["gravity"]), &[]).is_some());
        assert_eq!(view_after_moves(&config(&["fog"]), &moves), None);
        assert_eq!(view_after_moves(&config(&["dice-a"]), &moves), None);
    }

    #[test]
    fn a_reroll_is_skipped_and_a_hidden_move_marks_no_cells() {
        let marked = |actions: &[Option<&str>]| {
            let moves: Vec<MoveEntry> = actions
                .iter()
                .map(|action| MoveEntry { side: Side::First, action: action.map(str::to_owned) })
                .collect();
            last_move_cells(Grid::new(GameKind::Chess), &moves).len()
        };
        assert_eq!((marked(&[]), marked(&[Some("e2e4")])), (0, 2));
        assert_eq!(marked(&[Some("e2e4"), Some("reroll")]), 2);
        assert_eq!(marked(&[Some("e2e4"), None]), 0);
    }
}
