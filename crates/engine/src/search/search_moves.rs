//! The move loop of a node, with late move reductions and singular extensions.

use super::move_loop::{MoveLoop, MoveLoopContext, MoveResult, MoveToSearch};
use super::node_info::NodeInfo;
use super::ordering::{PickedMove, QuietContext};
use super::reduction::reduction;
use super::state::Search;
use crate::score::{self, DECISIVE};
use crate::search_game::{Evaluation, PathEntry, SearchGame};
use crate::tt::Bound;

impl<P: SearchGame, E: Evaluation<P>> Search<'_, P, E> {
    /// Searches the moves of a node. After any of them the node is split if helper threads are idle.
    pub(super) fn search_moves<const PV: bool>(
        &mut self,
        position: &P,
        alpha: i32,
        beta: i32,
        info: &NodeInfo<P::Move>,
    ) -> i32 {
        let ply = info.ply;
        let quiet_context =
            QuietContext { previous_moves: self.previous_moves(), attacked: position.attacked_cells() };
        self.stack[ply].quiet_context = quiet_context;
        let [killer, second] = self.stack[ply].killers;
        let node = MoveLoopContext {
            info: *info,
            beta,
            excluded: self.stack[ply].excluded,
            quiet_context,
            refutations: [killer, second, self.histories.counter_move(quiet_context.previous_moves[0])],
            was_pv: PV || info.tt_entry.is_some_and(|entry| entry.pv),
        };
        let mut move_loop = MoveLoop::new(&node, alpha);
        let checks = position.check_squares();
        while let Some(candidate) = self.next_move(position, &node, &mut move_loop, &checks) {
            let Some(extension) = self.singular_extension(position, candidate.pick.mv, beta, info) else {
                return beta;
            };
            if self.stopped {
                return 0;
            }
            let value = self.search_move::<PV>(position, &node, &candidate, extension);
            if self.stopped {
                break;
            }
            let result = move_loop.record(position, &node, &candidate, value);
            if PV && result != MoveResult::NoImprovement {
                self.update_pv(candidate.mv());
            }
            if result == MoveResult::Cutoff {
                break;
            }
            if self.has_idle_helpers(info.depth) {
                move_loop = self.split::<PV>(&node, move_loop);
                break;
            }
        }
        if self.stopped {
            // At the root a move that raised alpha before the stop is still valid.
            let is_valid = ply == 0 && move_loop.best_move.is_some() && move_loop.bound == Bound::Exact;
            return if is_valid { move_loop.best } else { 0 };
        }
        self.finish_node(position, &node, &move_loop)
    }

    /// Returns the next move that is not pruned.
    pub(super) fn next_move(
        &self,
        position: &P,
        node: &MoveLoopContext<P>,
        move_loop: &mut MoveLoop<P>,
        checks: &P::CheckSquares,
    ) -> Option<MoveToSearch<P::Move>> {
        let (ply, depth) = (node.info.ply, node.info.depth);
        let max_quiets = (4 + depth * depth) / if node.info.improving { 1 } else { 2 };
        while let Some(pick) = move_loop.picker.next_move(position, self.histories, &node.quiet_context) {
            let mv = pick.mv;
            if Some(mv) == node.excluded
                || (ply == 0 && (self.excluded_root_moves.contains(&mv) || !self.root_moves.contains(&mv)))
            {
                continue;
            }
            move_loop.count += 1;
            if ply > 0 && move_loop.best > -DECISIVE {
                // Late move pruning, except for checks.
                if pick.is_quiet && depth <= 8 && move_loop.count as i32 > max_quiets {
                    move_loop.picker.skip_to_quiet_checks(position, checks);
                    if !position.gives_check(mv, checks) {
                        continue;
                    }
                }
                if should_prune_move(position, pick, move_loop, &node.info, checks) {
                    continue;
                }
            }
            let is_bad_capture = move_loop.picker.is_at_bad_captures();
            return Some(MoveToSearch {
                pick,
                count: move_loop.count,
                is_bad_capture,
                alpha: move_loop.alpha,
            });
        }
        None
    }

    /// Returns the score of a move: exact if it raises alpha in a PV node, otherwise a bound.
    fn search_move<const PV: bool>(
        &mut self,
        position: &P,
        node: &MoveLoopContext<P>,
        candidate: &MoveToSearch<P::Move>,
        extension: i32,
    ) -> i32 {
        self.push_move(position, Some(candidate.mv()));
        // The first move of a PV node is searched with the full window at once.
        let needs_zero_window = !PV || candidate.count > 1;
        let zero_window_value =
            needs_zero_window.then(|| self.zero_window_search::<PV>(node, candidate, extension));
        let value = match zero_window_value {
            Some(value) if !PV || !candidate.beats_alpha(value) => value,
            _ => self.full_window_search(node, candidate, extension),
        };
        self.pop_move();
        value
    }

    /// Tests whether the move that was just made beats alpha. Late moves are first searched with reduced depth.
    pub(super) fn zero_window_search<const PV: bool>(
        &mut self,
        node: &MoveLoopContext<P>,
        candidate: &MoveToSearch<P::Move>,
        extension: i32,
    ) -> i32 {
        let info = &node.info;
        let MoveToSearch { pick, count, alpha, .. } = *candidate;
        let PathEntry { position: next, in_check: gives_check, .. } = self.path[info.ply + 1];
        let new_depth = info.depth - 1 + extension;
        let is_late_move =
            info.depth >= 2 && count > 1 + usize::from(PV) * 2 && (pick.is_quiet || candidate.is_bad_capture);
        if is_late_move {
            let mut reduced_by = reduction(info.depth, count);
            if pick.is_quiet {
                reduced_by -= pick.score / 8_192;
                reduced_by -= i32::from(node.refutations.contains(&P::move_bits(pick.mv)));
            }
            reduced_by += i32::from(!info.improving) + i32::from(info.cut_node) * 2;
            reduced_by -= i32::from(node.was_pv) + i32::from(gives_check) + i32::from(info.in_check);
            let reduced = (new_depth - reduced_by).clamp(1, new_depth.max(1));
            let value = -self.search::<false>(&next, -alpha - 1, -alpha, reduced, true);
            if value <= alpha || reduced >= new_depth {
                return value;
            }
        }
        -self.search::<false>(&next, -alpha - 1, -alpha, new_depth, !info.cut_node)
    }

    /// Returns the score of the move that was just made, searched with the full window.
    pub(super) fn full_window_search(
        &mut self,
        node: &MoveLoopContext<P>,
        candidate: &MoveToSearch<P::Move>,
        extension: i32,
    ) -> i32 {
        let next = self.path[node.info.ply + 1].position;
        -self.search::<true>(&next, -node.beta, -candidate.alpha, node.info.depth - 1 + extension, false)
    }

    /// Returns the score of a node whose move loop is done, and updates the history and transposition tables.
    fn finish_node(&mut self, position: &P, node: &MoveLoopContext<P>, move_loop: &MoveLoop<P>) -> i32 {
        let MoveLoopContext { info, excluded, .. } = node;
        let MoveLoop { alpha, best, best_move, bound, .. } = *move_loop;
        if move_loop.count == 0 {
            return match (excluded, info.in_check || P::STALEMATE_IS_LOSS) {
                (Some(_), _) => alpha,
                (None, true) => score::mated_in(info.ply),
                (None, false) => 0,
            };
        }
        self.update_histories(position, node, move_loop);
        if excluded.is_none() {
            let is_quiet = best_move.is_none_or(|mv| !position.is_tactical(mv));
            if let Some(eval) = self.stack[info.ply].eval
                && is_quiet
                && best.abs() < DECISIVE
                && !(bound == Bound::Lower && best <= eval)
                && !(bound == Bound::Upper && best >= eval)
            {
                self.histories.update_correction(position, best - eval, info.depth);
            }
            let is_first_pv = info.ply > 0 || self.excluded_root_moves.is_empty();
            if is_first_pv {
                self.store_tt(info, best, bound, best_move, info.depth, node.was_pv);
            }
        }
        best
    }

    /// Returns the extension of a move: 1 for a singular TT move, and -1 for another one whose TT score beats beta.
    ///
    /// Returns `None` if the other moves are expected to beat beta as well (multi-cut).
    fn singular_extension(
        &mut self,
        position: &P,
        mv: P::Move,
        beta: i32,
        info: &NodeInfo<P::Move>,
    ) -> Option<i32> {
        let (ply, depth) = (info.ply, info.depth);
        let Some(entry) = info.tt_entry else { return Some(0) };
        let value = score::from_tt(i32::from(entry.score), ply);
        let applies = ply > 0
            && depth >= 7
            && info.tt_move == Some(mv)
            && self.stack[ply].excluded.is_none()
            && i32::from(entry.depth) >= depth - 3
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && value.abs() < DECISIVE
            && ply < 2 * self.depth as usize;
        if !applies {
            return Some(0);
        }
        let target = value - 2 * depth;
        self.stack[ply].excluded = Some(mv);
        let found = self.search::<false>(position, target - 1, target, (depth - 1) / 2, info.cut_node);
        self.stack[ply].excluded = None;
        // The singular search used the stack frame of this ply.
        self.stack[ply].pv.clear();
        if found < target {
            Some(1)
        } else if target >= beta && beta.abs() < DECISIVE {
            None
        } else if value >= beta {
            Some(-1)
        } else {
            Some(0)
        }
    }

    /// Rewards the move that caused a beta cutoff, and penalizes the moves searched before it. If no move raised alpha, rewards
    /// the quiet move that led here.
    fn update_histories(&mut self, position: &P, node: &MoveLoopContext<P>, move_loop: &MoveLoop<P>) {
        if move_loop.bound == Bound::Upper && node.excluded.is_none() {
            self.reward_previous_quiet_move(&node.info);
        }
        let (Bound::Lower, Some(mv)) = (move_loop.bound, move_loop.best_move) else { return };
        let ply = node.info.ply;
        let context = &node.quiet_context;
        let bonus = (260 * node.info.depth - 150).clamp(20, 2_400);
        let features = position.move_features(mv);
        if position.is_tactical(mv) {
            self.histories.update_capture_history(features, bonus);
        } else {
            let bits = P::move_bits(mv);
            let killers = &mut self.stack[ply].killers;
            if killers[0] != bits {
                *killers = [bits, killers[0]];
            }
            self.histories.set_counter_move(context.previous_moves[0], bits);
            self.histories.update_quiet_history(features, context, bonus);
            for &searched in &move_loop.quiets {
                self.histories.update_quiet_history(searched, context, -bonus);
            }
        }
        for &searched in &move_loop.captures {
            self.histories.update_capture_history(searched, -bonus);
        }
    }

    fn reward_previous_quiet_move(&self, info: &NodeInfo<P::Move>) {
        let Some(before) = info.ply.checked_sub(1).map(|ply| &self.stack[ply]) else { return };
        if let Some(features) = before.current_move.filter(|features| features.captured.is_none()) {
            let bonus = (80 * info.depth - 40).clamp(20, 900);
            self.histories.update_quiet_history(features, &before.quiet_context, bonus);
        }
    }
}

/// Tests futility, history and SEE pruning.
fn should_prune_move<P: SearchGame>(
    position: &P,
    pick: PickedMove<P::Move>,
    move_loop: &MoveLoop<P>,
    info: &NodeInfo<P::Move>,
    checks: &P::CheckSquares,
) -> bool {
    let depth = info.depth;
    let reduced = (depth - reduction(depth, move_loop.count)).max(0);
    if !pick.is_quiet {
        return move_loop.picker.is_at_bad_captures() && depth <= 7 && !position.see_ge(pick.mv, -90 * depth);
    }
    let is_futile = !info.in_check && reduced <= 7 && info.eval + 90 + 80 * reduced <= move_loop.alpha;
    let has_bad_history = depth <= 4 && pick.score < -3_500 * depth;
    if (is_futile || has_bad_history) && !position.gives_check(pick.mv, checks) {
        return true;
    }
    !position.see_ge(pick.mv, -22 * reduced * reduced)
}
