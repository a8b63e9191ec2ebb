//! Information set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012).
//!
//! Each iteration samples the hidden information and the chance events, and all iterations share one tree. An action
//! may be legal in only some of the sampled games, so its exploration term counts how often it was available.
//! Progressive widening limits the number of children below the root.

use yipan_core::{NullSink, Side, Step, Turn};

use super::heuristic::{Heuristic, ordered_actions};
use super::node_budget::NodeBudget;
use super::ranked_actions::{RankedActions, ScoredAction};
use super::value::{MAX_HEURISTIC, WIN, centipawns_of, terminal_value, win_rate_of};
use crate::limits::{Limits, SearchControl};
use crate::splitmix::SplitMix64;

/// The exploration constant of UCB1.
const EXPLORATION: f64 = 0.5;
/// The maximum number of actions in an iteration.
const MAX_DEPTH: usize = 24;
/// The number of iterations for an action without an alternative, which needs only a value.
const FORCED_ITERATIONS: u32 = 64;
/// The number of failed samples after which the search gives up.
const MAX_FAILED_SAMPLES: u32 = 200;

/// The win rate that an action with one visit may owe to luck; it falls with the root of the visits.
const UNCERTAINTY: f64 = 0.4;

/// Ranks actions of a side that knows only part of the game.
///
/// The value of an action is a lower bound of its win rate, so an action that was tried once, in a lucky sample, is not
/// valued above those that the search has preferred. `sample_game` returns a complete game that is consistent with what the side knows.
pub fn ismcts<G: Heuristic>(
    actions: &[G::Action],
    side: Side,
    mut sample_game: impl FnMut(&mut dyn FnMut() -> u64) -> Option<G>,
    limits: Limits,
    control: &dyn SearchControl,
    seed: u64,
) -> RankedActions<G::Action> {
    let mut tree = IsMcts { side, nodes: vec![Node::default()], budget: NodeBudget::new(limits, control) };
    let mut rng = SplitMix64::new(seed);
    let mut failed_samples = 0;
    let max_iterations = match actions.len() {
        0 => 0,
        1 => FORCED_ITERATIONS,
        _ => u32::MAX,
    };
    for _ in 0..max_iterations {
        // The soft limit is past as soon as the search is stopped.
        if tree.budget.is_past_soft_limit() || failed_samples >= MAX_FAILED_SAMPLES {
            break;
        }
        match sample_game(&mut || rng.next_u64()) {
            Some(game) => tree.run_iteration(game, actions, &mut rng),
            None => failed_samples += 1,
        }
    }
    tree.ranked_actions(actions)
}

struct IsMcts<'a, A> {
    side: Side,
    nodes: Vec<Node<A>>,
    budget: NodeBudget<'a>,
}

struct Node<A> {
    visits: u32,
    edges: Vec<Edge<A>>,
}

impl<A> Default for Node<A> {
    fn default() -> Node<A> {
        Node { visits: 0, edges: Vec::new() }
    }
}

/// An action from a node, with statistics for the searching side.
struct Edge<A> {
    action: A,
    child: usize,
    visits: u32,
    /// The number of visits of the node in which the action was legal.
    available: u32,
    total_win_rate: f64,
}

