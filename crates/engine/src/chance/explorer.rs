//! Monte-Carlo tree search over information sets: in each round the hidden part of the game is imagined anew and chance
//! draws anew, and one tree of actions learns from all of it.
//!
//! An action that only some imagined games allow is tried as often as it is there to be tried, so its worth is compared
//! by its own visits and by how often it was available. Below, only the most promising actions are tried at first, and more of
//! them the longer a node is visited.

use yipan_rules::{Discard, Seat, Step, Turn};

use super::expectimax::{outcome_value, sorted};
use super::pulse::Pulse;
use super::{ESTIMATE, Estimated, Ranking, WIN, Worth};
use crate::limits::{Host, Limits};
use crate::numbers::Numbers;

/// How curious the search is, against how greedy.
const CURIOSITY: f64 = 0.5;
/// A line of the tree is not followed beyond so many actions.
const DEEPEST: usize = 24;
/// So many rounds in vain mean that nothing can be imagined.
const PATIENCE: u32 = 200;

/// Ranks these actions of `seat`, which sees only a part of the game; `imagine` gives a whole one that it could be.
pub fn explore<G: Estimated>(
    actions: &[G::Action],
    seat: Seat,
    mut imagine: impl FnMut(&mut dyn FnMut() -> u64) -> Option<G>,
    limits: Limits,
    host: &dyn Host,
    seed: u64,
) -> Ranking<G::Action> {
    let mut tree = Explorer { seat, nodes: vec![Node::default()], pulse: Pulse::new(limits, host) };
    let mut numbers = Numbers::new(seed);
    let mut in_vain = 0;
    if actions.len() > 1 {
        while !tree.pulse.is_stopped() && !tree.pulse.is_late() && in_vain < PATIENCE {
            match imagine(&mut || numbers.next()) {
                Some(game) => tree.round(game, actions, &mut numbers),
                None => in_vain += 1,
            }
        }
    }
    tree.ranking(actions)
}

struct Explorer<'a, A> {
    seat: Seat,
    nodes: Vec<Node<A>>,
    pulse: Pulse<'a>,
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
    sum: f64,
}

impl<A: Copy + PartialEq> Explorer<'_, A> {
    /// Plays one imagined game down the tree, looks at where it leaves it, and remembers along the way.
    fn round<G: Estimated<Action = A>>(&mut self, mut game: G, known: &[A], numbers: &mut Numbers) {
        let (mut node, mut path) = (0, Vec::with_capacity(DEEPEST));
        let value = loop {
            self.pulse.beat();
            match game.turn() {
                Turn::Over(outcome) => break outcome_value(outcome.winner, self.seat, path.len() as i32),
                Turn::Chance => {
                    let mut draws = Vec::new();
                    game.draws(&mut draws);
                    let Some(&draw) = numbers.pick(&draws) else { break 0 };
                    game.apply(Step::Draw(draw), &mut Discard).expect("an offered draw is a possible draw");
                }
                Turn::Player(seat) => {
                    let offered = sorted(&game);
                    // The seat that thinks knows what it may do; an imagined game that forbids it is no use for that.
                    let offered: Vec<A> = if path.is_empty() {
                        offered.into_iter().filter(|action| known.contains(action)).collect()
                    } else {
                        offered
                    };
                    if path.len() >= DEEPEST || offered.is_empty() {
                        break game.estimate(self.seat).clamp(-ESTIMATE, ESTIMATE);
                    }
                    let (edge, is_new) = self.choose(node, &offered, seat);
                    let Edge { action, child, .. } = self.nodes[node].edges[edge];
                    path.push((node, edge));
                    game.apply(Step::Act(action), &mut Discard).expect("an offered action is a legal action");
                    node = child;
                    if is_new {
                        break self.look(&game, path.len() as i32);
                    }
                }
            }
        };
        let worth = worth(value);
        for (node, edge) in path {
            self.nodes[node].visits += 1;
            let edge = &mut self.nodes[node].edges[edge];
            edge.visits += 1;
            edge.sum += worth;
        }
    }

    fn look<G: Estimated>(&self, game: &G, ply: i32) -> i32 {
        match game.turn() {
            Turn::Over(outcome) => outcome_value(outcome.winner, self.seat, ply),
            Turn::Player(_) | Turn::Chance => game.estimate(self.seat).clamp(-ESTIMATE, ESTIMATE),
        }
    }

    /// The edge to follow: a new one while the node is young for what it offers, else the best by visits and doubt.
    fn choose(&mut self, node: usize, offered: &[A], seat: Seat) -> (usize, bool) {
        let visits = self.nodes[node].visits;
        // At the root everything is tried; below, the more the more often one comes by.
        let width = if node == 0 { usize::MAX } else { 2 + f64::from(visits).sqrt() as usize };
        let mut tried = 0;
        let mut best: Option<(usize, f64)> = None;
        let mut fresh = None;
        for &action in offered {
            let Some(edge) = self.nodes[node].edges.iter().position(|edge| edge.action == action) else {
                fresh = fresh.or(Some(action));
                continue;
            };
            tried += 1;
            let entry = &mut self.nodes[node].edges[edge];
            entry.available += 1;
            let (visits, available) = (f64::from(entry.visits.max(1)), f64::from(entry.available));
            let mean = entry.sum / visits;
            let mean = if seat == self.seat { mean } else { 1.0 - mean };
            let score = mean + CURIOSITY * (available.ln().max(0.0) / visits).sqrt();
            if best.is_none_or(|(_, most)| score > most) {
                best = Some((edge, score));
            }
        }
        match (fresh, best) {
            (Some(action), Some(_)) if tried < width => (self.grow(node, action), true),
            (Some(action), None) => (self.grow(node, action), true),
            (_, Some((edge, _))) => (edge, false),
            (None, None) => unreachable!("somebody who may act has an action"),
        }
    }

    fn grow(&mut self, node: usize, action: A) -> usize {
        let child = self.nodes.len();
        self.nodes.push(Node::default());
        self.nodes[node].edges.push(Edge { action, child, visits: 0, available: 1, sum: 0.0 });
        self.nodes[node].edges.len() - 1
    }

    /// The most visited first: that is what the search trusts.
    fn ranking(&self, actions: &[A]) -> Ranking<A> {
        let edge = |action: A| self.nodes[0].edges.iter().find(|edge| edge.action == action);
        let mut ranked: Vec<(u32, Worth<A>)> = actions
            .iter()
            .map(|&action| match edge(action).filter(|edge| edge.visits > 0) {
                Some(edge) => {
                    let value = pawns(edge.sum / f64::from(edge.visits));
                    (edge.visits, Worth { action, value })
                }
                None => (0, Worth { action, value: -WIN }),
            })
            .collect();
        ranked.sort_by_key(|(visits, worth)| std::cmp::Reverse((*visits, worth.value)));
        Ranking { actions: ranked.into_iter().map(|(_, worth)| worth).collect(), nodes: self.pulse.nodes }
    }
}

/// The chance to win that a value stands for, from 0 to 1; four pawns are about nine in ten.
fn worth(value: i32) -> f64 {
    if value.abs() > ESTIMATE {
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
fn pawns(worth: f64) -> i32 {
    let odds = ((worth - 0.02) / 0.96).clamp(0.001, 0.999);
    (400.0 * (odds / (1.0 - odds)).ln()) as i32
}
