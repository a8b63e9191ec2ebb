use yipan_core::{Cell, Language, Side, Turn, Viewer};
use yipan_games::AnyGame;
use yipan_local_play::{PlayedStep, last_move_cells};

use super::messages;
use crate::effect_text;

/// The moves and their effects as lines, for each side as far as it may know them.
#[derive(Debug, Default)]
pub(super) struct MoveLog {
    lines: [Vec<String>; 2],
    /// The cells of the last move, as each side saw it.
    changed_cells: [Vec<Cell>; 2],
}

impl MoveLog {
    /// Returns the lines of a side.
    pub(super) fn lines(&self, side: Side) -> &[String] {
        &self.lines[side.index()]
    }

    /// Returns the cells of the last move that a side saw.
    pub(super) fn changed_cells(&self, side: Side) -> &[Cell] {
        &self.changed_cells[side.index()]
    }

    /// Adds a step to each side's lines.
    pub(super) fn record(&mut self, step: PlayedStep<'_>, language: Language) {
        for side in Side::BOTH {
            let viewer = Viewer::Player(side);
            let lines = &mut self.lines[side.index()];
            if let Some(action) = step.action() {
                let is_revealed = step.is_revealed_to(viewer);
                lines.push(if is_revealed {
                    action_text(step.before, action, language)
                } else {
                    "…".to_owned()
                });
            }
            let visible = step.visible_effects(viewer);
            let effects =
                visible.iter().filter_map(|effect| effect_text::describe(step.after, effect, language));
            lines.extend(effects.map(|line| format!("  {line}")));
            let cells = last_move_cells(&visible);
            if !cells.is_empty() {
                self.changed_cells[side.index()] = cells;
            }
        }
    }

    /// Adds a takeback to both sides' lines.
    pub(super) fn record_takeback(&mut self, language: Language) {
        for side in Side::BOTH {
            self.lines[side.index()].push(format!("({})", messages::taken_back(language)));
            self.changed_cells[side.index()].clear();
        }
    }
}

/// Formats an action for the log. With modes only its squares are shown: `x` or `#` could reveal hidden information.
pub(super) fn action_text(game: &AnyGame, action: &str, language: Language) -> String {
    match game.turn() {
        Turn::Player(side) if game.has_modes() => format!("{} {action}", game.side_name(side, language)),
        _ => game.numbered_move(action, language),
    }
}
