//! Expectimax with star pruning, deepened step by step.
//!
//! Depth counts actions of players; draws of chance are free. At a chance node the bounds of what is still to come cut
//! the rest off as soon as the average cannot get back between alpha and beta (Ballard's Star1).

use yipan_rules::{Discard, Seat, Step, Turn};

use super::pulse::Pulse;
use super::{ESTIMATE, Estimated, Ranking, WIN, Worth};
use crate::limits::{Host, Limits};
use crate::numbers::Numbers;

/// Chance nodes with more outcomes than this are sampled: the squares of a portal, not the faces of a die.
const OUTCOMES: usize = 8;
/// No search goes deeper, whatever the limits say.
const DEEPEST: u32 = 32;

/// Ranks the actions of the one to move in a game that hides nothing.
pub fn expect<G: Estimated>(game: &G, limits: Limits, host: &dyn Host, seed: u64) -> Ranking<G::Action> {
    let Turn::Player(seat) = game.turn() else { return Ranking { actions: Vec::new(), nodes: 0 } };
    let mut search = Expectimax { seat, seed, pulse: Pulse::new(limits, host) };
    let mut ranking: Vec<Worth<G::Action>> =
        sorted(game).into_iter().map(|action| Worth { action, value: 0 }).collect();
    for depth in 1..=limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST) {
        let mut alpha = -WIN;
        let mut done: Vec<Worth<G::Action>> = Vec::with_capacity(ranking.len());
        for worth in &ranking {
            let value = search.after(game, worth.action, depth - 1, 1, alpha, WIN);
            if search.pulse.is_stopped() {
                break;
            }
            alpha = alpha.max(value);
            done.push(Worth { value, ..*worth });
        }
        let complete = done.len() == ranking.len();
        if depth == 1 && !complete {
            // Not even one look at each: keep the order of promise for the rest.
            done.extend(ranking[done.len()..].iter().map(|worth| Worth { value: -WIN, ..*worth }));
        }
        if complete || depth == 1 {
            done.sort_by_key(|worth| -worth.value);
            ranking = done;
        } else if let Some(best) = done.into_iter().max_by_key(|worth| worth.value) {
            // An unfinished look deeper began with the best move so far; what beats it there is better.
            ranking.retain(|worth| worth.action != best.action);
            ranking.insert(0, best);
        }
        let decided = ranking.first().is_none_or(|best| best.value.abs() > ESTIMATE);
        if search.pulse.is_late() || decided || ranking.len() == 1 {
            break;
        }
    }
    Ranking { actions: ranking, nodes: search.pulse.nodes }
}

/// The actions of the one to move, the most promising first.
pub(super) fn sorted<G: Estimated>(game: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    actions.sort_by_cached_key(|&action| -game.promise(action));
    actions
}

/// What the end of a game is worth to `seat`, sooner more than later.
pub(super) fn outcome_value(winner: Option<Seat>, seat: Seat, ply: i32) -> i32 {
    match winner {
        None => 0,
        Some(winner) if winner == seat => WIN - ply,
        Some(_) => ply - WIN,
    }
}

struct Expectimax<'a> {
    seat: Seat,
    seed: u64,
    pulse: Pulse<'a>,
}

impl Expectimax<'_> {
    fn after<G: Estimated>(
        &mut self,
        game: &G,
        action: G::Action,
        depth: u32,
        ply: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut next = game.clone();
        next.apply(Step::Act(action), &mut Discard).expect("an offered action is a legal action");
        self.value(&next, depth, ply, alpha, beta)
    }

    /// What the game is worth to the seat that thinks, between alpha and beta.
    fn value<G: Estimated>(&mut self, game: &G, depth: u32, ply: i32, alpha: i32, beta: i32) -> i32 {
        if self.pulse.beat() {
            return 0;
        }
        match game.turn() {
            Turn::Over(outcome) => outcome_value(outcome.winner, self.seat, ply),
            _ if depth == 0 => game.estimate(self.seat).clamp(-ESTIMATE, ESTIMATE),
            Turn::Player(seat) => self.player(game, seat, depth, ply, alpha, beta),
            Turn::Chance => self.chance(game, depth, ply, alpha, beta),
        }
    }

    fn player<G: Estimated>(
        &mut self,
        game: &G,
        seat: Seat,
        depth: u32,
        ply: i32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let (mut alpha, mut beta) = (alpha, beta);
        let mine = seat == self.seat;
        let mut best = if mine { -WIN } else { WIN };
        for action in sorted(game) {
            let value = self.after(game, action, depth - 1, ply + 1, alpha, beta);
            if self.pulse.is_stopped() {
                return 0;
            }
            if mine {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn chance<G: Estimated>(&mut self, game: &G, depth: u32, ply: i32, alpha: i32, beta: i32) -> i32 {
        let mut draws = Vec::new();
        game.draws(&mut draws);
        if draws.len() > OUTCOMES {
            // The same few for every position of a search, so that moves are compared under the same luck.
            let mut numbers = Numbers::new(self.seed ^ draws.len() as u64);
            draws = (0..OUTCOMES).filter_map(|_| numbers.pick(&draws).map(|&draw| (draw, 1))).collect();
        }
        let total: i64 = draws.iter().map(|(_, weight)| i64::from(*weight)).sum();
        let (mut sum, mut left) = (0i64, total);
        for (draw, weight) in draws {
            let weight = i64::from(weight);
            left -= weight;
            // What this outcome must be worth for the average to fall outside, if the rest is as bad or good as can be.
            let bound = |limit: i32, rest: i32| {
                let bound = (i64::from(limit) * total - sum - i64::from(rest) * left) / weight;
                bound.clamp(i64::from(-WIN), i64::from(WIN)) as i32
            };
            let (low, high) = (bound(alpha, WIN), bound(beta, -WIN));
            let mut next = game.clone();
            next.apply(Step::Draw(draw), &mut Discard).expect("an offered draw is a possible draw");
            let value = self.value(&next, depth, ply, low.saturating_sub(1), high.saturating_add(1));
            if self.pulse.is_stopped() {
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
