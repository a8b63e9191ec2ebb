use alloc::{borrow::ToOwned, format, string::String};
use core::{fmt, str::FromStr};

use crate::{Language, Localize, impl_localized_error};

/// One change of a game: an action of a player, or a chance outcome selected by the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step<A, E> {
    /// An action of a player.
    Action(A),
    /// A chance outcome.
    Chance(E),
}

/// The chance event type of games without chance. It has no values, so such a step cannot be constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoChance {}

/// The error of a chance event in a game without chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoChanceEventError {
    /// The rejected text.
    pub text: String,
}

impl_localized_error!(NoChanceEventError);

impl Localize for NoChanceEventError {
    fn localize(&self, language: Language) -> String {
        let text = &self.text;
        match language {
            Language::English => {
                format!("`{text}` is not possible: this game has no chance events; send an action instead")
            }
            Language::Simplified => format!("`{text}` 不可用：这盘棋没有随机事件，请直接走棋"),
            Language::Traditional => format!("`{text}` 不可用：這盤棋沒有隨機事件，請直接走棋"),
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
