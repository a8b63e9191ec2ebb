use crate::{Outcome, Side};

/// Who must do something now: one question, one answer.
///
/// Nobody assumes that seats alternate; with dice one side may move three times in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This seat must act.
    Player(Side),
    /// The host must pick one of [`Game::draws`](crate::Game::draws).
    Chance,
    /// The game has ended.
    Over(Outcome),
}
