//! Iterative deepening with aspiration windows.

use yipan_core::{MoveKind, MoveList};

use super::params::SearchParams;
use super::result::{PvLine, SearchInfo, SearchResult};
use super::state::Search;
use super::thread::SearchThread;
use crate::score::{DECISIVE, INFINITE, MATE, MATE_IN_MAX_PLY, MAX_PLY, Score};
use crate::search_game::{Evaluation, PathEntry, RuleOutcome, SearchGame};

impl<P: SearchGame, E: Evaluation<P>> SearchThread<P, E> {
    /// Searches a position. `on_info` receives every completed principal variation.
    ///
    /// Without a time limit and on one thread, the result depends only on the parameters and the history tables.
    pub fn search(
        &mut self,
        params: &SearchParams<'_, P>,
        on_info: &mut dyn FnMut(SearchInfo<'_, P::Move>),
    ) -> SearchResult<P::Move> {
        Search::new(self, params).iterative_deepening(on_info)
    }
}

impl<P: SearchGame, E: Evaluation<P>> Search<'_, P, E> {
    fn iterative_deepening(
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
        // The number of iterations in a row with the same best move.
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
                // Stopped within the iteration: its lines go before those of the previous one.
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
            // Stopped before the first iteration was complete; any legal move is better than none.
            let value = 0;
            let moves = vec![root_moves[0]];
            best.push(PvLine { moves, score: Score::from_value(value), value, depth: 0, seldepth: 0 });
        }
        self.params.control.add_nodes(self.nodes - self.reported_nodes);
        SearchResult { lines: best, nodes: self.nodes }
    }

    /// Removes the root moves that lose by the repetition rules, at once or after the reply.
    ///
    /// Leaves the list unchanged if all of them do. A lost side is then mated instead of losing by the rules.
    fn exclude_repetition_losses(&self, moves: &mut MoveList<P::Move>) {
        let entry_after = |from: &P, mv: P::Move| {
            let mut position = *from;
            position.make(mv);
            PathEntry { position, key: position.key(), mv: Some(mv), in_check: position.in_check() }
        };
        let rule_outcome = |path: &[PathEntry<P>]| P::rule_outcome(self.params.game_history, path);
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

    /// Searches the root with a window around the previous score, and widens the window on failure.
    ///
    /// Returns `None` if the search was stopped before it found a new line.
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
                // A line that raised alpha before the stop is better than the previous one.
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

    /// Returns whether another iteration would hardly change the result or hardly be finished in time.
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
        // A search much deeper than the mate it found would have found a shorter one.
        let is_limited = limits.soft_time.is_some() || limits.hard_time.is_some() || limits.nodes.is_some();
        if is_limited
            && best.value.abs() >= MATE_IN_MAX_PLY
            && best.depth >= 2 * (MATE - best.value.abs()) as u32 + 8
        {
            return true;
        }
        let Some(soft) = limits.soft_time else { return false };
        // A forced move needs little time, and so does one that has long been best. Percent of the soft limit.
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
