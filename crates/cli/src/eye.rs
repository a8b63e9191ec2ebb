//! Through whose eyes a game is shown.

use std::str::FromStr;

use anyhow::{Result, anyhow};
use yipan_games::AnyGame;
use yipan_rules::{Language, Seat, Viewer};

/// Who looks on: `arbiter`, `spectator`, or a seat by the game's own word for it.
#[derive(Clone, Debug)]
pub(crate) struct Eye(String);

impl FromStr for Eye {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Eye, std::convert::Infallible> {
        Ok(Eye(text.to_owned()))
    }
}

impl Eye {
    /// The viewer this is in a game, or what is wrong with it.
    pub(crate) fn of(&self, game: &AnyGame, language: Language) -> Result<Viewer> {
        let seats = Seat::BOTH.map(|seat| game.seat_key(seat));
        match self.0.as_str() {
            "arbiter" => Ok(Viewer::Arbiter),
            "spectator" => Ok(Viewer::Spectator),
            text => {
                let seat = Seat::BOTH.into_iter().find(|&seat| game.seat_key(seat) == text);
                seat.map(Viewer::Player).ok_or_else(|| unknown(text, seats, language))
            }
        }
    }
}

fn unknown(text: &str, [first, second]: [&str; 2], language: Language) -> anyhow::Error {
    match language {
        Language::English => {
            anyhow!("nobody here is called `{text}`; choose arbiter, spectator, {first} or {second}")
        }
        Language::Simplified => {
            anyhow!("没有 `{text}` 这个视角；请选 arbiter、spectator、{first} 或 {second}")
        }
        Language::Traditional => {
            anyhow!("沒有 `{text}` 這個視角；請選 arbiter、spectator、{first} 或 {second}")
        }
    }
}
