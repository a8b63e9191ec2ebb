//! Principal variation search: one position, every move that may matter.

use super::Search;
use super::move_picker::{MovePicker, PickedMove};
use crate::score::{self, DECISIVE, MAX_PLY, RULE_WIN};
use crate::search_game::{Evaluation, RuleOutcome, SearchGame};
use crate::tt::{Bound, Entry};

/// What is known of a node before its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct NodeInfo<M> {
    pub(super) tt_entry: Option<Entry>,
    pub(super) tt_move: Option<M>,
    /// The static evaluation.
    raw_eval: i32,
    /// The same, made better by what is known from elsewhere.
    pub(super) eval: i32,
    pub(super) improving: bool,
    pub(super) in_check: bool,
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) cut_node: bool,
}

impl<P: SearchGame, E: Evaluation<P>> Search<'_, P, E> {
    /// The worth of a position for the side to move, exactly if it lies between `alpha` and `beta`.
    ///
    /// `PV` is a node whose exact score matters; `cut` one that is expected to fail high.
    pub(super) fn search<const PV: bool>(
        &mut self,
        position: &P,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        cut_node: bool,
    ) -> i32 {
        let ply = self.ply();
        self.stack[ply].pv.clear();
        let here = self.path[ply];
        // Checks are forced, so they cost little; but not without end.
        if here.in_check && ply < 2 * self.depth as usize {
            depth += 1;
        }
        if depth <= 0 {
            return self.quiescence_search::<PV>(position, alpha, beta, 0);
        }
        if self.should_stop() {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        if ply > 0 {
            if let Some(value) = self.rule_score() {
                return value;
            }
            if ply >= MAX_PLY {
                return if here.in_check { 0 } else { self.evaluate(position) };
            }
            // Even a mate here would not change anything above.
            alpha = alpha.max(score::mated_in(ply));
            beta = beta.min(-score::mated_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let excluded = self.stack[ply].excluded;
        let entry = if excluded.is_some() { None } else { self.params.tt.probe(here.key) };
        let tt_score = entry.map(|entry| score::from_tt(i32::from(entry.score), ply));
        if let (false, Some(entry), Some(value)) = (PV, entry, tt_score)
            && i32::from(entry.depth) >= depth
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
                Bound::None => false,
            }
        {
            return value;
        }
        let tt_move = entry.and_then(|entry| position.legal_move_from_bits(entry.mv));

        let raw_eval = if here.in_check { 0 } else { self.static_eval(position, entry) };
        let eval = if here.in_check { 0 } else { raw_eval + self.histories.correction(position) };
        self.stack[ply].eval = if here.in_check { None } else { Some(eval) };
        let improving = match (ply.checked_sub(2), self.stack[ply].eval) {
            (Some(back), Some(eval)) => self.stack[back].eval.is_none_or(|before| eval > before),
            _ => false,
        };
        let tt_adjusted_eval = match (entry, tt_score) {
            (Some(entry), Some(value)) if value.abs() < DECISIVE => match entry.bound {
                Bound::Exact => value,
                Bound::Lower => value.max(eval),
                Bound::Upper => value.min(eval),
                Bound::None => eval,
            },
            _ => eval,
        };
        let mut known = NodeInfo {
            tt_entry: entry,
            tt_move,
            raw_eval,
            eval: tt_adjusted_eval,
            improving,
            in_check: here.in_check,
            ply,
            depth,
            cut_node,
        };
        if !PV
            && !here.in_check
            && excluded.is_none()
            && let Some(value) = self.prune(position, beta, &known)
        {
            return value;
        }
        // Without a move to begin with, a shallower search finds one for the next time.
        if known.tt_move.is_none() && depth >= 4 && (PV || cut_node) && excluded.is_none() {
            known.depth -= 1;
        }
        self.stack[ply + 1].killers = [0; 2];
        self.search_moves::<PV>(position, alpha, beta, &known)
    }

    /// Draws, and repetitions that somebody must answer for.
    pub(super) fn rule_score(&self) -> Option<i32> {
        let ply = self.ply() as i32;
        Some(match P::rule_outcome(self.params.game_history, &self.path)? {
            RuleOutcome::Draw => 0,
            RuleOutcome::Win => RULE_WIN - ply,
            RuleOutcome::Loss => ply - RULE_WIN,
        })
    }

    pub(super) fn static_eval(&mut self, position: &P, entry: Option<Entry>) -> i32 {
        match entry {
            Some(entry) => i32::from(entry.eval),
            None => self.evaluate(position),
        }
    }

    /// The ways to be done without looking at every move.
    fn prune(&mut self, position: &P, beta: i32, known: &NodeInfo<P::Move>) -> Option<i32> {
        let (depth, ply, eval) = (known.depth, known.ply, known.eval);
        // Where the game is as good as won, the point is to find the mate.
        if beta.abs() >= P::WINNING_EVAL {
            return None;
        }
        // So far ahead that a few quiet moves will not lose it (reverse futility).
        let margin = 75 * (depth - i32::from(known.improving)).max(0);
        if depth <= 8 && eval - margin >= beta && eval < DECISIVE {
            return Some(i32::midpoint(eval, beta));
        }
        // So far behind that only captures could help (razoring).
        if depth <= 3 && eval + 250 * depth < beta {
            let value = self.quiescence_search::<false>(position, beta - 1, beta, 0);
            if value < beta || self.stopped {
                return Some(value);
            }
        }
        // If even passing keeps the score, a move will (null move).
        let try_null_move = ply > 0
            && self.path[ply].mv.is_some()
            && ply >= self.nmp_min_ply
            && depth >= 3
            && eval >= beta
            && position.allows_null_move();
        if try_null_move {
            let reduction = 3 + depth / 4 + ((eval - beta) / 180).min(3);
            self.push_move(position, None);
            let next = self.path[ply + 1].position;
            let value =
                -self.search::<false>(&next, -beta, -beta + 1, depth - 1 - reduction, !known.cut_node);
            self.pop_move();
            if self.stopped {
                return Some(0);
            }
            if value >= beta {
                let value = if value >= DECISIVE { beta } else { value };
                if depth < 12 || self.nmp_min_ply > 0 {
                    return Some(value);
                }
                // Deep down the claim is worth checking without passing.
                self.nmp_min_ply = ply + 3 * (depth - reduction).max(1) as usize / 4;
                let verified = self.search::<false>(position, beta - 1, beta, depth - reduction, false);
                self.nmp_min_ply = 0;
                if verified >= beta {
                    return Some(value);
                }
            }
        }
        // A capture that beats even a raised bound at a lower depth (ProbCut).
        let probcut_beta = beta + 170;
        let tt_fails_probcut = known.tt_entry.is_some_and(|entry| {
            i32::from(entry.depth) >= depth - 3
                && score::from_tt(i32::from(entry.score), ply) < probcut_beta
                && entry.bound != Bound::None
        });
        if depth >= 5 && !tt_fails_probcut {
            return self.probcut(position, probcut_beta, known);
        }
        None
    }

    fn probcut(&mut self, position: &P, probcut_beta: i32, known: &NodeInfo<P::Move>) -> Option<i32> {
        let eval = self.stack[known.ply].eval?;
        let tt_move = known.tt_move.filter(|&mv| position.is_tactical(mv));
        let mut picker = MovePicker::tactical(tt_move, (probcut_beta - eval).max(0));
        let previous_moves = self.previous_moves();
        while let Some(PickedMove { mv, .. }) = picker.next_move(position, self.histories, previous_moves) {
            self.push_move(position, Some(mv));
            let next = self.path[known.ply + 1].position;
            let mut value = -self.quiescence_search::<false>(&next, -probcut_beta, -probcut_beta + 1, 0);
            if value >= probcut_beta {
                value = -self.search::<false>(
                    &next,
                    -probcut_beta,
                    -probcut_beta + 1,
                    known.depth - 4,
                    !known.cut_node,
                );
            }
            self.pop_move();
            if self.stopped {
                return Some(0);
            }
            if value >= probcut_beta {
                self.store_tt(known, value, Bound::Lower, Some(mv), known.depth - 3, false);
                return Some(value);
            }
        }
        None
    }

    /// The best line from here begins with this move and goes on as the next ply found.
    pub(super) fn update_pv(&mut self, mv: P::Move) {
        let ply = self.ply();
        let (here, next) = self.stack.split_at_mut(ply + 1);
        let line = &mut here[ply].pv;
        line.clear();
        line.push(mv);
        let capacity_left = line.remaining_capacity();
        line.extend(next[0].pv.iter().copied().take(capacity_left));
    }

    pub(super) fn store_tt(
        &self,
        known: &NodeInfo<P::Move>,
        value: i32,
        bound: Bound,
        mv: Option<P::Move>,
        depth: i32,
        pv: bool,
    ) {
        // What the law of repetition decides depends on how the position came about, and so does not belong to it.
        let is_rule_decision = value.abs() >= DECISIVE && value.abs() <= RULE_WIN;
        let bound = if is_rule_decision { Bound::None } else { bound };
        let entry = Entry {
            mv: mv.map_or(0, P::move_bits),
            score: if is_rule_decision { 0 } else { score::to_tt(value, known.ply) as i16 },
            eval: known.raw_eval as i16,
            depth: depth.clamp(0, 255) as u8,
            bound,
            pv,
        };
        self.params.tt.store(self.path[known.ply].key, entry);
    }
}
