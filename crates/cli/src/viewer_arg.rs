//! Through whose eyes a game is shown.

use std::str::FromStr;

use anyhow::{Result, anyhow};
use yipan_core::{Language, Side, Viewer};
use yipan_games::AnyGame;

/// Who looks on: `arbiter`, `spectator`, or a seat by the game's own word for it.
#[derive(Clone, Debug)]
pub(crate) struct ViewerArg(String);

impl FromStr for ViewerArg {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<ViewerArg, std::convert::Infallible> {
        Ok(ViewerArg(text.to_owned()))
    }
}

impl ViewerArg {
    /// The viewer this is in a game, or what is wrong with it.
    pub(crate) fn resolve(&self, game: &AnyGame, language: Language) -> Result<Viewer> {
        let seats = Side::BOTH.map(|seat| game.side_key(seat));
        match self.0.as_str() {
            "arbiter" => Ok(Viewer::Arbiter),
            "spectator" => Ok(Viewer::Spectator),
            text => {
                let seat = Side::BOTH.into_iter().find(|&seat| game.side_key(seat) == text);
                seat.map(Viewer::Player).ok_or_else(|| unknown_viewer_error(text, seats, language))
            }
        }
    }
}

fn unknown_viewer_error(text: &str, [first, second]: [&str; 2], language: Language) -> anyhow::Error {
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
