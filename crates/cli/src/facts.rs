//! What a player sees in a position, as JSON.

use std::collections::BTreeMap;

use serde::Serialize;
use yipan_chess::{Bitboard, Color, Position, color_key};
use yipan_games::AnyGame;

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

pub(crate) fn of(game: &AnyGame) -> Facts {
    match game {
        AnyGame::Chess(game) => of_chess(game.position()),
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
    }
}

fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}
