use std::str::FromStr;

use anyhow::{Result, anyhow};
use yipan_core::{Language, Side, Viewer};
use yipan_games::AnyGame;

/// The argument of `--view-as`: `arbiter`, `spectator`, or the game's name for a side.
#[derive(Clone, Debug)]
pub(crate) struct ViewerArg(String);

impl FromStr for ViewerArg {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<ViewerArg, std::convert::Infallible> {
        Ok(ViewerArg(text.to_owned()))
    }
}

impl ViewerArg {
    /// Returns the viewer in a game.
    pub(crate) fn resolve(&self, game: &AnyGame, language: Language) -> Result<Viewer> {
        let sides = Side::BOTH.map(|side| game.side_key(side));
        match self.0.as_str() {
            "arbiter" => Ok(Viewer::Arbiter),
            "spectator" => Ok(Viewer::Spectator),
            text => {
                let side = Side::BOTH.into_iter().find(|&side| game.side_key(side) == text);
                side.map(Viewer::Player).ok_or_else(|| unknown_viewer_error(text, sides, language))
            }
        }
    }
}

fn unknown_viewer_error(text: &str, [first, second]: [&str; 2], language: Language) -> anyhow::Error {
    match language {
        Language::English => {
            anyhow!("unknown viewer `{text}`; expected arbiter, spectator, {first} or {second}")
        }
        Language::Simplified => {
            anyhow!("未知的视角 `{text}`；可选 arbiter、spectator、{first} 或 {second}")
        }
        Language::Traditional => {
            anyhow!("未知的視角 `{text}`；可選 arbiter、spectator、{first} 或 {second}")
        }
    }
}
