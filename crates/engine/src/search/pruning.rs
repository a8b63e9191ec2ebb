//! Pruning of whole nodes: reverse futility, razoring, null move and ProbCut.

use super::node_info::NodeInfo;
use super::ordering::{MovePicker, PickedMove, QuietContext};
use super::state::Search;
use crate::score::{self, DECISIVE};
use crate::search_game::{Evaluation, SearchGame};
use crate::tt::Bound;

impl<P: SearchGame, E: Evaluation<P>> Search<'_, P, E> {
    /// Returns a score if the node can be cut without searching its moves.
    pub(super) fn prune(&mut self, position: &P, beta: i32, info: &NodeInfo<P::Move>) -> Option<i32> {
        let (depth, ply, eval) = (info.depth, info.ply, info.eval);
        // In a won position the search has to find the mate, which pruning would hide.
        if beta.abs() >= P::WINNING_EVAL {
            return None;
        }
        // Reverse futility pruning.
        let margin = 75 * (depth - i32::from(info.improving)).max(0);
        if depth <= 8 && eval - margin >= beta && eval < DECISIVE {
            return Some(i32::midpoint(eval, beta));
        }
        // Razoring.
        if depth <= 3 && eval + 250 * depth < beta {
            let value = self.quiescence_search::<false>(position, beta - 1, beta);
            if value < beta || self.stopped {
                return Some(value);
            }
        }
        let try_null_move = ply > 0
            && self.path[ply].mv.is_some()
            && ply >= self.nmp_min_ply
            && depth >= 3
            && eval >= beta
            && position.allows_null_move();
        if try_null_move && let Some(value) = self.null_move_search(position, beta, info) {
            return Some(value);
        }
        let probcut_beta = beta + 170;
        let tt_fails_probcut = info.tt_entry.is_some_and(|entry| {
            i32::from(entry.depth) >= depth - 3
                && score::from_tt(i32::from(entry.score), ply) < probcut_beta
                && entry.bound != Bound::None
        });
        if depth >= 5 && !tt_fails_probcut {
            return self.probcut(position, probcut_beta, info);
        }
        None
    }

    /// Null move pruning: if even passing fails high, a move most likely does.
    fn null_move_search(&mut self, position: &P, beta: i32, info: &NodeInfo<P::Move>) -> Option<i32> {
        let (depth, ply, eval) = (info.depth, info.ply, info.eval);
        let reduction = 3 + depth / 4 + ((eval - beta) / 180).min(3);
        self.push_move(position, None);
        let next = self.path[ply + 1].position;
        let value = -self.search::<false>(&next, -beta, -beta + 1, depth - 1 - reduction, !info.cut_node);
        self.pop_move();
        if self.stopped {
            return Some(0);
        }
        if value < beta {
            return None;
        }
        let value = if value >= DECISIVE { beta } else { value };
        if depth < 12 || self.nmp_min_ply > 0 {
            return Some(value);
        }
        // At high depth the cutoff is verified by a search without null moves, because of zugzwang.
        self.nmp_min_ply = ply + 3 * (depth - reduction).max(1) as usize / 4;
        let verified = self.search::<false>(position, beta - 1, beta, depth - reduction, false);
        self.nmp_min_ply = 0;
        (verified >= beta).then_some(value)
    }

    /// ProbCut: a capture that beats a raised beta in a shallower search most likely beats beta.
    fn probcut(&mut self, position: &P, probcut_beta: i32, info: &NodeInfo<P::Move>) -> Option<i32> {
        let eval = self.stack[info.ply].eval?;
        let tt_move = info.tt_move.filter(|&mv| position.is_tactical(mv));
        let mut picker = MovePicker::tactical(tt_move, (probcut_beta - eval).max(0));
        let context = QuietContext { previous_moves: self.previous_moves(), ..QuietContext::default() };
        while let Some(PickedMove { mv, .. }) = picker.next_move(position, self.histories, &context) {
            self.push_move(position, Some(mv));
            let next = self.path[info.ply + 1].position;
            let mut value = -self.quiescence_search::<false>(&next, -probcut_beta, -probcut_beta + 1);
            if value >= probcut_beta {
                value = -self.search::<false>(
                    &next,
                    -probcut_beta,
                    -probcut_beta + 1,
                    info.depth - 4,
                    !info.cut_node,
                );
            }
            self.pop_move();
            if self.stopped {
                return Some(0);
            }
            if value >= probcut_beta {
                self.store_tt(info, value, Bound::Lower, Some(mv), info.depth - 3, false);
                return Some(value);
            }
        }
        None
    }
}
