use yipan_chess::Action;

use super::fog_search::rank_in_fog;
use super::knowledge::PlayerKnowledge;
use super::level_params::ModeLevelParams;
use crate::level::Level;
use crate::limits::{Limits, SearchControl};
use crate::splitmix::SplitMix64;
use crate::stochastic::{
    Candidates, MAX_HEURISTIC, RankedActions, ScoredAction, WIN, expectimax, expectimax_exact, ismcts,
    sampled_expectimax,
};

/// The penalty for each repetition of a placement, in centipawns.
const REPEAT_PENALTY: i32 = 60;

/// Ranks the legal actions of the side; empty unless it is to move.
///
/// The values of actions that are more than `margin` worse than the best may be too high, but not by so much that they
/// come within the margin.
#[must_use]
pub fn rank_actions(
    knowledge: &PlayerKnowledge,
    margin: i32,
    limits: Limits,
    control: &dyn SearchControl,
    seed: u64,
) -> RankedActions<Action> {
    let actions = &knowledge.view().actions;
    let sample_game = |random: &mut dyn FnMut() -> u64| knowledge.sample_game(random);
    let mut ranking = match knowledge.known_game(seed) {
        Some(game) => expectimax(&game, margin, limits, control, seed),
        None if knowledge.is_chess_in_fog() => {
            rank_in_fog(actions, sample_game, Candidates::Promising, limits, control, seed)
        }
        None => ismcts(actions, knowledge.side(), sample_game, limits, control, seed),
    };
    // An action that no sample allows is legal all the same.
    for &action in actions {
        if !ranking.actions.iter().any(|scored| scored.action == action) {
            ranking.actions.push(ScoredAction { action, value: -WIN });
        }
    }
    // Repetitions are bad for the side that is ahead and good for the other.
    let is_ahead = ranking.actions.first().is_some_and(|best| best.value > 0);
    for scored in &mut ranking.actions {
        let repeat_bonus = REPEAT_PENALTY * knowledge.repetitions(scored.action);
        scored.value += if is_ahead { -repeat_bonus } else { repeat_bonus };
    }
    ranking.actions.sort_by_key(|scored| std::cmp::Reverse(scored.value));
    ranking
}

/// Ranks the legal actions by expected values that can be compared with each other.
///
/// Repetitions do not count. Actions for which the limits left no time are not listed.
#[must_use]
pub fn evaluate_actions(
    knowledge: &PlayerKnowledge,
    limits: Limits,
    control: &dyn SearchControl,
    seed: u64,
) -> RankedActions<Action> {
    let actions = &knowledge.view().actions;
    let sample_game = |random: &mut dyn FnMut() -> u64| knowledge.sample_game(random);
    let mut ranking = match knowledge.known_game(seed) {
        Some(game) => expectimax_exact(&game, limits, control, seed),
        None if knowledge.is_chess_in_fog() => {
            rank_in_fog(actions, sample_game, Candidates::All, limits, control, seed)
        }
        None => sampled_expectimax(actions, knowledge.side(), sample_game, limits, control, seed),
    };
    // No searched action is as bad: the fastest loss has a value one above.
    ranking.actions.retain(|scored| scored.value > -WIN);
    ranking.actions.sort_by_key(|scored| std::cmp::Reverse(scored.value));
    ranking
}

/// Chooses an action with the strength of a level; `None` unless the side is to move.
///
/// Equal arguments give equal actions. The level sets the node limit; `limits` can only lower it.
#[must_use]
pub fn choose_action(
    knowledge: &PlayerKnowledge,
    level: Level,
    seed: u64,
    limits: Limits,
    control: &dyn SearchControl,
) -> Option<ScoredAction<Action>> {
    let has_comparable_values = knowledge.is_complete() || knowledge.is_chess_in_fog();
    let params = ModeLevelParams::of(level, has_comparable_values);
    let mut rng = SplitMix64::new(seed);
    let max_nodes = level.max_nodes_with_modes();
    let limits =
        Limits { nodes: Some(limits.nodes.map_or(max_nodes, |nodes| nodes.min(max_nodes))), ..limits };
    // The noise can make up for a difference of at most twice its size.
    let ranking = rank_actions(knowledge, 2 * params.value_noise, limits, control, rng.next_u64());
    let best = *ranking.actions.first()?;
    // A forced win is always played.
    if best.value > MAX_HEURISTIC {
        return Some(best);
    }
    let mut with_noise = |scored: &ScoredAction<Action>| {
        let is_considered = rng.below(1_000) >= params.overlooked_permille;
        is_considered.then(|| (scored.value + rng.triangular_noise(params.value_noise), *scored))
    };
    let considered = ranking.actions.iter().filter_map(&mut with_noise);
    Some(considered.max_by_key(|(value, _)| *value).map_or(best, |(_, scored)| scored))
}
