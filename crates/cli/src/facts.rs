//! What a player sees in a position, as JSON.

use std::collections::BTreeMap;

use serde::Serialize;
use yipan_chess::{Color, Position, color_key};
use yipan_games::AnyGame;
use yipan_liuzichong::saved::SavedGame;
use yipan_rules::{Language, Words};
use yipan_xiangqi::{Setup, Xiangqi};

#[derive(Debug, Serialize)]
pub(crate) struct Facts {
    /// Who checks, and along which path.
    threats: Vec<Threat>,
    /// Who is pinned by whom, and where it may still stand.
    pins: Vec<Pin>,
    /// Every square a side controls.
    control: BTreeMap<&'static str, Vec<String>>,
    /// The men that can answer the check.
    rescuers: Vec<String>,
    /// Where each man of the side to move may go.
    paths: BTreeMap<String, Vec<String>>,
    /// The position with the letters H and E for horse and elephant, as some sites want it.
    #[serde(skip_serializing_if = "Option::is_none")]
    position_with_h_and_e: Option<String>,
    /// Legal moves that the repetition law would punish, in games that have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    banned: Option<Vec<String>>,
    /// What the repetition law says now, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<String>,
    /// What an arbiter should look at, by the rule that only advises.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<AdviceJson>,
    /// Which men each move takes, in games where that cannot be seen from where it goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    captures: Option<BTreeMap<String, Vec<String>>>,
    /// The game as a `.6zc` file has it, the human to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    saved_game: Option<String>,
}

#[derive(Debug, Serialize)]
struct AdviceJson {
    /// The index of the move the labels begin with.
    first: usize,
    labels: Vec<String>,
    should_change: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct Threat {
    by: String,
    path: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Pin {
    man: String,
    by: String,
    path: Vec<String>,
}

pub(crate) fn of(game: &AnyGame, language: Language) -> Facts {
    match game {
        AnyGame::Chess(game) => of_chess(game.position()),
        AnyGame::Xiangqi(game) => of_xiangqi(game, language),
        AnyGame::Liuzichong(game) => of_liuzichong(game.position()),
    }
}

fn of_chess(position: &Position) -> Facts {
    let threats = position.threats().map(|t| Threat { by: t.by.to_string(), path: names(t.path) });
    let pins = Color::BOTH.into_iter().flat_map(|color| position.pins(color));
    let pins =
        pins.map(|pin| Pin { man: pin.man.to_string(), by: pin.by.to_string(), path: names(pin.path) });
    let control = Color::BOTH.map(|color| (color_key(color), names(position.control(color))));
    let men = position.men(position.side()).into_iter();
    let paths = men.map(|man| (man.to_string(), names(position.valid_path(man))));
    Facts {
        threats: threats.collect(),
        pins: pins.collect(),
        control: control.into(),
        rescuers: names(position.rescuers()),
        paths: paths.filter(|(_, path)| !path.is_empty()).collect(),
        position_with_h_and_e: None,
        banned: None,
        verdict: None,
        advice: None,
        captures: None,
        saved_game: None,
    }
}

/// In xiangqi a pin may hang on a screen or a leg, so who is pinned is told by `explain`, move by move.
fn of_xiangqi(game: &Xiangqi, language: Language) -> Facts {
    use yipan_xiangqi::{Color, color_key};
    let position = game.position();
    let threats = position.checkers().into_iter().map(|by| Threat { by: by.to_string(), path: Vec::new() });
    let control = Color::BOTH.map(|color| (color_key(color), names(position.control(color))));
    let men = position.men(position.side()).into_iter();
    let paths = men.map(|man| (man.to_string(), names(position.valid_path(man))));
    Facts {
        threats: threats.collect(),
        pins: Vec::new(),
        control: control.into(),
        rescuers: names(position.rescuers()),
        paths: paths.filter(|(_, path)| !path.is_empty()).collect(),
        position_with_h_and_e: Some(Setup::from(position).to_fen_with_h_and_e()),
        banned: Some(game.banned_moves().iter().map(ToString::to_string).collect()),
        verdict: game.verdict().map(|verdict| verdict.words(language)),
        advice: game.advice().map(|advice| AdviceJson {
            first: advice.first,
            labels: advice.labels.iter().map(|label| label.words(language)).collect(),
            should_change: advice.should_change.map(color_key),
        }),
        captures: None,
        saved_game: None,
    }
}

/// Nobody is checked or pinned in liuzichong; what matters is who takes whom.
fn of_liuzichong(position: &yipan_liuzichong::Position) -> Facts {
    let men = position.men(position.side()).into_iter();
    let paths = men.map(|man| (man.to_string(), names(position.valid_path(man))));
    let captures =
        position.legal_moves().into_iter().map(|mv| (mv.to_string(), names(position.taken_by(mv))));
    Facts {
        threats: Vec::new(),
        pins: Vec::new(),
        control: BTreeMap::new(),
        rescuers: Vec::new(),
        paths: paths.filter(|(_, path)| !path.is_empty()).collect(),
        position_with_h_and_e: None,
        banned: None,
        verdict: None,
        advice: None,
        captures: Some(captures.filter(|(_, taken)| !taken.is_empty()).collect()),
        saved_game: Some(SavedGame { position: *position, player: position.side() }.to_string()),
    }
}

fn names(places: impl IntoIterator<Item: ToString>) -> Vec<String> {
    places.into_iter().map(|place| place.to_string()).collect()
}
