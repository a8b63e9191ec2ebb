//! What a player sees in a position, as JSON.

use std::collections::BTreeMap;

use serde::Serialize;
use yipan_chess::{Color, Position, color_key};
use yipan_core::{Language, Localize};
use yipan_games::AnyGame;
use yipan_liuzichong::sixzc::SixzcFile;
use yipan_xiangqi::{Setup, Xiangqi};

#[derive(Debug, Serialize)]
pub(crate) struct Facts {
    /// Who checks, and along which path.
    checks: Vec<Check>,
    /// Who is pinned by whom, and where it may still stand.
    pins: Vec<Pin>,
    /// Every square a side controls.
    attacked: BTreeMap<&'static str, Vec<String>>,
    /// The men that can answer the check.
    evaders: Vec<String>,
    /// Where each man of the side to move may go.
    destinations: BTreeMap<String, Vec<String>>,
    /// The position with the letters H and E for horse and elephant, as some sites want it.
    #[serde(skip_serializing_if = "Option::is_none")]
    fen_with_h_and_e: Option<String>,
    /// Legal moves that the repetition law would punish, in games that have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    banned_moves: Option<Vec<String>>,
    /// What the repetition law says now, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    repetition_ruling: Option<String>,
    /// What an arbiter should look at, by the rule that only advises.
    #[serde(skip_serializing_if = "Option::is_none")]
    arbiter_advice: Option<AdviceJson>,
    /// Which men each move takes, in games where that cannot be seen from where it goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    captures: Option<BTreeMap<String, Vec<String>>>,
    /// The game as a `.6zc` file has it, the human to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    sixzc: Option<String>,
}

#[derive(Debug, Serialize)]
struct AdviceJson {
    /// The index of the move the labels begin with.
    first: usize,
    labels: Vec<String>,
    should_change: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct Check {
    checker: String,
    ray: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Pin {
    piece: String,
    pinner: String,
    ray: Vec<String>,
}

pub(crate) fn collect(game: &AnyGame, language: Language) -> Facts {
    match game {
        AnyGame::Chess(game) => chess_facts(game.position()),
        AnyGame::Xiangqi(game) => xiangqi_facts(game, language),
        AnyGame::Liuzichong(game) => liuzichong_facts(game.position()),
    }
}

fn chess_facts(position: &Position) -> Facts {
    let threats = position.checks().map(|t| Check { checker: t.checker.to_string(), ray: to_names(t.ray) });
    let pins = Color::BOTH.into_iter().flat_map(|color| position.pins(color));
    let pins = pins.map(|pin| Pin {
        piece: pin.pinned.to_string(),
        pinner: pin.pinner.to_string(),
        ray: to_names(pin.ray),
    });
    let control = Color::BOTH.map(|color| (color_key(color), to_names(position.attacked_squares(color))));
    let men = position.by_color(position.side_to_move()).into_iter();
    let paths = men.map(|man| (man.to_string(), to_names(position.legal_destinations(man))));
    Facts {
        checks: threats.collect(),
        pins: pins.collect(),
        attacked: control.into(),
        evaders: to_names(position.check_evaders()),
        destinations: paths.filter(|(_, path)| !path.is_empty()).collect(),
        fen_with_h_and_e: None,
        banned_moves: None,
        repetition_ruling: None,
        arbiter_advice: None,
        captures: None,
        sixzc: None,
    }
}

/// In xiangqi a pin may hang on a screen or a leg, so who is pinned is told by `explain`, move by move.
fn xiangqi_facts(game: &Xiangqi, language: Language) -> Facts {
    use yipan_xiangqi::{Color, color_key};
    let position = game.position();
    let threats =
        position.checkers().into_iter().map(|by| Check { checker: by.to_string(), ray: Vec::new() });
    let control = Color::BOTH.map(|color| (color_key(color), to_names(position.attacked_points(color))));
    let men = position.by_color(position.side_to_move()).into_iter();
    let paths = men.map(|man| (man.to_string(), to_names(position.legal_destinations(man))));
    Facts {
        checks: threats.collect(),
        pins: Vec::new(),
        attacked: control.into(),
        evaders: to_names(position.evaders()),
        destinations: paths.filter(|(_, path)| !path.is_empty()).collect(),
        fen_with_h_and_e: Some(Setup::from(position).to_fen_with_h_and_e()),
        banned_moves: Some(game.banned_moves().iter().map(ToString::to_string).collect()),
        repetition_ruling: game.verdict().map(|verdict| verdict.localize(language)),
        arbiter_advice: game.arbiter_advice().map(|advice| AdviceJson {
            first: advice.first_ply,
            labels: advice.labels.iter().map(|label| label.localize(language)).collect(),
            should_change: advice.should_change.map(color_key),
        }),
        captures: None,
        sixzc: None,
    }
}

/// Nobody is checked or pinned in liuzichong; what matters is who takes whom.
fn liuzichong_facts(position: &yipan_liuzichong::Position) -> Facts {
    let men = position.by_color(position.side_to_move()).into_iter();
    let paths = men.map(|man| (man.to_string(), to_names(position.legal_destinations(man))));
    let captures =
        position.legal_moves().into_iter().map(|mv| (mv.to_string(), to_names(position.captured_by(mv))));
    Facts {
        checks: Vec::new(),
        pins: Vec::new(),
        attacked: BTreeMap::new(),
        evaders: Vec::new(),
        destinations: paths.filter(|(_, path)| !path.is_empty()).collect(),
        fen_with_h_and_e: None,
        banned_moves: None,
        repetition_ruling: None,
        arbiter_advice: None,
        captures: Some(captures.filter(|(_, taken)| !taken.is_empty()).collect()),
        sixzc: Some(SixzcFile { position: *position, human: position.side_to_move() }.to_string()),
    }
}

fn to_names(places: impl IntoIterator<Item: ToString>) -> Vec<String> {
    places.into_iter().map(|place| place.to_string()).collect()
}
