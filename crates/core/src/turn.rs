use crate::{Outcome, Side};

/// The party that must act now.
///
/// Sides need not alternate: with dice one side may move three times in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This side must act.
    Player(Side),
    /// The host must select one of [`Game::chance_outcomes`](crate::Game::chance_outcomes).
    Chance,
    /// The game has ended.
    Over(Outcome),
}
