//! Texts about a replay: its status and variations in notation.

use yipan_core::{Language, NullSink, Turn, Viewer};

use crate::local::replay::Replay;
use crate::text::messages::game;
use crate::text::notation_style::NotationStyle;
use crate::text::status_text::{declared_result_text, outcome_text, status_text};

impl Replay {
    /// Returns the result, if the game has ended at or before this step.
    #[must_use]
    pub fn result_text(&self, step_index: usize, language: Language) -> Option<String> {
        let kind = self.grid().kind();
        match (self.game_at(step_index).outcome(), self.declared_result()) {
            (Some(outcome), _) => Some(outcome_text(kind, outcome, language)),
            (None, Some(result)) if step_index >= self.len() => {
                Some(declared_result_text(kind, result, language))
            }
            _ => None,
        }
    }

    /// Returns the side to move, or the result, after this many steps.
    #[must_use]
    pub fn status_text(&self, step_index: usize, viewer: Viewer, language: Language) -> String {
        if let Some(result) = self.result_text(step_index, language) {
            return result;
        }
        if self.game_at(step_index).turn() == Turn::Chance {
            return game::CHANCE.localize(language).to_owned();
        }
        status_text(self.grid().kind(), &self.view(step_index, viewer), language)
    }

    /// Writes a variation that starts after this many steps, each move with its number where it needs one; it ends before the
    /// first illegal move.
    #[must_use]
    pub fn write_moves(&self, step_index: usize, actions: &[String], style: NotationStyle) -> Vec<String> {
        let mut game = self.game_at(step_index).clone();
        let mut notations = Vec::new();
        for action in actions {
            let notation = style.write_move(&game, action);
            let numbered = game.numbered_move(action, style.language);
            let number = numbered.split(' ').next().unwrap_or_default();
            let needs_number = notations.is_empty() || !number.ends_with("..");
            if game.apply_action(action, &mut NullSink).is_err() {
                break;
            }
            notations.push(if needs_number { format!("{number} {notation}") } else { notation });
        }
        notations
    }
}
