//! Monte-Carlo tree search over information sets: in each round the hidden part of the game is imagined anew and chance
//! draws anew, and one tree of actions learns from all of it.
//!
//! An action that only some imagined games allow is tried as often as it is there to be tried, so its worth is compared
//! by its own visits and by how often it was available. Below, only the most promising actions are tried at first, and more of
//! them the longer a node is visited.

use yipan_core::{NullSink, Side, Step, Turn};

use super::expectimax::{ordered_actions, terminal_value};
use super::node_budget::NodeBudget;
use super::{Heuristic, MAX_HEURISTIC, RankedActions, ScoredAction, WIN};
use crate::limits::{Limits, SearchControl};
use crate::splitmix::SplitMix64;

/// How curious the search is, against how greedy.
const EXPLORATION: f64 = 0.5;
/// A line of the tree is not followed beyond so many actions.
const MAX_DEPTH: usize = 24;
/// So many rounds in vain mean that nothing can be imagined.
const MAX_FAILED_SAMPLES: u32 = 200;

/// Ranks these actions of `seat`, which sees only a part of the game; `imagine` gives a whole one that it could be.
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
    if actions.len() > 1 {
        while !tree.budget.is_stopped()
            && !tree.budget.is_past_soft_limit()
            && failed_samples < MAX_FAILED_SAMPLES
        {
            match sample_game(&mut || rng.next_u64()) {
                Some(game) => tree.run_iteration(game, actions, &mut rng),
                None => failed_samples += 1,
            }
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

/// An action from a node, and what came of it, to the seat that thinks.
struct Edge<A> {
    action: A,
    child: usize,
    visits: u32,
    available: u32,
    total_win_rate: f64,
}

impl<A: Copy + PartialEq> IsMcts<'_, A> {
    /// Plays one imagined game down the tree, looks at where it leaves it, and remembers along the way.
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
                        .expect("an offered draw is a possible draw");
                }
                Turn::Player(side) => {
                    let offered = ordered_actions(&game);
                    // The seat that thinks knows what it may do; an imagined game that forbids it is no use for that.
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
                    game.apply(Step::Action(action), &mut NullSink)
                        .expect("an offered action is a legal action");
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

    /// The edge to follow: a new one while the node is young for what it offers, else the best by visits and doubt.
    fn select_edge(&mut self, node: usize, offered: &[A], side: Side) -> (usize, bool) {
        let visits = self.nodes[node].visits;
        // At the root everything is tried; below, the more the more often one comes by.
        let max_edges = if node == 0 { usize::MAX } else { 2 + f64::from(visits).sqrt() as usize };
        let mut tried = 0;
        let mut best: Option<(usize, f64)> = None;
        let mut untried = None;
        for &action in offered {
            let Some(edge) = self.nodes[node].edges.iter().position(|edge| edge.action == action) else {
                untried = untried.or(Some(action));
                continue;
            };
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
            (None, None) => unreachable!("somebody who may act has an action"),
        }
    }

    fn expand(&mut self, node: usize, action: A) -> usize {
        let child = self.nodes.len();
        self.nodes.push(Node::default());
        self.nodes[node].edges.push(Edge { action, child, visits: 0, available: 1, total_win_rate: 0.0 });
        self.nodes[node].edges.len() - 1
    }

    /// The most visited first: that is what the search trusts.
    fn ranked_actions(&self, actions: &[A]) -> RankedActions<A> {
        let edge = |action: A| self.nodes[0].edges.iter().find(|edge| edge.action == action);
        let mut ranked: Vec<(u32, ScoredAction<A>)> = actions
            .iter()
            .map(|&action| match edge(action).filter(|edge| edge.visits > 0) {
                Some(edge) => {
                    let value = centipawns_of(edge.total_win_rate / f64::from(edge.visits));
                    (edge.visits, ScoredAction { action, value })
                }
                None => (0, ScoredAction { action, value: -WIN }),
            })
            .collect();
        ranked.sort_by_key(|(visits, scored)| std::cmp::Reverse((*visits, scored.value)));
        RankedActions {
            actions: ranked.into_iter().map(|(_, scored)| scored).collect(),
            nodes: self.budget.nodes,
        }
    }
}

/// The chance to win that a value stands for, from 0 to 1; four pawns are about nine in ten.
fn win_rate_of(value: i32) -> f64 {
    if value.abs() > MAX_HEURISTIC {
        // A win stands clear of every estimate, and sooner is better.
        return if value > 0 {
            0.97 + f64::from(value) / 100_000.0
        } else {
            0.03 + f64::from(value) / 100_000.0
        };
    }
    0.02 + 0.96 / (1.0 + (-f64::from(value) / 400.0).exp())
}

/// The reverse, as far as it goes.
fn centipawns_of(win_rate: f64) -> i32 {
    let odds = ((win_rate - 0.02) / 0.96).clamp(0.001, 0.999);
    (400.0 * (odds / (1.0 - odds)).ln()) as i32
}
