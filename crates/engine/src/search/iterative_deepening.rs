//! Deeper and deeper, until the limits say enough.

use yipan_core::{MoveKind, MoveList};

use super::{PvLine, Search, SearchInfo, SearchResult};
use crate::score::{DECISIVE, INFINITE, MATE_IN_MAX_PLY, MAX_PLY, Score};
use crate::search_game::{Evaluation, PathEntry, RuleOutcome, SearchGame};

impl<P: SearchGame, E: Evaluation<P>> Search<'_, P, E> {
    /// Searches the root again and again, one ply deeper each time.
    pub(super) fn iterative_deepening(
        mut self,
        on_info: &mut dyn FnMut(SearchInfo<'_, P::Move>),
    ) -> SearchResult<P::Move> {
        let mut root_moves = MoveList::new();
        self.params.root.generate_moves(MoveKind::All, &mut root_moves);
        root_moves.retain(|mv| self.params.search_moves.is_none_or(|only| only.contains(mv)));
        self.exclude_repetition_losses(&mut root_moves);
        self.root_moves = root_moves.to_vec();
        let multi_pv = self.params.multi_pv.clamp(1, root_moves.len().max(1));
        let mut best: Vec<PvLine<P::Move>> = Vec::new();
        if root_moves.is_empty() {
            return SearchResult { lines: best, nodes: 0 };
        }
        let max_depth = self.params.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 20) as i32;
        // How many depths in a row gave the same best move.
        let mut stable_iterations = 0;
        while self.depth < max_depth {
            self.depth += 1;
            self.excluded_root_moves.clear();
            let mut found = Vec::new();
            for multi_pv_index in 0..multi_pv {
                self.seldepth = 0;
                let Some(line) = self.aspiration_search(best.get(multi_pv_index)) else { break };
                self.excluded_root_moves.push(line.moves[0]);
                on_info(SearchInfo { line: &line, multi_pv_index, nodes: self.nodes });
                found.push(line);
            }
            if found.len() < multi_pv {
                // Stopped in the middle: what is new stands before what is old.
                let fresh = found.len();
                let old =
                    best.iter().filter(|old| !found[..fresh].iter().any(|new| new.moves[0] == old.moves[0]));
                let old: Vec<_> = old.cloned().collect();
                found.extend(old);
                found.truncate(multi_pv);
                best = found;
                break;
            }
            found.sort_by_key(|line| -line.value);
            let same = best.first().is_some_and(|old| old.moves[0] == found[0].moves[0]);
            stable_iterations = if same { stable_iterations + 1 } else { 0 };
            best = found;
            if self.should_stop_deepening(&best[0], stable_iterations, root_moves.len()) {
                break;
            }
        }
        if best.is_empty() {
            // Stopped before the first depth was done; any legal move is better than none.
            let value = 0;
            let moves = vec![root_moves[0]];
            best.push(PvLine { moves, score: Score::from_value(value), value, depth: 0, seldepth: 0 });
        }
        self.params.control.add_nodes(self.nodes - self.reported_nodes);
        SearchResult { lines: best, nodes: self.nodes }
    }

    /// Leaves out the moves that lose by the law of repetition, at once or by the answer, as long as there is another:
    /// whoever is lost anyway is mated rather than judged.
    fn exclude_repetition_losses(&self, moves: &mut MoveList<P::Move>) {
        let entry_after = |from: &P, mv: P::Move| {
            let mut position = *from;
            position.make(mv);
            PathEntry { position, key: position.key(), mv: Some(mv), in_check: position.in_check() }
        };
        let rule_outcome = |line: &[PathEntry<P>]| P::rule_outcome(self.params.game_history, line);
        let is_allowed = |mv: P::Move| {
            let next = entry_after(self.params.root, mv);
            let mut replies = MoveList::new();
            next.position.generate_moves(MoveKind::All, &mut replies);
            rule_outcome(&[self.path[0], next]) != Some(RuleOutcome::Win)
                && !replies.iter().any(|&reply| {
                    let after_reply = entry_after(&next.position, reply);
                    rule_outcome(&[self.path[0], next, after_reply]) == Some(RuleOutcome::Loss)
                })
        };
        let allowed: MoveList<P::Move> = moves.iter().copied().filter(|&mv| is_allowed(mv)).collect();
        if !allowed.is_empty() {
            *moves = allowed;
        }
    }

    /// Searches with a narrow window around the last score, and wider ones where that fails.
    fn aspiration_search(&mut self, previous_line: Option<&PvLine<P::Move>>) -> Option<PvLine<P::Move>> {
        let root = *self.params.root;
        let mut width = 12;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if let Some(last) = previous_line.filter(|last| self.depth >= 5 && last.value.abs() < DECISIVE) {
            width += last.value.abs() / 64;
            (alpha, beta) = (last.value - width, last.value + width);
        }
        let mut depth = self.depth;
        loop {
            let value = self.search::<true>(&root, alpha, beta, depth, false);
            let moves = &self.stack[0].pv;
            if self.stopped {
                // A line that raised alpha before the stop is better than the one before it.
                let improved = value > alpha && value < beta && !moves.is_empty() && depth == self.depth;
                return improved.then(|| self.current_pv_line(value));
            }
            if value <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (value - width).max(-INFINITE);
                depth = self.depth;
            } else if value >= beta {
                beta = (value + width).min(INFINITE);
                if value < DECISIVE {
                    depth = (depth - 1).max(self.depth - 2).max(1);
                }
            } else {
                return (!moves.is_empty()).then(|| self.current_pv_line(value));
            }
            width += width / 2;
            if width > 600 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    fn current_pv_line(&self, value: i32) -> PvLine<P::Move> {
        PvLine {
            moves: self.stack[0].pv.to_vec(),
            score: Score::from_value(value),
            value,
            depth: self.depth as u32,
            seldepth: self.seldepth as u32,
        }
    }

    /// Whether a deeper search would hardly change anything or hardly be finished.
    fn should_stop_deepening(
        &self,
        best: &PvLine<P::Move>,
        stable_iterations: u32,
        root_move_count: usize,
    ) -> bool {
        let limits = &self.params.limits;
        if limits.nodes.is_some_and(|nodes| self.nodes >= nodes) {
            return true;
        }
        // A mate that is nearer than the search is deep is the shortest.
        let is_timed = limits.soft_time.is_some() || limits.hard_time.is_some() || limits.nodes.is_some();
        if is_timed
            && best.value.abs() >= MATE_IN_MAX_PLY
            && best.depth >= 2 * (MATE_NOW - best.value.abs()) as u32 + 8
        {
            return true;
        }
        let Some(soft) = limits.soft_time else { return false };
        // An only move needs no thought; one that has long been best needs less.
        let share = match (root_move_count, stable_iterations) {
            (1, _) => 5,
            (_, 0) => 130,
            (_, 1) => 100,
            (_, 2..=4) => 75,
            _ => 55,
        };
        self.params.control.elapsed() >= soft * share / 100
    }
}

/// What a mate on the spot would be worth.
const MATE_NOW: i32 = crate::score::MATE;
