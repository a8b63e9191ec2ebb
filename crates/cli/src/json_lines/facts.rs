//! The facts of `yipan inspect --facts`.

use std::collections::BTreeMap;

use serde::Serialize;
use yipan_chess::{Color, Position, color_key};
use yipan_core::{Language, Localize};
use yipan_games::AnyGame;
use yipan_liuzichong::sixzc::SixzcFile;
use yipan_xiangqi::{Setup, Xiangqi};

#[derive(Debug, Serialize)]
pub(crate) struct Facts {
    /// The checking pieces, each with the ray to the king.
    checks: Vec<Check>,
    /// The pinned pieces, each with the ray it may move on.
    pins: Vec<Pin>,
    /// The cells that each side attacks.
    attacked: BTreeMap<&'static str, Vec<String>>,
    /// The pieces with a legal move while in check.
    evaders: Vec<String>,
    /// The legal destinations of each piece of the side to move.
    destinations: BTreeMap<String, Vec<String>>,
    /// The FEN with the letters H and E for horse and elephant, which some programs expect.
    #[serde(skip_serializing_if = "Option::is_none")]
    fen_with_h_and_e: Option<String>,
    /// Legal moves that the repetition rule forbids, in xiangqi.
    #[serde(skip_serializing_if = "Option::is_none")]
    banned_moves: Option<Vec<String>>,
    /// The ruling of the repetition rule in the current position.
    #[serde(skip_serializing_if = "Option::is_none")]
    repetition_ruling: Option<String>,
    /// The advice of a repetition rule that leaves the decision to an arbiter.
    #[serde(skip_serializing_if = "Option::is_none")]
    arbiter_advice: Option<AdviceJson>,
    /// The pieces that each move captures, in liuzichong.
    #[serde(skip_serializing_if = "Option::is_none")]
    captures: Option<BTreeMap<String, Vec<String>>>,
    /// The game as a `.6zc` file, with the human to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    sixzc: Option<String>,
}

#[derive(Debug, Serialize)]
struct AdviceJson {
    /// The index of the first labeled move.
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
    let checks =
        position.checks().map(|check| Check { checker: check.checker.to_string(), ray: to_names(check.ray) });
    let pins = Color::BOTH.into_iter().flat_map(|color| position.pins(color));
    let pins = pins.map(|pin| Pin {
        piece: pin.pinned.to_string(),
        pinner: pin.pinner.to_string(),
        ray: to_names(pin.ray),
    });
    let attacked = Color::BOTH.map(|color| (color_key(color), to_names(position.attacked_squares(color))));
    let pieces = position.by_color(position.side_to_move()).into_iter();
    let destinations = pieces.map(|piece| (piece.to_string(), to_names(position.legal_destinations(piece))));
    Facts {
        checks: checks.collect(),
        pins: pins.collect(),
        attacked: attacked.into(),
        evaders: to_names(position.check_evaders()),
        destinations: destinations.filter(|(_, cells)| !cells.is_empty()).collect(),
        fen_with_h_and_e: None,
        banned_moves: None,
        repetition_ruling: None,
        arbiter_advice: None,
        captures: None,
        sixzc: None,
    }
}

/// Collects the facts of xiangqi. It has no pins: they depend on screens and legs, so `explain` covers them by move.
fn xiangqi_facts(game: &Xiangqi, language: Language) -> Facts {
    use yipan_xiangqi::{Color, color_key};
    let position = game.position();
    let checks = position
        .checkers()
        .into_iter()
        .map(|checker| Check { checker: checker.to_string(), ray: Vec::new() });
    let attacked = Color::BOTH.map(|color| (color_key(color), to_names(position.attacked_points(color))));
    let pieces = position.by_color(position.side_to_move()).into_iter();
    let destinations = pieces.map(|piece| (piece.to_string(), to_names(position.legal_destinations(piece))));
    Facts {
        checks: checks.collect(),
        pins: Vec::new(),
        attacked: attacked.into(),
        evaders: to_names(position.evaders()),
        destinations: destinations.filter(|(_, cells)| !cells.is_empty()).collect(),
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

/// Collects the facts of liuzichong, which has neither checks nor pins.
fn liuzichong_facts(position: &yipan_liuzichong::Position) -> Facts {
    let pieces = position.by_color(position.side_to_move()).into_iter();
    let destinations = pieces.map(|piece| (piece.to_string(), to_names(position.legal_destinations(piece))));
    let captures =
        position.legal_moves().into_iter().map(|mv| (mv.to_string(), to_names(position.captured_by(mv))));
    Facts {
        checks: Vec::new(),
        pins: Vec::new(),
        attacked: BTreeMap::new(),
        evaders: Vec::new(),
        destinations: destinations.filter(|(_, cells)| !cells.is_empty()).collect(),
        fen_with_h_and_e: None,
        banned_moves: None,
        repetition_ruling: None,
        arbiter_advice: None,
        captures: Some(captures.filter(|(_, captured)| !captured.is_empty()).collect()),
        sixzc: Some(SixzcFile { position: *position, human: position.side_to_move() }.to_string()),
    }
}

fn to_names(cells: impl IntoIterator<Item: ToString>) -> Vec<String> {
    cells.into_iter().map(|cell| cell.to_string()).collect()
}
