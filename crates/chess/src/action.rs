use core::{fmt, str::FromStr};

use crate::{UciError, UciMove};

/// The text of [`Action::Reroll`].
pub const REROLL: &str = "reroll";

/// An action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Moves a piece.
    Move(UciMove),
    /// Moves a piece with the wild die although an ordinary die would do; written `e2e4*`.
    MoveByWildDie(UciMove),
    /// Claims a draw by rule.
    ClaimDraw,
    /// Rolls the dice again.
    Reroll,
}

/// The error of a text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseActionError(pub(crate) UciError);

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Action, ParseActionError> {
        match text {
            "draw" => Ok(Action::ClaimDraw),
            REROLL => Ok(Action::Reroll),
            _ if text.ends_with('*') => {
                text[..text.len() - 1].parse().map(Action::MoveByWildDie).map_err(ParseActionError)
            }
            _ => text.parse().map(Action::Move).map_err(ParseActionError),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move(uci) => uci.fmt(f),
            Action::MoveByWildDie(uci) => write!(f, "{uci}*"),
            Action::ClaimDraw => f.write_str("draw"),
            Action::Reroll => f.write_str(REROLL),
        }
    }
}
