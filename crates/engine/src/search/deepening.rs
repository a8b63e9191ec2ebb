//! Deeper and deeper, until the limits say enough.

use yipan_rules::{MoveKind, MoveList};

use super::{Line, Report, Search, Thought};
use crate::score::{DECIDED, INFINITE, MATES, MAX_PLY, Score};
use crate::searchable::{Evaluation, Searchable, Standing, Visit};

impl<P: Searchable, E: Evaluation<P>> Search<'_, P, E> {
    /// Searches the root again and again, one ply deeper each time.
    pub(super) fn deepen(mut self, tell: &mut dyn FnMut(Report<'_, P::Move>)) -> Thought<P::Move> {
        let mut root_moves = MoveList::new();
        self.task.root.moves(MoveKind::All, &mut root_moves);
        root_moves.retain(|mv| self.task.only.is_none_or(|only| only.contains(mv)));
        self.drop_forbidden(&mut root_moves);
        self.root_moves = root_moves.to_vec();
        let lines = self.task.lines.clamp(1, root_moves.len().max(1));
        let mut best: Vec<Line<P::Move>> = Vec::new();
        if root_moves.is_empty() {
            return Thought { lines: best, nodes: 0 };
        }
        let most = self.task.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 20) as i32;
        // How many depths in a row gave the same best move.
        let mut steady = 0;
        while self.depth < most {
            self.depth += 1;
            self.taken.clear();
            let mut found = Vec::new();
            for rank in 0..lines {
                self.deepest = 0;
                let Some(line) = self.aspire(best.get(rank)) else { break };
                self.taken.push(line.moves[0]);
                tell(Report { line: &line, rank, nodes: self.nodes });
                found.push(line);
            }
            if found.len() < lines {
                // Stopped in the middle: what is new stands before what is old.
                let fresh = found.len();
                let old =
                    best.iter().filter(|old| !found[..fresh].iter().any(|new| new.moves[0] == old.moves[0]));
                let old: Vec<_> = old.cloned().collect();
                found.extend(old);
                found.truncate(lines);
                best = found;
                break;
            }
            found.sort_by_key(|line| -line.value);
            let same = best.first().is_some_and(|old| old.moves[0] == found[0].moves[0]);
            steady = if same { steady + 1 } else { 0 };
            best = found;
            if self.is_enough(&best[0], steady, root_moves.len()) {
                break;
            }
        }
        if best.is_empty() {
            // Stopped before the first depth was done; any legal move is better than none.
            let value = 0;
            let moves = vec![root_moves[0]];
            best.push(Line { moves, score: Score::of(value), value, depth: 0, deepest: 0 });
        }
        self.task.host.searched(self.nodes - self.told);
        Thought { lines: best, nodes: self.nodes }
    }

    /// Leaves out the moves that lose by the law of repetition, at once or by the answer, as long as there is another:
    /// whoever is lost anyway is mated rather than judged.
    fn drop_forbidden(&self, moves: &mut MoveList<P::Move>) {
        let visit = |from: &P, mv: P::Move| {
            let mut position = *from;
            position.make(mv);
            Visit { position, key: position.key(), mv: Some(mv), check: position.in_check() }
        };
        let standing = |line: &[Visit<P>]| P::standing(self.task.past, line);
        let is_allowed = |mv: P::Move| {
            let next = visit(self.task.root, mv);
            let mut answers = MoveList::new();
            next.position.moves(MoveKind::All, &mut answers);
            standing(&[self.line[0], next]) != Some(Standing::Won)
                && !answers.iter().any(|&answer| {
                    let then = visit(&next.position, answer);
                    standing(&[self.line[0], next, then]) == Some(Standing::Lost)
                })
        };
        let allowed: MoveList<P::Move> = moves.iter().copied().filter(|&mv| is_allowed(mv)).collect();
        if !allowed.is_empty() {
            *moves = allowed;
        }
    }

    /// Searches with a narrow window around the last score, and wider ones where that fails.
    fn aspire(&mut self, last: Option<&Line<P::Move>>) -> Option<Line<P::Move>> {
        let root = *self.task.root;
        let mut width = 12;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if let Some(last) = last.filter(|last| self.depth >= 5 && last.value.abs() < DECIDED) {
            width += last.value.abs() / 64;
            (alpha, beta) = (last.value - width, last.value + width);
        }
        let mut depth = self.depth;
        loop {
            let value = self.search::<true>(&root, alpha, beta, depth, false);
            let moves = &self.frames[0].best;
            if self.stopped {
                // A line that raised alpha before the stop is better than the one before it.
                let improved = value > alpha && value < beta && !moves.is_empty() && depth == self.depth;
                return improved.then(|| self.finish(value));
            }
            if value <= alpha {
                beta = i32::midpoint(alpha, beta);
                alpha = (value - width).max(-INFINITE);
                depth = self.depth;
            } else if value >= beta {
                beta = (value + width).min(INFINITE);
                if value < DECIDED {
                    depth = (depth - 1).max(self.depth - 2).max(1);
                }
            } else {
                return (!moves.is_empty()).then(|| self.finish(value));
            }
            width += width / 2;
            if width > 600 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    fn finish(&self, value: i32) -> Line<P::Move> {
        Line {
            moves: self.frames[0].best.to_vec(),
            score: Score::of(value),
            value,
            depth: self.depth as u32,
            deepest: self.deepest as u32,
        }
    }

    /// Whether a deeper search would hardly change anything or hardly be finished.
    fn is_enough(&self, best: &Line<P::Move>, steady: u32, choices: usize) -> bool {
        let limits = &self.task.limits;
        if limits.nodes.is_some_and(|nodes| self.nodes >= nodes) {
            return true;
        }
        // A mate that is nearer than the search is deep is the shortest.
        let is_timed = limits.soft.is_some() || limits.hard.is_some() || limits.nodes.is_some();
        if is_timed && best.value.abs() >= MATES && best.depth >= 2 * (MAX_MATE - best.value.abs()) as u32 + 8
        {
            return true;
        }
        let Some(soft) = limits.soft else { return false };
        // An only move needs no thought; one that has long been best needs less.
        let share = match (choices, steady) {
            (1, _) => 5,
            (_, 0) => 130,
            (_, 1) => 100,
            (_, 2..=4) => 75,
            _ => 55,
        };
        self.task.host.elapsed() >= soft * share / 100
    }
}

/// What a mate on the spot would be worth.
const MAX_MATE: i32 = crate::score::MATE;
