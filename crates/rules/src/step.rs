use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::{Language, Words};

/// The only thing that changes a game: a player's act, or a draw of chance made by the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step<A, D> {
    /// A player acts.
    Act(A),
    /// Chance decides.
    Draw(D),
}

/// The draw type of games without chance: it has no values, so such a step cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoDraw {}

/// Somebody offered a draw to a game that has nothing to draw.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.words(Language::English))]
pub struct NothingToDraw {
    /// What was offered.
    pub text: String,
}

impl Words for NothingToDraw {
    fn words(&self, language: Language) -> String {
        let text = &self.text;
        match language {
            Language::English => {
                format!(
                    "`{text}` cannot be drawn: nothing in this game is left to chance; send an act instead"
                )
            }
            Language::Simplified => format!("不能抽 `{text}`：这盘棋没有随机的成分，请直接走棋"),
            Language::Traditional => format!("不能抽 `{text}`：這盤棋沒有隨機的成分，請直接走棋"),
        }
    }
}

impl fmt::Display for NoDraw {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl FromStr for NoDraw {
    type Err = NothingToDraw;

    fn from_str(text: &str) -> Result<NoDraw, NothingToDraw> {
        Err(NothingToDraw { text: text.to_owned() })
    }
}
