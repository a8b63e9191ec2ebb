//! Expectimax with iterative deepening and Star1 pruning (Ballard, 1983).
//!
//! The depth counts player actions, not chance events. A chance node is cut off as soon as its average cannot end up
//! between alpha and beta, whatever the values of the remaining outcomes. Dice that are rolled or played in another order lead
//! to the same state, so values are kept in a transposition table.

use yipan_core::{NullSink, Side, Step, Turn, splitmix64_at};

use super::heuristic::{Heuristic, ordered_actions};
use super::node_budget::NodeBudget;
use super::ranked_actions::{RankedActions, ScoredAction};
use super::value::{MAX_HEURISTIC, WIN, terminal_value};
use crate::level::hash_megabytes;
use crate::limits::{Limits, SearchControl};
use crate::splitmix::SplitMix64;
use crate::tt::{Bound, Entry, TranspositionTable};

/// Chance nodes with more outcomes are sampled. The squares of a portal exceed it, the faces of a die do not.
const MAX_CHANCE_OUTCOMES: usize = 8;
/// The maximum depth in player actions.
const MAX_DEPTH: u32 = 32;
/// The maximum size of the transposition table.
const MAX_HASH_MEGABYTES: usize = 16;

/// Ranks the actions of the side to move in a game without hidden information.
///
/// The values of actions that are at most `margin` worse than the best are exact. Those of the others are bounds, at least
/// `margin` below the best one, so a player who errs by less never chooses an action that was not compared. A wider margin
/// needs more nodes for the same depth.
pub fn expectimax<G: Heuristic>(
    game: &G,
    margin: i32,
    limits: Limits,
    control: &dyn SearchControl,
    seed: u64,
) -> RankedActions<G::Action> {
    search_root(game, RootValues::ExactWithin(margin), limits, control, seed)
}

/// Ranks the actions like [`expectimax`], with an exact value for each of them.
///
/// All values have the same depth. Actions for which the limits left no time are not listed.
pub fn expectimax_exact<G: Heuristic>(
    game: &G,
    limits: Limits,
    control: &dyn SearchControl,
    seed: u64,
) -> RankedActions<G::Action> {
    search_root(game, RootValues::Exact, limits, control, seed)
}

/// The actions whose values are exact.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RootValues {
    /// Those at most this much worse than the best one.
    ExactWithin(i32),
    /// All.
    Exact,
}

fn search_root<G: Heuristic>(
    game: &G,
    root_values: RootValues,
    limits: Limits,
    control: &dyn SearchControl,
    seed: u64,
) -> RankedActions<G::Action> {
    let Turn::Player(side) = game.turn() else { return RankedActions { actions: Vec::new(), nodes: 0 } };
    let mut search = Expectimax::new(side, seed, limits, control);
    let mut ranked: Vec<ScoredAction<G::Action>> =
        ordered_actions(game).into_iter().map(|action| ScoredAction { action, value: 0 }).collect();
    let is_exact = root_values == RootValues::Exact;
    for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
        let mut alpha = -WIN;
        let mut searched: Vec<ScoredAction<G::Action>> = Vec::with_capacity(ranked.len());
        for scored in &ranked {
            let value = search.search_action(game, scored.action, depth - 1, 1, alpha, WIN);
            if search.budget.is_stopped() {
                break;
            }
            if let RootValues::ExactWithin(margin) = root_values {
                alpha = alpha.max(value - margin);
            }
            searched.push(ScoredAction { value, ..*scored });
        }
        let complete = searched.len() == ranked.len();
        if is_exact && !complete && depth > 1 {
            // Values of this depth cannot be compared with those of the iteration before.
            break;
        }
        if depth == 1 && !complete && !is_exact {
            // Actions that were not searched even once stay in their initial order.
            searched.extend(
                ranked[searched.len()..].iter().map(|scored| ScoredAction { value: -WIN, ..*scored }),
            );
        }
        if complete || depth == 1 {
            searched.sort_by_key(|scored| -scored.value);
            ranked = searched;
        } else {
            // The interrupted iteration began with the best action, so its best one is at least as good.
            let is_searched = |action: G::Action| searched.iter().any(|scored| scored.action == action);
            let best_value = searched.iter().map(|scored| scored.value).max().unwrap_or(WIN);
            let rest = ranked.iter().filter(|scored| !is_searched(scored.action));
            let rest: Vec<_> =
                rest.map(|scored| ScoredAction { value: scored.value.min(best_value), ..*scored }).collect();
            searched.extend(rest);
            searched.sort_by_key(|scored| -scored.value);
            ranked = searched;
        }
        let decided = ranked.first().is_none_or(|best| best.value.abs() > MAX_HEURISTIC);
        if search.budget.is_past_soft_limit() || decided || ranked.len() == 1 {
            break;
        }
    }
    RankedActions { actions: ranked, nodes: search.budget.nodes }
}

/// A search for one side, within one budget.
pub(super) struct Expectimax<'a> {
    side: Side,
    seed: u64,
    table: TranspositionTable,
    pub(super) budget: NodeBudget<'a>,
}

