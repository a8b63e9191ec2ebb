use yipan_chess::{Action, Chess};

use crate::limits::{Limits, SearchControl};
use crate::stochastic::{RankedActions, expectimax_exact};

/// Ranks the legal actions of the side to move as if nothing were hidden from it, by values that can be compared.
///
/// This is for the review of a finished game. A player must never be given it.
#[must_use]
pub fn evaluate_in_hindsight(
    game: &Chess,
    limits: Limits,
    control: &dyn SearchControl,
    seed: u64,
) -> RankedActions<Action> {
    expectimax_exact(game, limits, control, seed)
}
