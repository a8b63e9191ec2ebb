//! The moves of one position, one after the other.

use arrayvec::ArrayVec;

use super::Search;
use super::move_picker::{MovePicker, PickedMove};
use super::node::NodeInfo;
use super::reduction::reduction;
use crate::score::{self, DECISIVE, INFINITE};
use crate::search_game::{Evaluation, MoveFeatures, PathEntry, SearchGame};
use crate::tt::Bound;

/// What stays the same while the moves of a node are searched.
#[derive(Clone, Copy)]
pub(super) struct MoveLoopContext<P: SearchGame> {
    pub(super) info: NodeInfo<P::Move>,
    beta: i32,
    /// The move that is left out, to see whether it is the only good one.
    excluded: Option<P::Move>,
    previous_moves: [Option<MoveFeatures>; 2],
    refutations: [u16; 3],
    was_pv: bool,
}

/// How far the moves of a node have been tried, and what came of it.
pub(super) struct MoveLoop<P: SearchGame> {
    picker: MovePicker<P>,
    alpha: i32,
    best: i32,
    best_move: Option<P::Move>,
    bound: Bound,
    count: usize,
    quiets: ArrayVec<MoveFeatures, 64>,
    captures: ArrayVec<MoveFeatures, 32>,
}

/// A move that is to be searched.
pub(super) struct MoveToSearch<M> {
    pick: PickedMove<M>,
    /// How many came before it, and itself.
    count: usize,
    /// Whether it loses something at once.
    is_bad_capture: bool,
    /// What it has to beat.
    alpha: i32,
}

impl<M: Copy> MoveToSearch<M> {
    pub(super) fn mv(&self) -> M {
        self.pick.mv
    }

    /// Whether a move that is worth so much is better than what it had to beat.
    pub(super) fn beats_alpha(&self, value: i32) -> bool {
        value > self.alpha
    }
}

impl<P: SearchGame> MoveLoop<P> {
    /// Lets a move beat what has been found since it was taken; whether there is something.
    pub(super) fn raise_alpha(&self, tried: &mut MoveToSearch<P::Move>) -> bool {
        let has_risen = self.alpha > tried.alpha;
        tried.alpha = self.alpha;
        has_risen
    }

    /// Takes down what a move came to; whether the others need not be searched.
    pub(super) fn record(
        &mut self,
        position: &P,
        node: &MoveLoopContext<P>,
        tried: &MoveToSearch<P::Move>,
        value: i32,
    ) -> MoveResult {
        let PickedMove { mv, is_quiet, .. } = tried.pick;
        let mut result = MoveResult::NoImprovement;
        if value > self.best {
            self.best = value;
            if value > self.alpha {
                self.best_move = Some(mv);
                if value >= node.beta {
                    self.bound = Bound::Lower;
                    return MoveResult::Cutoff;
                }
                self.alpha = value;
                self.bound = Bound::Exact;
                result = MoveResult::NewBest;
            }
        }
        let facet = position.move_features(mv);
        // Beyond so many tries nothing is learnt from one more.
        let _ = if is_quiet { self.quiets.try_push(facet) } else { self.captures.try_push(facet) };
        result
    }
}

/// What a move has changed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveResult {
    /// There was a better one.
    NoImprovement,
    /// It is the best so far.
    NewBest,
    /// It is too good: whoever moved before will not let it come to this.
    Cutoff,
}

