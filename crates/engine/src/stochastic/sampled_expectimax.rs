//! Expectimax over sampled games.
//!
//! The tree of `ismcts` is stronger at choosing an action, because it spends its time on the good ones; for the same reason its
//! values of the others are rough.

use std::marker::PhantomData;

use yipan_core::Side;

use super::expectimax::Expectimax;
use super::heuristic::Heuristic;
use super::ranked_actions::RankedActions;
use super::sampled_ranking::{Candidates, SampleSearch, draw_samples, rank_over_samples};
use super::value::WIN;
use crate::limits::{Limits, SearchControl};

/// The number of sampled games.
const SAMPLES: usize = 32;
/// The maximum depth in player actions.
const MAX_DEPTH: u32 = 8;
/// The depth for an action without an alternative, which needs only a value.
const FORCED_DEPTH: u32 = 2;

/// Ranks actions of a side that knows only part of the game by their average values over sampled games.
///
/// `sample_game` returns a complete game that is consistent with what the side knows. Actions that no sample allows are not
/// listed.
pub fn sampled_expectimax<G: Heuristic + PartialEq>(
    actions: &[G::Action],
    side: Side,
    sample_game: impl FnMut(&mut dyn FnMut() -> u64) -> Option<G>,
    limits: Limits,
    control: &dyn SearchControl,
    seed: u64,
) -> RankedActions<G::Action> {
    let deepest = if actions.len() == 1 { FORCED_DEPTH } else { MAX_DEPTH };
    let max_depth = limits.depth.unwrap_or(deepest).min(deepest);
    let mut search =
        ExpectimaxSamples { expectimax: Expectimax::new(side, seed, limits, control), game: PhantomData };
    let samples = draw_samples(SAMPLES, SAMPLES, seed, sample_game);
    rank_over_samples(&mut search, &samples, actions, max_depth, Candidates::All)
}

/// Searches samples by expectimax.
struct ExpectimaxSamples<'a, G> {
    expectimax: Expectimax<'a>,
    game: PhantomData<G>,
}

impl<G: Heuristic> SampleSearch for ExpectimaxSamples<'_, G> {
    type Sample = G;
    type Action = G::Action;

    fn action_values(&mut self, game: &G, actions: &[G::Action], depth: u32) -> Option<Vec<Option<i32>>> {
        let mut offered = Vec::new();
        game.actions(&mut offered);
        let mut value = |action: &G::Action| {
            let is_legal = offered.contains(action);
            is_legal.then(|| self.expectimax.search_action(game, *action, depth - 1, 1, -WIN, WIN))
        };
        let values = actions.iter().map(&mut value).collect();
        (!self.expectimax.budget.is_stopped()).then_some(values)
    }

    fn is_past_soft_limit(&self) -> bool {
        self.expectimax.budget.is_past_soft_limit()
    }

    fn nodes(&self) -> u64 {
        self.expectimax.budget.nodes
    }
}
