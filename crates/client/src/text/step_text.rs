//! A step in words: an action in notation, or a chance outcome.

use yipan_core::{DicePhase, Language, Step, Viewer};
use yipan_games::AnyGame;
use yipan_local_play::PlayedStep;

use crate::text::messages::{pieces, replay};
use crate::text::mode_notation::effect_suffix;
use crate::text::notation_style::NotationStyle;

/// The text of a step.
pub(crate) struct StepText {
    /// The notation; `None` if the step is hidden from the viewer.
    pub(crate) notation: Option<String>,
    /// The reason why this side acted out of turn, or an empty text.
    pub(crate) note: &'static str,
}

/// Writes a step as the viewer may see it.
pub(crate) fn step_text(played: &PlayedStep<'_>, viewer: Viewer, style: NotationStyle) -> StepText {
    let (language, before) = (style.language, played.before);
    let notation = || match played.step {
        Step::Action(action) => style.write_move(before, action) + &effect_suffix(played, viewer),
        Step::Chance(outcome) => chance_notation(before, outcome, language),
    };
    let note = match (played.step, dice_phase(before)) {
        (Step::Action(_), Some(DicePhase::Reply)) => replay::ANSWERS.localize(language),
        (Step::Action(_), Some(DicePhase::Emergency)) => replay::EMERGENCY.localize(language),
        _ => "",
    };
    StepText { notation: played.is_revealed_to(viewer).then(notation), note }
}

fn dice_phase(game: &AnyGame) -> Option<DicePhase> {
    let view = game.has_modes().then(|| game.view(Viewer::Arbiter));
    view.and_then(|view| view.dice).map(|dice| dice.phase)
}

/// Writes a chance outcome with the name of its kind.
#[must_use]
pub fn chance_notation(before: &AnyGame, outcome: &str, language: Language) -> String {
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
