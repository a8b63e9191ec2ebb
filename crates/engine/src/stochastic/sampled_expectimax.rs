//! Expectimax over sampled games.
//!
//! All actions are searched in the same samples and to the same depth, so the difference of two values comes from the actions
//! and hardly from the samples. The tree of `ismcts` is stronger at choosing an action, because it spends its time on the good
//! ones; for the same reason its values of the others are rough.

use yipan_core::Side;

use super::expectimax::Expectimax;
use super::heuristic::Heuristic;
use super::ranked_actions::{RankedActions, ScoredAction};
use super::value::{WIN, centipawns_of, win_rate_of};
use crate::limits::{Limits, SearchControl};
use crate::splitmix::SplitMix64;

/// The number of sampled games.
const SAMPLES: usize = 32;
/// The number of samples that an interrupted depth must have searched to replace the depth before.
const MIN_SAMPLES: usize = 8;
/// The number of failed samples after which no more are tried.
const MAX_FAILED_SAMPLES: usize = 200;
/// The maximum depth in player actions.
const MAX_DEPTH: u32 = 8;
/// The depth for an action without an alternative, which needs only a value.
const FORCED_DEPTH: u32 = 2;

/// Ranks actions of a side that knows only part of the game by their average values over sampled games.
///
/// `sample_game` returns a complete game that is consistent with what the side knows. The average is one of win rates, so
/// that a rare catastrophe counts as one lost game. Actions that no sample allows are not listed.
pub fn sampled_expectimax<G: Heuristic>(
    actions: &[G::Action],
    side: Side,
    mut sample_game: impl FnMut(&mut dyn FnMut() -> u64) -> Option<G>,
    limits: Limits,
    control: &dyn SearchControl,
    seed: u64,
) -> RankedActions<G::Action> {
    let mut rng = SplitMix64::new(seed);
    let samples: Vec<G> = std::iter::repeat_with(|| sample_game(&mut || rng.next_u64()))
        .take(SAMPLES + MAX_FAILED_SAMPLES)
        .flatten()
        .take(SAMPLES)
        .collect();
    let deepest = if actions.len() == 1 { FORCED_DEPTH } else { MAX_DEPTH };
    let mut search = Expectimax::new(side, seed, limits, control);
    let mut averages = vec![Average::default(); actions.len()];
    for depth in 1..=limits.depth.unwrap_or(deepest).clamp(1, deepest) {
        let mut deeper = vec![Average::default(); actions.len()];
        let searched = samples
            .iter()
            .take_while(|game| add_sample(&mut search, *game, actions, depth, &mut deeper))
            .count();
        if depth == 1 || searched >= MIN_SAMPLES.min(samples.len()) {
            averages = deeper;
        }
        if samples.is_empty() || search.budget.is_past_soft_limit() {
            break;
        }
    }
    let mut ranked: Vec<ScoredAction<G::Action>> = actions
        .iter()
        .zip(averages)
        .filter_map(|(&action, average)| Some(ScoredAction { action, value: average.centipawns()? }))
        .collect();
    ranked.sort_by_key(|scored| std::cmp::Reverse(scored.value));
    RankedActions { actions: ranked, nodes: search.budget.nodes }
}

/// Adds the values of all actions in a sample. Returns `false`, and adds none, if the budget is used up before.
fn add_sample<G: Heuristic>(
    search: &mut Expectimax<'_>,
    game: &G,
    actions: &[G::Action],
    depth: u32,
    averages: &mut [Average],
) -> bool {
    let mut offered = Vec::new();
    game.actions(&mut offered);
    let mut value = |action: &G::Action| {
        offered.contains(action).then(|| search.search_action(game, *action, depth - 1, 1, -WIN, WIN))
    };
    let values: Vec<Option<i32>> = actions.iter().map(&mut value).collect();
    if search.budget.is_stopped() {
        return false;
    }
    for (average, value) in averages.iter_mut().zip(values) {
        average.add(value);
    }
    true
}

/// The win rates of an action in the samples that allow it.
#[derive(Clone, Copy, Debug, Default)]
struct Average {
    total_win_rate: f64,
    count: u32,
}

impl Average {
    fn add(&mut self, value: Option<i32>) {
        if let Some(value) = value {
            self.total_win_rate += win_rate_of(value);
            self.count += 1;
        }
    }

    fn centipawns(self) -> Option<i32> {
        (self.count > 0).then(|| centipawns_of(self.total_win_rate / f64::from(self.count)))
    }
}
