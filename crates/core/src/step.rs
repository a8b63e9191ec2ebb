use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::{Language, Localize};

/// The only thing that changes a game: a player's act, or a draw of chance made by the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step<A, D> {
    /// A player acts.
    Action(A),
    /// Chance decides.
    Chance(D),
}

/// The draw type of games without chance: it has no values, so such a step cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoChance {}

/// Somebody offered a draw to a game that has nothing to draw.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.localize(Language::English))]
pub struct NoChanceEventError {
    /// What was offered.
    pub text: String,
}

impl Localize for NoChanceEventError {
    fn localize(&self, language: Language) -> String {
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

impl fmt::Display for NoChance {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl FromStr for NoChance {
    type Err = NoChanceEventError;

    fn from_str(text: &str) -> Result<NoChance, NoChanceEventError> {
        Err(NoChanceEventError { text: text.to_owned() })
    }
}
