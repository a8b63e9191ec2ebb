//! Quiescence search: captures and check evasions.

use std::ops::ControlFlow;

use super::move_loop::MoveResult;
use super::ordering::{MovePicker, PickedMove, QuietContext};
use super::state::Search;
use crate::score::{self, DECISIVE, INFINITE, MAX_PLY};
use crate::search_game::{Evaluation, SearchGame};
use crate::tt::{Bound, Entry};

/// The progress of a quiescence node.
struct QuiescenceNode<M> {
    in_check: bool,
    alpha: i32,
    beta: i32,
    best: i32,
    best_move: Option<M>,
    bound: Bound,
}

impl<M> QuiescenceNode<M> {
    /// Records the value of a searched move.
    #[inline(always)]
    fn record(&mut self, mv: M, value: i32) -> MoveResult {
        if value <= self.best {
            return MoveResult::NoImprovement;
        }
        self.best = value;
        if value <= self.alpha {
            return MoveResult::NoImprovement;
        }
        self.best_move = Some(mv);
        if value >= self.beta {
            self.bound = Bound::Lower;
            return MoveResult::Cutoff;
        }
        self.alpha = value;
        MoveResult::NewBest
    }
}

impl<P: SearchGame, E: Evaluation<P>> Search<'_, P, E> {
    /// Returns the score of a position when only captures are searched, or all evasions in check.
    pub(super) fn quiescence_search<const PV: bool>(&mut self, position: &P, alpha: i32, beta: i32) -> i32 {
        let ply = self.ply();
        let here = self.path[ply];
        self.stack[ply].pv.clear();
        if self.should_stop() {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        if let Some(value) = self.rule_score() {
            return value;
        }
        if ply >= MAX_PLY {
            return if here.in_check { 0 } else { self.evaluate() };
        }
        let entry = self.params.tt.probe(here.key);
        if let (false, Some(entry)) = (PV, entry) {
            let value = score::from_tt(i32::from(entry.score), ply);
            if entry.bound.causes_cutoff(value, alpha, beta) {
                return value;
            }
        }
        let mut node = QuiescenceNode {
            in_check: here.in_check,
            alpha,
            beta,
            best: -INFINITE,
            best_move: None,
            bound: Bound::Upper,
        };
        let mut raw_eval = 0;
        if !here.in_check {
            raw_eval = self.static_eval(entry);
            let stand_pat = self.corrected_eval(position, raw_eval);
            if stand_pat >= beta {
                return stand_pat;
            }
            node.best = stand_pat;
            node.alpha = alpha.max(stand_pat);
        }
        let tt_move = entry.and_then(|entry| position.legal_move_from_bits(entry.mv));
        self.stack[ply + 1].killers = [0; 2];
        let count = self.search_quiescence_moves::<PV>(position, &mut node, tt_move);
        if self.stopped {
            return 0;
        }
        if here.in_check && count == 0 {
            return score::mated_in(ply);
        }
        // A decision by the rules depends on the path and is not stored.
        if !score::is_rule_decision(node.best) {
            let entry = Entry {
                mv: node.best_move.map_or(0, P::move_bits),
                score: score::to_tt(node.best, ply) as i16,
                eval: raw_eval as i16,
                depth: 0,
                bound: node.bound,
                pv: PV,
            };
            self.params.tt.store(here.key, entry);
        }
        node.best
    }

    /// Searches captures, or evasions in check, until a cutoff. Returns the number of moves considered.
    #[inline(always)]
    fn search_quiescence_moves<const PV: bool>(
        &mut self,
        position: &P,
        node: &mut QuiescenceNode<P::Move>,
        tt_move: Option<P::Move>,
    ) -> usize {
        // Without check the best score so far is the static evaluation.
        let futility_value = node.best + 180;
        let context = QuietContext { previous_moves: self.previous_moves(), ..QuietContext::default() };
        let mut picker = if node.in_check {
            MovePicker::all(tt_move, [0; 3])
        } else {
            MovePicker::tactical(tt_move.filter(|&mv| position.is_tactical(mv)), 0)
        };
        let mut count = 0;
        while let Some(PickedMove { mv, is_quiet, .. }) = picker.next_move(position, self.histories, &context)
        {
            count += 1;
            if node.best > -DECISIVE {
                if node.in_check && is_quiet && count > 3 {
                    picker.skip_quiets();
                    continue;
                }
                // Futility pruning: the captured piece and a margin do not reach alpha.
                if !node.in_check
                    && futility_value <= node.alpha
                    && !position.see_ge(mv, node.alpha - futility_value + 1)
                {
                    node.best = node.best.max(futility_value);
                    continue;
                }
            }
            if self.search_quiescence_move::<PV>(position, node, mv).is_break() {
                break;
            }
        }
        count
    }

    /// Searches one move. Breaks on a beta cutoff or if the search was stopped.
    fn search_quiescence_move<const PV: bool>(
        &mut self,
        position: &P,
        node: &mut QuiescenceNode<P::Move>,
        mv: P::Move,
    ) -> ControlFlow<()> {
        self.push_move(position, Some(mv));
        let next = self.path[self.ply()].position;
        let value = -self.quiescence_search::<PV>(&next, -node.beta, -node.alpha);
        self.pop_move();
        if self.stopped {
            return ControlFlow::Break(());
        }
        let result = node.record(mv, value);
        if PV && result != MoveResult::NoImprovement {
            self.update_pv(mv);
        }
        if result == MoveResult::Cutoff { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