impl<P: SearchGame, E: Evaluation<P>> Search<'_, P, E> {
    /// Searches the moves one after the other, or together with others who have nothing to do.
    pub(super) fn search_moves<const PV: bool>(
        &mut self,
        position: &P,
        alpha: i32,
        beta: i32,
        known: &NodeInfo<P::Move>,
    ) -> i32 {
        let ply = known.ply;
        let previous_moves = self.previous_moves();
        let [killer, second] = self.stack[ply].killers;
        let node = MoveLoopContext {
            info: *known,
            beta,
            excluded: self.stack[ply].excluded,
            previous_moves,
            refutations: [killer, second, self.histories.counter_move(previous_moves[0])],
            was_pv: PV || known.tt_entry.is_some_and(|entry| entry.pv),
        };
        let mut tries = MoveLoop {
            picker: MovePicker::all(known.tt_move, node.refutations),
            alpha,
            best: -INFINITE,
            best_move: None,
            bound: Bound::Upper,
            count: 0,
            quiets: ArrayVec::new(),
            captures: ArrayVec::new(),
        };
        let checks = position.check_squares();
        while let Some(tried) = self.next_move(position, &node, &mut tries, &checks) {
            let Some(extension) = self.singular_extension(position, tried.pick.mv, beta, known) else {
                return beta;
            };
            if self.stopped {
                return 0;
            }
            let value = self.search_move::<PV>(position, &node, &tried, extension);
            if self.stopped {
                break;
            }
            let result = tries.record(position, &node, &tried, value);
            if PV && result != MoveResult::NoImprovement {
                self.update_pv(tried.mv());
            }
            if result == MoveResult::Cutoff {
                break;
            }
            if self.has_idle_helpers(known.depth) {
                tries = self.split::<PV>(&node, tries);
                break;
            }
        }
        if self.stopped {
            // At the root what was found before the stop still counts.
            let counts = ply == 0 && tries.best_move.is_some() && tries.bound == Bound::Exact;
            return if counts { tries.best } else { 0 };
        }
        self.finish_node(position, &node, &tries)
    }

    /// The next move that is worth a search.
    pub(super) fn next_move(
        &self,
        position: &P,
        node: &MoveLoopContext<P>,
        tries: &mut MoveLoop<P>,
        checks: &P::CheckSquares,
    ) -> Option<MoveToSearch<P::Move>> {
        let (ply, depth) = (node.info.ply, node.info.depth);
        let max_quiets = (4 + depth * depth) / if node.info.improving { 1 } else { 2 };
        while let Some(pick) = tries.picker.next_move(position, self.histories, node.previous_moves) {
            let mv = pick.mv;
            if Some(mv) == node.excluded
                || (ply == 0 && (self.excluded_root_moves.contains(&mv) || !self.root_moves.contains(&mv)))
            {
                continue;
            }
            tries.count += 1;
            if ply > 0 && tries.best > -DECISIVE {
                // Enough quiet moves have been tried at this depth. A check may always be the one that decides.
                if pick.is_quiet && depth <= 8 && tries.count as i32 > max_quiets {
                    tries.picker.skip_to_quiet_checks(position, checks);
                    if !position.gives_check(mv, checks) {
                        continue;
                    }
                }
                if should_prune_move(position, pick, tries, &node.info, checks) {
                    continue;
                }
            }
            let is_bad_capture = tries.picker.is_at_bad_captures();
            return Some(MoveToSearch { pick, count: tries.count, is_bad_capture, alpha: tries.alpha });
        }
        None
    }

    /// What a move is worth, as far as that matters.
    fn search_move<const PV: bool>(
        &mut self,
        position: &P,
        node: &MoveLoopContext<P>,
        tried: &MoveToSearch<P::Move>,
        extension: i32,
    ) -> i32 {
        self.push_move(position, Some(tried.mv()));
        // The first move of a principal variation is taken for the best without asking.
        let needs_zero_window = !PV || tried.count > 1;
        let zero_window_value =
            needs_zero_window.then(|| self.zero_window_search::<PV>(node, tried, extension));
        let value = match zero_window_value {
            Some(value) if !PV || !tried.beats_alpha(value) => value,
            _ => self.full_window_search(node, tried, extension),
        };
        self.pop_move();
        value
    }

    /// Whether the move that has just been made is better than what it has to beat; it is searched less deeply first if it
    /// comes late.
    pub(super) fn zero_window_search<const PV: bool>(
        &mut self,
        node: &MoveLoopContext<P>,
        tried: &MoveToSearch<P::Move>,
        extension: i32,
    ) -> i32 {
        let known = &node.info;
        let MoveToSearch { pick, count, alpha, .. } = *tried;
        let PathEntry { position: next, in_check: gives_check, .. } = self.path[known.ply + 1];
        let new_depth = known.depth - 1 + extension;
        let is_late_move =
            known.depth >= 2 && count > 1 + usize::from(PV) * 2 && (pick.is_quiet || tried.is_bad_capture);
        if is_late_move {
            let mut reduced_by = reduction(known.depth, count);
            if pick.is_quiet {
                reduced_by -= pick.score / 8_192;
                reduced_by -= i32::from(node.refutations.contains(&P::move_bits(pick.mv)));
            }
            reduced_by += i32::from(!known.improving) + i32::from(known.cut_node) * 2;
            reduced_by -= i32::from(node.was_pv) + i32::from(gives_check) + i32::from(known.in_check);
            let reduced = (new_depth - reduced_by).clamp(1, new_depth.max(1));
            let value = -self.search::<false>(&next, -alpha - 1, -alpha, reduced, true);
            if value <= alpha || reduced >= new_depth {
                return value;
            }
        }
        -self.search::<false>(&next, -alpha - 1, -alpha, new_depth, !known.cut_node)
    }

    /// What exactly the move that has just been made is worth.
    pub(super) fn full_window_search(
        &mut self,
        node: &MoveLoopContext<P>,
        tried: &MoveToSearch<P::Move>,
        extension: i32,
    ) -> i32 {
        let next = self.path[node.info.ply + 1].position;
        -self.search::<true>(&next, -node.beta, -tried.alpha, node.info.depth - 1 + extension, false)
    }

    /// What the node is worth when its moves have been tried; it is remembered, and so is what is learnt from it.
    fn finish_node(&mut self, position: &P, node: &MoveLoopContext<P>, tries: &MoveLoop<P>) -> i32 {
        let MoveLoopContext { info: known, excluded, .. } = node;
        let MoveLoop { alpha, best, best_move, bound, .. } = *tries;
        if tries.count == 0 {
            return match (excluded, known.in_check || P::STALEMATE_IS_LOSS) {
                (Some(_), _) => alpha,
                (None, true) => score::mated_in(known.ply),
                (None, false) => 0,
            };
        }
        self.update_histories(position, node, tries);
        if excluded.is_none() {
            let is_quiet = best_move.is_none_or(|mv| !position.is_tactical(mv));
            if let Some(eval) = self.stack[known.ply].eval
                && is_quiet
                && best.abs() < DECISIVE
                && !(bound == Bound::Lower && best <= eval)
                && !(bound == Bound::Upper && best >= eval)
            {
                self.histories.update_correction(position, best - eval, known.depth);
            }
            let is_first_pv = known.ply > 0 || self.excluded_root_moves.is_empty();
            if is_first_pv {
                self.store_tt(known, best, bound, best_move, known.depth, node.was_pv);
            }
        }
        best
    }

    /// How much deeper to search a move that seems to be the only good one; `None` if there are so many good ones
    /// that the node is done.
    fn singular_extension(
        &mut self,
        position: &P,
        mv: P::Move,
        beta: i32,
        known: &NodeInfo<P::Move>,
    ) -> Option<i32> {
        let (ply, depth) = (known.ply, known.depth);
        let Some(entry) = known.tt_entry else { return Some(0) };
        let value = score::from_tt(i32::from(entry.score), ply);
        let applies = ply > 0
            && depth >= 7
            && known.tt_move == Some(mv)
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
        let found = self.search::<false>(position, target - 1, target, (depth - 1) / 2, known.cut_node);
        self.stack[ply].excluded = None;
        // The search of the same position used the same frame.
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

    /// Remembers what refuted this position and what did not.
    fn update_histories(&mut self, position: &P, node: &MoveLoopContext<P>, tries: &MoveLoop<P>) {
        let (Bound::Lower, Some(mv)) = (tries.bound, tries.best_move) else { return };
        let ply = node.info.ply;
        let previous_moves = node.previous_moves;
        let bonus = (150 * node.info.depth - 60).clamp(20, 1_800);
        let facet = position.move_features(mv);
        if position.is_tactical(mv) {
            self.histories.update_capture_history(facet, bonus);
        } else {
            let bits = P::move_bits(mv);
            let killers = &mut self.stack[ply].killers;
            if killers[0] != bits {
                *killers = [bits, killers[0]];
            }
            self.histories.set_counter_move(previous_moves[0], bits);
            self.histories.update_quiet_history(facet, previous_moves, bonus);
            for &tried in &tries.quiets {
                self.histories.update_quiet_history(tried, previous_moves, -bonus);
            }
        }
        for &tried in &tries.captures {
            self.histories.update_capture_history(tried, -bonus);
        }
    }
}

/// Whether a move is so unlikely to matter that it is not searched.
fn should_prune_move<P: SearchGame>(
    position: &P,
    pick: PickedMove<P::Move>,
    tries: &MoveLoop<P>,
    known: &NodeInfo<P::Move>,
    checks: &P::CheckSquares,
) -> bool {
    let depth = known.depth;
    let reduced = (depth - reduction(depth, tries.count)).max(0);
    if !pick.is_quiet {
        return tries.picker.is_at_bad_captures() && depth <= 7 && !position.see_ge(pick.mv, -90 * depth);
    }
    // It could not make up what is missing, or was never any good.
    let is_futile = !known.in_check && reduced <= 7 && known.eval + 90 + 80 * reduced <= tries.alpha;
    let is_bad = depth <= 4 && pick.score < -3_500 * depth;
    if (is_futile || is_bad) && !position.gives_check(pick.mv, checks) {
        return true;
    }
    !position.see_ge(pick.mv, -22 * reduced * reduced)
}