impl<'a> Expectimax<'a> {
    pub(super) fn new(
        side: Side,
        seed: u64,
        limits: Limits,
        control: &'a dyn SearchControl,
    ) -> Expectimax<'a> {
        let megabytes = limits.nodes.map_or(MAX_HASH_MEGABYTES, hash_megabytes).min(MAX_HASH_MEGABYTES);
        let table = TranspositionTable::new(megabytes);
        Expectimax { side, seed, table, budget: NodeBudget::new(limits, control) }
    }

    /// Returns the value of an action for the searching side; meaningless once the budget is used up.
    ///
    /// `depth` counts the actions after it, and `ply` those before and including it.
    pub(super) fn search_action<G: Heuristic>(
        &mut self,
        game: &G,
        action: G::Action,
        depth: u32,
        ply: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut next = game.clone();
        next.play_listed(action);
        self.search(&next, depth, ply, alpha, beta)
    }

    /// Returns the value for the searching side.
    fn search<G: Heuristic>(&mut self, game: &G, depth: u32, ply: i32, alpha: i32, beta: i32) -> i32 {
        if self.budget.tick() {
            return 0;
        }
        let is_player = match game.turn() {
            Turn::Over(outcome) => return terminal_value(outcome.winner, self.side, ply),
            _ if depth == 0 => return game.evaluate(self.side).clamp(-MAX_HEURISTIC, MAX_HEURISTIC),
            Turn::Player(_) => true,
            Turn::Chance => false,
        };
        // The value of a win depends on its distance from the root.
        let key = game.transposition_key() ^ splitmix64_at(ply as usize);
        let known = self.table.probe(key);
        if let Some(entry) = known
            && u32::from(entry.depth) == depth
            && entry.bound.causes_cutoff(i32::from(entry.score), alpha, beta)
        {
            return i32::from(entry.score);
        }
        let (value, best) = if is_player {
            let first = known.and_then(|entry| usize::from(entry.mv).checked_sub(1));
            self.player_node(game, first, depth, ply, alpha, beta)
        } else {
            (self.chance_node(game, depth, ply, alpha, beta), None)
        };
        if !self.budget.is_stopped() {
            let bound = match value {
                _ if value <= alpha => Bound::Upper,
                _ if value >= beta => Bound::Lower,
                _ => Bound::Exact,
            };
            self.table.store(
                key,
                Entry {
                    mv: best.map_or(0, |index| index as u16 + 1),
                    score: value as i16,
                    eval: 0,
                    depth: depth as u8,
                    bound,
                    pv: false,
                },
            );
        }
        value
    }

    /// Returns the value of a node and the index of its best action in the order of their priority, in which `first` is
    /// searched first.
    fn player_node<G: Heuristic>(
        &mut self,
        game: &G,
        first: Option<usize>,
        depth: u32,
        ply: i32,
        alpha: i32,
        beta: i32,
    ) -> (i32, Option<usize>) {
        let (mut alpha, mut beta) = (alpha, beta);
        let is_own_turn = game.turn() == Turn::Player(self.side);
        let (mut best, mut best_index) = (if is_own_turn { -WIN } else { WIN }, None);
        let actions = ordered_actions(game);
        let first = first.filter(|&index| index < actions.len());
        let others = (0..actions.len()).filter(|&index| Some(index) != first);
        for index in first.into_iter().chain(others) {
            let value = self.search_action(game, actions[index], depth - 1, ply + 1, alpha, beta);
            if self.budget.is_stopped() {
                return (0, None);
            }
            if best_index.is_none() || if is_own_turn { value > best } else { value < best } {
                (best, best_index) = (value, Some(index));
            }
            if is_own_turn {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        (best, best_index)
    }

    fn chance_node<G: Heuristic>(&mut self, game: &G, depth: u32, ply: i32, alpha: i32, beta: i32) -> i32 {
        let mut outcomes = Vec::new();
        game.chance_outcomes(&mut outcomes);
        if outcomes.len() > MAX_CHANCE_OUTCOMES {
            // The sample is the same at every node, so that actions are compared under the same outcomes.
            let mut rng = SplitMix64::new(self.seed ^ outcomes.len() as u64);
            outcomes = (0..MAX_CHANCE_OUTCOMES)
                .filter_map(|_| rng.choose_weighted(&outcomes).map(|&outcome| (outcome, 1)))
                .collect();
        }
        let total: i64 = outcomes.iter().map(|(_, weight)| i64::from(*weight)).sum();
        let (mut sum, mut left) = (0i64, total);
        for (outcome, weight) in outcomes {
            let weight = i64::from(weight);
            left -= weight;
            // The value of this outcome from which the average stays outside, if the rest is as good or bad as possible.
            let bound = |limit: i32, rest: i32| {
                let bound = (i64::from(limit) * total - sum - i64::from(rest) * left) / weight;
                bound.clamp(i64::from(-WIN), i64::from(WIN)) as i32
            };
            let (low, high) = (bound(alpha, WIN), bound(beta, -WIN));
            let mut next = game.clone();
            next.apply(Step::Chance(outcome), &mut NullSink).expect("a listed chance outcome is possible");
            let value = self.search(&next, depth, ply, low.saturating_sub(1), high.saturating_add(1));
            if self.budget.is_stopped() {
                return 0;
            }
            sum += i64::from(value) * weight;
            if value < low {
                return ((sum + i64::from(WIN) * left) / total) as i32;
            }
            if value > high {
                return ((sum - i64::from(WIN) * left) / total) as i32;
            }
        }
        if total == 0 { 0 } else { (sum / total) as i32 }
    }
}