impl<A: Copy + PartialEq> IsMcts<'_, A> {
    /// Runs one iteration: selection, expansion, evaluation and backpropagation.
    fn run_iteration<G: Heuristic<Action = A>>(
        &mut self,
        mut game: G,
        legal_actions: &[A],
        rng: &mut SplitMix64,
    ) {
        let (mut node, mut path) = (0, Vec::with_capacity(MAX_DEPTH));
        let value = loop {
            self.budget.tick();
            match game.turn() {
                Turn::Over(outcome) => break terminal_value(outcome.winner, self.side, path.len() as i32),
                Turn::Chance => {
                    let mut outcomes = Vec::new();
                    game.chance_outcomes(&mut outcomes);
                    let Some(&outcome) = rng.choose_weighted(&outcomes) else { break 0 };
                    game.apply(Step::Chance(outcome), &mut NullSink)
                        .expect("a listed chance outcome is possible");
                }
                Turn::Player(side) => {
                    let offered = ordered_actions(&game);
                    // The searching side knows its legal actions; the sampled game may allow others.
                    let offered: Vec<A> = if path.is_empty() {
                        offered.into_iter().filter(|action| legal_actions.contains(action)).collect()
                    } else {
                        offered
                    };
                    if path.len() >= MAX_DEPTH || offered.is_empty() {
                        break game.evaluate(self.side).clamp(-MAX_HEURISTIC, MAX_HEURISTIC);
                    }
                    let (edge, is_new) = self.select_edge(node, &offered, side);
                    let Edge { action, child, .. } = self.nodes[node].edges[edge];
                    path.push((node, edge));
                    game.play_listed(action);
                    node = child;
                    if is_new {
                        break self.evaluate_leaf(&game, path.len() as i32);
                    }
                }
            }
        };
        let win_rate = win_rate_of(value);
        for (node, edge) in path {
            self.nodes[node].visits += 1;
            let edge = &mut self.nodes[node].edges[edge];
            edge.visits += 1;
            edge.total_win_rate += win_rate;
        }
    }

    fn evaluate_leaf<G: Heuristic>(&self, game: &G, ply: i32) -> i32 {
        match game.turn() {
            Turn::Over(outcome) => terminal_value(outcome.winner, self.side, ply),
            Turn::Player(_) | Turn::Chance => game.evaluate(self.side).clamp(-MAX_HEURISTIC, MAX_HEURISTIC),
        }
    }

    /// Selects an edge by UCB1, or expands one while progressive widening allows. Returns whether it is new.
    fn select_edge(&mut self, node: usize, offered: &[A], side: Side) -> (usize, bool) {
        let visits = self.nodes[node].visits;
        // The root has all actions as children.
        let max_edges = if node == 0 { usize::MAX } else { 2 + f64::from(visits).sqrt() as usize };
        let mut tried = 0;
        let mut best: Option<(usize, f64)> = None;
        let mut untried = None;
        // Edges were added in the order in which actions are offered, so the next edge is most likely the next action.
        let (edge_count, mut next_edge) = (self.nodes[node].edges.len(), 0);
        for &action in offered {
            let mut candidates = (next_edge..edge_count).chain(0..next_edge);
            let Some(edge) = candidates.find(|&edge| self.nodes[node].edges[edge].action == action) else {
                untried = untried.or(Some(action));
                continue;
            };
            next_edge = edge + 1;
            tried += 1;
            let entry = &mut self.nodes[node].edges[edge];
            entry.available += 1;
            let (visits, available) = (f64::from(entry.visits.max(1)), f64::from(entry.available));
            let mean = entry.total_win_rate / visits;
            let mean = if side == self.side { mean } else { 1.0 - mean };
            let score = mean + EXPLORATION * (available.ln().max(0.0) / visits).sqrt();
            if best.is_none_or(|(_, most)| score > most) {
                best = Some((edge, score));
            }
        }
        match (untried, best) {
            (Some(action), Some(_)) if tried < max_edges => (self.expand(node, action), true),
            (Some(action), None) => (self.expand(node, action), true),
            (_, Some((edge, _))) => (edge, false),
            (None, None) => unreachable!("a side to move has an action"),
        }
    }

    fn expand(&mut self, node: usize, action: A) -> usize {
        let child = self.nodes.len();
        self.nodes.push(Node::default());
        self.nodes[node].edges.push(Edge { action, child, visits: 0, available: 1, total_win_rate: 0.0 });
        self.nodes[node].edges.len() - 1
    }

    /// Ranks the actions by lower bounds of their win rates.
    fn ranked_actions(&self, actions: &[A]) -> RankedActions<A> {
        let edge = |action: A| self.nodes[0].edges.iter().find(|edge| edge.action == action);
        let mut ranked: Vec<ScoredAction<A>> = actions
            .iter()
            .map(|&action| match edge(action).filter(|edge| edge.visits > 0) {
                Some(edge) => {
                    let visits = f64::from(edge.visits);
                    let lower_bound = edge.total_win_rate / visits - UNCERTAINTY / visits.sqrt();
                    ScoredAction { action, value: centipawns_of(lower_bound) }
                }
                None => ScoredAction { action, value: -WIN },
            })
            .collect();
        ranked.sort_by_key(|scored| std::cmp::Reverse(scored.value));
        RankedActions { actions: ranked, nodes: self.budget.nodes }
    }
}
