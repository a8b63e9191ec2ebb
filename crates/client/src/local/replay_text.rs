//! Texts about a replay: its step list, its status and variations in notation.

use yipan_core::{DicePhase, Language, NullSink, Side, Step, Turn, Viewer};
use yipan_games::AnyGame;
use yipan_local_play::PlayedStep;

use crate::local::replay::Replay;
use crate::text::messages::{game, pieces, replay};
use crate::text::mode_notation::effect_suffix;
use crate::text::notation_style::NotationStyle;
use crate::text::status_text::{declared_result_text, outcome_text, status_text};

/// A step of the step list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepListItem {
    /// The side that acted; for a roll, the owner of the dice.
    pub side: Side,
    /// The notation; `None` if the step is hidden from the viewer.
    pub notation: Option<String>,
    /// The reason why this side acted out of turn, or an empty text.
    pub note: &'static str,
}

impl Replay {
    /// Returns the steps as the viewer may see them.
    #[must_use]
    pub fn step_list(&self, viewer: Viewer, style: NotationStyle) -> Vec<StepListItem> {
        let language = style.language;
        let item = |(index, played): (usize, PlayedStep<'_>)| {
            let PlayedStep { step, before, .. } = played;
            let (turn, notation) = match step {
                Step::Action(action) => {
                    (before.turn(), style.write_move(before, action) + &effect_suffix(&played, viewer))
                }
                Step::Chance(outcome) => (self.next_turn(index), chance_notation(before, outcome, language)),
            };
            let side = if let Turn::Player(side) = turn { side } else { Side::First };
            let phase = before.view(Viewer::Arbiter).dice.map(|dice| dice.phase);
            let note = match (step, phase) {
                (Step::Action(_), Some(DicePhase::Reply)) => replay::ANSWERS.localize(language),
                (Step::Action(_), Some(DicePhase::Emergency)) => replay::EMERGENCY.localize(language),
                _ => "",
            };
            StepListItem { side, notation: played.is_revealed_to(viewer).then_some(notation), note }
        };
        self.played().steps().enumerate().map(item).collect()
    }

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

    /// Writes a variation that starts after this many steps; it ends before the first illegal move.
    #[must_use]
    pub fn write_moves(&self, step_index: usize, actions: &[String], style: NotationStyle) -> String {
        let mut game = self.game_at(step_index).clone();
        let mut notations = Vec::new();
        for action in actions {
            let notation = style.write_move(&game, action);
            if game.apply_action(action, &mut NullSink).is_err() {
                break;
            }
            notations.push(notation);
        }
        notations.join(" ")
    }

    /// Returns the turn after the chance events that follow this step.
    fn next_turn(&self, step_index: usize) -> Turn {
        let mut turns = (step_index + 1..=self.len()).map(|index| self.game_at(index).turn());
        turns.find(|turn| *turn != Turn::Chance).unwrap_or(Turn::Chance)
    }
}

/// Writes a chance outcome with the name of its kind.
fn chance_notation(before: &AnyGame, outcome: &str, language: Language) -> String {
    let Some((event, value)) = outcome.split_once(' ') else { return outcome.to_owned() };
    let (name, value) = match event {
        "mines" => (replay::MINES_PLACED, value.to_owned()),
        "mine" => (replay::MINE, value.to_owned()),
        "portal" => (replay::PORTAL, value.to_owned()),
        "die" => (replay::DIE, die_notation(before, value)),
        _ => return outcome.to_owned(),
    };
    name.localize(language).replacen("{}", &value, 1)
}

/// Writes the face of a die with the symbol of its piece.
fn die_notation(before: &AnyGame, face: &str) -> String {
    if face == "wild" {
        return pieces::symbol('*').to_owned();
    }
    let placed = before.pieces();
    let on_cell = placed.iter().find(|(cell, _)| before.cell_name(*cell) == face);
    let of_kind = "KQRBNP"
        .chars()
        .find(|letter| pieces::name(before.kind(), *letter).localize(Language::English) == face);
    match (on_cell, of_kind) {
        (Some((_, piece)), _) => format!("{}{face}", pieces::symbol(piece.letter)),
        (None, Some(letter)) => pieces::symbol(letter).to_owned(),
        (None, None) => face.to_owned(),
    }
}
